//! [`Layout`]: what a kind of file looks like, as plain data.
//!
//! `derive(Schema)` writes these values as constants, with the doc texts of the Rust items;
//! `formwork-export` writes them as descriptors and reads them back. The walker, the text forms
//! and every exporter see formats through this module only.

mod bits;
mod due;
mod ending;
mod field;
mod graph;
mod links;
mod number;
mod order;
mod pads;
mod recognition;
mod tables;
mod types;

pub use self::{
    due::{Checksum, Due},
    ending::{Ending, MarkPlace},
    links::{Columns, IndexOf},
    number::PrimKind,
    order::{Endian, Order},
    pads::{Pad, Padding, Pads},
    recognition::{FileVersion, Recognition},
    tables::{Magic, Name, Names, Since, Versions, magic_name},
};
pub mod xml;

pub use self::xml::Encoding;
pub use crate::shared::{List, Ref, Str};
use crate::{charset::Charset, expr::Expr};

/// One kind of file: its name, how it is recognised, and the struct that its bytes begin with.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Format id, such as `urho3d.animation`.
    pub format: Str,
    /// What it is, in a few words; empty where the root says it in its first sentence.
    pub title: Str,
    /// How files say what they say.
    pub encoding: Encoding,
    /// File name extensions without the dot, the usual one first.
    pub extensions: List<Str>,
    /// How files are recognised.
    pub recognition: Recognition,
    /// The struct a file consists of.
    pub root: StructRef,
    /// Structs of a layout made at run time, found by [`Link::Table`]; empty for derived layouts.
    pub table: List<Struct>,
}

/// Points at a struct of a layout by name.
///
/// Equality is by name: structs may contain themselves (a list of values that are lists), so
/// following the reference is left to [`Layout::structs`].
#[derive(Debug, Clone)]
pub struct StructRef {
    /// Name of the struct, unique within its layout.
    pub name: Str,
    /// Where the struct is kept.
    pub link: Link,
}

/// Where a struct is kept.
#[derive(Debug, Clone, Copy)]
pub enum Link {
    /// In the program: call to get it.
    Static(fn() -> &'static Struct),
    /// In [`Layout::table`], at this place.
    Table(usize),
}

/// A struct or a dialect of structs: names for a run of bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Struct {
    /// Name, unique within its layout.
    pub name: Str,
    /// What it is, in plain text with single line breaks.
    pub doc: Str,
    /// Names of the values that the user of this struct passes down, in order.
    pub params: List<Str>,
    /// How instances look as text.
    pub style: Style,
    /// Byte order of what is inside, which parameters may decide; none: that of whoever uses the struct.
    pub endian: Option<Order>,
    /// Bytes that the struct begins with, explained by no field; empty for most.
    pub magic: List<u8>,
    /// The element that it is in a document; none for other structs.
    pub element: Option<xml::Element>,
    /// What it consists of.
    pub body: Body,
}

/// How instances of a struct look as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// An element with attributes and children; an object.
    #[default]
    Record,
    /// Numbers in order: one XML attribute, a JSON array.
    Vector,
    /// Numbers in order with names that matter: one XML attribute, a JSON object.
    Tuple,
}

/// What a struct consists of.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Fields, one after another.
    Fields(List<Field>),
    /// One of several variants; the first whose guard holds.
    Variants(List<Variant>),
}

/// One alternative of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Name in `snake_case`, unique within the struct.
    pub name: Str,
    /// What it is.
    pub doc: Str,
    /// Bytes that choose this variant; empty when it is not chosen by magic.
    pub magic: List<u8>,
    /// Condition over the parameters that chooses this variant; none: always, so that a last variant with neither takes what
    /// the others leave.
    pub when: Option<Expr>,
    /// How the content is named.
    pub shape: VariantShape,
    /// Content of the variant.
    pub fields: List<Field>,
}

/// How the content of a variant is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariantShape {
    /// No content.
    Unit,
    /// One nameless field, whose [`Field::name`] is `0`.
    Newtype,
    /// Named fields.
    Fields,
}

/// One field of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Name in `snake_case`, unique within the struct.
    pub name: Str,
    /// What one element of a list is called in XML (`track` for `tracks`); empty for other fields.
    pub item: Str,
    /// What it means.
    pub doc: Str,
    /// Unit of the value (`seconds`), empty where it has none; `hash` for numbers that have no
    /// order.
    pub unit: Str,
    /// False for fields that exist only in the file, such as the count of a list that follows:
    /// instances do not have them.
    pub visible: bool,
    /// What is stored.
    pub ty: Type,
    /// Byte order of this field; none: that of its struct.
    pub endian: Option<Order>,
    /// Bytes in front of the value, explained by no field; empty for most.
    pub magic: List<u8>,
    /// In how many bytes the value stands: all of them belong to it, and what reads up to the end ends there. None where
    /// the value ends by itself.
    pub size: Option<Ref<Expr>>,
    /// Bytes that are skipped around the value; they are zero.
    pub pad: Ref<Pads>,
    /// What the value is that takes no bytes, because it follows from fields before it. Where it is
    /// [`visible`](Self::visible), only a file tells it: instances have it where it is not 0. None for fields that are stored.
    pub is: Option<Ref<Expr>>,
    /// The number follows from what stands before it: instances have it only where it is another one.
    pub due: Option<Due>,
    /// The field exists only when this is not zero; none: always.
    pub when: Option<Ref<Expr>>,
    /// Where else in the file the number stands, in bytes from its start: it is looked up and takes no
    /// bytes here, so it is never [`visible`](Self::visible). None for fields that stand where they are.
    pub at: Option<Ref<Expr>>,
    /// Number of items, for lists and blobs.
    pub count: Option<Count>,
    /// Values for the parameters of [`ty`](Self::ty), or of its items.
    pub args: List<Expr>,
    /// Name of the list whose length this field stores, or of the value whose size; empty for other fields.
    pub counts: Str,
    /// How much more than that it stores; 0 for most.
    pub plus: i64,
    /// What must hold once the field is read.
    pub asserts: List<Assert>,
    /// The fields of an item that say which one it is when files are compared; empty where `name` does.
    pub key: List<Str>,
    /// The list that the number, or each of the numbers, is an index into.
    pub index_of: Option<Ref<IndexOf>>,
    /// What names the items of the list.
    pub columns: Option<Ref<Columns>>,
    /// What it is in the element of a document; none in other structs.
    pub xml: Option<Ref<xml::Part>>,
}

/// A condition that must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Assert {
    /// Must not be zero.
    pub that: Expr,
    /// What to say when it is.
    pub message: Str,
}

/// Number of items of a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Count {
    /// Computed from earlier fields and parameters.
    Expr(Ref<Expr>),
    /// As many as the rest of the file holds, or of the bytes that a value around it has.
    ToEnd,
    /// Up to the first item of which this is not 0, over the fields of the item.
    Until(Ref<Expr>),
}

impl Count {
    /// What says of an item that it is the last one.
    #[must_use]
    pub fn until(&self) -> Option<&Expr> {
        match self {
            Self::Until(is_last) => Some(is_last),
            Self::Expr(_) | Self::ToEnd => None,
        }
    }
}

/// What a field stores.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// A number of fixed width.
    Prim(PrimKind),
    /// An unsigned number in groups of seven bits, low group first, the top bit says *more*.
    Vle,
    /// One byte: 0 is false, anything else true.
    Bool,
    /// Bytes up to and including a NUL.
    CString,
    /// Bytes that are characters, up to and including a mark.
    Ended(Charset, Ending),
    /// A NUL-terminated string in a field of this many bytes; what follows the NUL is kept.
    FixedString(u32),
    /// Opaque bytes; how many says [`Field::count`].
    Blob,
    /// Bytes that are characters; how many bytes says [`Field::count`].
    Text(Charset),
    /// Bytes that are characters up to a NUL, or all of them; how many bytes says [`Field::count`]. Zeros at the end are in no tree.
    Padded(Charset),
    /// Bytes that mean nothing, and are zero in most files: instances have them only where they are not.
    Padding(Padding),
    /// A set of named bits.
    Flags(Ref<Names>),
    /// One of several named numbers; others are kept as numbers.
    Enum(Ref<Names>),
    /// A number that consists of smaller ones.
    Bits(Ref<Bits>),
    /// Magic bytes and, for some, a version number after them.
    Version(Ref<Versions>),
    /// No bytes: which of several dialects of an ambiguous file was chosen.
    Dialect(Ref<Names>),
    /// No bytes: how many are left in the file from here on.
    Remaining,
    /// No bytes: the `u32`, little-endian, that stands this many bytes ahead; 0 where the file ends.
    Peek(u32),
    /// A struct.
    Struct(StructRef),
    /// The same, but able to contain itself: counted against the depth limit.
    Nested(Ref<Type>),
    /// Items one after another; how many says [`Field::count`].
    List(Ref<Type>),
    /// Items of one fixed stride, kept as they are in the file.
    Packed(Ref<Type>),
    /// So many items one after another, always.
    Array(Ref<Type>, u32),
}

/// A number that consists of smaller ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Bits {
    /// Name of the type.
    pub name: Str,
    /// What it is.
    pub doc: Str,
    /// How the whole number is stored: unsigned.
    pub repr: PrimKind,
    /// Where the first part is.
    pub first: First,
    /// The parts, one after another; together they take every bit.
    pub parts: List<BitPart>,
}

/// At which end the first part of a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// In its lowest bits.
    Low,
    /// In its highest bits.
    High,
}

/// Some bits of a number.
#[derive(Debug, Clone, PartialEq)]
pub struct BitPart {
    /// Name in `snake_case`, unique within the number; begins with `_` where the part means nothing, and then texts have it only
    /// where it is not 0.
    pub name: Str,
    /// What it means.
    pub doc: Str,
    /// How many bits it takes.
    pub width: u32,
    /// What is in them: a whole number, signed or not, of at least so many bits; a truth value; a named number.
    pub ty: Type,
}

impl StructRef {
    /// The struct that a derived type describes.
    #[must_use]
    pub const fn derived(name: &'static str, get: fn() -> &'static Struct) -> Self {
        Self {
            name: Ref::Static(name),
            link: Link::Static(get),
        }
    }
}

impl PartialEq for StructRef {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Variant {
    /// Whether it takes whatever variants before it leave.
    #[must_use]
    pub fn is_catch_all(&self) -> bool {
        self.magic.is_empty() && self.when.is_none()
    }
}

impl Struct {
    /// The fields; empty for an enum.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        match &self.body {
            Body::Fields(fields) => fields,
            Body::Variants(_) => &[],
        }
    }

    /// The variants; empty for a struct of fields.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        match &self.body {
            Body::Fields(_) => &[],
            Body::Variants(variants) => variants,
        }
    }

    /// Every list of fields in this struct: its own, or one per variant.
    pub fn field_lists(&self) -> impl Iterator<Item = &[Field]> {
        let own = std::iter::once(self.fields());
        own.chain(self.variants().iter().map(|variant| &*variant.fields))
    }
}
