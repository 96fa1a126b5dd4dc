//! Fields that trees do not have.

use super::{Size, Writer};
use crate::{
    Result,
    layout::{Due, Endian, Field, Type},
    value::{Fields, Piece, Value},
    walk::{Slot, Sums},
};

impl<'a> Writer<'a> {
    /// Whether a field is in the file; none when only the finished file can tell.
    pub(super) fn holds(&self, field: &Field) -> Result<Option<bool>> {
        let Some(when) = &field.when else {
            return Ok(Some(true));
        };
        Ok(self.known(when)?.map(|holds| holds != 0))
    }

    /// A field that trees do not have: a count, or a number that an assertion fixes.
    pub(super) fn hidden(
        &mut self,
        fields: &'a [Field],
        values: &Fields,
        place: usize,
        endian: Endian,
    ) -> Result<Slot<'a>> {
        let field = &fields[place];
        let counted = fields.iter().zip(values);
        let mut counted = counted.filter(|(other, _)| other.visible && other.name == field.counts);
        let counted = counted
            .next()
            .and_then(|(other, value)| Some((other, value?)));
        let is_sized = counted.is_some_and(|(other, _)| other.size.is_some());
        let counted = counted.map(|(_, value)| value);
        let takes_no_bytes = field.is_lookahead() || field.is.is_some();
        let is_there = match self.holds(field)? {
            Some(is_there) => is_there,
            None if takes_no_bytes => true,
            None => match Field::witness(fields, place) {
                Some(witness) => values.get(witness).is_some(),
                None => counted.is_some(),
            },
        };
        self.last = 0..0;
        if !is_there {
            return Ok(Slot::Absent);
        }
        if field.is_lookahead() {
            return Ok(Slot::Opaque);
        }
        if let Some(is) = &field.is {
            return self.arg(is);
        }
        let length = counted
            .and_then(Value::length)
            .map(|length| length as i128 + i128::from(field.plus));
        let number = length.or_else(|| field.fixed()).unwrap_or(0);
        let value = match field.ty.peeled() {
            Type::CString | Type::Ended(..) => Value::Text(Piece::default()),
            Type::Prim(kind) if !kind.is_whole() => {
                return Err(self.invalid("cannot be computed from the tree"));
            }
            _ => Value::int(number),
        };
        let endian = self.order(field.endian.as_ref(), endian)?;
        let start = self.before(field)?;
        let at = self.out.len();
        let slot = self.leaf(field.ty.peeled(), &value, endian)?;
        self.last = at..self.out.len();
        if !is_sized {
            self.behind(field, start)?;
            return Ok(slot);
        }
        // Known when what it is the size of has been written; numbers of variable width take no bytes until then.
        if matches!(field.ty.peeled(), Type::Vle) {
            self.out.truncate(at);
            self.last = at..at;
        }
        let length = self.out.len() - at;
        self.behind(field, start)?;
        self.sizes.push(Size {
            of: field,
            at,
            length,
            endian,
        });
        Ok(Slot::Opaque)
    }
}

impl<'a> Writer<'a> {
    /// A number that follows from the bytes of fields before it, unless the tree says another one.
    pub(super) fn due(
        &mut self,
        field: &'a Field,
        due: &Due,
        said: Option<&Value>,
        sums: &Sums<'_>,
        endian: Endian,
    ) -> Result<Slot<'a>> {
        if self.holds(field)? == Some(false) {
            return self.not_due(field, said);
        }
        let at = self.out.len();
        let right = sums.right(due, |range| self.out.written(range), at);
        let value = said.cloned().unwrap_or(Value::int(right));
        let endian = self.order(field.endian.as_ref(), endian)?;
        let slot = self.leaf(field.ty.peeled(), &value, endian)?;
        self.last = at..self.out.len();
        Ok(slot)
    }

    fn not_due(&mut self, field: &Field, said: Option<&Value>) -> Result<Slot<'a>> {
        self.last = 0..0;
        let when = field.when.as_ref().map(|when| format!("{when:#}"));
        match (said, when) {
            (Some(_), Some(when)) => {
                Err(self.invalid(format!("is there although `{when}` does not hold")))
            }
            _ => Ok(Slot::Absent),
        }
    }

    /// A value without bytes that only the file tells. It is proved when that is read back.
    pub(super) fn told(&mut self, said: Option<&Value>) -> Result<Slot<'a>> {
        self.last = 0..0;
        match said {
            None => Ok(Slot::Int(0)),
            Some(Value::Int(value)) => Ok(Slot::Int(value.get())),
            Some(_) => Err(self.invalid("is no truth value")),
        }
    }
}
