//! [`Padding`], [`Aligned`]: bytes that mean nothing, and are kept where they are not zero.

use std::{
    fmt,
    io::{copy, repeat},
};

use binrw::{
    BinRead, BinResult, BinWrite, Endian, Error,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Blob, rust::nothing_to_check};
use crate::{
    Check, Kind, Path, Result, Schema,
    layout::{self, Type},
    source,
};

/// `N` bytes that mean nothing. Zeros are in no text; other bytes are kept.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Padding<const N: u32>(Odd);

/// As many bytes as lead to a multiple of `N`, counted from the start of the file. Zeros are in no text, and as many as are needed;
/// other bytes are kept.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Aligned<const N: u32>(Odd);

/// The bytes, where any of them is not zero.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Odd(Option<Bytes>);

impl Odd {
    fn of(bytes: Bytes) -> Self {
        Self(bytes.iter().any(|byte| *byte != 0).then_some(bytes))
    }

    fn read<R: Read + Seek>(reader: &mut R, padding: layout::Padding) -> BinResult<Self> {
        let length = padding.length(reader.stream_position()?);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        source::take(reader, length).map(Self::of)
    }

    fn write<W: Write + Seek>(&self, writer: &mut W, padding: layout::Padding) -> BinResult<()> {
        let pos = writer.stream_position()?;
        let length = padding.length(pos);
        match &self.0 {
            None => copy(&mut repeat(0).take(length), writer).map(drop)?,
            Some(bytes) if bytes.len() as u64 == length => writer.write_all(bytes)?,
            Some(bytes) => {
                let message = format!("{} bytes of padding, and {length} stand here", bytes.len());
                return Err(Error::AssertFail { pos, message });
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("zeros"),
            Some(bytes) => write!(f, "{} odd bytes", bytes.len()),
        }
    }
}

impl Serialize for Odd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.clone().map(Blob::from).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Odd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = Option::<Blob>::deserialize(deserializer)?;
        Ok(bytes.map_or_else(Self::default, |bytes| Self::of(bytes.bytes().clone())))
    }
}

macro_rules! padding {
    ($Name:ident, $Kind:ident) => {
        impl<const N: u32> $Name<N> {
            const PADDING: layout::Padding = layout::Padding::$Kind(N);

            /// The bytes, where any of them is not zero.
            #[must_use]
            pub fn odd(&self) -> Option<&[u8]> {
                self.0.0.as_deref()
            }
        }

        impl<const N: u32, B: Into<Bytes>> From<B> for $Name<N> {
            fn from(bytes: B) -> Self {
                Self(Odd::of(bytes.into()))
            }
        }

        impl<const N: u32> fmt::Debug for $Name<N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl<const N: u32> BinRead for $Name<N> {
            type Args<'a> = ();

            fn read_options<R: Read + Seek>(reader: &mut R, _: Endian, (): ()) -> BinResult<Self> {
                Odd::read(reader, Self::PADDING).map(Self)
            }
        }

        impl<const N: u32> BinWrite for $Name<N> {
            type Args<'a> = ();

            fn write_options<W: Write + Seek>(
                &self,
                writer: &mut W,
                _: Endian,
                (): (),
            ) -> BinResult<()> {
                self.0.write(writer, Self::PADDING)
            }
        }

        impl<const N: u32> Schema for $Name<N> {
            const TYPE: Type = Type::Padding(Self::PADDING);
        }

        impl<const N: u32> Serialize for $Name<N> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de, const N: u32> Deserialize<'de> for $Name<N> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Odd::deserialize(deserializer).map(Self)
            }
        }
    };
}

padding!(Padding, Bytes);
padding!(Aligned, Align);

impl<const N: u32> Check for Padding<N> {
    type Args = ();

    fn check<'a>(&'a self, (): (), path: &mut Path<'a>) -> Result<()> {
        match self.odd().map(<[u8]>::len) {
            Some(length) if length != N as usize => {
                let message = format!("has {length} bytes of padding, and {N} stand here");
                Err(crate::Error::new(Kind::Invalid, message).of(&*path))
            }
            _ => Ok(()),
        }
    }
}

// Only the finished file knows the place.
nothing_to_check!(Aligned<N> [const N: u32]);
