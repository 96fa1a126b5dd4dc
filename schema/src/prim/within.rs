//! Values that have so many bytes, and lists that end with an item.

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek},
};

use super::list::ToEnd;
use crate::{
    Error, Kind, Result,
    measured::{self, NoArguments},
    source,
};

/// A value that has so many bytes, all of them: `#[br(parse_with = sized(length))]`. What reads up to the end of the file
/// ends with them.
///
/// # Errors
/// What the reader says; more bytes than are left; bytes that the value leaves over.
pub fn sized<T, N, R, A>(size: N) -> impl FnOnce(&mut R, Endian, A) -> BinResult<T>
where
    T: for<'a> BinRead<Args<'a> = A>,
    N: TryInto<usize>,
    R: Read + Seek,
{
    |reader, endian, args| within(reader, size, |reader| T::read_options(reader, endian, args))
}

/// A list whose items fill so many bytes: `#[br(parse_with = filling(length))]`. Each gets the arguments:
/// `#[br(parse_with = filling(length), args(a, b))]`.
///
/// # Errors
/// Those of [`sized`].
pub fn filling<L, N, R, A>(size: N) -> impl FnOnce(&mut R, Endian, A) -> BinResult<L>
where
    L: ToEnd<A>,
    N: TryInto<usize>,
    R: Read + Seek,
{
    |reader, endian, args| within(reader, size, |reader| L::to_end(reader, endian, args))
}

/// A list up to the first item that is the last one: `#[br(parse_with = until(|item: &Item| item.kind == 0))]`.
/// Each gets the arguments of the field: `args(a, b)`.
///
/// # Errors
/// What the reader says; items that take no bytes and none of which is the last.
pub fn until<T, F, R, A>(is_last: F) -> impl FnOnce(&mut R, Endian, A) -> BinResult<Vec<T>>
where
    T: for<'a> BinRead<Args<'a> = A>,
    F: Fn(&T) -> bool,
    R: Read + Seek,
    A: Clone,
{
    move |reader, endian, args| {
        let mut items = Vec::new();
        loop {
            let start = reader.stream_position()?;
            let item = T::read_options(reader, endian, args.clone())?;
            let ends = is_last(&item);
            items.push(item);
            if ends {
                return Ok(items);
            }
            if reader.stream_position()? == start {
                return Err(refused(start, "an item that takes no bytes cannot repeat"));
            }
        }
    }
}

/// How many bytes a value takes, as the field in front of it stores it: `#[bw(try_calc(size(content)))]`.
///
/// # Errors
/// When the width of the field cannot say it.
pub fn size<N: TryFrom<usize>, T: BinWrite>(value: &T) -> Result<N>
where
    for<'a> T::Args<'a>: NoArguments,
{
    let size = measured::size_of(value);
    N::try_from(size).map_err(|_| too_large(size))
}

fn within<T, N: TryInto<usize>, R: Read + Seek>(
    reader: &mut R,
    size: N,
    read: impl FnOnce(&mut R) -> BinResult<T>,
) -> BinResult<T> {
    let start = reader.stream_position()?;
    let left = source::remaining(reader)?;
    let size = size.try_into().ok().map(|size| size as u64);
    let Some(size) = size.filter(|size| *size <= left) else {
        return Err(refused(start, "has more bytes than are left"));
    };
    let value = source::limited(start + size, || read(reader))?;
    if reader.stream_position()? == start + size {
        Ok(value)
    } else {
        Err(refused(start, "does not end where its bytes do"))
    }
}

fn refused(pos: u64, message: &str) -> binrw::Error {
    binrw::Error::AssertFail {
        pos,
        message: message.to_owned(),
    }
}

/// What to say of a value that is larger than the field in front of it can say.
fn too_large(size: usize) -> Error {
    let message = format!("takes {size} bytes, more than the field in front of it can say");
    Error::new(Kind::Invalid, message)
}
