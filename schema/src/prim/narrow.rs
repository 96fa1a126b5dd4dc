//! Numbers that Rust has not: of three bytes, and floats of two.

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    ByteOrder, Check, Error, Kind, Path, Record, Result, Schema, Wide,
    half_float::{narrowed, widened},
    layout::{self, PrimKind, Type},
    proof,
};

/// A whole number of three bytes, from 0 to 16777215.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct U24(pub u32);

/// A whole number of three bytes, from -8388608 to 8388607.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct I24(pub i32);

/// A float of half precision, as its bits: 1 of sign, 5 of exponent, 10 of fraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct F16(pub u16);

impl U24 {
    const KIND: PrimKind = PrimKind::U24;

    fn from_bytes([a, b, c]: [u8; 3]) -> Self {
        Self(u32::from_le_bytes([a, b, c, 0]))
    }

    fn bytes(self) -> [u8; 3] {
        let [a, b, c, _] = self.0.to_le_bytes();
        [a, b, c]
    }
}

impl I24 {
    const KIND: PrimKind = PrimKind::I24;

    fn from_bytes([a, b, c]: [u8; 3]) -> Self {
        Self(i32::from_le_bytes([0, a, b, c]) >> 8)
    }

    fn bytes(self) -> [u8; 3] {
        let [a, b, c, _] = self.0.to_le_bytes();
        [a, b, c]
    }
}

impl F16 {
    const KIND: PrimKind = PrimKind::F16;

    fn from_bytes(raw: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(raw))
    }

    fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// The float of half precision that is nearest to a value.
    #[must_use]
    pub fn from_f32(value: f32) -> Self {
        Self(narrowed(value))
    }

    /// The value.
    #[must_use]
    pub fn to_f32(self) -> f32 {
        widened(self.0)
    }
}

impl std::fmt::Debug for F16 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_f32().fmt(f)
    }
}

impl Serialize for F16 {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_f32(self.to_f32())
    }
}

impl<'de> Deserialize<'de> for F16 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        f32::deserialize(deserializer).map(Self::from_f32)
    }
}

/// Reads and writes numbers by `from_bytes` and `bytes`, which take the lowest byte first.
macro_rules! stored {
    ($($Number:ident: $SIZE:literal)+) => {$(
        impl Schema for $Number {
            const TYPE: Type = Type::Prim(Self::KIND);
        }

        impl $Number {
            #[inline]
            fn decoded(mut raw: [u8; $SIZE], is_big: bool) -> Self {
                if is_big {
                    raw.reverse();
                }
                Self::from_bytes(raw)
            }

            #[inline]
            fn encoded(self, is_big: bool) -> [u8; $SIZE] {
                let mut raw = self.bytes();
                if is_big {
                    raw.reverse();
                }
                raw
            }
        }

        impl Record for $Number {
            type Args = ();
            type Shape = ();

            #[inline]
            fn shape((): ()) {}

            #[inline]
            fn shape_of(&self) {}

            #[inline]
            fn stride((): &()) -> usize {
                $SIZE
            }

            #[inline]
            fn decode<O: ByteOrder>((): &(), bytes: &[u8]) -> Self {
                let mut raw = [0; $SIZE];
                raw.copy_from_slice(&bytes[..$SIZE]);
                Self::decoded(raw, O::ENDIAN == layout::Endian::Big)
            }

            #[inline]
            fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.encoded(O::ENDIAN == layout::Endian::Big));
            }
        }

        impl BinRead for $Number {
            type Args<'a> = ();

            fn read_options<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
                let raw = BinRead::read_options(reader, endian, ())?;
                Ok(Self::decoded(raw, endian == Endian::Big))
            }
        }

        impl BinWrite for $Number {
            type Args<'a> = ();

            fn write_options<W: Write + Seek>(
                &self,
                writer: &mut W,
                endian: Endian,
                (): (),
            ) -> BinResult<()> {
                Ok(writer.write_all(&self.encoded(endian == Endian::Big))?)
            }
        }
    )+};
}

stored! { U24: 3 I24: 3 F16: 2 }

/// What is asked of whole numbers of three bytes in memory of four.
macro_rules! whole {
    ($($Number:ident)+) => {$(
        impl Check for $Number {
            type Args = ();

            fn check<'a>(&'a self, (): (), path: &mut Path<'a>) -> Result<()> {
                if Self::KIND.holds(self.0.into()) {
                    return Ok(());
                }
                let message = format!("{} does not fit in three bytes", self.0);
                Err(Error::new(Kind::Invalid, message).of(&*path))
            }
        }

        impl From<$Number> for Wide {
            fn from(number: $Number) -> Self {
                number.0.into()
            }
        }

        impl proof::Number for $Number {}
        impl proof::Compared<$Number> for $Number {}
    )+};
}

whole! { U24 I24 }

super::rust::nothing_to_check!(F16);

impl proof::Natural for U24 {}

impl TryFrom<usize> for U24 {
    type Error = std::num::TryFromIntError;

    fn try_from(value: usize) -> std::result::Result<Self, Self::Error> {
        let value = u32::try_from(value)?;
        // Any error of this kind will do where three bytes are too few.
        u8::try_from(value >> 24 << 8).map(|_| Self(value))
    }
}

impl TryFrom<U24> for usize {
    type Error = std::num::TryFromIntError;

    fn try_from(value: U24) -> std::result::Result<Self, Self::Error> {
        Self::try_from(value.0)
    }
}
