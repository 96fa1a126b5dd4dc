//! What the macros' output needs; not for use by hand.

pub use {binrw, bitflags, bytes::Bytes, serde};

pub use crate::{
    events::is_finite,
    macros::{BitValue, bits_of, with_bits},
    measured::NoArguments,
    proof::*,
    read::document_of as read_document,
    wide::known,
    write::document_of as write_document,
};

use std::fmt;

use crate::{
    Error, Kind, Layout, Path, RecordField, VersionValue,
    layout::{Endian, Field, PrimKind, Type},
};

/// What a check says of the value at a place. Apart, so that checks stay small where nothing is wrong.
#[cold]
#[inline(never)]
#[must_use]
pub fn invalid(path: &Path<'_>, message: fmt::Arguments<'_>) -> Error {
    Error::new(Kind::Invalid, message.to_string()).of(path)
}

/// The same of one of its fields.
#[cold]
#[inline(never)]
#[must_use]
pub fn invalid_in<'a>(path: &mut Path<'a>, field: &'a str, message: fmt::Arguments<'_>) -> Error {
    path.push_name(field);
    invalid(path, message)
}

/// A version that begins with a magic, made by `versions!`.
#[diagnostic::on_unimplemented(
    message = "files of this format would never be recognised: `{Self}` has no magic",
    label = "not made by `versions!`",
    note = "make it with `versions! {{ … }}`, or say on the struct how files are recognised: \
            `brw(magic = b\"…\")`, `schema(recognised_if(condition))`, `schema(recognised = \"by extension\")` \
            or `schema(recognised = \"on request\")`"
)]
pub trait MagicVersion: VersionValue {}

/// The version of a file that is recognised by its magic.
pub fn magic_version<T: MagicVersion>(version: &T) -> Option<String> {
    Some(version.text())
}

/// The version of a file that is recognised in another way.
pub fn plain_version<T: VersionValue>(version: &T) -> Option<String> {
    Some(version.text())
}

/// The handle of the field of this name, at this place of a record, which has its own byte order or none.
#[must_use]
pub const fn record_field<R, T>(
    name: &'static str,
    place: usize,
    endian: Option<Endian>,
) -> RecordField<R, T> {
    RecordField::new(name, place, endian)
}

/// Whether two lists say the same.
#[must_use]
pub const fn are_same(one: &[&str], other: &[&str]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        let (a, b) = (one[place].as_bytes(), other[place].as_bytes());
        if a.len() != b.len() {
            return false;
        }
        let mut at = 0;
        while at < a.len() {
            if a[at] != b[at] {
                return false;
            }
            at += 1;
        }
        place += 1;
    }
    true
}

/// Whether a file bounds the items of all lists of its layout.
#[must_use]
pub fn is_bounded(layout: &Layout) -> bool {
    crate::walk::is_bounded(layout)
}

/// Whether something in files of a layout is known only while they are read.
#[must_use]
pub fn has_lookahead(layout: &Layout) -> bool {
    let structs = layout.structs();
    let mut fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    fields.any(Field::is_lookahead)
}

/// Whether a tree of this layout can hold a float.
#[must_use]
pub fn has_floats(layout: &Layout) -> bool {
    fn is_float(ty: &Type) -> bool {
        match ty {
            Type::Prim(PrimKind::F16 | PrimKind::F32 | PrimKind::F64) => true,
            Type::Nested(ty) | Type::List(ty) | Type::Packed(ty) | Type::Array(ty, _) => {
                is_float(ty)
            }
            _ => false,
        }
    }
    let structs = layout.structs();
    let mut fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    fields.any(|field| is_float(&field.ty))
}

/// The kind of an unsigned number.
pub trait Repr {
    /// Its kind.
    const KIND: PrimKind;
}

macro_rules! repr {
    ($($ty:ident $kind:ident),*) => {$(
        impl Repr for $ty {
            const KIND: PrimKind = PrimKind::$kind;
        }
    )*};
}

repr!(u8 U8, u16 U16, u32 U32, u64 U64);

/// Length of a doc text without the blank at the start of each line.
#[must_use]
pub const fn trimmed_len(raw: &str) -> usize {
    let raw = raw.as_bytes();
    let (mut at, mut length) = (0, 0);
    while at < raw.len() {
        if !is_leading_blank(raw, at) {
            length += 1;
        }
        at += 1;
    }
    length
}

/// The bytes of a doc text without the blank at the start of each line.
#[must_use]
pub const fn trimmed<const N: usize>(raw: &str) -> [u8; N] {
    let raw = raw.as_bytes();
    let mut out = [0; N];
    let (mut at, mut length) = (0, 0);
    while at < raw.len() {
        if !is_leading_blank(raw, at) {
            out[length] = raw[at];
            length += 1;
        }
        at += 1;
    }
    out
}

const fn is_leading_blank(raw: &[u8], at: usize) -> bool {
    raw[at] == b' ' && (at == 0 || raw[at - 1] == b'\n')
}

/// `Box::new` of an error, for types that are called `Box`: binrw writes that into the code of users.
pub trait BoxedError {
    /// Boxes an error.
    #[must_use]
    #[expect(clippy::new_ret_no_self, reason = "binrw calls it so")]
    fn new<E>(error: E) -> Box<E> {
        Box::new(error)
    }
}
