//! Values without parts of their own.

use super::{
    context::FieldContext,
    scope::Slot,
    visit::{Part, Scalar},
    walker::Walker,
};
use crate::{
    Error, Kind, Mark, Result,
    escape::escape,
    expr::Expr,
    layout::{Endian, Magic, MarkPlace, Names, PrimKind, Type, Versions},
};

impl<'a> Walker<'a, '_> {
    pub(super) fn scalar(&mut self, ty: &'a Type, here: FieldContext<'a>) -> Result<Slot<'a>> {
        match ty {
            Type::Vle => self.vle(ty, here),
            Type::CString => self.ended(ty, Mark::NUL, MarkPlace::Behind, here),
            Type::Ended(charset, ending) => {
                let mark = charset.mark(&ending.mark);
                self.ended(ty, mark, ending.place, here)
            }
            Type::FixedString(length) => self.fixed_string(ty, *length as usize, here),
            Type::Version(versions) => self.version(ty, versions, here),
            Type::Dialect(_) => self.whole(ty, here, self.dialect as i128, 0),
            Type::Remaining => self.whole(ty, here.hidden(), self.remaining().into(), 0),
            Type::Peek(distance) => {
                self.whole(ty, here.hidden(), self.ahead(*distance, here.endian), 0)
            }
            other => match other.number_kind() {
                Some(kind) => self.number(ty, kind, here),
                None => Err(self.error(Kind::Invalid, "has no place in a list")),
            },
        }
    }

    /// A number of fixed width.
    #[inline]
    pub(super) fn number(
        &mut self,
        ty: &'a Type,
        kind: PrimKind,
        here: FieldContext<'a>,
    ) -> Result<Slot<'a>> {
        let value = self.shown_number(ty, kind, here)?;
        Ok(match value {
            Scalar::Int(value) => Slot::number(ty, value),
            _ => Slot::Opaque,
        })
    }

    /// The same, where nothing refers to it.
    #[inline]
    pub(super) fn shown_number(
        &mut self,
        ty: &'a Type,
        kind: PrimKind,
        here: FieldContext<'a>,
    ) -> Result<Scalar<'a>> {
        let raw = self.peek(kind.size())?;
        let value = Scalar::decode(kind, raw, here.endian);
        if let (Type::Enum(names), Scalar::Int(number)) = (ty, value)
            && !names.admits(number)
        {
            return Err(self.malformed(no_value(names, number)));
        }
        self.leaf(here, ty, Part::Whole, value, raw.len())?;
        Ok(value)
    }

    /// A number that stands somewhere else. It is no leaf: its bytes belong to whatever is there.
    pub(super) fn elsewhere(&mut self, at: &Expr, here: FieldContext<'a>) -> Result<Slot<'a>> {
        let Some(kind) = here.field.ty.number_kind() else {
            return Err(self.error(Kind::Invalid, "only a number can be looked up elsewhere"));
        };
        let at = self.eval(at)?;
        let start = usize::try_from(at).ok();
        let Some(start) = start.filter(|start| *start <= self.bytes.len()) else {
            return Err(self.malformed(format!("is looked up at {at}, outside the file")));
        };
        let back = std::mem::replace(&mut self.at, start);
        let end = std::mem::replace(&mut self.end, self.bytes.len());
        let raw = self.peek(kind.size())?;
        (self.at, self.end) = (back, end);
        Ok(match Scalar::decode(kind, raw, here.endian) {
            Scalar::Int(value) => Slot::Int(value),
            _ => Slot::Opaque,
        })
    }

    fn whole(
        &mut self,
        ty: &'a Type,
        here: FieldContext<'a>,
        value: i128,
        length: usize,
    ) -> Result<Slot<'a>> {
        self.leaf(here, ty, Part::Whole, Scalar::Int(value), length)?;
        Ok(Slot::Int(value))
    }

    fn ahead(&self, distance: u32, endian: Endian) -> i128 {
        let there = self.rest().get(distance as usize..);
        let raw: Option<&[u8; 4]> = there.and_then(<[u8]>::first_chunk);
        raw.map_or(0, |raw| match endian {
            Endian::Little => u32::from_le_bytes(*raw).into(),
            Endian::Big => u32::from_be_bytes(*raw).into(),
        })
    }

    fn vle(&mut self, ty: &'a Type, here: FieldContext<'a>) -> Result<Slot<'a>> {
        let mut value = 0_u64;
        for (place, byte) in self.rest().iter().take(5).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                let padded = place > 0 && *byte == 0;
                if padded || value > u64::from(u32::MAX) {
                    break;
                }
                return self.whole(ty, here, value.into(), place + 1);
            }
        }
        let unfinished = self.rest().iter().take(5).all(|byte| byte & 0x80 != 0);
        if unfinished && self.remaining() < 5 {
            return Err(self.ends(1));
        }
        Err(self.malformed("not the shortest form of a number of 32 bits"))
    }

    /// A string up to a mark.
    fn ended(
        &mut self,
        ty: &'a Type,
        mark: Mark,
        place: MarkPlace,
        here: FieldContext<'a>,
    ) -> Result<Slot<'a>> {
        let rest = self.rest();
        let found = mark.find(rest);
        let Some((end, length)) = place.lengths(found, mark.as_bytes().len(), rest.len()) else {
            let what = if self.end < self.bytes.len() {
                "value around this"
            } else {
                "file"
            };
            let mark = match mark.as_bytes() {
                [0] | [0, 0] => "NUL".to_owned(),
                other => quoted(other),
            };
            return Err(self.malformed(format!("no {mark} before the end of the {what}")));
        };
        self.leaf(here, ty, Part::Whole, Scalar::Bytes(&rest[..end]), length)?;
        Ok(Slot::Opaque)
    }

    fn fixed_string(
        &mut self,
        ty: &'a Type,
        length: usize,
        here: FieldContext<'a>,
    ) -> Result<Slot<'a>> {
        let raw = self.peek(length)?;
        let Some(end) = memchr::memchr(0, raw) else {
            return Err(self.malformed(format!("no NUL within {length} bytes")));
        };
        let (text, padding) = (&raw[..end], &raw[end + 1..]);
        self.leaf(here, ty, Part::Whole, Scalar::Bytes(text), end + 1)?;
        if !padding.is_empty() {
            self.path.push_name("padding");
            self.leaf(
                here,
                ty,
                Part::Padding,
                Scalar::Bytes(padding),
                padding.len(),
            )?;
            self.path.pop();
        }
        Ok(Slot::Opaque)
    }

    fn version(
        &mut self,
        ty: &'a Type,
        versions: &'a Versions,
        here: FieldContext<'a>,
    ) -> Result<Slot<'a>> {
        self.path.push_name("magic");
        let rest = self.rest();
        let found = versions
            .magics
            .iter()
            .find(|magic| rest.starts_with(&magic.bytes));
        let magic = found.ok_or_else(|| self.unknown_magic(versions))?;
        let length = magic.bytes.len();
        self.leaf(
            here,
            ty,
            Part::Magic,
            Scalar::Bytes(&rest[..length]),
            length,
        )?;
        self.path.pop();
        let Some(kind) = magic.stored else {
            return Ok(Slot::Int(magic.first.into()));
        };
        self.path.push_name("number");
        let raw = self.peek(kind.size())?;
        let value = Scalar::decode(kind, raw, here.endian);
        let Scalar::Int(number) = value else {
            return Ok(Slot::Opaque);
        };
        if !(i128::from(magic.first)..=i128::from(magic.last)).contains(&number) {
            return Err(self.unknown_number(magic, number));
        }
        self.leaf(here, ty, Part::Number, value, raw.len())?;
        self.path.pop();
        Ok(Slot::Int(number))
    }

    fn unknown_magic(&self, versions: &Versions) -> Error {
        let lengths = || versions.magics.iter().map(|magic| magic.bytes.len());
        let shortest = lengths().min().unwrap_or(0) as u64;
        if self.remaining() < shortest {
            return self.ends(shortest - self.remaining());
        }
        let longest = lengths().max().unwrap_or(0).min(self.rest().len());
        let known: Vec<String> = versions
            .magics
            .iter()
            .map(|magic| quoted(&magic.bytes))
            .collect();
        let message = format!(
            "begins with {}, not a {} file",
            quoted(&self.rest()[..longest]),
            known.join(" or "),
        );
        self.error(Kind::Unsupported, message)
    }

    fn unknown_number(&self, magic: &Magic, number: i128) -> Error {
        let (first, last, name) = (magic.first, magic.last, quoted(&magic.bytes));
        let known = if first == last {
            format!("{first} is")
        } else {
            format!("{first} to {last} are")
        };
        let message = format!("version {number} of {name} is not known; {known}");
        self.error(Kind::Unsupported, message)
    }
}

impl Type {
    /// How the number is stored, for the types that are numbers of fixed width.
    #[must_use]
    pub fn number_kind(&self) -> Option<PrimKind> {
        match self {
            Self::Prim(kind) => Some(*kind),
            Self::Bool => Some(PrimKind::U8),
            Self::Flags(names) | Self::Enum(names) => Some(names.repr),
            Self::Bits(bits) => Some(bits.repr),
            _ => None,
        }
    }
}

/// What to say of a number that an enumeration without others does not name.
fn no_value(names: &Names, number: i128) -> String {
    const SHOWN: usize = 12;
    let known = names.values.iter().take(SHOWN);
    let known: Vec<String> = known
        .map(|name| format!("{} {}", name.value, name.name))
        .collect();
    let more = if names.values.len() > SHOWN {
        ", …"
    } else {
        ""
    };
    format!("{number} is no {} ({}{more})", names.name, known.join(", "))
}

/// Bytes as they look in messages.
pub(super) fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", escape(bytes))
}
