//! Structs, arms and fields.

use super::{
    leaves::quoted,
    scope::Slot,
    visit::{NodeKind, Part, Scalar, Visitor},
    walker::{Here, MAGIC, Walker},
};
use crate::{
    Error, Kind, Result,
    layout::{Arm, Body, Field, Struct, Type},
};

impl<'a, V: Visitor> Walker<'a, '_, V> {
    pub(super) fn structure(
        &mut self,
        target: &'a Struct,
        here: Here<'a>,
        args: &[Slot],
    ) -> Result<()> {
        self.deeper(|walker| walker.framed(target, here, args))
    }

    fn framed(&mut self, target: &'a Struct, here: Here<'a>, args: &[Slot]) -> Result<()> {
        let folds = self.folds.take();
        let here = Here {
            endian: target.endian.unwrap_or(here.endian),
            ..here
        };
        let start = self.at;
        let around = self.scopes.open(&target.params, args);
        self.enter(NodeKind::Struct(target), here);
        self.magic(&target.magic, here)?;
        match &target.body {
            Body::Fields(fields) => self.fields(fields, here)?,
            Body::Arms(arms) => self.arm(arms, here)?,
        }
        if let Some(folds) = folds {
            self.scopes.add_item(folds);
        }
        self.leave(NodeKind::Struct(target), here, start);
        self.scopes.close(around);
        Ok(())
    }

    /// The bytes that a struct or an arm begins with.
    fn magic(&mut self, magic: &[u8], here: Here<'a>) -> Result<()> {
        if magic.is_empty() {
            return Ok(());
        }
        self.path.push_name("magic");
        let found = self.peek(magic.len())?;
        if found != magic {
            return Err(self.wrong_magic(found, magic));
        }
        let here = Here {
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

    fn arm(&mut self, arms: &'a [Arm], here: Here<'a>) -> Result<()> {
        for arm in arms {
            if self.fits(arm)? {
                return self.arm_content(arm, here);
            }
        }
        Err(self.malformed("none of the arms fits"))
    }

    fn fits(&self, arm: &Arm) -> Result<bool> {
        if !self.rest().starts_with(&arm.magic) {
            return Ok(false);
        }
        match &arm.when {
            Some(when) => Ok(self.eval(when)? != 0),
            None => Ok(true),
        }
    }

    fn arm_content(&mut self, arm: &'a Arm, here: Here<'a>) -> Result<()> {
        let start = self.at;
        self.path.push_arm(&arm.name);
        self.enter(NodeKind::Arm(arm), here);
        self.magic(&arm.magic, here)?;
        self.fields(&arm.fields, here)?;
        self.leave(NodeKind::Arm(arm), here, start);
        self.path.pop();
        Ok(())
    }

    fn fields(&mut self, fields: &'a [Field], around: Here<'a>) -> Result<()> {
        for field in fields {
            let here = Here {
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

    fn field(&mut self, here: Here<'a>) -> Result<()> {
        let field = here.field;
        let start = self.at;
        let present = match &field.when {
            Some(when) => self.eval(when)? != 0,
            None => true,
        };
        if matches!(field.ty, Type::Choice(_)) {
            self.meet_choice(present)?;
        }
        let slot = if present {
            self.present(field, here)?
        } else {
            Slot::Absent
        };
        self.scopes.add(&field.name, slot);
        self.asserts(field, start)
    }

    fn present(&mut self, field: &'a Field, here: Here<'a>) -> Result<Slot> {
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
    pub(super) fn value(&mut self, ty: &'a Type, here: Here<'a>, args: &[Slot]) -> Result<Slot> {
        match ty {
            Type::Struct(target) => {
                self.structure(self.layout.get(target), here, args)?;
                Ok(Slot::Opaque)
            }
            Type::Nested(inner) => self.nest(|walker| walker.value(inner, here, args)),
            Type::List(item) | Type::Packed(item) => self.list(item, here, args),
            Type::Blob => self.blob(ty, here),
            leaf => self.scalar(leaf, here),
        }
    }
}
