//! Structs, variants and fields.

use super::{
    context::FieldContext,
    leaves::quoted,
    scope::Slot,
    sizes::Asked,
    sums::Sums,
    visit::{NodeKind, Part, Scalar},
    walker::{MAGIC, PADDING, Walker},
};
use crate::{
    Error, Kind, Result,
    expr::Expr,
    layout::{Body, Due, Endian, Field, Order, Pad, Struct, Type, Variant},
    meter,
};

impl<'a> Walker<'a, '_> {
    pub(super) fn structure(
        &mut self,
        target: &'a Struct,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Result<()> {
        self.deeper(|walker| walker.framed(target, here, args))
    }

    fn framed(
        &mut self,
        target: &'a Struct,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Result<()> {
        meter::walk(meter::STRUCT, self.at, self.bytes.len());
        let (folds, stop) = (self.folds.take(), self.stop.take());
        let asked = self.scopes.take_asked();
        let start = self.at;
        let around = self.scopes.open(&target.params, args);
        let here = FieldContext {
            endian: self.order(target.endian.as_ref(), here.endian)?,
            ..here
        };
        self.enter(NodeKind::Struct(target), here);
        self.magic(&target.magic, here)?;
        match &target.body {
            Body::Fields(fields) => self.fields(fields, here, &asked)?,
            Body::Variants(variants) => self.variant(variants, here)?,
        }
        self.scopes.answer(&asked);
        if let Some(stop) = stop {
            self.stopped = self.eval(stop)? != 0;
        }
        if let Some(folds) = folds {
            self.scopes.add_item(folds);
        }
        self.leave(NodeKind::Struct(target), here, start);
        self.scopes.close(around);
        self.bounded(start)
    }

    /// Notes a struct that took no bytes: no length of a file bounds those that have several of the next in each.
    fn bounded(&mut self, start: usize) -> Result<()> {
        if self.at > start {
            return Ok(());
        }
        self.empty_structs += 1;
        if self.empty_structs <= self.limits.items {
            return Ok(());
        }
        let message = format!("{} structs that take no bytes", self.empty_structs);
        Err(self.error(Kind::Limit, message))
    }

    /// The bytes that a struct or a variant begins with.
    fn magic(&mut self, magic: &[u8], here: FieldContext<'a>) -> Result<()> {
        if magic.is_empty() {
            return Ok(());
        }
        self.path.push_name("magic");
        let found = self.peek(magic.len())?;
        if found != magic {
            return Err(self.wrong_magic(found, magic));
        }
        let here = FieldContext {
            field: &MAGIC,
            visible: false,
            ..here
        };
        self.leaf(
            here,
            &MAGIC.ty,
            Part::Magic,
            Scalar::Bytes(found),
            found.len(),
        )?;
        self.path.pop();
        Ok(())
    }

    fn wrong_magic(&self, found: &[u8], magic: &[u8]) -> Error {
        let (found, magic) = (quoted(found), quoted(magic));
        if self.at == 0 {
            let message = format!("begins with {found}, not a {magic} file");
            return self.error(Kind::Unsupported, message);
        }
        self.malformed(format!("{found} stands where {magic} belongs"))
    }

    fn variant(&mut self, variants: &'a [Variant], here: FieldContext<'a>) -> Result<()> {
        for variant in variants {
            if self.fits(variant)? {
                return self.variant_content(variants, variant, here);
            }
        }
        Err(self.malformed("none of the variants fits"))
    }

    fn fits(&self, variant: &Variant) -> Result<bool> {
        if !self.rest().starts_with(&variant.magic) {
            return Ok(false);
        }
        match &variant.when {
            Some(when) => Ok(self.eval(when)? != 0),
            None => Ok(true),
        }
    }

    fn variant_content(
        &mut self,
        variants: &'a [Variant],
        variant: &'a Variant,
        here: FieldContext<'a>,
    ) -> Result<()> {
        let start = self.at;
        self.path.push_variant(variants, &variant.name);
        self.enter(NodeKind::Variant(variant), here);
        self.magic(&variant.magic, here)?;
        self.fields(&variant.fields, here, &[])?;
        self.leave(NodeKind::Variant(variant), here, start);
        self.path.pop();
        Ok(())
    }

    /// The byte order that something says, in that of what is around it.
    pub(super) fn order(&self, own: Option<&Order>, around: Endian) -> Result<Endian> {
        match own {
            None => Ok(around),
            Some(Order::BigIf(expr)) if self.eval(expr)? != 0 => Ok(Endian::Big),
            Some(Order::Little | Order::BigIf(_)) => Ok(Endian::Little),
            Some(Order::Big) => Ok(Endian::Big),
        }
    }

    fn fields(
        &mut self,
        fields: &'a [Field],
        around: FieldContext<'a>,
        asked: &[Asked<'a>],
    ) -> Result<()> {
        let mut sums = Sums::new(fields);
        for field in fields {
            self.scopes.begin(fields, asked, &field.name);
            let here = FieldContext {
                field,
                siblings: fields,
                endian: around.endian,
                visible: around.visible && field.visible,
            };
            self.path.push_name(&field.name);
            match &field.due {
                Some(due) => self.due(due, &sums, here)?,
                None => self.field(here)?,
            }
            sums.add(self.last.clone());
            self.path.pop();
        }
        Ok(())
    }

    /// A number that trees have only where it is wrong.
    fn due(&mut self, due: &Due, sums: &Sums<'_>, here: FieldContext<'a>) -> Result<()> {
        if let Some(when) = &here.field.when
            && self.eval(when)? == 0
        {
            return self.field(here);
        }
        let right = sums.right(
            due,
            |range| [self.bytes.get(range).unwrap_or_default(), &[]],
            self.at,
        );
        let endian = self.order(here.field.endian.as_ref(), here.endian)?;
        let raw = self.peek(due.number().size())?;
        let found = Scalar::decode(due.number(), raw, endian);
        if found == Scalar::Int(right.into()) {
            return self.field(here.hidden());
        }
        self.right = Some(right);
        self.field(here)
    }

    fn field(&mut self, here: FieldContext<'a>) -> Result<()> {
        let field = here.field;
        let start = self.at;
        self.last = start..start;
        let present = match &field.when {
            Some(when) => self.eval(when)? != 0,
            None => true,
        };
        if matches!(field.ty, Type::Dialect(_)) {
            self.meet_dialect(present)?;
        }
        let slot = if present {
            let endian = self.order(field.endian.as_ref(), here.endian)?;
            self.present(field, FieldContext { endian, ..here })?
        } else {
            Slot::Absent
        };
        self.scopes.add(&field.name, slot);
        self.asserts(field, start)
    }

    fn present(&mut self, field: &'a Field, here: FieldContext<'a>) -> Result<Slot<'a>> {
        if let Some(at) = &field.at {
            return self.elsewhere(at, here);
        }
        if let Some(is) = &field.is {
            return self.derived(is, here);
        }
        if let Some(pad) = &field.pad.before {
            self.pad(pad, here)?;
        }
        let start = self.at;
        self.magic(&field.magic, here)?;
        let args = self.args(&field.args)?;
        let first = self.at;
        let slot = match &field.size {
            None => self.value(&field.ty, here, &args)?,
            Some(size) => self.within(size, |walker| walker.value(&field.ty, here, &args))?,
        };
        self.give_back(args);
        self.last = first..self.at;
        if let Some(to) = &field.pad.to {
            let to = self.eval(to)?.saturating_sub((self.at - start) as i128);
            self.zeros(to.max(0), here)?;
        }
        if let Some(pad) = &field.pad.after {
            self.pad(pad, here)?;
        }
        Ok(slot)
    }

    /// A value that has so many bytes, all of them.
    fn within<R>(&mut self, size: &Expr, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let (said, left) = (self.eval(size)?, self.remaining());
        let Some(size) = u64::try_from(said).ok().filter(|size| *size <= left) else {
            return Err(self.malformed(match (said, left) {
                (i128::MIN..=-1, _) => format!("a negative size: {said}"),
                (_, 1) => format!("has {said} bytes, but only 1 is left"),
                (1, _) => format!("has 1 byte, but only {left} are left"),
                _ => format!("has {said} bytes, but only {left} are left"),
            }));
        };
        let end = self.at + size as usize;
        let around = std::mem::replace(&mut self.end, end);
        let outcome = work(self)?;
        if self.at < end {
            let left = end - self.at;
            let bytes = if left == 1 { "byte" } else { "bytes" };
            let error = self.malformed(format!("ends {left} {bytes} before its {size} do"));
            return Err(error.help("a last field up to the end would keep them"));
        }
        self.end = around;
        Ok(outcome)
    }

    /// Bytes that are skipped.
    fn pad(&mut self, pad: &'a Pad, here: FieldContext<'a>) -> Result<()> {
        let length = match pad {
            Pad::Bytes(length) => self.eval(length)?,
            Pad::Align(to) => {
                let to = self.eval(to)?;
                let odd = (self.at as i128).checked_rem(to).filter(|_| to > 0);
                match odd.ok_or_else(|| self.malformed(format!("is aligned to {to}")))? {
                    0 => 0,
                    odd => to - odd,
                }
            }
        };
        self.zeros(length, here)
    }

    /// So many bytes that are zero.
    fn zeros(&mut self, length: i128, here: FieldContext<'a>) -> Result<()> {
        let Ok(length) = usize::try_from(length) else {
            return Err(self.malformed(format!("{length} bytes of padding")));
        };
        if length == 0 {
            return Ok(());
        }
        self.path.push_name("padding");
        let raw = self.peek(length)?;
        if raw.iter().any(|byte| *byte != 0) {
            let bytes = if length == 1 { "byte" } else { "bytes" };
            let error = self.malformed(format!("{length} {bytes} of padding that are not zero"));
            return Err(error.help("a `Padding` or `Aligned` field in place of it would keep them"));
        }
        let here = FieldContext {
            field: &PADDING,
            ..here.hidden()
        };
        self.leaf(here, &PADDING.ty, Part::Whole, Scalar::Bytes(raw), length)?;
        self.path.pop();
        Ok(())
    }

    /// A value that follows from others. Where it has none, that is no mistake until somebody asks for it.
    fn derived(&mut self, is: &'a Expr, here: FieldContext<'a>) -> Result<Slot<'a>> {
        let mut slot = self.scopes.arg(is).map_err(|why| self.malformed(why))?;
        if let Slot::Int(value) = &mut slot {
            // What only the file tells, trees have where it holds.
            if here.field.visible {
                *value = i128::from(*value != 0);
            }
            let value = *value;
            let here = if value == 0 { here.hidden() } else { here };
            self.leaf(here, &here.field.ty, Part::Whole, Scalar::Int(value), 0)?;
        }
        Ok(slot)
    }

    fn asserts(&self, field: &Field, start: usize) -> Result<()> {
        for assert in field.asserts.iter() {
            if self.eval(&assert.that)? == 0 {
                return Err(self.malformed(&*assert.message).at(start as u64));
            }
        }
        Ok(())
    }

    /// A value of any type; what expressions may know of it.
    pub(super) fn value(
        &mut self,
        ty: &'a Type,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Result<Slot<'a>> {
        match ty {
            Type::Struct(target) => {
                self.structure(self.layout.get(target), here, args)?;
                Ok(Slot::Opaque)
            }
            Type::Nested(inner) => self.nest(|walker| walker.value(inner, here, args)),
            Type::List(item) | Type::Packed(item) => {
                let count = self.count(here)?;
                self.list(item, count, here, args)
            }
            Type::Array(item, length) => {
                let start = self.at;
                let slot = self.list(item, Some((*length).into()), here, args)?;
                let number = Expr::number_of(&self.bytes[start..self.at]);
                let number = number.filter(|_| ty.is_bytes());
                Ok(number.map_or(slot, |number| Slot::Bytes(number, (*length).into())))
            }
            Type::Blob | Type::Text(_) | Type::Padded(_) => self.blob(ty, here),
            Type::Padding(padding) => self.padding(ty, *padding, here),
            leaf => self.scalar(leaf, here),
        }
    }
}
