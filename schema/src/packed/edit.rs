//! Changing packed records where they are.

use std::{fmt, mem, ops::Range};

use bytes::BytesMut;

use super::{FieldType, Packed, RecordField, contradiction};
use crate::{BigEndian, ByteOrder, Error, Kind, LittleEndian, Record, Result, layout::Endian};

impl<R: Record> Packed<R> {
    /// Changes the bytes of the records, in the byte order that [`endian`](Self::endian) tells. Where others share them,
    /// such as the file that they are a slice of, they are copied first; otherwise they are changed where they are.
    ///
    /// Should `edit` panic, no records are left.
    pub fn edit_bytes<T>(&mut self, edit: impl FnOnce(&mut [u8]) -> T) -> T {
        let mut whole = mem::take(self);
        let shared = mem::take(&mut whole.bytes);
        let mut bytes = shared
            .try_into_mut()
            .unwrap_or_else(|shared| BytesMut::from(&*shared));
        let result = edit(&mut bytes);
        whole.bytes = bytes.freeze();
        *self = whole;
        result
    }

    /// Sets one field of one record: `keyframes.set(3, Keyframe::FIELDS.time, 0.5)`.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when there is no such record, or the records do not have the field.
    pub fn set<T: FieldType>(
        &mut self,
        index: usize,
        field: RecordField<R, T>,
        value: T::Value,
    ) -> Result<()> {
        self.has(index)?;
        let mut value = Some(value);
        self.rewrite(field, index..index + 1, |old| value.take().unwrap_or(old))
    }

    /// Sets one field of every record, from as many values as there are records.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when there are more or fewer values, or the records do not have the field.
    pub fn set_column<T: FieldType>(
        &mut self,
        field: RecordField<R, T>,
        values: impl IntoIterator<Item = T::Value, IntoIter: ExactSizeIterator>,
    ) -> Result<()> {
        let mut values = values.into_iter();
        if values.len() != self.len() {
            let message = format!("{} values for {} records", values.len(), self.len());
            return Err(Error::new(Kind::Invalid, message).of(field.name));
        }
        self.rewrite(field, 0..self.len(), |old| values.next().unwrap_or(old))
    }

    /// Changes one field of every record: `keyframes.map_column(Keyframe::FIELDS.time, |time| time * 2.0)`. No other
    /// byte changes.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the records do not have the field, or with the first value that has other optional
    /// fields than the one it replaces; those before it are changed by then.
    pub fn map_column<T: FieldType>(
        &mut self,
        field: RecordField<R, T>,
        change: impl FnMut(T::Value) -> T::Value,
    ) -> Result<()> {
        self.rewrite(field, 0..self.len(), change)
    }

    /// Replaces one record.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when there is no such record, or the new one has other optional fields.
    pub fn set_record(&mut self, index: usize, record: &R) -> Result<()> {
        self.has(index)?;
        let mut bytes = Vec::with_capacity(self.stride());
        self.encode_at(index, record, &mut bytes)?;
        let start = index * bytes.len();
        self.edit_bytes(|all| all[start..start + bytes.len()].copy_from_slice(&bytes));
        Ok(())
    }

    /// Changes every record. Where only one field changes, [`map_column`](Self::map_column) is faster.
    ///
    /// # Errors
    /// [`Kind::Invalid`] with the index of the first record that has other optional fields afterwards; then nothing
    /// is changed.
    pub fn map_records(&mut self, mut change: impl FnMut(R) -> R) -> Result<()> {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for (index, record) in self.iter().enumerate() {
            self.encode_at(index, &change(record), &mut bytes)?;
        }
        self.bytes = bytes.into();
        Ok(())
    }

    fn has(&self, index: usize) -> Result<()> {
        if index < self.len() {
            return Ok(());
        }
        let message = format!("there are {} records", self.len());
        Err(Error::new(Kind::Invalid, message).of(format_args!("[{index}]")))
    }

    /// Appends a record that is to stand at this place, in the order of the others.
    fn encode_at(&self, index: usize, record: &R, bytes: &mut Vec<u8>) -> Result<()> {
        same_shape(format_args!("[{index}]"), record, &self.shape)?;
        match self.endian {
            Endian::Little => record.encode::<LittleEndian>(bytes),
            Endian::Big => record.encode::<BigEndian>(bytes),
        }
        Ok(())
    }

    fn rewrite<T: FieldType>(
        &mut self,
        field: RecordField<R, T>,
        records: Range<usize>,
        change: impl FnMut(T::Value) -> T::Value,
    ) -> Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        let (offset, is_there) = R::offset_of(&self.shape, field.place);
        if !is_there {
            let message = "the records do not have this field";
            return Err(Error::new(Kind::Invalid, message).of(field.name));
        }
        let cells = Cells {
            name: field.name,
            offset,
            stride: self.stride(),
        };
        // The order is asked for once, not for each value.
        let endian = field.endian.unwrap_or(self.endian);
        self.edit_bytes(|bytes| match endian {
            Endian::Little => cells.rewrite::<LittleEndian, _>(bytes, records, change),
            Endian::Big => cells.rewrite::<BigEndian, _>(bytes, records, change),
        })
    }
}

/// Where one field of each record stands.
struct Cells {
    name: &'static str,
    offset: usize,
    stride: usize,
}

impl Cells {
    fn rewrite<O: ByteOrder, T: Record>(
        &self,
        bytes: &mut [u8],
        records: Range<usize>,
        mut change: impl FnMut(T) -> T,
    ) -> Result<()> {
        let shape = T::Shape::default();
        let mut new = Vec::with_capacity(T::stride(&shape));
        for index in records {
            let start = index * self.stride + self.offset;
            let cell = &mut bytes[start..start + T::stride(&shape)];
            let value = change(T::decode::<O>(&shape, cell));
            same_shape(format_args!("[{index}].{}", self.name), &value, &shape)?;
            new.clear();
            value.encode::<O>(&mut new);
            cell.copy_from_slice(&new);
        }
        Ok(())
    }
}

/// Asks that a value takes the bytes that are meant for it.
fn same_shape<R: Record>(path: fmt::Arguments<'_>, value: &R, shape: &R::Shape) -> Result<()> {
    let own = value.shape_of();
    if own == *shape {
        return Ok(());
    }
    Err(contradiction::<R>(path, &own, shape))
}
