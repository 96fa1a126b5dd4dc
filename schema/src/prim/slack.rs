//! [`Slack`]: bytes that mean nothing, as many as something else says.

use std::fmt;

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Blob, rust::nothing_to_check};
use crate::{
    Schema,
    layout::{Padding, Type},
};

/// As many bytes as `br(count = n)` says, that mean nothing. Zeros are in no text, and as many as are needed; other bytes are kept.
///
/// A tree that is not read from a file says how many there are: [`Slack::zeros`].
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Slack(Blob);

impl Slack {
    /// So many zeros.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        Self(vec![0; length].into())
    }

    /// The bytes, where any of them is not zero.
    #[must_use]
    pub fn odd(&self) -> Option<&[u8]> {
        let bytes = self.0.as_bytes();
        bytes.iter().any(|byte| *byte != 0).then_some(bytes)
    }

    /// How many there are.
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

impl<B: Into<Blob>> From<B> for Slack {
    fn from(bytes: B) -> Self {
        Self(bytes.into())
    }
}

impl fmt::Debug for Slack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let odd = if self.odd().is_some() {
            "odd bytes"
        } else {
            "zeros"
        };
        write!(f, "{} {odd}", self.len())
    }
}

impl BinRead for Slack {
    type Args<'a> = binrw::VecArgs<()>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        Blob::read_options(reader, endian, args).map(Self)
    }
}

impl BinWrite for Slack {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(
        &self,
        writer: &mut W,
        endian: Endian,
        (): (),
    ) -> BinResult<()> {
        self.0.write_options(writer, endian, ())
    }
}

impl Schema for Slack {
    const TYPE: Type = Type::Padding(Padding::Counted);
}

// The struct around it asks for the length.
nothing_to_check!(Slack);

/// All of it, since nothing else says how long it is.
impl Serialize for Slack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Slack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Blob::deserialize(deserializer).map(Self)
    }
}
