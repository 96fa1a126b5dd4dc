//! Bytes with an end: [`FixedString`], [`Blob`].

use std::fmt;

use base64::{Engine, prelude::BASE64_STANDARD};
use binrw::{
    BinRead, BinResult, BinWrite, Endian, Error,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
    ser::SerializeTuple,
};

use super::rust::nothing_to_check;
use crate::{
    Kind, Path, Result, Schema,
    escape::{escape, unescape},
    layout::Type,
    source,
};

/// A NUL-terminated string in a field of `N` bytes. What follows the NUL has no meaning, is usually not
/// zero, and is kept.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FixedString<const N: usize>(Bytes);

impl<const N: usize> FixedString<N> {
    /// A string followed by zeros.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when it does not fit with its NUL, or has one inside.
    pub fn new(text: &[u8]) -> Result<Self> {
        Self::with_padding(text, &[])
    }

    /// A string, its NUL, and what follows; padding that no longer fits behind a longer text is cut.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the text does not fit with its NUL, or has one inside, or the
    /// padding is longer than the field.
    pub fn with_padding(text: &[u8], padding: &[u8]) -> Result<Self> {
        let invalid = |message: String| Err(crate::Error::new(Kind::Invalid, message));
        if text.len() >= N {
            return invalid(format!(
                "has {} bytes, but the field holds {}",
                text.len(),
                N - 1
            ));
        }
        if text.contains(&0) {
            return invalid("has a NUL, where it would end".into());
        }
        if padding.len() >= N {
            return invalid(format!(
                "has {} bytes of padding in a field of {N}",
                padding.len()
            ));
        }
        let mut field = vec![0; N];
        let room = N - 1 - text.len();
        let fits = &padding[..padding.len().min(room)];
        field[..text.len()].copy_from_slice(text);
        field[text.len() + 1..][..fits.len()].copy_from_slice(fits);
        Ok(Self(field.into()))
    }

    /// The bytes before the NUL.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0[..self.text_len()]
    }

    /// The bytes after the NUL.
    #[must_use]
    pub fn padding(&self) -> &[u8] {
        &self.0[self.text_len() + 1..]
    }

    /// The string as text, odd bytes escaped; see [`escape`].
    #[must_use]
    pub fn to_text(&self) -> std::borrow::Cow<'_, str> {
        escape(self.as_bytes())
    }

    fn text_len(&self) -> usize {
        // Every constructor asks for a NUL; a field without one would be all text.
        memchr::memchr(0, &self.0).unwrap_or(self.0.len().saturating_sub(1))
    }

    /// The padding without the zeros at its end.
    fn residue(&self) -> &[u8] {
        let padding = self.padding();
        let end = padding
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |last| last + 1);
        &padding[..end]
    }
}

impl<const N: usize> PartialEq<str> for FixedString<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> PartialEq<&str> for FixedString<N> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<const N: usize> fmt::Display for FixedString<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl<const N: usize> fmt::Debug for FixedString<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_text())?;
        match self.residue().len() {
            0 => Ok(()),
            length => write!(f, " and {length} bytes after the NUL"),
        }
    }
}

impl<const N: usize> BinRead for FixedString<N> {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        let field = source::take(reader, N)?;
        if memchr::memchr(0, &field).is_none() {
            return Err(Error::AssertFail {
                pos,
                message: format!("no NUL within {N} bytes"),
            });
        }
        Ok(Self(field))
    }
}

impl<const N: usize> BinWrite for FixedString<N> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(&self.0)?)
    }
}

impl<const N: usize> Schema for FixedString<N> {
    const TYPE: Type = Type::FixedString(N as u32);
}

// Every constructor has asked already.
nothing_to_check!(FixedString<N> [const N: usize]);

impl<const N: usize> Serialize for FixedString<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let residue = self.residue();
        if residue.is_empty() {
            return serializer.serialize_str(&self.to_text());
        }
        let mut both = serializer.serialize_tuple(2)?;
        both.serialize_element(&*self.to_text())?;
        both.serialize_element(&BASE64_STANDARD.encode(residue))?;
        both.end()
    }
}

impl<'de, const N: usize> Deserialize<'de> for FixedString<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<const N: usize>;
        impl<'de, const N: usize> Visitor<'de> for Text<N> {
            type Value = FixedString<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a string of fewer than {N} bytes")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                FixedString::new(&unescape(text)).map_err(|e| E::custom(e.message()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let missing = |place| de::Error::invalid_length(place, &"a text and its padding");
                let text: String = seq.next_element()?.ok_or_else(|| missing(0))?;
                let padding: String = seq.next_element()?.ok_or_else(|| missing(1))?;
                let padding = BASE64_STANDARD.decode(padding).map_err(de::Error::custom)?;
                FixedString::with_padding(&unescape(&text), &padding)
                    .map_err(|e| de::Error::custom(e.message()))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

/// Opaque bytes. How many says the `count` of the field.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Blob(Bytes);

impl Blob {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, shared.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// How many bytes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Into<Bytes>> From<T> for Blob {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl BinRead for Blob {
    type Args<'a> = binrw::VecArgs<()>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        _: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        source::take(reader, args.count).map(Self)
    }
}

impl BinWrite for Blob {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(&self.0)?)
    }
}

impl Schema for Blob {
    const TYPE: Type = Type::Blob;
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Raw;
        impl<'de> Visitor<'de> for Raw {
            type Value = Blob;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes, or base64")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(Bytes::copy_from_slice(bytes)))
            }

            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Blob, E> {
                Ok(Blob(bytes.into()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Blob, E> {
                BASE64_STANDARD
                    .decode(text)
                    .map(Blob::from)
                    .map_err(E::custom)
            }

            // Formats without bytes of their own write them as numbers.
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Blob, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = seq.next_element()? {
                    bytes.push(byte);
                }
                Ok(bytes.into())
            }
        }
        deserializer.deserialize_byte_buf(Raw)
    }
}

nothing_to_check!(Blob);

pub(super) fn contradiction(path: &Path<'_>, message: String) -> crate::Error {
    crate::Error::new(Kind::Invalid, message).of(path)
}
