//! [`FileLength`]: how long the file is.

use std::fmt;

use binrw::{
    BinResult, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{checksum::Covered, rust::nothing_to_check};
use crate::{
    Schema,
    layout::{PrimKind, Type},
    sink::Sink,
    source,
};

/// How long the file is up to and with this number, in bytes, perhaps without the values of fields before it. Only a root has one.
///
/// One that is right follows, on writing too, and texts need not have it. One that is wrong is kept.
///
/// ```
/// # use formwork_schema::{Blob, FileLength, Schema, count, read_file_length, write_file_length};
/// # use binrw::binrw;
/// # use serde::{Deserialize, Serialize};
/// /// Some bytes.
/// #[derive(Schema)]
/// #[schema(format = "my.bytes", extension = "bytes", recognised = "on request")]
/// #[binrw]
/// #[brw(little)]
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
/// pub struct Bytes {
///     /// What does not count.
///     #[br(count = 2)]
///     pub before: Blob,
///     #[br(temp)]
///     #[bw(try_calc(count(data)))]
///     length: u8,
///     /// The bytes.
///     #[br(count = length)]
///     pub data: Blob,
///     /// Of all but the first bytes.
///     #[br(parse_with = read_file_length(&before))]
///     #[bw(write_with = write_file_length(before))]
///     pub size: FileLength,
/// }
///
/// # fn main() -> formwork_schema::Result<()> {
/// let (before, data) = (b"ab".to_vec().into(), b"cde".to_vec().into());
/// let bytes = Bytes { before, data, size: FileLength::default() };
/// let file = formwork_schema::write::to_bytes(&bytes)?;
/// assert_eq!(file, b"ab\x03cde\x08\0\0\0");
/// let read: Bytes = formwork_schema::read::from_slice(b"ab\x03cde\x09\0\0\0")?;
/// assert_eq!(read.size.wrong(), Some(9));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct FileLength(Option<u32>);

impl FileLength {
    /// One that is wrong, as a file may have it. It is written as it is.
    #[must_use]
    pub const fn said(number: u32) -> Self {
        Self(Some(number))
    }

    /// The number that stands in the file, if it is not the right one.
    #[must_use]
    pub const fn wrong(&self) -> Option<u32> {
        self.0
    }
}

impl fmt::Debug for FileLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("right"),
            Some(number) => write!(f, "{number}, which is wrong"),
        }
    }
}

/// Bytes of the number itself.
const OWN: u64 = 4;

/// Reads how long the file is, and sees whether that is right: `#[br(parse_with = read_file_length(&before))]`, where the value of
/// `before` does not count. Several fields stand in parentheses.
///
/// # Errors
/// Where the file ends.
pub fn read_file_length<'r, C, R>(without: C) -> Reader<'r, R>
where
    C: Covered,
    R: Read + Seek + 'r,
{
    reading(length_of(&without))
}

/// What reads the length of a file. It borrows nothing of a struct that is being read, whose fields move away under a function of binrw that
/// has a condition.
type Reader<'r, R> = Box<dyn FnOnce(&mut R, Endian, ()) -> BinResult<FileLength> + 'r>;

fn reading<'r, R: Read + Seek + 'r>(without: u64) -> Reader<'r, R> {
    Box::new(move |reader, endian, ()| {
        let right = right(without, reader)?;
        let raw = source::take(reader, OWN as usize)?;
        let raw = raw.first_chunk().copied().unwrap_or_default();
        let number = match endian {
            Endian::Big => u32::from_be_bytes(raw),
            Endian::Little => u32::from_le_bytes(raw),
        };
        Ok(FileLength(
            Some(number).filter(|number| u64::from(*number) != right),
        ))
    })
}

/// Writes how long the file is: `#[bw(write_with = write_file_length(before))]`.
///
/// # Errors
/// Those of the writer; when the file is too long for the number.
pub fn write_file_length<C, W>(
    without: C,
) -> impl FnOnce(&FileLength, &mut W, Endian, ()) -> BinResult<()>
where
    C: Covered,
    W: Write + Seek,
{
    move |length, writer, endian, ()| {
        let number = match length.0 {
            Some(number) => number,
            None => {
                let right = right(length_of(&without), writer)?;
                let pos = writer.stream_position()?;
                u32::try_from(right).map_err(|_| {
                    let message = format!("{right} does not fit in `u32`");
                    binrw::Error::AssertFail { pos, message }
                })?
            }
        };
        match endian {
            Endian::Big => writer.write_all(&number.to_be_bytes())?,
            Endian::Little => writer.write_all(&number.to_le_bytes())?,
        }
        Ok(())
    }
}

/// How long the file is with a number that stands here.
fn right(without: u64, here: &mut impl Seek) -> BinResult<u64> {
    let end = here.stream_position()? + OWN;
    Ok(end.saturating_sub(without))
}

/// How many bytes values take.
fn length_of(values: &impl Covered) -> u64 {
    let mut sink = Sink::counting(0);
    // What cannot be written is told of where it is written.
    let _ = values.write_to(&mut sink, Endian::Little);
    sink.len() as u64
}

impl Schema for FileLength {
    const TYPE: Type = Type::Prim(PrimKind::U32);
}

nothing_to_check!(FileLength);

impl Serialize for FileLength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FileLength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}
