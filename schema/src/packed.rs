//! [`Packed`]: arrays of records of one stride, kept as they are in the file.

use std::{fmt, marker::PhantomData};

use binrw::{
    BinRead, BinResult, BinWrite, Endian, Error, VecArgs,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{SeqAccess, Visitor},
};

use crate::{
    Check, Kind, Path, Record, Result, Schema, allowance,
    layout::{Ref, Type},
    source,
};

/// An array of records, kept as its bytes: a slice of the input, or owned.
///
/// Nothing is decoded until it is asked for: [`get`](Self::get) and [`iter`](Self::iter) decode
/// records, [`column`](Self::column) one field of each, [`bytes`](Self::bytes) gives what a GPU upload
/// wants.
pub struct Packed<R: Record> {
    bytes: Bytes,
    len: usize,
    shape: R::Shape,
    records: PhantomData<fn() -> R>,
}

impl<R: Record> Packed<R> {
    /// Packs records.
    ///
    /// # Errors
    /// [`Kind::Invalid`] with the index of the first record whose optional fields differ from those
    /// that `args` lead to.
    pub fn from_records(args: R::Args, records: impl IntoIterator<Item = R>) -> Result<Self> {
        let shape = R::shape(args);
        let mut packer = Packer::new();
        for record in records {
            let own = record.shape_of();
            if own != shape {
                let path = format!("[{}]", packer.len);
                return Err(contradiction::<R>(path, &own, &shape));
            }
            packer.add(&record);
        }
        packer.shape = Some(shape);
        Ok(packer.finish())
    }

    /// Takes the bytes of `len` records as they are.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when they are not `len` times the stride that `args` lead to.
    pub fn from_bytes(args: R::Args, len: usize, bytes: impl Into<Bytes>) -> Result<Self> {
        let (shape, bytes) = (R::shape(args), bytes.into());
        let stride = R::stride(&shape);
        if stride.checked_mul(len) != Some(bytes.len()) {
            let message = format!("{} bytes are not {len} records of {stride}", bytes.len());
            return Err(crate::Error::new(Kind::Invalid, message));
        }
        Ok(Self {
            bytes,
            len,
            shape,
            records: PhantomData,
        })
    }

    /// Number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Which optional fields every record has.
    #[must_use]
    pub fn shape(&self) -> &R::Shape {
        &self.shape
    }

    /// Bytes from one record to the next.
    #[must_use]
    pub fn stride(&self) -> usize {
        R::stride(&self.shape)
    }

    /// The records as they are in the file.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// One record.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<R> {
        let stride = self.stride();
        let start = index.checked_mul(stride)?;
        (index < self.len).then(|| R::decode(&self.shape, &self.bytes[start..start + stride]))
    }

    /// The last record.
    #[must_use]
    pub fn last(&self) -> Option<R> {
        self.get(self.len.checked_sub(1)?)
    }

    /// Every record.
    pub fn iter(&self) -> Iter<'_, R> {
        Iter {
            packed: self,
            stride: self.stride(),
            next: 0,
        }
    }

    /// One field of every record, without decoding the others; `None` when the records do not
    /// have it.
    #[must_use]
    pub fn column<T: Record<Shape: Default>>(&self, field: &str) -> Option<Column<'_, T>> {
        let offset = R::offset_of(&self.shape, field)?;
        let width = T::stride(&T::Shape::default());
        let stride = self.stride();
        (offset + width <= stride).then(|| Column {
            bytes: &self.bytes,
            stride,
            offset,
            next: 0,
            len: self.len,
            values: PhantomData,
        })
    }
}

/// One field of every record of a [`Packed`] array.
#[derive(Clone)]
pub struct Column<'a, T> {
    bytes: &'a [u8],
    stride: usize,
    offset: usize,
    next: usize,
    len: usize,
    values: PhantomData<fn() -> T>,
}

impl<T> Default for Column<'_, T> {
    /// No values.
    fn default() -> Self {
        Self {
            bytes: &[],
            stride: 0,
            offset: 0,
            next: 0,
            len: 0,
            values: PhantomData,
        }
    }
}

impl<T: Record> Iterator for Column<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.next >= self.len {
            return None;
        }
        let at = self.next * self.stride + self.offset;
        self.next += 1;
        Some(T::decode(&T::Shape::default(), &self.bytes[at..]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
    }
}

impl<T: Record> ExactSizeIterator for Column<'_, T> {}

/// The records of a [`Packed`] array.
pub struct Iter<'a, R: Record> {
    packed: &'a Packed<R>,
    stride: usize,
    next: usize,
}

impl<R: Record> Iterator for Iter<'_, R> {
    type Item = R;

    #[inline]
    fn next(&mut self) -> Option<R> {
        if self.next >= self.packed.len {
            return None;
        }
        let start = self.next * self.stride;
        self.next += 1;
        Some(R::decode(
            &self.packed.shape,
            &self.packed.bytes[start..start + self.stride],
        ))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.packed.len - self.next;
        (left, Some(left))
    }
}

impl<R: Record> ExactSizeIterator for Iter<'_, R> {}

impl<'a, R: Record> IntoIterator for &'a Packed<R> {
    type Item = R;
    type IntoIter = Iter<'a, R>;

    fn into_iter(self) -> Iter<'a, R> {
        self.iter()
    }
}

impl<R: Record> Clone for Packed<R> {
    fn clone(&self) -> Self {
        Self {
            bytes: self.bytes.clone(),
            len: self.len,
            shape: self.shape.clone(),
            records: PhantomData,
        }
    }
}

impl<R: Record> Default for Packed<R> {
    fn default() -> Self {
        Packer::new().finish()
    }
}

impl<R: Record> PartialEq for Packed<R> {
    /// Equal bytes of equal meaning; so NaN equals the same NaN, and -0 differs from 0.
    fn eq(&self, other: &Self) -> bool {
        let same_slice = self.bytes.as_ptr() == other.bytes.as_ptr();
        self.len == other.len
            && (self.len == 0 || self.shape == other.shape)
            && self.bytes.len() == other.bytes.len()
            && (same_slice || self.bytes == other.bytes)
    }
}

impl<R: Record + fmt::Debug> fmt::Debug for Packed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let mut list = f.debug_list();
        list.entries(self.iter().take(SHOWN));
        if self.len > SHOWN {
            list.entry(&format_args!("… {} more", self.len - SHOWN));
        }
        list.finish()
    }
}

impl<R: Record> BinRead for Packed<R> {
    type Args<'a> = VecArgs<R::Args>;

    fn read_options<S: Read + Seek>(
        reader: &mut S,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        if endian == Endian::Big {
            let message = "packed records are little-endian".into();
            return Err(Error::AssertFail { pos, message });
        }
        let shape = R::shape(args.inner);
        let stride = R::stride(&shape);
        if stride == 0 && !allowance::spend(args.count as u64) {
            let message = "more items that take no bytes than the limit".into();
            return Err(Error::AssertFail { pos, message });
        }
        let length = stride.checked_mul(args.count);
        // No file is that long; let the reader say so.
        let bytes = source::take(reader, length.unwrap_or(usize::MAX))?;
        Ok(Self {
            bytes,
            len: args.count,
            shape,
            records: PhantomData,
        })
    }
}

impl<R: Record> BinWrite for Packed<R> {
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(&self, writer: &mut W, _: Endian, (): ()) -> BinResult<()> {
        Ok(writer.write_all(&self.bytes)?)
    }
}

impl<R: Record + Schema> Schema for Packed<R> {
    const TYPE: Type = Type::Packed(Ref::Static(&R::TYPE));
}

impl<R: Record> Check for Packed<R> {
    type Args = R::Args;

    fn check<'a>(&'a self, args: R::Args, path: &mut Path<'a>) -> Result<()> {
        let shape = R::shape(args);
        if self.is_empty() || self.shape == shape {
            return Ok(());
        }
        path.push_index(0);
        let error = contradiction::<R>(&*path, &self.shape, &shape);
        path.pop();
        Err(error)
    }
}

impl<R: Record + Serialize> Serialize for Packed<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, R: Record + Deserialize<'de>> Deserialize<'de> for Packed<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Records<R>(PhantomData<fn() -> R>);
        impl<'de, R: Record + Deserialize<'de>> Visitor<'de> for Records<R> {
            type Value = Packed<R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of records")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Packed<R>, A::Error> {
                let mut packer = Packer::new();
                while let Some(record) = seq.next_element::<R>()? {
                    packer.push(&record).map_err(serde::de::Error::custom)?;
                }
                Ok(packer.finish())
            }
        }
        deserializer.deserialize_seq(Records(PhantomData))
    }
}

/// Puts records behind one another and sees to it that they have one shape.
struct Packer<R: Record> {
    bytes: Vec<u8>,
    len: usize,
    shape: Option<R::Shape>,
}

impl<R: Record> Packer<R> {
    fn new() -> Self {
        Self {
            bytes: Vec::new(),
            len: 0,
            shape: None,
        }
    }

    fn push(&mut self, record: &R) -> Result<(), String> {
        let shape = record.shape_of();
        let before = self.shape.get_or_insert_with(|| shape.clone());
        if *before != shape {
            let message = "has other optional fields than the records before it";
            return Err(named::<R>(message, &shape, before));
        }
        self.add(record);
        Ok(())
    }

    fn add(&mut self, record: &R) {
        record.encode(&mut self.bytes);
        self.len += 1;
    }

    fn finish(self) -> Packed<R> {
        Packed {
            bytes: self.bytes.into(),
            len: self.len,
            shape: self.shape.unwrap_or_default(),
            records: PhantomData,
        }
    }
}

fn contradiction<R: Record>(
    path: impl fmt::Display,
    own: &R::Shape,
    asked: &R::Shape,
) -> crate::Error {
    let message = "has other optional fields than its conditions say";
    crate::Error::new(Kind::Invalid, named::<R>(message, own, asked)).of(path)
}

/// The message with a field that is there or missing in vain.
fn named<R: Record>(message: &str, own: &R::Shape, asked: &R::Shape) -> String {
    match R::lonely_field(own, asked) {
        Some((name, true)) => format!("{message}: it has `{name}`"),
        Some((name, false)) => format!("{message}: it has no `{name}`"),
        None => message.into(),
    }
}
