//! Types of text: numbers, strings, flags, enumerations, versions, vectors.

use std::collections::BTreeSet;

use formwork_schema::{
    layout::{Bits, Name, Names, PrimKind, Struct, Type, Versions},
    place,
};

use super::Printer;
use crate::{
    facets::{fixed_count, since, version_pattern},
    names::Table,
    writer::Attributes,
};

/// A simple type of our own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Bool,
    F32,
    F64,
    /// A whole number with these bounds.
    Whole(&'static str, i32, i32),
    /// A whole number that must look like this, because validators count fewer digits than it may have.
    Wide(&'static str, &'static str),
    FixedString(u32),
    /// So many bytes in hexadecimal.
    Hex(u32),
    /// So many words of this type.
    Array(String, u64),
}

impl Helper {
    /// The type of our own that a type needs.
    pub(super) fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Bool => Some(Self::Bool),
            Type::Prim(PrimKind::F32) => Some(Self::F32),
            Type::Prim(PrimKind::F64) => Some(Self::F64),
            Type::FixedString(size) => Some(Self::FixedString(*size)),
            Type::Array(_, length) if place::is_hex(ty) => Some(Self::Hex(*length)),
            Type::Prim(PrimKind::F16) => Some(Self::F32),
            Type::Prim(PrimKind::U24) => Some(Self::Whole("u24", 0, 0xff_ffff)),
            Type::Prim(PrimKind::I24) => Some(Self::Whole("i24", -0x80_0000, 0x7f_ffff)),
            Type::Prim(PrimKind::U128) => Some(Self::Wide("u128", r"\+?0*[0-9]{1,39}")),
            Type::Prim(PrimKind::I128) => Some(Self::Wide("i128", r"[+\-]?0*[0-9]{1,39}")),
            _ => None,
        }
    }

    /// Its name, which no struct can have.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::F32 => "f32".to_owned(),
            Self::F64 => "f64".to_owned(),
            Self::Whole(name, ..) | Self::Wide(name, _) => (*name).to_owned(),
            Self::FixedString(size) => format!("string-{size}"),
            Self::Hex(length) => format!("hex-{length}"),
            Self::Array(item, length) => format!("{}-{length}", item.replace(':', "-")),
        }
    }
}

/// The type of XSD for the others.
pub(super) fn standard(ty: &Type) -> &'static str {
    match ty {
        Type::Prim(kind) => number(*kind),
        Type::Vle | Type::Remaining => "xs:unsignedLong",
        Type::Peek(_) => "xs:unsignedInt",
        _ => "xs:string",
    }
}

fn number(kind: PrimKind) -> &'static str {
    match kind {
        PrimKind::U8 => "xs:unsignedByte",
        PrimKind::U16 => "xs:unsignedShort",
        PrimKind::U32 => "xs:unsignedInt",
        PrimKind::U64 => "xs:unsignedLong",
        PrimKind::I8 => "xs:byte",
        PrimKind::I16 => "xs:short",
        PrimKind::I32 => "xs:int",
        PrimKind::I64 => "xs:long",
        PrimKind::U24 => "u24",
        PrimKind::I24 => "i24",
        PrimKind::U128 => "u128",
        PrimKind::I128 => "i128",
        PrimKind::F16 | PrimKind::F32 => "f32",
        PrimKind::F64 => "f64",
    }
}

impl Printer<'_> {
    /// The types of our own that were named.
    pub(super) fn helper_types(&mut self) {
        for helper in std::mem::take(&mut self.helpers) {
            self.xml.open(
                "xs:simpleType",
                Attributes::new().with("name", helper.name()),
            );
            match helper {
                Helper::Bool => self.bool_type(),
                Helper::F32 => self.float_type(8),
                Helper::F64 => self.float_type(16),
                Helper::Whole(_, least, most) => {
                    let base = Attributes::new().with("base", "xs:int");
                    self.xml.open("xs:restriction", base);
                    let facets = [("xs:minInclusive", least), ("xs:maxInclusive", most)];
                    for (facet, value) in facets {
                        self.xml
                            .leaf(facet, Attributes::new().with("value", value), "");
                    }
                    self.xml.close();
                }
                Helper::Wide(_, pattern) => {
                    self.restriction("xs:token", "xs:pattern", &[pattern.to_owned()]);
                }
                Helper::FixedString(size) => self.fixed_string_type(size),
                Helper::Hex(length) => {
                    self.restriction("xs:hexBinary", "xs:length", &[length.to_string()]);
                }
                Helper::Array(item, length) => self.array_type(&item, length),
            }
            self.xml.close();
        }
    }

    fn array_type(&mut self, item: &str, length: u64) {
        self.xml.open("xs:restriction", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        self.xml
            .leaf("xs:list", Attributes::new().with("itemType", item), "");
        self.xml.close();
        let length = Attributes::new().with("value", length);
        self.xml.leaf("xs:length", length, "");
        self.xml.close();
    }

    fn bool_type(&mut self) {
        self.xml.open(
            "xs:union",
            Attributes::new().with("memberTypes", "xs:unsignedByte"),
        );
        self.xml.open("xs:simpleType", Attributes::new());
        self.restriction(
            "xs:token",
            "xs:enumeration",
            &["true", "false"].map(str::to_owned),
        );
        self.xml.close();
        self.xml.close();
    }

    /// Numbers as decimals, and what decimals cannot say; `digits` are those of the bits of a NaN.
    fn float_type(&mut self, digits: u32) {
        let patterns = [
            r"[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?".to_owned(),
            "-?inf|NaN".to_owned(),
            format!("nan:0x[0-9a-fA-F]{{{digits}}}"),
        ];
        self.restriction("xs:token", "xs:pattern", &patterns);
    }

    /// At most four characters per byte: `\xNN`.
    fn fixed_string_type(&mut self, size: u32) {
        let longest = (u64::from(size) * 4).to_string();
        self.restriction("xs:string", "xs:maxLength", &[longest]);
    }

    pub(super) fn restriction(&mut self, base: &str, facet: &'static str, values: &[String]) {
        self.xml
            .open("xs:restriction", Attributes::new().with("base", base));
        for value in values {
            self.xml
                .leaf(facet, Attributes::new().with("value", value), "");
        }
        self.xml.close();
    }

    /// The named type of a struct of numbers.
    pub(super) fn vector(&mut self, id: &str, item: &Struct) {
        let mut kinds = BTreeSet::new();
        let count = self.numbers_of(item, &mut kinds);
        let kinds: Vec<String> = kinds.into_iter().collect();
        self.xml
            .open("xs:simpleType", Attributes::new().with("name", id));
        self.doc(&item.doc);
        self.xml.open("xs:restriction", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        if let [kind] = &*kinds {
            self.xml
                .leaf("xs:list", Attributes::new().with("itemType", kind), "");
        } else {
            self.xml.open("xs:list", Attributes::new());
            self.xml.open("xs:simpleType", Attributes::new());
            let union = Attributes::new().with("memberTypes", kinds.join(" "));
            self.xml.leaf("xs:union", union, "");
            self.xml.close();
            self.xml.close();
        }
        self.xml.close();
        self.xml
            .leaf("xs:length", Attributes::new().with("value", count), "");
        self.xml.close();
        self.xml.close();
    }

    /// How many numbers a struct is; adds the names of their types.
    fn numbers_of(&mut self, item: &Struct, kinds: &mut BTreeSet<String>) -> u64 {
        let layout = self.layout;
        let visible = item.fields().iter().filter(|field| field.visible);
        visible.fold(0_u64, |count, field| {
            let (ty, times) = match field.ty.peeled() {
                Type::Array(item, length) => {
                    let (word, times) = word_of(item, (*length).into());
                    kinds.insert(self.simple(word));
                    return count.saturating_add(times);
                }
                Type::List(one) | Type::Packed(one) => (&**one, fixed_count(field).unwrap_or(0)),
                other => (other, 1),
            };
            let numbers = match ty.peeled() {
                Type::Struct(target) if place::is_vector(layout.get(target)) => {
                    self.numbers_of(layout.get(target), kinds)
                }
                other => {
                    kinds.insert(self.simple(other));
                    1
                }
            };
            count.saturating_add(numbers.saturating_mul(times))
        })
    }

    /// The named type of a table.
    pub(super) fn table(&mut self, id: &str, table: &Table) {
        self.xml
            .open("xs:simpleType", Attributes::new().with("name", id));
        match table {
            Table::Flags(names) => self.flags(names),
            Table::Enum(names) => self.enumeration(names),
            Table::Dialects(names) => {
                self.doc(&names.doc);
                self.names(&names.values);
            }
            Table::Versions(versions) => self.versions(versions),
            Table::Bits(bits) => self.bits(bits),
        }
        self.xml.close();
    }

    /// Names, and bits without a name as one hexadecimal number.
    fn flags(&mut self, names: &Names) {
        self.doc(&names.doc);
        self.xml.open("xs:list", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        self.xml.open("xs:union", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        let digits = format!("0x[0-9a-fA-F]{{1,{}}}", names.repr.size() * 2);
        self.restriction("xs:token", "xs:pattern", &[digits]);
        self.xml.close();
        self.named(names);
        (0..3).for_each(|_| self.xml.close());
    }

    /// A word for each part, or one number for all.
    fn bits(&mut self, bits: &Bits) {
        self.doc(&bits.doc);
        self.xml.open("xs:list", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        let parts = bits.parts.iter().map(|part| match &part.ty {
            Type::Bool => format!("{}(=(true|false|0|1))?", part.name),
            Type::Enum(names) => {
                let words = names.values.iter().map(|name| format!("{}|", name.name));
                let number = "0x[0-9a-fA-F]+|[0-9]+";
                format!("{}=({}{number})", part.name, words.collect::<String>())
            }
            _ if part.is_signed() => format!("{}=-?[0-9]+", part.name),
            _ => format!("{}=(0x[0-9a-fA-F]+|[0-9]+)", part.name),
        });
        let whole = "0x[0-9a-fA-F]+|[0-9]+".to_owned();
        let patterns: Vec<String> = parts.chain([whole]).collect();
        self.restriction("xs:token", "xs:pattern", &patterns);
        (0..2).for_each(|_| self.xml.close());
    }

    /// A name, or the number when it has none.
    fn enumeration(&mut self, names: &Names) {
        self.doc(&names.doc);
        if names.closed {
            return self.names(&names.values);
        }
        self.xml.open(
            "xs:union",
            Attributes::new().with("memberTypes", number(names.repr)),
        );
        self.named(names);
        self.xml.close();
    }

    /// The names as a member of a union; no member when there are none.
    fn named(&mut self, names: &Names) {
        if !names.values.is_empty() {
            self.xml.open("xs:simpleType", Attributes::new());
            self.names(&names.values);
            self.xml.close();
        }
    }

    fn names(&mut self, values: &[Name]) {
        self.xml
            .open("xs:restriction", Attributes::new().with("base", "xs:token"));
        for name in values {
            self.documented(
                "xs:enumeration",
                Attributes::new().with("value", &name.name),
                &since(name),
            );
        }
        self.xml.close();
    }

    /// A magic, and the number after it when there is one.
    fn versions(&mut self, versions: &Versions) {
        self.doc(&versions.doc);
        self.xml
            .open("xs:restriction", Attributes::new().with("base", "xs:token"));
        for magic in &*versions.magics {
            let pattern = Attributes::new().with("value", version_pattern(magic));
            self.documented("xs:pattern", pattern, &magic.doc);
        }
        self.xml.close();
    }
}

/// The words that an array consists of, and how many.
pub(super) fn word_of(one: &Type, length: u64) -> (&Type, u64) {
    match one.peeled() {
        Type::Array(item, inner) if !place::is_hex(one) => {
            word_of(item, length.saturating_mul((*inner).into()))
        }
        word => (word, length),
    }
}
