//! [`Text`]: a string in an encoding, of as many bytes as it is given.

use std::{borrow::Cow, fmt, hash, marker::PhantomData};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::rust::nothing_to_check;
use crate::{Charset, Error, Kind, Result, Schema, charset::Unencodable, layout::Type, source};

/// Says how the bytes of a [`Text`] are characters. For encodings that are not here:
///
/// ```
/// use formwork_schema::{Charset, TextEncoding};
///
/// /// Simplified Chinese.
/// enum Gbk {}
///
/// impl TextEncoding for Gbk {
///     const CHARSET: Charset = Charset::legacy("gbk");
/// }
/// ```
pub trait TextEncoding {
    /// The same as data.
    const CHARSET: Charset;
}

macro_rules! encodings {
    ($($(#[$doc:meta])* $name:ident = $charset:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {}

        impl TextEncoding for $name {
            const CHARSET: Charset = $charset;
        }
    )*};
}

encodings! {
    /// UTF-8, for [`Text`].
    Utf8 = Charset::Utf8;
    /// ISO 8859-1, for [`Text`]: each byte is the character of its number.
    Latin1 = Charset::Latin1;
    /// UTF-16 with the low byte first, for [`Text`].
    Utf16Le = Charset::Utf16Le;
    /// UTF-16 with the high byte first, for [`Text`].
    Utf16Be = Charset::Utf16Be;
    /// Japanese of Windows, for [`Text`].
    ShiftJis = Charset::legacy("shift_jis");
    /// Western European of Windows, for [`Text`].
    Windows1252 = Charset::legacy("windows-1252");
}

/// A string of as many bytes as it is given: by `br(count = n)`, in bytes; by `sized(n)`; or by `until_eof`. It has no end of its own.
///
/// It holds bytes; the encoding says how they are shown, and every file comes back, whatever its bytes are.
pub struct Text<E> {
    bytes: Bytes,
    encoding: PhantomData<fn() -> E>,
}

impl<E: TextEncoding> Text<E> {
    /// A text of these characters; `\xNN` stands for a byte.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the encoding lacks one of them.
    pub fn new(text: &str) -> Result<Self> {
        let read = E::CHARSET.read(text);
        let bytes =
            read.map_err(|lacks: Unencodable| Error::new(Kind::Invalid, lacks.to_string()))?;
        Ok(Self::from(bytes.into_owned()))
    }

    /// The text, odd bytes escaped; see [`Charset`].
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        E::CHARSET.show(&self.bytes)
    }
}

impl<E> Text<E> {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl<E, T: Into<Bytes>> From<T> for Text<E> {
    fn from(bytes: T) -> Self {
        Self {
            bytes: bytes.into(),
            encoding: PhantomData,
        }
    }
}

impl<E> Clone for Text<E> {
    fn clone(&self) -> Self {
        Self::from(self.bytes.clone())
    }
}

impl<E> Default for Text<E> {
    fn default() -> Self {
        Self::from(Bytes::new())
    }
}

impl<E> PartialEq for Text<E> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<E> Eq for Text<E> {}

impl<E> hash::Hash for Text<E> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl<E: TextEncoding> fmt::Display for Text<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl<E: TextEncoding> fmt::Debug for Text<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_text())
    }
}

impl<E> BinRead for Text<E> {
    type Args<'a> = binrw::VecArgs<()>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        _: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        source::take(reader, args.count).map(Self::from)
    }
}

impl<E> BinWrite for Text<E> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(&self.bytes)?)
    }
}

impl<E: TextEncoding> Schema for Text<E> {
    const TYPE: Type = Type::Text(E::CHARSET);
}

// Any bytes are a text.
nothing_to_check!(Text<E> [E: TextEncoding]);

impl<E: TextEncoding> Serialize for Text<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de, E: TextEncoding> Deserialize<'de> for Text<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::new(&text).map_err(|error| de::Error::custom(error.message()))
    }
}
