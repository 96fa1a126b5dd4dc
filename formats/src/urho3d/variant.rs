//! Variants: values of any type, as attributes and variant tracks of rbfx hold them.
//!
//! A type number says what follows. rbfx renumbered the types on 2026-02-23 without a new file
//! version, so the number is read under a [`Dialect`]. Readers take nothing for a number they do not
//! know, and for variant curves, which have no binary form.

mod numbers;

use binrw::binrw;
use formwork_schema::{
    Blob, Bool, CString, Expr, Nested, Quat, Schema, Vec2, Vec3, Vec4, Vle, count,
    expr::Scope,
    layout::{self, Link, StructRef, Type},
};
use serde::{Deserialize, Serialize};

pub use self::numbers::{
    Color, DoubleVector2, DoubleVector3, IntRect, IntVector2, IntVector3, Matrix3, Matrix3x4,
    Matrix4, Rect,
};
use super::dialect::Dialect;

/// A value without its type number.
#[derive(Schema)]
#[binrw]
#[br(import(kind: u8, reading: Dialect), return_unexpected_error)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum VariantValue {
    /// A whole number.
    #[br(pre_assert(kind == 1))]
    Int(i32),
    /// True or false.
    #[br(pre_assert(kind == 2))]
    Bool(Bool),
    /// A number.
    #[br(pre_assert(kind == 3))]
    Float(f32),
    /// Two numbers.
    #[br(pre_assert(kind == 4))]
    Vector2(Vec2),
    /// Three numbers.
    #[br(pre_assert(kind == 5))]
    Vector3(Vec3),
    /// Four numbers.
    #[br(pre_assert(kind == 6))]
    Vector4(Vec4),
    /// Two numbers of double precision; rbfx since 2026-02-23.
    #[br(pre_assert(kind == 7 && reading == Dialect::CURRENT))]
    DoubleVector2(DoubleVector2),
    /// Three numbers of double precision; rbfx since 2026-02-23.
    #[br(pre_assert(kind == 8 && reading == Dialect::CURRENT))]
    DoubleVector3(Box<DoubleVector3>),
    /// A rotation, stored w, x, y, z.
    #[br(pre_assert(
        kind == 9 && reading == Dialect::CURRENT
            || kind == 7 && reading != Dialect::CURRENT
    ))]
    Quaternion(Quat),
    /// A colour.
    #[br(pre_assert(
        kind == 10 && reading == Dialect::CURRENT
            || kind == 8 && reading != Dialect::CURRENT
    ))]
    Color(Color),
    /// A string.
    #[br(pre_assert(
        kind == 11 && reading == Dialect::CURRENT
            || kind == 9 && reading != Dialect::CURRENT
    ))]
    String(Box<CString>),
    /// Opaque bytes.
    #[br(pre_assert(
        kind == 12 && reading == Dialect::CURRENT
            || kind == 10 && reading != Dialect::CURRENT
    ))]
    Buffer(Box<Buffer>),
    /// A pointer of the program that wrote the file; always written as 0.
    #[br(pre_assert(
        kind == 13 && reading == Dialect::CURRENT
            || kind == 11 && reading != Dialect::CURRENT
    ))]
    VoidPtr(u32),
    /// One resource.
    #[br(pre_assert(
        kind == 14 && reading == Dialect::CURRENT
            || kind == 12 && reading != Dialect::CURRENT
    ))]
    ResourceRef(Box<ResourceRef>),
    /// Several resources of one type.
    #[br(pre_assert(
        kind == 15 && reading == Dialect::CURRENT
            || kind == 13 && reading != Dialect::CURRENT
    ))]
    ResourceRefList(Box<ResourceRefList>),
    /// A list of values.
    #[br(pre_assert(
        kind == 16 && reading == Dialect::CURRENT
            || kind == 14 && reading != Dialect::CURRENT
    ))]
    VariantVector(#[br(args(reading))] Box<VariantVector>),
    /// Values by the hash of their name.
    #[br(pre_assert(
        kind == 17 && reading == Dialect::CURRENT
            || kind == 15 && reading != Dialect::CURRENT
    ))]
    VariantMap(#[br(args(reading))] Box<VariantMap>),
    /// A rectangle of whole numbers.
    #[br(pre_assert(
        kind == 18 && reading == Dialect::CURRENT
            || kind == 16 && reading != Dialect::CURRENT
    ))]
    IntRect(IntRect),
    /// Two whole numbers.
    #[br(pre_assert(
        kind == 19 && reading == Dialect::CURRENT
            || kind == 17 && reading != Dialect::CURRENT
    ))]
    IntVector2(IntVector2),
    /// A reference of the program that wrote the file; always written as 0.
    #[br(pre_assert(
        kind == 20 && reading == Dialect::CURRENT
            || kind == 18 && reading != Dialect::CURRENT
    ))]
    Ptr(u32),
    /// A matrix of 3 rows and 3 columns.
    #[br(pre_assert(
        kind == 21 && reading == Dialect::CURRENT
            || kind == 19 && reading != Dialect::CURRENT
    ))]
    Matrix3(Box<Matrix3>),
    /// A matrix of 3 rows and 4 columns.
    #[br(pre_assert(
        kind == 22 && reading == Dialect::CURRENT
            || kind == 20 && reading != Dialect::CURRENT
    ))]
    Matrix3x4(Box<Matrix3x4>),
    /// A matrix of 4 rows and 4 columns.
    #[br(pre_assert(
        kind == 23 && reading == Dialect::CURRENT
            || kind == 21 && reading != Dialect::CURRENT
    ))]
    Matrix4(Box<Matrix4>),
    /// A number of double precision.
    #[br(pre_assert(
        kind == 24 && reading == Dialect::CURRENT
            || kind == 22 && reading != Dialect::CURRENT
    ))]
    Double(f64),
    /// A list of strings.
    #[br(pre_assert(
        kind == 25 && reading == Dialect::CURRENT
            || kind == 23 && reading != Dialect::CURRENT
    ))]
    StringVector(Box<StringVector>),
    /// A rectangle.
    #[br(pre_assert(
        kind == 26 && reading == Dialect::CURRENT
            || kind == 24 && reading != Dialect::CURRENT
    ))]
    Rect(Rect),
    /// Three whole numbers.
    #[br(pre_assert(
        kind == 27 && reading == Dialect::CURRENT
            || kind == 25 && reading != Dialect::CURRENT
    ))]
    IntVector3(IntVector3),
    /// A whole number of 64 bits.
    #[br(pre_assert(
        kind == 28 && reading == Dialect::CURRENT
            || kind == 26 && reading != Dialect::CURRENT
    ))]
    Int64(i64),
    /// An object of a class; only the empty one says how long it is.
    #[br(pre_assert(
        kind == 29 && reading == Dialect::CURRENT
            || kind == 27 && reading != Dialect::CURRENT
    ))]
    Custom(Custom),
    /// Values by their name.
    #[br(pre_assert(
        kind == 31 && reading == Dialect::CURRENT
            || kind == 29 && reading != Dialect::CURRENT
    ))]
    StringVariantMap(#[br(args(reading))] Box<StringVariantMap>),

    /// Nothing: type 0, a variant curve, or a number that no engine knows.
    #[br(pre_assert(
        kind == 0
            || reading == Dialect::CURRENT && (kind == 30 || kind > 31)
            || reading != Dialect::CURRENT && (kind == 28 || kind > 29)
    ))]
    Empty,
}

/// What a type number stands for: the name of the variant of [`VariantValue`] that it chooses.
pub(super) fn kind_name(kind: u8, dialect: Dialect) -> String {
    let variants = match VariantValue::TYPE {
        Type::Struct(StructRef {
            link: Link::Static(get),
            ..
        }) => get().variants(),
        _ => &[],
    };
    let scope = Kind { kind, dialect };
    let fits = |variant: &&layout::Variant| {
        variant
            .when
            .as_ref()
            .is_some_and(|when| when.eval(&scope).is_some_and(|holds| holds != 0))
    };
    match variants.iter().find(fits) {
        Some(variant) if kind == 0 || !variant.fields.is_empty() => variant.name.replace('_', " "),
        _ => format!("unknown {kind}"),
    }
}

/// What the variants of a value ask.
struct Kind {
    kind: u8,
    dialect: Dialect,
}

impl Scope for Kind {
    fn value(&self, name: &str) -> Option<i128> {
        match name {
            "kind" => Some(self.kind.into()),
            "reading" => Some(self.dialect as i128),
            _ => None,
        }
    }

    fn len(&self, _: &str) -> Option<u64> {
        None
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}

/// A value after its type number.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// Type number of the value; what it stands for depends on the dialect.
    pub kind: u8,
    /// The value.
    #[br(args(kind, reading))]
    pub value: VariantValue,
}

/// Opaque bytes behind their number.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    #[br(temp)]
    #[bw(try_calc(count(data)))]
    size: Vle,
    /// The bytes.
    #[br(count = size)]
    pub data: Blob,
}

/// A resource by type and name.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResourceRef {
    /// Hash of the name of the resource's class.
    #[schema(unit = "hash")]
    pub type_hash: u32,
    /// Path of the resource below a resource folder.
    pub name: CString,
}

/// Several resources of one type.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResourceRefList {
    /// Hash of the name of the resources' class.
    #[schema(unit = "hash")]
    pub type_hash: u32,
    #[br(temp)]
    #[bw(try_calc(count(names)))]
    name_count: Vle,
    /// Paths of the resources below a resource folder.
    #[br(count = name_count)]
    pub names: Vec<CString>,
}

/// A list of values.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VariantVector {
    #[br(temp)]
    #[bw(try_calc(count(items)))]
    item_count: Vle,
    /// The values, each with its type number.
    #[br(count = item_count, args { inner: (reading,) })]
    pub items: Vec<Nested<Variant>>,
}

/// Values by the hash of their name.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VariantMap {
    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: Vle,
    /// Keys with their values, in the order of the file.
    #[br(count = entry_count, args { inner: (reading,) })]
    pub entries: Vec<VariantMapEntry>,
}

/// A value and the hash of its name.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VariantMapEntry {
    /// Hash of the name.
    #[schema(unit = "hash")]
    pub key: u32,
    /// The value.
    #[br(args(reading))]
    pub value: Nested<Variant>,
}

/// Values by their name.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StringVariantMap {
    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: Vle,
    /// Names with their values, in the order of the file.
    #[br(count = entry_count, args { inner: (reading,) })]
    pub entries: Vec<StringVariantMapEntry>,
}

/// A value and its name.
#[derive(Schema)]
#[binrw]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StringVariantMapEntry {
    /// The name.
    pub key: CString,
    /// The value.
    #[br(args(reading))]
    pub value: Nested<Variant>,
}

/// A list of strings.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StringVector {
    #[br(temp)]
    #[bw(try_calc(count(strings)))]
    string_count: Vle,
    /// The strings.
    #[br(count = string_count)]
    pub strings: Vec<CString>,
}

/// An object of a class. Its bytes are known to that class only, so all but the empty one
/// are refused.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Custom {
    /// Hash of the name of the class; 0 for no object.
    #[br(assert(type_hash == 0, "an object whose bytes only its class knows cannot be read"))]
    #[schema(unit = "hash")]
    pub type_hash: u32,
}

// Large variants are boxed: in a hostile file a value may take no more than the byte of its type number, and then
// costs as much as an empty string in a list, not as much as a matrix.
const _: () = assert!(size_of::<Variant>() <= size_of::<CString>());
