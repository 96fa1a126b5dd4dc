//! Lists that reach to the end of the file.

use binrw::{
    BinRead, BinResult, Endian, Error, VecArgs,
    io::{Read, Seek},
};

use super::{Blob, Text};
use crate::{Packed, Record, source};

/// A list that can reach to the end of the file; each item gets an `A`.
pub trait ToEnd<A>: Sized {
    /// Reads up to the end.
    ///
    /// # Errors
    /// What the reader says, and when the file ends in the middle of an item.
    fn to_end<R: Read + Seek>(reader: &mut R, endian: Endian, args: A) -> BinResult<Self>;
}

impl ToEnd<()> for Blob {
    fn to_end<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        // What does not fit into memory is not there to be taken.
        let count = usize::try_from(source::remaining(reader)?).unwrap_or(usize::MAX);
        Self::read_options(reader, endian, VecArgs { count, inner: () })
    }
}

impl<E> ToEnd<()> for Text<E> {
    fn to_end<R: Read + Seek>(reader: &mut R, endian: Endian, (): ()) -> BinResult<Self> {
        let count = usize::try_from(source::remaining(reader)?).unwrap_or(usize::MAX);
        Self::read_options(reader, endian, VecArgs { count, inner: () })
    }
}

impl<T: for<'a> BinRead<Args<'a> = A>, A: Clone> ToEnd<A> for Vec<T> {
    fn to_end<R: Read + Seek>(reader: &mut R, endian: Endian, args: A) -> BinResult<Self> {
        let mut items = Self::new();
        let mut left = source::remaining(reader)?;
        while left > 0 {
            items.push(T::read_options(reader, endian, args.clone())?);
            let before = left;
            left = source::remaining(reader)?;
            if left == before {
                return Err(endless(reader));
            }
        }
        Ok(items)
    }
}

impl<T: Record> ToEnd<T::Args> for Packed<T> {
    fn to_end<R: Read + Seek>(reader: &mut R, endian: Endian, inner: T::Args) -> BinResult<Self> {
        let left = usize::try_from(source::remaining(reader)?).unwrap_or(usize::MAX);
        let stride = T::stride(&T::shape(inner.clone()));
        if stride == 0 && left > 0 {
            return Err(endless(reader));
        }
        // A record that is cut off counts, and fails.
        let count = left.div_ceil(stride.max(1));
        Self::read_options(reader, endian, VecArgs { count, inner })
    }
}

fn endless<R: Seek>(reader: &mut R) -> Error {
    Error::AssertFail {
        pos: reader.stream_position().unwrap_or_default(),
        message: "an item that takes no bytes cannot repeat to the end of the file".into(),
    }
}

/// All items up to the end of the file: `#[br(parse_with = until_eof)]`. Each gets the arguments: `#[br(parse_with = until_eof, args(a, b))]`.
///
/// # Errors
/// What the reader says. A file that ends in the middle of an item is not read; binrw's function of this name
/// would leave that item out.
pub fn until_eof<L: ToEnd<A>, R: Read + Seek, A>(
    reader: &mut R,
    endian: Endian,
    args: A,
) -> BinResult<L> {
    L::to_end(reader, endian, args)
}

/// A list that takes the memory for its items at once: `#[br(count = number, parse_with = reserving)]`, with
/// `args { inner: (a, b) }` as without it. What is read is the same.
///
/// It takes no more than the bytes that are left of the file, whatever the count says. Where that is too little, it takes what the other items
/// need if they are as long as those before, in the file and in memory, and no more than a few times what is there already.
///
/// # Errors
/// What the reader says.
pub fn reserving<T, R, A>(reader: &mut R, endian: Endian, args: VecArgs<A>) -> BinResult<Vec<T>>
where
    T: for<'a> BinRead<Args<'a> = A>,
    R: Read + Seek,
    A: Clone,
{
    let before = source::left(reader)?;
    let mut room = args.count.min(before / size_of::<T>().max(1));
    let mut items = Vec::with_capacity(room);
    loop {
        for _ in items.len()..room {
            match T::read_options(reader, endian, args.inner.clone()) {
                Ok(item) => items.push(item),
                Err(error) => return Err(error),
            }
        }
        if room == args.count {
            return Ok(items);
        }
        let more = others(room, args.count, (before, source::left(reader)?));
        items.reserve_exact(more);
        room += more;
    }
}

/// How many items to make room for behind so many of a list, of which so many bytes were left before the first one, and are left now.
#[cold]
fn others(read: usize, count: usize, (before, left): (usize, usize)) -> usize {
    let bytes = before.saturating_sub(left);
    let items = left.saturating_mul(read);
    // Where those before took hardly any bytes, they say little of the others.
    let fit = items.checked_div(bytes).unwrap_or(read).min(3 * read);
    // Some more, since those before may be longer than the others, and never item by item.
    (fit + fit / 4).max(read / 16).max(4).min(count - read)
}

#[cfg(test)]
mod tests {
    use binrw::io::Cursor;
    use bytes::Bytes;

    use super::*;

    #[test]
    fn memory_is_taken_at_once_but_not_on_the_word_of_a_count() {
        let read = |length: usize, count| {
            let bytes = Bytes::from(vec![7; length]);
            let mut reader = Cursor::new(&*bytes);
            source::with(Some(bytes.clone()), || {
                reserving::<u64, _, _>(&mut reader, Endian::Little, VecArgs { count, inner: () })
            })
        };
        let list = read(808, 100).expect("enough bytes");
        assert_eq!((list.len(), list.capacity()), (100, 100));
        assert!(read(808, usize::MAX).is_err() && read(0, usize::MAX).is_err());
        assert_eq!(read(0, 0).expect("no items").capacity(), 0);
    }

    #[test]
    fn lists_grow_by_what_is_likely_and_no_more_than_is_asked() {
        assert_eq!(others(100, 1_000, (1_000, 600)), 187);
        assert_eq!(others(100, 180, (1_000, 600)), 80);
        // Items without bytes, and items of nearly none.
        assert_eq!(others(100, usize::MAX, (1_000, 1_000)), 125);
        assert_eq!(others(100, usize::MAX, (usize::MAX, usize::MAX - 1)), 375);
        // The last ones are longer than those before, and there is always one more.
        assert_eq!(others(1_600, 4_000, (1_600, 10)), 100);
        assert_eq!(others(0, 1, (0, 0)), 1);
    }
}
