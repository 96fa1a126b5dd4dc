//! Values without parts.

use super::Writer;
use crate::{
    Mark, Result, half_float,
    layout::{Endian, Field, MarkPlace, PrimKind, Type, Versions},
    value::Value,
    version::{parse_version, version_bytes},
    walk::Slot,
};

impl<'a> Writer<'a> {
    /// Bytes of which the layout says how many there are.
    pub(super) fn whole(&mut self, field: &Field, bytes: &[u8]) -> Result<Slot<'a>> {
        self.counted(field, bytes.len())?;
        if !(self.is_settled() && self.out.settled(bytes)) {
            self.out.extend_from_slice(bytes);
        }
        Ok(Slot::List(bytes.len() as u64))
    }

    pub(super) fn leaf(&mut self, ty: &'a Type, value: &Value, endian: Endian) -> Result<Slot<'a>> {
        match (ty, value) {
            (Type::Vle, Value::Int(value)) => self.vle(value.get()),
            (Type::CString, Value::Text(text)) => self.ended(text, Mark::NUL, MarkPlace::Behind),
            (Type::Ended(charset, ending), Value::Text(text)) => {
                self.ended(text, charset.mark(&ending.mark), ending.place)
            }
            (Type::FixedString(length), Value::Fixed(fixed)) => {
                self.fixed(*length as usize, &fixed.text, &fixed.padding)
            }
            (Type::Version(versions), Value::Word(text)) => self.version(versions, text, endian),
            (Type::Dialect(names), Value::Word(text)) => {
                if !names.values.iter().any(|name| name.name == **text) {
                    return Err(self.invalid(format!("`{text}` is not a dialect")));
                }
                Ok(Slot::Int(self.dialect as i128))
            }
            (ty, value) => match (ty.number_kind(), value) {
                (Some(PrimKind::F16), Value::F32(value)) => self.half(*value, endian),
                (Some(PrimKind::F32), Value::F32(value)) => {
                    self.raw(value.to_bits().into(), 4, endian);
                    Ok(Slot::Opaque)
                }
                (Some(PrimKind::F64), Value::F64(value)) => {
                    self.raw(value.to_bits().into(), 8, endian);
                    Ok(Slot::Opaque)
                }
                (Some(kind), Value::Int(value)) if kind.is_whole() => {
                    self.int(kind, value.get(), endian)?;
                    Ok(Slot::number(ty, value.get()))
                }
                _ => Err(self.misfit(ty)),
            },
        }
    }

    fn half(&mut self, value: f32, endian: Endian) -> Result<Slot<'a>> {
        let bits = half_float::narrowed(value);
        let kept = half_float::widened(bits);
        if kept.to_bits() != value.to_bits() {
            let message = format!("{value} is no float of half precision; {kept} is the nearest");
            return Err(self.invalid(message));
        }
        self.raw(bits.into(), 2, endian);
        Ok(Slot::Opaque)
    }

    fn raw(&mut self, bits: u128, size: usize, endian: Endian) {
        let mut bytes = bits.to_le_bytes();
        let bytes = &mut bytes[..size];
        if endian == Endian::Big {
            bytes.reverse();
        }
        self.out.extend_from_slice(bytes);
    }

    fn int(&mut self, kind: PrimKind, value: i128, endian: Endian) -> Result<()> {
        if !kind.holds(value) {
            return Err(self.invalid(format!("{value} does not fit in `{}`", kind.name())));
        }
        self.raw(value as u128, kind.size(), endian);
        Ok(())
    }

    fn vle(&mut self, value: i128) -> Result<Slot<'a>> {
        let Ok(mut rest) = u32::try_from(value) else {
            return Err(self.invalid(format!("{value} does not fit in 32 bits")));
        };
        while rest >= 0x80 {
            self.out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.out.push(rest as u8);
        Ok(Slot::Int(value))
    }

    /// A string, and its mark where that is nobody else's.
    fn ended(&mut self, text: &[u8], mark: Mark, place: MarkPlace) -> Result<Slot<'a>> {
        if let Some(why) = mark.objection_in(place, text) {
            return Err(self.invalid(why));
        }
        self.out.extend_from_slice(text);
        if place == MarkPlace::Behind {
            self.out.extend_from_slice(mark.as_bytes());
        }
        Ok(Slot::Opaque)
    }

    fn fixed(&mut self, length: usize, text: &[u8], padding: &[u8]) -> Result<Slot<'a>> {
        let Some(room) = length.checked_sub(text.len() + 1) else {
            let message = format!("has {} bytes in a field of {length}", text.len());
            return Err(self.invalid(message));
        };
        if padding.len() > room {
            let message = format!("has {} bytes of padding in {room}", padding.len());
            return Err(self.invalid(message));
        }
        self.ended(text, Mark::NUL, MarkPlace::Behind)?;
        self.out.extend_from_slice(padding);
        let end = self.out.len() + room - padding.len();
        self.out.resize(end);
        Ok(Slot::Opaque)
    }

    fn version(&mut self, versions: &Versions, text: &str, endian: Endian) -> Result<Slot<'a>> {
        let (place, number) = parse_version(versions, text).map_err(|why| self.invalid(why))?;
        let bytes = version_bytes(versions, place.into(), number, endian);
        self.out.kept().extend(bytes);
        Ok(Slot::Int(number.into()))
    }
}
