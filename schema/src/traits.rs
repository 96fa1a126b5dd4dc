//! What the derives implement: [`Schema`] and [`Check`] for every struct, [`Record`] for those of
//! fixed stride, [`Format`] for the root of a file.

use std::fmt::Debug;

use binrw::{
    BinResult,
    io::{Read, Seek},
};
use bytes::Bytes;

use crate::{
    ByteOrder,
    error::Result,
    layout::{Layout, Names, Type},
    path::Path,
    read::{Document, ReadOptions},
};

/// A type whose bytes can be described.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Schema`",
    label = "nothing says how `{Self}` is stored",
    note = "derive `Schema` for it, or use a type of `formwork_schema::prim`",
    note = "a text is `CString` or `Ended<Encoding>` where a NUL ends it, `FixedString<N>` where it has N bytes"
)]
pub trait Schema: Check {
    /// What is stored.
    const TYPE: Type;

    /// Whether this is an `Option`, or holds one: absent, it takes no bytes, and only the condition of a field tells.
    const MAY_BE_ABSENT: bool = false;

    /// The names of the values that the user of this type passes down.
    const PARAMS: &'static [&'static str] = &[];

    /// Asked of the root of each format while it is compiled: a type that contains itself without [`Nested`](crate::Nested), so that
    /// nothing bounds how deep its reader goes, asks itself, which the compiler refuses.
    #[doc(hidden)]
    const ENDS_OR_IS_NESTED: () = ();

    /// [`Check::check`], for a field of this type and name.
    ///
    /// # Errors
    /// See [`Check::check`].
    #[doc(hidden)]
    #[inline]
    fn check_field<'a>(
        &'a self,
        args: Self::Args,
        name: &'static str,
        path: &mut Path<'a>,
    ) -> Result<()> {
        if self.holds(&args) {
            return Ok(());
        }
        path.push_name(name);
        self.check(args, path)?;
        path.pop();
        Ok(())
    }
}

/// A tree that can be asked whether it contradicts itself, before a byte is written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be checked before it is written",
    label = "nothing says what contradicts in `{Self}`",
    note = "`derive(Schema)` implements `Check` as well"
)]
pub trait Check {
    /// What the user of this type passes down: the tuple of binrw's `import`.
    type Args: Clone;

    /// Whether no value of the type can contradict itself, as with numbers: nobody needs to ask then.
    const ALWAYS_HOLDS: bool = false;

    /// Whether it is seen at once that nothing contradicts: then no place is noted for an error. Where this says no, [`check`](Self::check) tells.
    #[doc(hidden)]
    #[inline]
    fn holds(&self, _: &Self::Args) -> bool {
        Self::ALWAYS_HOLDS
    }

    /// Asks that optional fields agree with their conditions, that counts fit their width, and
    /// that names fit their field.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::Kind::Invalid) with the path of the first contradiction.
    fn check<'a>(&'a self, args: Self::Args, path: &mut Path<'a>) -> Result<()>;
}

/// A type of fixed stride, given which of its optional fields are present.
///
/// [`Packed`](crate::Packed) keeps arrays of these as bytes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Record`",
    label = "nothing says that every `{Self}` takes the same number of bytes",
    note = "derive `Record` beside `Schema` for a struct of fixed size; items that differ in size are a `Vec`"
)]
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Record: Sized {
    /// What the user of this type passes down: the tuple of binrw's `import`.
    type Args: Clone;

    /// Which optional fields are present.
    type Shape: Clone + PartialEq + Default + Debug;

    /// The shape that the arguments lead to.
    fn shape(args: Self::Args) -> Self::Shape;

    /// The shape of this value.
    fn shape_of(&self) -> Self::Shape;

    /// A field that is there in only one of two shapes, and whether it is the first; `None` where shapes are
    /// no sets of fields.
    fn unmatched_field(one: &Self::Shape, other: &Self::Shape) -> Option<(&'static str, bool)> {
        None
    }

    /// Bytes from one record to the next.
    fn stride(shape: &Self::Shape) -> usize;

    /// Where the field at this place begins inside a record, or would begin, in bytes, and whether it is
    /// there. Only those of a [`RecordField`](crate::RecordField) are asked for.
    fn offset_of(shape: &Self::Shape, field: usize) -> (usize, bool) {
        (0, false)
    }

    /// The value of the record that these bytes begin with.
    ///
    /// # Panics
    /// May panic when `bytes` is shorter than the stride; [`Packed`](crate::Packed) never does that.
    fn decode<O: ByteOrder>(shape: &Self::Shape, bytes: &[u8]) -> Self;

    /// Appends the bytes of this value.
    fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>);
}

/// The root struct of a file.
pub trait Format: Schema + Check + Sized + Clone + PartialEq + Debug + 'static {
    /// What a file of this format looks like.
    const LAYOUT: Layout;

    /// How an ambiguous file may be read; `()` for formats that are never ambiguous.
    type Dialect: Dialects;

    /// [`LAYOUT`](Self::LAYOUT), kept in one place.
    fn layout() -> &'static Layout;

    /// Magic and version number, as in `UAN2 3`; none for formats whose files have no version.
    fn version(&self) -> Option<String>;

    /// The reading that this tree was made with.
    fn dialect(&self) -> Self::Dialect;

    /// Whether another dialect could give another tree.
    fn is_ambiguous(&self) -> bool {
        Self::Dialect::ALL.len() > 1
    }

    /// Whether two readings of the same bytes differ at most in their dialect.
    fn is_same_but_dialect(&self, other: &Self) -> bool {
        self == other
    }

    /// Whether every floating-point number is finite; asked of ambiguous files only.
    fn is_finite(&self) -> bool {
        true
    }

    /// Whether there can be floats at all; asked of formats whose files may be ambiguous only.
    fn has_floats() -> bool {
        true
    }

    /// Whether a file bounds the items of all its lists, and binrw refuses all that the layout refuses. Otherwise the walker
    /// reads a file first, as it does long ones: binrw would go on as long as a count says, does not look at padding, and takes a variant for whatever the
    /// others leave also where one of them is damaged.
    fn is_bounded() -> bool;

    /// Whether something in a file is known only while it is read, so that only reading back shows whether a tree was written.
    fn has_lookahead() -> bool;

    /// Reads with binrw under one dialect.
    ///
    /// # Errors
    /// What binrw says; [`read`](crate::read::from_bytes) turns it into an error with a place.
    fn read_as<R: Read + Seek>(reader: &mut R, dialect: Self::Dialect) -> BinResult<Self>;

    /// Writes with binrw, checking nothing.
    ///
    /// # Errors
    /// What binrw says.
    fn write_to<W: binrw::io::Write + Seek>(&self, writer: &mut W) -> BinResult<()>;

    /// [`Check::check`] with the arguments of the root.
    ///
    /// # Errors
    /// See [`Check::check`].
    fn check_tree(&self) -> Result<()>;

    /// [`read::document`](crate::read::document), compiled once where the type is and not again by everyone who reads one: of `bytes`, with
    /// slices of `source`, which is equal to them.
    ///
    /// # Errors
    /// See [`read::document`](crate::read::document).
    #[doc(hidden)]
    fn read_document(source: &Bytes, bytes: &[u8], options: &ReadOptions)
    -> Result<Document<Self>>;

    /// [`write::document`](crate::write::document), compiled once as well: of this tree and of what follows it.
    ///
    /// # Errors
    /// See [`write::document`](crate::write::document).
    #[doc(hidden)]
    fn write_document(&self, trailing: &[u8]) -> Result<Vec<u8>>;
}

/// What the field `version` of a root may be: a type made by [`versions!`](crate::versions), or a whole number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the version of a file",
    label = "no type made by `versions!`, and no whole number",
    note = "make it with `versions! {{ … }}` or a whole number such as `u32`, or give the field another name"
)]
pub trait VersionValue {
    /// The version as text: `UAN2 3`, or `3`.
    fn text(&self) -> String;
}

macro_rules! whole_numbers {
    ($($Number:ident)+) => {$(
        impl VersionValue for $Number {
            fn text(&self) -> String {
                self.to_string()
            }
        }
    )+};
}

whole_numbers! { u8 u16 u32 u64 i8 i16 i32 i64 }

/// The dialects of an ambiguous format, made by [`dialects!`](crate::dialects).
pub trait Dialects: Copy + Default + PartialEq + Debug + 'static {
    /// All of them, the one to prefer first.
    const ALL: &'static [Self];

    /// Their names; `None` for `()`, the only reading there is.
    const NAMES: Option<&'static Names>;
}

impl Dialects for () {
    const ALL: &'static [Self] = &[()];
    const NAMES: Option<&'static Names> = None;
}
