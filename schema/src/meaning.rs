//! [`Meaning`]: what a comparison of files should know of a format beside its layout.
//!
//! A layout says what the bytes are. That two lists of vertices are the same though one is described
//! by a mask and the other by elements, only the format knows; it says so here, as plain data.

/// What a comparison of files should know of a format beside its layout.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meaning {
    /// Lists whose items are known by something else than a field called `name`.
    pub keys: &'static [Key],
    /// Records whose numbers are described by another list.
    pub columns: &'static [Described],
    /// Numbers that stand for an item of a list.
    pub references: &'static [Reference],
}

/// A number of each item of a list that stands for an item of the same list, counted from 0, as that of a parent
/// does. It is compared and shown as the name of that item, where the item has a name of its own.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The field that is the list.
    pub list: &'static str,
    /// The field of an item that is the number.
    pub field: &'static str,
}

/// What the items of a list are known by.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The field that is the list.
    pub list: &'static str,
    /// The fields of an item that say which one it is.
    pub fields: &'static [&'static str],
}

/// Records whose numbers are described by another list.
#[derive(Debug, Clone, Copy)]
pub struct Described {
    /// The field that holds the records.
    pub records: &'static str,
    /// The field beside it that describes them.
    pub by: &'static str,
    /// What a number means, by the whole numbers of each item of that field: of the path to it as the
    /// layout has it, such as `attributes[1].vector3.x`, the path that says it, such as `normal.x`. None:
    /// as the layout has it.
    pub name: fn(by: &[Vec<i128>], path: &str) -> Option<String>,
}

impl Meaning {
    /// Nothing beside the layout.
    pub const NONE: Self = Self {
        keys: &[],
        columns: &[],
        references: &[],
    };
}
