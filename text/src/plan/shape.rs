//! [`Shape`]: what a plan knows of one struct, and of each value in it.

use formwork_schema::{
    Charset, Layout,
    layout::{Bits, Field, Names, PrimKind, Type, Versions},
    place::XmlForm,
    value::Packer,
};

/// Items of an array up to which it is a part of the row around it.
const MAX_INLINE: u32 = 64;

/// One struct.
pub(crate) enum Shape<'l> {
    /// Named fields.
    Record(Slots<'l>),
    /// Numbers in order.
    Vector(Components<'l>),
    /// One of several variants.
    Variants(Variants<'l>),
    /// Attributes that another list names.
    Named(Columns<'l>),
}

/// A struct that is one list, whose items another list names.
pub(crate) struct Columns<'l> {
    /// The name of the list.
    pub(crate) list: &'l str,
    /// An item: an enum without a tag.
    pub(crate) item: Node<'l>,
}

/// The alternatives of an enum.
pub(crate) struct Variants<'l> {
    pub(crate) list: Vec<Variant<'l>>,
    /// Whether a text names the one that is there.
    pub(crate) tagged: bool,
}

/// The numbers of a vector or tuple.
pub(crate) struct Components<'l> {
    pub(crate) names: Vec<&'l str>,
    pub(crate) nodes: Vec<Node<'l>>,
    /// The place of each in the layout, and how many fields are there.
    pub(crate) fields: Vec<usize>,
    pub(crate) all: usize,
    /// Whether the names show in JSON.
    pub(crate) tuple: bool,
}

/// One alternative.
pub(crate) struct Variant<'l> {
    pub(crate) name: &'l str,
    /// All variants of its enum.
    pub(crate) all: &'l [formwork_schema::layout::Variant],
    /// Nothing for a unit variant. Named fields are a record.
    pub(crate) content: Option<Node<'l>>,
}

/// The visible fields of a record.
pub(crate) struct Slots<'l> {
    pub(crate) list: Vec<Slot<'l>>,
    /// All fields that the layout has there.
    pub(crate) fields: &'l [Field],
    /// How many attributes are always there.
    pub(crate) needed: usize,
}

/// One visible field.
pub(crate) struct Slot<'l> {
    /// Its place in the layout.
    pub(crate) field: usize,
    pub(crate) of: &'l Field,
    pub(crate) name: &'l str,
    /// Name of the elements of its items.
    pub(crate) item: &'l str,
    /// Name of its padding; empty for all but fixed strings.
    pub(crate) padding: String,
    pub(crate) optional: bool,
    /// The list that it is an index into, where a name may stand for the number.
    pub(crate) link: Option<&'l str>,
    /// Whether it is 0 where it is not there.
    pub(crate) zero: bool,
    pub(crate) place: XmlForm,
    pub(crate) node: Node<'l>,
}

/// One value.
pub(crate) struct Node<'l> {
    pub(crate) kind: Kind<'l>,
    /// What its items are called when it is a list that is all of an element.
    pub(crate) item: &'l str,
    /// What the element of such a value holds.
    pub(crate) content: XmlForm,
}

/// What a value is.
pub(crate) enum Kind<'l> {
    Number(PrimKind),
    /// A byte as two hexadecimal digits: an item of an array that is one word.
    Hex,
    Bool,
    Text,
    /// A string in an encoding.
    Encoded(&'l Charset),
    /// The same, without the zeros at its end.
    Padded(&'l Charset),
    /// With its size in bytes.
    Fixed(u32),
    Blob,
    Flags(&'l Names),
    Enum(&'l Names),
    /// Smaller numbers.
    Bits(&'l Bits),
    /// The version of the file.
    Version(&'l Versions),
    Dialect(&'l Names),
    /// A struct, by its place among the shapes.
    Struct(usize),
    List(Box<List<'l>>),
}

/// What a list is.
pub(crate) struct List<'l> {
    pub(crate) item: Node<'l>,
    pub(super) ty: &'l Type,
    /// Whether records of it stand on one line each.
    pub(crate) packed: bool,
    /// How many items an array has; none for lists, which have any number.
    pub(crate) length: Option<u32>,
    /// Whether it is one word in XML: two hexadecimal digits for each item.
    pub(crate) hex: bool,
    /// Whether its items are parts of a row, and so no rows of their own.
    pub(super) inside: bool,
    /// The name of the list where its items carry their number, because indices count them.
    pub(crate) numbered: Option<&'l str>,
}

impl<'l> List<'l> {
    /// Collects items, where all have one size.
    pub(crate) fn packer(&self, layout: &'l Layout) -> Option<Packer<'l>> {
        if self.inside || self.length.is_some_and(|length| length <= MAX_INLINE) {
            return None;
        }
        Packer::new(layout, self.ty)
    }
}

impl Slot<'_> {
    /// Whether it is the version, which stands in the envelope of JSON.
    pub(crate) fn is_version(&self) -> bool {
        matches!(self.node.kind, Kind::Version(_))
    }
}

impl Slots<'_> {
    /// The place of a field, asked for in order most of the time: `hint` is where to look first.
    #[inline]
    pub(crate) fn find(&self, name: &str, hint: usize) -> Option<usize> {
        if self.list.get(hint).is_some_and(|slot| slot.name == name) {
            return Some(hint);
        }
        self.list.iter().position(|slot| slot.name == name)
    }
}
