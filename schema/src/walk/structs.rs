//! Structs, variants and fields.

use super::{
    leaves::quoted,
    scope::Slot,
    visit::{NodeKind, Part, Scalar, Visitor},
    walker::{FieldContext, MAGIC, Walker},
};
use crate::{
    Error, Kind, Result,
    layout::{Body, Field, Struct, Type, Variant},
};

impl<'a, V: Visitor> Walker<'a, '_, V> {
    pub(super) fn structure(
        &mut self,
        target: &'a Struct,
        here: FieldContext<'a>,
        args: &[Slot],
    ) -> Result<()> {
        self.deeper(|walker| walker.framed(target, here, args))
    }

    fn framed(&mut self, target: &'a Struct, here: FieldContext<'a>, args: &[Slot]) -> Result<()> {
        let folds = self.folds.take();
        let here = FieldContext {
            endian: target.endian.unwrap_or(here.endian),
            ..here
        };
        let start = self.at;
        let around = self.scopes.open(&target.params, args);
        self.enter(NodeKind::Struct(target), here);
        self.magic(&target.magic, here)?;
        match &target.body {
            Body::Fields(fields) => self.fields(fields, here)?,
            Body::Variants(variants) => self.variant(variants, here)?,
        }
        if let Some(folds) = folds {
            self.scopes.add_item(folds);
        }
        self.leave(NodeKind::Struct(target), here, start);
        self.scopes.close(around);
        Ok(())
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
        self.fields(&variant.fields, here)?;
        self.leave(NodeKind::Variant(variant), here, start);
        self.path.pop();
        Ok(())
    }

    fn fields(&mut self, fields: &'a [Field], around: FieldContext<'a>) -> Result<()> {
        for field in fields {
            let here = FieldContext {
                field,
                siblings: fields,
                endian: field.endian.unwrap_or(around.endian),
                visible: around.visible && field.visible,
            };
            self.path.push_name(&field.name);
            self.field(here)?;
            self.path.pop();
        }
        Ok(())
    }

    fn field(&mut self, here: FieldContext<'a>) -> Result<()> {
        let field = here.field;
        let start = self.at;
        let present = match &field.when {
            Some(when) => self.eval(when)? != 0,
            None => true,
        };
        if matches!(field.ty, Type::Dialect(_)) {
            self.meet_dialect(present)?;
        }
        let slot = if present {
            self.present(field, here)?
        } else {
            Slot::Absent
        };
        self.scopes.add(&field.name, slot);
        self.asserts(field, start)
    }

    fn present(&mut self, field: &'a Field, here: FieldContext<'a>) -> Result<Slot> {
        if let Some(at) = &field.at {
            return self.elsewhere(at, here);
        }
        let args = self.args(&field.args)?;
        self.value(&field.ty, here, &args)
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
        args: &[Slot],
    ) -> Result<Slot> {
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
            Type::Array(item, length) => self.list(item, Some((*length).into()), here, args),
            Type::Blob => self.blob(ty, here),
            leaf => self.scalar(leaf, here),
        }
    }
}
