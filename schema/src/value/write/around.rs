//! What stands around values: padding and magics, and sizes in front that are known behind.

use super::{Size, Writer};
use crate::{
    Result,
    expr::Expr,
    layout::{Count, Field, Pad, Padding},
    value::Value,
    walk::{Slot, Sums},
};

impl<'a> Writer<'a> {
    /// Puts down how many bytes a field took, in each field before it that says that.
    pub(super) fn patch(
        &mut self,
        fields: &[Field],
        field: &'a Field,
        sums: &mut Sums<'_>,
    ) -> Result<()> {
        if field.size.is_none() {
            return Ok(());
        }
        let Some((start, end)) = self.sized.take() else {
            return Ok(());
        };
        for place in self.waiting..self.sizes.len() {
            if self.sizes[place].of.counts == field.name {
                self.put_size((fields, field), place, end - start, sums)?;
            }
        }
        Ok(())
    }

    /// Puts down one size; what stands behind it moves where it has bytes only now.
    fn put_size(
        &mut self,
        (fields, field): (&[Field], &'a Field),
        place: usize,
        size: usize,
        sums: &mut Sums<'_>,
    ) -> Result<()> {
        let Size {
            of,
            at,
            length,
            endian,
        } = self.sizes[place];
        let behind = self.out.len();
        let value = Value::int(size as i128 + i128::from(of.plus));
        self.path.pop();
        self.path.push_name(&of.name);
        self.leaf(of.ty.peeled(), &value, endian)?;
        self.path.pop();
        self.path.push_name(&field.name);
        let bytes = self.out.split_off(behind);
        let grown = bytes.len() - length;
        self.out.splice(at..at + length, bytes);
        if grown == 0 {
            return Ok(());
        }
        let index = fields.iter().position(|field| std::ptr::eq(field, of));
        sums.grow(index.unwrap_or(fields.len()), at + length, grown);
        for later in &mut self.sizes[place + 1..] {
            later.at += if later.at >= at { grown } else { 0 };
        }
        Ok(())
    }

    /// What stands in front of a value; where the value begins.
    pub(super) fn before(&mut self, field: &Field) -> Result<usize> {
        if let Some(pad) = &field.pad.before {
            self.pad(pad)?;
        }
        let start = self.out.len();
        self.out.extend_from_slice(&field.magic);
        Ok(start)
    }

    /// What stands behind a value that began there.
    pub(super) fn behind(&mut self, field: &Field, start: usize) -> Result<()> {
        if let Some(size) = &field.size {
            self.sized_as_said(field, size, start + field.magic.len())?;
        }
        if let Some(to) = &field.pad.to {
            let (to, end) = (self.eval(to)?, self.out.len());
            let to = usize::try_from(to).unwrap_or(0).saturating_add(start);
            self.zeros(to.saturating_sub(end))?;
        }
        match &field.pad.after {
            Some(pad) => self.pad(pad),
            None => Ok(()),
        }
    }

    /// Holds the bytes of a value against what says how many they are. Fields that are that size have their number from here on.
    fn sized_as_said(&mut self, field: &Field, size: &Expr, start: usize) -> Result<()> {
        let end = self.out.len();
        self.sized = Some((start, end));
        for Size { of, .. } in &self.sizes[self.waiting..] {
            if of.counts == field.name {
                let number = (end - start) as i128 + i128::from(of.plus);
                self.scopes.settle(&of.name, Slot::Int(number));
            }
        }
        let Some(said) = self.known(size)? else {
            return Ok(());
        };
        if said == (end - start) as i128 {
            return Ok(());
        }
        let bytes = end - start;
        Err(self.invalid(format!("takes {bytes} bytes where `{size:#}` is {said}")))
    }

    fn pad(&mut self, pad: &Pad) -> Result<()> {
        let length = match pad {
            Pad::Bytes(length) => self.eval(length)?,
            Pad::Align(to) => {
                let (to, at) = (self.eval(to)?, self.out.len() as i128);
                match at.checked_rem(to).filter(|_| to > 0) {
                    Some(0) => 0,
                    Some(odd) => to - odd,
                    None => return Err(self.invalid(format!("is aligned to {to}"))),
                }
            }
        };
        let length = usize::try_from(length);
        let length = length.map_err(|_| self.invalid("has no number of bytes of padding"))?;
        self.zeros(length)
    }

    /// Padding that is zero.
    pub(super) fn padding(&mut self, field: &Field, padding: Padding) -> Result<Slot<'a>> {
        let start = self.before(field)?;
        let at = self.out.len();
        let length = self.padding_length(field, padding)?;
        self.zeros(usize::try_from(length).unwrap_or(usize::MAX))?;
        self.last = at..self.out.len();
        self.behind(field, start)?;
        Ok(Slot::Opaque)
    }

    /// How many bytes of padding stand here.
    fn padding_length(&self, field: &Field, padding: Padding) -> Result<u64> {
        match (padding, &field.count) {
            (Padding::Counted, Some(Count::Expr(count))) => {
                let length = self.eval(count)?;
                let length = u64::try_from(length);
                length.map_err(|_| self.invalid("has no number of bytes of padding"))
            }
            (padding, _) => Ok(padding.length(self.out.len() as u64)),
        }
    }

    /// Padding that a file has in place of zeros.
    pub(super) fn odd_padding(
        &mut self,
        field: &Field,
        padding: Padding,
        bytes: &[u8],
    ) -> Result<Slot<'a>> {
        let (length, found) = (self.padding_length(field, padding)?, bytes.len());
        if found as u64 != length {
            let message = format!("has {found} bytes of padding, and {length} stand here");
            return Err(self.invalid(message));
        }
        if bytes.iter().all(|byte| *byte == 0) {
            return Err(self.invalid("is zero, which is said by leaving it out"));
        }
        self.out.extend_from_slice(bytes);
        Ok(Slot::Opaque)
    }

    /// A text, and zeros up to the end of its field.
    pub(super) fn padded(&mut self, field: &Field, text: &[u8]) -> Result<Slot<'a>> {
        let Some(count) = field.computed_count() else {
            return Err(self.invalid("has no number of bytes"));
        };
        let length = self.eval(count)?;
        let room = usize::try_from(length).ok();
        let Some(room) = room.and_then(|room| room.checked_sub(text.len())) else {
            let bytes = text.len();
            return Err(self.invalid(format!("has {bytes} bytes where `{count:#}` is {length}")));
        };
        self.out.extend_from_slice(text);
        self.zeros(room)?;
        Ok(Slot::Opaque)
    }

    /// So many zeros. A tree that asks for more of them in all has a number that is wrong.
    fn zeros(&mut self, length: usize) -> Result<()> {
        const MOST: usize = 1 << 26;
        // Little by little there are no more than there are values.
        const LITTLE: usize = 64;
        if length > LITTLE {
            self.padding = self.padding.saturating_add(length);
        }
        if self.padding > MOST {
            let message = format!(
                "{} bytes of padding in all; the most is {MOST}",
                self.padding
            );
            return Err(self.invalid(message));
        }
        self.out.resize(self.out.len() + length);
        Ok(())
    }
}
