//! [`Column`]: the records of an array, or one field of each.

use std::marker::PhantomData;

use crate::{BigEndian, ByteOrder, LittleEndian, Record, layout::Endian};

/// The records of a [`Packed`](crate::Packed) array, or one field of each, decoded as they are asked for.
#[derive(Clone)]
pub struct Column<'a, T: Record> {
    pub(super) bytes: &'a [u8],
    pub(super) shape: T::Shape,
    pub(super) endian: Endian,
    pub(super) stride: usize,
    pub(super) offset: usize,
    pub(super) next: usize,
    pub(super) len: usize,
}

/// A field of the records `R`, as a handle for [`Packed::column`](crate::Packed::column) and
/// [`Packed::set`](crate::Packed::set): `T` is its type.
///
/// `derive(Record)` makes one for each field: `Keyframe::FIELDS.time`.
pub struct RecordField<R, T> {
    pub(super) name: &'static str,
    pub(super) place: usize,
    pub(super) endian: Option<Endian>,
    types: PhantomData<fn(R) -> T>,
}

impl<R, T> RecordField<R, T> {
    /// The field of this name, at this place among those of `R`, and its own byte order.
    pub(crate) const fn new(name: &'static str, place: usize, endian: Option<Endian>) -> Self {
        Self {
            name,
            place,
            endian,
            types: PhantomData,
        }
    }
}

impl<R, T> Clone for RecordField<R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, T> Copy for RecordField<R, T> {}

/// What a field of a record can be: a [`Record`], or an `Option` of one.
pub trait FieldType {
    /// What is stored where the field is there.
    type Value: Record;

    /// The field of every record: a [`Column`]; for an `Option` one that may be missing.
    type Column<'a>;

    /// Makes it of the column, and of whether records have the field.
    fn column(column: Column<'_, Self::Value>, is_there: bool) -> Self::Column<'_>;
}

impl<T: Record> FieldType for T {
    type Value = T;
    type Column<'a> = Column<'a, T>;

    fn column(column: Column<'_, T>, _: bool) -> Column<'_, T> {
        column
    }
}

impl<T: Record> FieldType for Option<T> {
    type Value = T;
    type Column<'a> = Option<Column<'a, T>>;

    fn column(column: Column<'_, T>, is_there: bool) -> Option<Column<'_, T>> {
        is_there.then_some(column)
    }
}

impl<'a, R: Record> Column<'a, R> {
    /// One field of each of these, as [`Packed::column`](crate::Packed::column).
    #[must_use]
    pub fn column<T: FieldType>(&self, field: RecordField<R, T>) -> T::Column<'a> {
        let (offset, is_there) = R::offset_of(&self.shape, field.place);
        let column = Column {
            bytes: self.bytes,
            shape: <T::Value as Record>::Shape::default(),
            endian: field.endian.unwrap_or(self.endian),
            stride: self.stride,
            offset: self.offset + offset,
            next: self.next,
            len: self.len,
        };
        T::column(column, is_there)
    }

    #[inline]
    fn decode<O: ByteOrder>(&self, index: usize) -> R {
        let at = index * self.stride + self.offset;
        R::decode::<O>(&self.shape, &self.bytes[at..])
    }

    #[inline]
    fn fold_as<O: ByteOrder, B>(self, first: B, mut add: impl FnMut(B, R) -> B) -> B {
        let mut all = first;
        for index in self.next..self.len {
            all = add(all, self.decode::<O>(index));
        }
        all
    }
}

impl<T: Record> Default for Column<'_, T> {
    /// No values.
    fn default() -> Self {
        Self {
            bytes: &[],
            shape: T::Shape::default(),
            endian: Endian::Little,
            stride: 0,
            offset: 0,
            next: 0,
            len: 0,
        }
    }
}

impl<T: Record> Iterator for Column<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let index = self.next;
        if index >= self.len {
            return None;
        }
        self.next += 1;
        Some(match self.endian {
            Endian::Little => self.decode::<LittleEndian>(index),
            Endian::Big => self.decode::<BigEndian>(index),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
    }

    /// The order of the bytes is asked for once, not for each value.
    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, first: B, add: F) -> B {
        match self.endian {
            Endian::Little => self.fold_as::<LittleEndian, B>(first, add),
            Endian::Big => self.fold_as::<BigEndian, B>(first, add),
        }
    }
}

impl<T: Record> ExactSizeIterator for Column<'_, T> {}
