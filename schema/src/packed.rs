//! [`Packed`]: arrays of records of one stride, kept as they are in the file.

mod column;
mod edit;
mod length;

use std::{fmt, marker::PhantomData};

use binrw::{
    BinRead, BinResult, BinWrite, Error, VecArgs,
    io::{Read, Seek, Write},
};
use bytes::Bytes;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{SeqAccess, Visitor},
};

use self::length::Length;

pub use self::column::{Column, FieldType, RecordField};

use crate::{
    BigEndian, Check, Kind, LittleEndian, Path, Record, Result, Schema, budget,
    layout::{Endian, Ref, Type},
    source,
};

/// Only records without bytes can be that many.
const TOO_MANY: &str = "more records than can be counted";

/// An array of records, kept as its bytes: a slice of the input, or owned.
///
/// Nothing is decoded until it is asked for: [`get`](Self::get) and [`iter`](Self::iter) decode
/// records, [`column`](Self::column) one field of each, [`bytes`](Self::bytes) gives what a GPU upload
/// wants. [`set`](Self::set), [`set_column`](Self::set_column) and [`map_column`](Self::map_column) write a field,
/// and leave all other bytes as they are.
///
/// The bytes stay in the order of the file that they are from, which [`endian`](Self::endian) tells. Records
/// that are from no file, such as those of a text, are little-endian. Whatever writes them does so in
/// its own order, so an array is never in the wrong one, and arrays of equal records are equal.
pub struct Packed<R: Record> {
    bytes: Bytes,
    len: Length,
    shape: R::Shape,
    endian: Endian,
    records: PhantomData<fn() -> R>,
}

impl<R: Record> Packed<R> {
    /// Packs records, little-endian until they are written.
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

    /// Takes the bytes of `len` records as they are, in this byte order.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when they are not `len` times the stride that `args` lead to, or there are 2⁴⁸ records without bytes or more.
    pub fn from_bytes(
        args: R::Args,
        endian: Endian,
        len: usize,
        bytes: impl Into<Bytes>,
    ) -> Result<Self> {
        let (shape, bytes) = (R::shape(args), bytes.into());
        let stride = R::stride(&shape);
        if stride.checked_mul(len) != Some(bytes.len()) {
            let message = format!("{} bytes are not {len} records of {stride}", bytes.len());
            return Err(crate::Error::new(Kind::Invalid, message));
        }
        let len = Length::new(len).ok_or_else(|| crate::Error::new(Kind::Invalid, TOO_MANY))?;
        Ok(Self {
            bytes,
            len,
            shape,
            endian,
            records: PhantomData,
        })
    }

    /// The same records in another byte order; shares the bytes when they are in that order.
    #[must_use]
    pub fn to_endian(&self, endian: Endian) -> Self {
        if endian == self.endian {
            return self.clone();
        }
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for record in self {
            match endian {
                Endian::Little => record.encode::<LittleEndian>(&mut bytes),
                Endian::Big => record.encode::<BigEndian>(&mut bytes),
            }
        }
        Self {
            bytes: bytes.into(),
            endian,
            ..self.clone()
        }
    }

    /// Number of records.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len.get()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// The byte order of [`bytes`](Self::bytes).
    #[must_use]
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// The records one behind the other, in the byte order that [`endian`](Self::endian) tells; in a
    /// certain one after [`to_endian`](Self::to_endian).
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// One record.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<R> {
        let record = match self.stride() {
            0 => (index < self.len()).then_some(&[][..])?,
            stride => {
                let start = index.checked_mul(stride)?;
                self.bytes.get(start..)?.get(..stride)?
            }
        };
        Some(match self.endian {
            Endian::Little => R::decode::<LittleEndian>(&self.shape, record),
            Endian::Big => R::decode::<BigEndian>(&self.shape, record),
        })
    }

    /// The last record.
    #[must_use]
    pub fn last(&self) -> Option<R> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Every record.
    pub fn iter(&self) -> Column<'_, R> {
        Column {
            bytes: &self.bytes,
            shape: self.shape.clone(),
            endian: self.endian,
            stride: self.stride(),
            offset: 0,
            next: 0,
            len: self.len(),
        }
    }

    /// One field of every record, without decoding the others: `keyframes.column(Keyframe::FIELDS.time)`.
    ///
    /// Of a field that is an `Option` this is one as well: `None` when the records do not have it.
    #[must_use]
    pub fn column<T: FieldType>(&self, field: RecordField<R, T>) -> T::Column<'_> {
        self.iter().column(field)
    }
}

impl<'a, R: Record> IntoIterator for &'a Packed<R> {
    type Item = R;
    type IntoIter = Column<'a, R>;

    fn into_iter(self) -> Column<'a, R> {
        self.iter()
    }
}

impl<R: Record> Clone for Packed<R> {
    fn clone(&self) -> Self {
        Self {
            bytes: self.bytes.clone(),
            len: self.len,
            shape: self.shape.clone(),
            endian: self.endian,
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
    /// Equal bits of equal meaning, in whatever byte order; so NaN equals the same NaN, and -0 differs from 0.
    fn eq(&self, other: &Self) -> bool {
        if self.len != other.len || (!self.is_empty() && self.shape != other.shape) {
            return false;
        }
        let (ours, theirs) = (&self.bytes, &other.to_endian(self.endian).bytes);
        let same_slice = ours.as_ptr() == theirs.as_ptr();
        ours.len() == theirs.len() && (same_slice || ours == theirs)
    }
}

impl<R: Record + fmt::Debug> fmt::Debug for Packed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let mut list = f.debug_list();
        list.entries(self.iter().take(SHOWN));
        if self.len() > SHOWN {
            list.entry(&format_args!("… {} more", self.len() - SHOWN));
        }
        list.finish()
    }
}

impl<R: Record> BinRead for Packed<R> {
    type Args<'a> = VecArgs<R::Args>;

    fn read_options<S: Read + Seek>(
        reader: &mut S,
        endian: binrw::Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        let pos = reader.stream_position()?;
        let shape = R::shape(args.inner);
        let stride = R::stride(&shape);
        let length = stride.checked_mul(args.count);
        // No file is that long; let the reader say so.
        let bytes = source::take(reader, length.unwrap_or(usize::MAX))?;
        let refused = |message: &str| Error::AssertFail {
            pos,
            message: message.into(),
        };
        if stride == 0 && !budget::charge(args.count as u64) {
            return Err(refused("more items that take no bytes than the limit"));
        }
        let len = Length::new(args.count).ok_or_else(|| refused(TOO_MANY))?;
        Ok(Self {
            bytes,
            len,
            shape,
            endian: endian.into(),
            records: PhantomData,
        })
    }
}

impl<R: Record> BinWrite for Packed<R> {
    type Args<'a> = ();

    #[inline]
    fn write_options<W: Write + Seek>(
        &self,
        writer: &mut W,
        endian: binrw::Endian,
        (): (),
    ) -> BinResult<()> {
        if self.endian == endian.into() {
            return Ok(writer.write_all(&self.bytes)?);
        }
        turned(self, writer, endian.into())
    }
}

/// Writes records in another order than theirs; apart, so that writing those in the right one stays small.
#[inline(never)]
fn turned<R: Record, W: Write>(
    records: &Packed<R>,
    writer: &mut W,
    endian: Endian,
) -> BinResult<()> {
    Ok(writer.write_all(&records.to_endian(endian).bytes)?)
}

impl<R: Record + Schema> Schema for Packed<R> {
    const TYPE: Type = Type::Packed(Ref::Static(&R::TYPE));
}

impl<R: Record> Check for Packed<R> {
    type Args = R::Args;

    #[inline]
    fn holds(&self, args: &R::Args) -> bool {
        self.shape == R::shape(args.clone()) || self.is_empty()
    }

    fn check<'a>(&'a self, args: R::Args, path: &mut Path<'a>) -> Result<()> {
        if self.holds(&args) {
            return Ok(());
        }
        let shape = R::shape(args);
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
            let what = match R::unmatched_field(&shape, before) {
                Some((name, true)) => format!("this one has `{name}`, those before it have not"),
                Some((name, false)) => format!("this one has no `{name}`, those before it have"),
                None => "this one has others than those before it".into(),
            };
            return Err(format!(
                "the records of a list have the same fields: {what}"
            ));
        }
        self.add(record);
        Ok(())
    }

    fn add(&mut self, record: &R) {
        record.encode::<LittleEndian>(&mut self.bytes);
        self.len += 1;
    }

    fn finish(self) -> Packed<R> {
        Packed {
            bytes: self.bytes.into(),
            len: Length::new(self.len).unwrap_or(Length::MOST),
            shape: self.shape.unwrap_or_default(),
            endian: Endian::Little,
            records: PhantomData,
        }
    }
}

fn contradiction<R: Record>(
    path: impl fmt::Display,
    own: &R::Shape,
    asked: &R::Shape,
) -> crate::Error {
    let message = match R::unmatched_field(own, asked) {
        Some((name, true)) => format!("has `{name}` although its condition does not hold"),
        Some((name, false)) => format!("has no `{name}` although its condition holds"),
        None => "has other fields than their conditions ask for".into(),
    };
    crate::Error::new(Kind::Invalid, message).of(path)
}
