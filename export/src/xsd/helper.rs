//! [`Helper`]: simple types of our own, for what XSD has no type of.

use formwork_schema::{
    layout::{PrimKind, Type},
    place,
};

use crate::writer::{Attributes, Writer};

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

    /// Defines it.
    pub(super) fn define(&self, xml: &mut Writer) {
        xml.open("xs:simpleType", Attributes::new().with("name", self.name()));
        match self {
            Self::Bool => bool_type(xml),
            Self::F32 => float_type(xml, 8),
            Self::F64 => float_type(xml, 16),
            Self::Whole(_, least, most) => {
                let base = Attributes::new().with("base", "xs:int");
                xml.open("xs:restriction", base);
                let facets = [("xs:minInclusive", least), ("xs:maxInclusive", most)];
                for (facet, value) in facets {
                    xml.leaf(facet, Attributes::new().with("value", value), "");
                }
                xml.close();
            }
            Self::Wide(_, pattern) => {
                xml.restriction("xs:token", "xs:pattern", [pattern]);
            }
            Self::FixedString(size) => fixed_string_type(xml, *size),
            Self::Hex(length) => {
                xml.restriction("xs:hexBinary", "xs:length", [length]);
            }
            Self::Array(item, length) => array_type(xml, item, *length),
        }
        xml.close();
    }
}

fn array_type(xml: &mut Writer, item: &str, length: u64) {
    xml.open("xs:restriction", Attributes::new());
    xml.open("xs:simpleType", Attributes::new());
    xml.leaf("xs:list", Attributes::new().with("itemType", item), "");
    xml.close();
    let length = Attributes::new().with("value", length);
    xml.leaf("xs:length", length, "");
    xml.close();
}

fn bool_type(xml: &mut Writer) {
    xml.open(
        "xs:union",
        Attributes::new().with("memberTypes", "xs:unsignedByte"),
    );
    xml.open("xs:simpleType", Attributes::new());
    xml.restriction("xs:token", "xs:enumeration", ["true", "false"]);
    xml.close();
    xml.close();
}

/// Numbers as decimals, and what decimals cannot say; `digits` are those of the bits of a NaN.
fn float_type(xml: &mut Writer, digits: u32) {
    let patterns = [
        r"[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?".to_owned(),
        "-?inf|NaN".to_owned(),
        format!("nan:0x[0-9a-fA-F]{{{digits}}}"),
    ];
    xml.restriction("xs:token", "xs:pattern", patterns);
}

/// At most four characters per byte: `\xNN`.
fn fixed_string_type(xml: &mut Writer, size: u32) {
    xml.restriction("xs:string", "xs:maxLength", [u64::from(size) * 4]);
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

pub(super) fn number(kind: PrimKind) -> &'static str {
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
