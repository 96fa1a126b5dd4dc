//! [`Ended`], [`EndedBy`]: a string in an encoding, up to a mark.

use std::{borrow::Cow, fmt, marker::PhantomData};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, TextEncoding, rust::nothing_to_check};
use crate::{
    Error, Kind, Mark, Result, Schema,
    layout::{Ending, MarkPlace, Type},
    shared::Ref,
    source,
};

/// Says what ends an [`EndedBy`].
///
/// ```
/// use formwork_schema::{EndMark, EndedBy, Latin1};
///
/// /// Two dashes.
/// enum Dashes {}
///
/// impl EndMark for Dashes {
///     const BYTES: &'static [u8] = b"--";
/// }
///
/// let name: EndedBy<Latin1, Dashes> = EndedBy::new("hip")?;
/// # Ok::<(), formwork_schema::Error>(())
/// ```
pub trait EndMark {
    /// Characters of ASCII, at most [`Mark::LONGEST`]; each has two bytes in UTF-16.
    const BYTES: &'static [u8];

    /// Whose it is.
    const PLACE: MarkPlace = MarkPlace::Behind;
}

/// A character of ASCII, for [`EndedBy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Byte<const BYTE: u8> {}

impl<const BYTE: u8> EndMark for Byte<BYTE> {
    const BYTES: &'static [u8] = &[BYTE];
}

/// Carriage return and line feed, for [`EndedBy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrLf {}

impl EndMark for CrLf {
    const BYTES: &'static [u8] = b"\r\n";
}

/// A mark that the string includes, and that may be missing at the end, as that of a last line:
/// `EndedBy<Utf8, Kept<Byte<b'\n'>>>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept<M>(PhantomData<fn() -> M>);

impl<M: EndMark> EndMark for Kept<M> {
    const BYTES: &'static [u8] = M::BYTES;
    const PLACE: MarkPlace = MarkPlace::Inside;
}

/// A mark that begins what follows the string: `EndedBy<Utf8, Left<Byte<b'#'>>>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left<M>(PhantomData<fn() -> M>);

impl<M: EndMark> EndMark for Left<M> {
    const BYTES: &'static [u8] = M::BYTES;
    const PLACE: MarkPlace = MarkPlace::Next;
}

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
pub type Ended<E, const MARK: u8 = 0> = EndedBy<E, Byte<MARK>>;

/// A string up to a mark, which is in the file and not in the tree; with [`Kept`] in both, or in neither where the bytes end; with [`Left`] the
/// beginning of what follows.
pub struct EndedBy<E, M> {
    text: Text<E>,
    mark: PhantomData<fn() -> M>,
}

impl<E: TextEncoding, M: EndMark> EndedBy<E, M> {
    /// What ends it.
    fn end() -> Mark {
        E::CHARSET.mark(M::BYTES)
    }

    /// A text of these characters; `\xNN` stands for a byte.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the encoding lacks one of them, or the text would end before its end.
    pub fn new(text: &str) -> Result<Self> {
        let text: Text<E> = Text::new(text)?;
        let objection = Self::end().objection_in(M::PLACE, text.as_bytes());
        match objection {
            None => Ok(Self::of(text)),
            Some(why) => Err(Error::new(Kind::Invalid, why)),
        }
    }

    /// The text, odd bytes escaped; see [`Charset`](crate::Charset). With [`Kept`] the mark, where it is there, is its end.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        self.text.to_text()
    }

    /// The bytes before the mark.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        let bytes = self.as_bytes();
        if M::PLACE != MarkPlace::Inside {
            return bytes;
        }
        Self::end().find(bytes).map_or(bytes, |at| &bytes[..at])
    }
}

impl<E, M> EndedBy<E, M> {
    fn of(text: Text<E>) -> Self {
        Self {
            text,
            mark: PhantomData,
        }
    }

    /// The bytes before the mark, and with [`Kept`] the mark.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl<E, M> Clone for EndedBy<E, M> {
    fn clone(&self) -> Self {
        Self::of(self.text.clone())
    }
}

impl<E, M> Default for EndedBy<E, M> {
    fn default() -> Self {
        Self::of(Text::default())
    }
}

impl<E, M> PartialEq for EndedBy<E, M> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<E, M> Eq for EndedBy<E, M> {}

impl<E: TextEncoding, M> fmt::Display for EndedBy<E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text, f)
    }
}

impl<E: TextEncoding, M> fmt::Debug for EndedBy<E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<E: TextEncoding, M: EndMark> BinRead for EndedBy<E, M> {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
        let bytes = source::take_marked(reader, Self::end(), M::PLACE)?;
        Ok(Self::of(bytes.into()))
    }
}

impl<E: TextEncoding, M: EndMark> BinWrite for EndedBy<E, M> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        writer.write_all(self.as_bytes())?;
        if M::PLACE == MarkPlace::Behind {
            writer.write_all(Self::end().as_bytes())?;
        }
        Ok(())
    }
}

impl<E: TextEncoding, M: EndMark> Schema for EndedBy<E, M> {
    const TYPE: Type = {
        assert!(
            !M::BYTES.is_empty() && M::BYTES.len() <= Mark::LONGEST,
            "what ends a string has from 1 to 8 characters"
        );
        let ending = Ending {
            mark: Ref::Static(M::BYTES),
            place: M::PLACE,
        };
        Type::Ended(E::CHARSET, ending)
    };
}

// Every constructor has asked already; what follows the string only the finished file knows.
nothing_to_check!(EndedBy<E, M> [E: TextEncoding, M: EndMark]);

impl<E: TextEncoding, M> Serialize for EndedBy<E, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de, E: TextEncoding, M: EndMark> Deserialize<'de> for EndedBy<E, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::new(&text).map_err(|error| serde::de::Error::custom(error.message()))
    }
}
