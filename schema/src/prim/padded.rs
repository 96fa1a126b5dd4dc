//! [`Padded`]: a string in an encoding, in a field that may be longer.

use std::{borrow::Cow, fmt};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, TextEncoding, rust::nothing_to_check};
use crate::{Error, Kind, Result, Schema, layout::Type};

/// A string in a field of as many bytes as `br(count = n)` says: it ends at a NUL, or where the field does. What follows the NUL has no
/// meaning, and is kept.
///
/// Texts leave out the zeros at the end of the field, and show other bytes behind the NUL as they show the text. So a text that is
/// edited is filled up with zeros, and one that does not fit is refused.
///
/// ```
/// use formwork_schema::{Latin1, Padded};
///
/// let name: Padded<Latin1> = Padded::new("Grün", 8)?;
/// assert_eq!(name.as_bytes(), b"Gr\xfcn");
/// assert_eq!(name.len(), 8);
/// # Ok::<(), formwork_schema::Error>(())
/// ```
pub struct Padded<E>(Text<E>);

impl<E: TextEncoding> Padded<E> {
    /// A text of these characters in a field of so many bytes, filled up with zeros; `\xNN` stands for a byte.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the encoding lacks one of them, or the field is too short.
    pub fn new(text: &str, length: usize) -> Result<Self> {
        let mut bytes = Text::<E>::new(text)?.as_bytes().to_vec();
        if bytes.len() > length {
            let message = format!("has {} bytes, but the field holds {length}", bytes.len());
            return Err(Error::new(Kind::Invalid, message));
        }
        bytes.resize(length, 0);
        Ok(Self(bytes.into()))
    }

    /// The bytes before the NUL, or all of them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        let field = self.0.as_bytes();
        let end = E::CHARSET.mark(&[0]).find(field);
        &field[..end.unwrap_or(field.len())]
    }

    /// The text before the NUL, odd bytes escaped; see [`Charset`](crate::Charset).
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        E::CHARSET.show(self.as_bytes())
    }
}

impl<E> Padded<E> {
    /// All bytes of the field.
    #[must_use]
    pub fn field(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// How many bytes the field has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the field has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<E> Clone for Padded<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E> PartialEq for Padded<E> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<E> Eq for Padded<E> {}

impl<E: TextEncoding> fmt::Display for Padded<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl<E: TextEncoding> fmt::Debug for Padded<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" in {} bytes", self.to_text(), self.len())
    }
}

impl<E> BinRead for Padded<E> {
    type Args<'a> = binrw::VecArgs<()>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        Text::read_options(reader, endian, args).map(Self)
    }
}

impl<E> BinWrite for Padded<E> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(self.field())?)
    }
}

impl<E: TextEncoding> Schema for Padded<E> {
    const TYPE: Type = Type::Padded(E::CHARSET);
}

// The struct around it asks for the length; any bytes are a text.
nothing_to_check!(Padded<E> [E: TextEncoding]);

/// All of the field, since nothing else says how long it is.
impl<E: TextEncoding> Serialize for Padded<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, E: TextEncoding> Deserialize<'de> for Padded<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::deserialize(deserializer).map(Self)
    }
}
