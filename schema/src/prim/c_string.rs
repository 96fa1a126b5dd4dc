//! [`CString`]: bytes up to a NUL.

use std::{cmp, fmt, hash};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

use super::{Short, bytes::contradiction};
use crate::{
    Check, Mark, Path, Result, Schema,
    escape::{escape, unescape},
    layout::Type,
    source,
};

/// A string that ends at the first NUL. Any bytes but NUL; UTF-8 by convention.
#[derive(Clone, Default)]
pub struct CString(Short);

impl CString {
    /// The bytes, without the NUL.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    /// The string as text, odd bytes escaped; see [`escape`].
    #[must_use]
    pub fn to_text(&self) -> std::borrow::Cow<'_, str> {
        escape(self.as_bytes())
    }
}

impl From<&[u8]> for CString {
    fn from(bytes: &[u8]) -> Self {
        Self(Short::of_few(bytes).unwrap_or_else(|| Bytes::copy_from_slice(bytes).into()))
    }
}

impl From<&str> for CString {
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl From<Vec<u8>> for CString {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::from(bytes).into())
    }
}

impl PartialEq for CString {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for CString {}

impl PartialOrd for CString {
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CString {
    fn cmp(&self, other: &Self) -> cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl hash::Hash for CString {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl PartialEq<str> for CString {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for CString {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for CString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for CString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_text())
    }
}

impl BinRead for CString {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
        source::take_string(reader).map(Self)
    }
}

impl BinWrite for CString {
    type Args<'a> = ();

    #[inline]
    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        if let Some(bytes) = self.0.with_nul() {
            return Ok(writer.write_all(bytes)?);
        }
        writer.write_all(self.as_bytes())?;
        Ok(writer.write_all(&[0])?)
    }
}

impl Schema for CString {
    const TYPE: Type = Type::CString;
}

impl Check for CString {
    type Args = ();

    #[inline]
    fn holds(&self, (): &()) -> bool {
        self.0.is_few_without_nul()
    }

    fn check<'a>(&'a self, (): (), path: &mut Path<'a>) -> Result<()> {
        match Mark::NUL.objection(self.as_bytes()) {
            None => Ok(()),
            Some(why) => Err(contradiction(path, why)),
        }
    }
}

impl Serialize for CString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for CString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = CString;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<CString, E> {
                Ok(CString::from(&*unescape(text)))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
