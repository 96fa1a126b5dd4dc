//! What can be asked of types.

use std::borrow::Cow;

use super::{Padding, PrimKind, StructRef, Type};
use crate::{
    Charset, Expr,
    escape::{escape, unescape},
};

impl Type {
    /// Most items of an array.
    pub const MAX_ARRAY: u32 = 1 << 24;

    /// The type inside [`Nested`](Self::Nested), otherwise the type itself.
    #[must_use]
    pub fn peeled(&self) -> &Type {
        match self {
            Self::Nested(inner) => inner.peeled(),
            other => other,
        }
    }

    /// Whether it is filled up with zeros, which trees do not have: how many bytes there are says the layout alone.
    #[must_use]
    pub fn is_filled_up(&self) -> bool {
        matches!(
            self.peeled(),
            Self::Padded(_) | Self::Padding(Padding::Counted)
        )
    }

    /// Whether this is a whole number, or counts as one in expressions.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        match self {
            Self::Prim(kind) => kind.is_whole(),
            Self::Vle
            | Self::Bool
            | Self::Flags(_)
            | Self::Enum(_)
            | Self::Bits(_)
            | Self::Version(_) => true,
            _ => false,
        }
    }

    /// Whether this is an array of bytes that counts as one number in expressions.
    #[must_use]
    pub fn is_bytes(&self) -> bool {
        match self {
            Self::Array(item, length) => {
                **item == Self::Prim(PrimKind::U8) && *length as usize <= Expr::MAX_BYTES
            }
            _ => false,
        }
    }

    /// Whether this is known only while reading, and takes no bytes.
    #[must_use]
    pub const fn is_lookahead(&self) -> bool {
        matches!(self, Self::Remaining | Self::Peek(_))
    }

    /// The item type of a list, a packed list or an array.
    #[must_use]
    pub fn item(&self) -> Option<&Type> {
        match self {
            Self::List(item) | Self::Packed(item) | Self::Array(item, _) => Some(item),
            _ => None,
        }
    }

    /// Whether values are strings.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(
            self.peeled(),
            Self::CString
                | Self::Ended(..)
                | Self::FixedString(_)
                | Self::Text(_)
                | Self::Padded(_)
        )
    }

    /// The bytes of a string of this type as text; see [`Charset`] and [`escape`].
    #[must_use]
    pub fn show<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match self.peeled() {
            Self::Text(charset) | Self::Padded(charset) | Self::Ended(charset, _) => {
                charset.show(bytes)
            }
            _ => escape(bytes),
        }
    }

    /// The bytes of a string as UTF-8, odd ones as they are: what [`escape`] makes of them is what [`show`](Self::show) says.
    #[must_use]
    pub fn utf8<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        match self.peeled() {
            Self::Text(charset) | Self::Padded(charset) | Self::Ended(charset, _)
                if *charset != Charset::Utf8 =>
            {
                Cow::Owned(unescape(&charset.show(bytes)).into_owned())
            }
            _ => Cow::Borrowed(bytes),
        }
    }

    /// The struct that this type or its items refer to.
    #[must_use]
    pub fn struct_ref(&self) -> Option<&StructRef> {
        match self {
            Self::Struct(struct_ref) => Some(struct_ref),
            Self::Nested(inner)
            | Self::List(inner)
            | Self::Packed(inner)
            | Self::Array(inner, _) => inner.struct_ref(),
            _ => None,
        }
    }
}
