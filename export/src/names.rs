//! Names of everything a layout defines, each used once.

use std::collections::BTreeSet;

use formwork_schema::layout::{Bits, Layout, Names, PrimKind, Ref, Struct, Type, Versions};

/// Names of types that need no definition.
pub(crate) const BUILT_IN: [&str; 5] = ["vle", "bool", "string", "blob", "remaining"];

/// Whether a type of this name needs no definition.
pub(crate) fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name) || PrimKind::ALL.iter().any(|(_, prim)| *prim == name)
}

/// A table that fields refer to by name.
#[derive(Clone, PartialEq)]
pub(crate) enum Table {
    Flags(Ref<Names>),
    Enum(Ref<Names>),
    Dialects(Ref<Names>),
    Versions(Ref<Versions>),
    Bits(Ref<Bits>),
}

impl Table {
    /// The table behind a type.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        Some(match ty {
            Type::Flags(names) => Self::Flags(names.clone()),
            Type::Enum(names) => Self::Enum(names.clone()),
            Type::Dialect(names) => Self::Dialects(names.clone()),
            Type::Version(versions) => Self::Versions(versions.clone()),
            Type::Bits(bits) => Self::Bits(bits.clone()),
            Type::Nested(inner)
            | Type::List(inner)
            | Type::Packed(inner)
            | Type::Array(inner, _) => Self::of(inner)?,
            _ => return None,
        })
    }

    /// The tables that it refers to itself.
    fn inner(&self) -> Vec<Self> {
        match self {
            Self::Bits(bits) => bits
                .parts
                .iter()
                .filter_map(|part| Self::of(&part.ty))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Flags(names) | Self::Enum(names) | Self::Dialects(names) => &names.name,
            Self::Versions(versions) => &versions.name,
            Self::Bits(bits) => &bits.name,
        }
    }
}

/// The structs and tables of a layout with an id each: the name, and a number after it when the
/// name means something else already.
pub(crate) struct Ids<'a> {
    pub(crate) structs: Vec<(String, &'a Struct)>,
    pub(crate) tables: Vec<(String, Table)>,
}

impl<'a> Ids<'a> {
    pub(crate) fn of(layout: &'a Layout) -> Self {
        let mut taken = BTreeSet::new();
        let structs: Vec<_> = layout.structs();
        let structs: Vec<_> = structs
            .into_iter()
            .map(|one| (free(&mut taken, &one.name), one))
            .collect();
        let mut tables: Vec<(String, Table)> = Vec::new();
        for field in structs
            .iter()
            .flat_map(|(_, one)| one.field_lists().flatten())
        {
            if let Some(table) = Table::of(&field.ty) {
                let inner = table.inner();
                for table in inner.into_iter().chain([table]) {
                    if tables.iter().all(|(_, other)| *other != table) {
                        tables.push((free(&mut taken, table.name()), table));
                    }
                }
            }
        }
        Self { structs, tables }
    }

    /// Id of a struct, by its name.
    pub(crate) fn of_struct(&self, name: &str) -> &str {
        let found = self.structs.iter().find(|(_, one)| *one.name == *name);
        found.map_or("", |(id, _)| id)
    }

    /// Id of the table behind a type.
    pub(crate) fn of_table(&self, ty: &Type) -> &str {
        let Some(table) = Table::of(ty) else {
            return "";
        };
        let found = self.tables.iter().find(|(_, other)| *other == table);
        found.map_or("", |(id, _)| id)
    }
}

/// The first of `name`, `name.2`, `name.3`, … that is not taken; takes it.
pub(crate) fn free(taken: &mut BTreeSet<String>, name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}.{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    let is_free = |id: &String| !is_built_in(id) && !taken.contains(id);
    let id = candidates.find(is_free).unwrap_or_default();
    taken.insert(id.clone());
    id
}

/// Magic bytes as text when they are printable, else as `0x` and hexadecimal digits.
pub(crate) fn magic_text(bytes: &[u8]) -> String {
    if bytes.iter().all(u8::is_ascii_graphic) && !bytes.starts_with(b"0x") {
        return bytes.iter().copied().map(char::from).collect();
    }
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    std::iter::once("0x".to_owned()).chain(digits).collect()
}
