//! [`Ended`]: a string in an encoding, up to a mark.

use std::{borrow::Cow, fmt};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, TextEncoding};
use crate::{Check, Error, Kind, Mark, Path, Result, Schema, layout::Type, source};

/// A string up to an ASCII character, which is in the file and not in the tree: a NUL, or another one, as in `Ended<Utf8, b'\\n'>`.
/// In UTF-16 the character has two bytes.
///
/// ```
/// use formwork_schema::{Ended, Utf16Le};
///
/// let name: Ended<Utf16Le> = Ended::new("hip")?;
/// assert_eq!(name.as_bytes(), b"h\0i\0p\0");
/// # Ok::<(), formwork_schema::Error>(())
/// ```
pub struct Ended<E, const MARK: u8 = 0>(Text<E>);

impl<E: TextEncoding, const MARK: u8> Ended<E, MARK> {
    /// What ends it.
    fn end() -> Mark {
        E::CHARSET.mark(MARK)
    }

    /// A text of these characters; `\xNN` stands for a byte.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the encoding lacks one of them, or one would end the text.
    pub fn new(text: &str) -> Result<Self> {
        let text = Text::new(text)?;
        match Self::end().objection(text.as_bytes()) {
            None => Ok(Self(text)),
            Some(why) => Err(Error::new(Kind::Invalid, why)),
        }
    }

    /// The text, odd bytes escaped; see [`Charset`](crate::Charset).
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        self.0.to_text()
    }
}

impl<E, const MARK: u8> Ended<E, MARK> {
    /// The bytes before the mark.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<E, const MARK: u8> Clone for Ended<E, MARK> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E, const MARK: u8> Default for Ended<E, MARK> {
    fn default() -> Self {
        Self(Text::default())
    }
}

impl<E, const MARK: u8> PartialEq for Ended<E, MARK> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<E, const MARK: u8> Eq for Ended<E, MARK> {}

impl<E: TextEncoding, const MARK: u8> fmt::Display for Ended<E, MARK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<E: TextEncoding, const MARK: u8> fmt::Debug for Ended<E, MARK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<E: TextEncoding, const MARK: u8> BinRead for Ended<E, MARK> {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
        let bytes = source::take_marked(reader, Self::end())?;
        Ok(Self(bytes.into()))
    }
}

impl<E: TextEncoding, const MARK: u8> BinWrite for Ended<E, MARK> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        writer.write_all(self.as_bytes())?;
        Ok(writer.write_all(Self::end().as_bytes())?)
    }
}

impl<E: TextEncoding, const MARK: u8> Schema for Ended<E, MARK> {
    const TYPE: Type = Type::Ended(E::CHARSET, MARK);
}

impl<E: TextEncoding, const MARK: u8> Check for Ended<E, MARK> {
    type Args = ();

    // Every constructor has asked already.
    fn check<'a>(&'a self, (): (), _: &mut Path<'a>) -> Result<()> {
        Ok(())
    }
}

impl<E: TextEncoding, const MARK: u8> Serialize for Ended<E, MARK> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, E: TextEncoding, const MARK: u8> Deserialize<'de> for Ended<E, MARK> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::new(&text).map_err(|error| serde::de::Error::custom(error.message()))
    }
}
