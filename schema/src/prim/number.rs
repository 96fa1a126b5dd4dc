//! Numbers that are not Rust's own: [`Vle`], [`Bool`], [`Remaining`], [`Peek`].

use binrw::{
    BinRead, BinResult, BinWrite, Endian, Error,
    io::{Read, Seek, SeekFrom, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::rust::nothing_to_check;
use crate::{Schema, layout::Type, source};

/// An unsigned number in groups of seven bits, low group first; the top bit of a byte says that more
/// follow. At most five bytes, and always in the shortest form.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Vle(pub u32);

impl BinRead for Vle {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        let mut value = 0_u32;
        for place in 0..5 {
            let byte = u8::read_options(reader, endian, ())?;
            let low = u32::from(byte & 0x7f);
            let wide = place == 4 && low > 0xf;
            let long = place > 0 && byte == 0;
            if wide || long {
                break;
            }
            value |= low << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(Self(value));
            }
        }
        Err(Error::AssertFail {
            pos,
            message: "not the shortest form of a number".into(),
        })
    }
}

impl BinWrite for Vle {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        let mut rest = self.0;
        while rest >= 0x80 {
            writer.write_all(&[rest as u8 | 0x80])?;
            rest >>= 7;
        }
        Ok(writer.write_all(&[rest as u8])?)
    }
}

impl Schema for Vle {
    const TYPE: Type = Type::Vle;
}

impl TryFrom<usize> for Vle {
    type Error = std::num::TryFromIntError;

    fn try_from(value: usize) -> Result<Self, Self::Error> {
        u32::try_from(value).map(Self)
    }
}

impl TryFrom<Vle> for usize {
    type Error = std::num::TryFromIntError;

    fn try_from(value: Vle) -> Result<Self, Self::Error> {
        Self::try_from(value.0)
    }
}

/// One byte: 0 is false, anything else is true; which of the 255 trues it is survives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bool(pub u8);

impl Bool {
    /// What writers write for false.
    pub const FALSE: Self = Self(0);
    /// What writers write for true.
    pub const TRUE: Self = Self(1);

    /// The byte as a constant of a condition.
    #[must_use]
    pub const fn value(self) -> i128 {
        self.0 as i128
    }
}

impl From<bool> for Bool {
    fn from(value: bool) -> Self {
        Self(value.into())
    }
}

impl std::fmt::Debug for Bool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("false"),
            1 => f.write_str("true"),
            other => write!(f, "true({other})"),
        }
    }
}

/// Whether a flag is present and true. Conditions may use it.
pub fn is_set<B: Into<Option<Bool>>>(flag: B) -> bool {
    flag.into().is_some_and(|flag| flag.0 != 0)
}

impl BinRead for Bool {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        u8::read_options(reader, endian, ()).map(Self)
    }
}

impl BinWrite for Bool {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(&[self.0])?)
    }
}

impl Schema for Bool {
    const TYPE: Type = Type::Bool;
}

impl Serialize for Bool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Bool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Self)
    }
}

/// How many bytes are left in the file from here on; takes none itself.
///
/// A temporary field of this type lets conditions ask for optional tails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remaining(pub u64);

impl BinRead for Remaining {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
        source::remaining(reader).map(Self)
    }
}

impl Schema for Remaining {
    const TYPE: Type = Type::Remaining;
}

impl PartialEq<u64> for Remaining {
    fn eq(&self, other: &u64) -> bool {
        self.0 == *other
    }
}

impl PartialOrd<u64> for Remaining {
    fn partial_cmp(&self, other: &u64) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(other)
    }
}

/// The `u32` that stands `DISTANCE` bytes ahead, in the byte order in force; takes none itself. 0 where the file ends.
///
/// A temporary field of this type lets conditions ask what an optional tail looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Peek<const DISTANCE: u32>(pub u32);

impl<const DISTANCE: u32> BinRead for Peek<DISTANCE> {
    type Args<'a> = ();

    fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        let there = source::remaining(reader)? >= u64::from(DISTANCE) + 4;
        if !there {
            return Ok(Self(0));
        }
        reader.seek(SeekFrom::Start(pos + u64::from(DISTANCE)))?;
        let number = u32::read_options(reader, endian, ());
        reader.seek(SeekFrom::Start(pos))?;
        number.map(Self)
    }
}

impl<const DISTANCE: u32> Schema for Peek<DISTANCE> {
    const TYPE: Type = Type::Peek(DISTANCE);
}

nothing_to_check!(Peek<DISTANCE> [const DISTANCE: u32]);

impl<const DISTANCE: u32> PartialEq<u32> for Peek<DISTANCE> {
    fn eq(&self, other: &u32) -> bool {
        self.0 == *other
    }
}

impl<const DISTANCE: u32> PartialOrd<u32> for Peek<DISTANCE> {
    fn partial_cmp(&self, other: &u32) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(other)
    }
}

nothing_to_check!(Vle, Bool, Remaining);
