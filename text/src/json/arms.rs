//! The one member of a struct of arms, as a serde enum or as a map of one entry.

use formwork_schema::json::Form;
use serde::{
    Deserializer,
    de::{
        DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, VariantAccess, Visitor,
        value::{U64Deserializer, UnitDeserializer},
    },
};

use super::{reader::Reader, value::Value};
use crate::{
    fault::{Fault, Result},
    plan::Arm,
};

/// The arm that a document takes.
pub(super) struct ArmChoice<'r, 'x, 'l> {
    pub(super) reader: &'r mut Reader<'x, 'l>,
    pub(super) arm: &'l Arm<'l>,
    index: usize,
}

/// Reads the name of the arm.
pub(super) fn choose<'r, 'x, 'l>(
    reader: &'r mut Reader<'x, 'l>,
    arms: &'l [Arm<'l>],
) -> Result<ArmChoice<'r, 'x, 'l>> {
    let names = || {
        arms.iter()
            .map(|arm| format!("`{}`", arm.name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    reader.tokens.take(b'{');
    if reader.tokens.peek() == b'}' {
        return Err(Fault::malformed(format!(
            "expected one of {}, found nothing",
            names()
        )));
    }
    let name = reader.tokens.name()?;
    match arms.iter().position(|arm| arm.name == name) {
        Some(index) => Ok(ArmChoice {
            reader,
            arm: &arms[index],
            index,
        }),
        None => Err(Fault::malformed(format!(
            "expected one of {}, found `{name}`",
            names()
        ))),
    }
}

impl<'r, 'x, 'l> ArmChoice<'r, 'x, 'l> {
    fn content(self) -> Result<Value<'r, 'x, 'l>> {
        match &self.arm.content {
            Some(node) => Ok(Value {
                reader: self.reader,
                node,
                root: false,
            }),
            None => Err(Fault::malformed(format!(
                "`{}` has no content",
                self.arm.name
            ))),
        }
    }

    fn unit(self) -> Result<()> {
        self.reader.tokens.expect(Form::Null, "null")?;
        self.reader.tokens.word();
        Ok(())
    }
}

impl<'de> EnumAccess<'de> for ArmChoice<'_, '_, '_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        let index: U64Deserializer<Fault> = (self.index as u64).into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> VariantAccess<'de> for ArmChoice<'_, '_, '_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<()> {
        self.unit()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.content()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.content()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.content()?.deserialize_any(visitor)
    }
}

/// The same as a map of one entry.
pub(super) struct ArmEntry<'r, 'x, 'l> {
    name: &'l str,
    choice: Option<ArmChoice<'r, 'x, 'l>>,
    named: bool,
}

impl<'r, 'x, 'l> ArmEntry<'r, 'x, 'l> {
    pub(super) fn new(choice: ArmChoice<'r, 'x, 'l>) -> Self {
        Self {
            name: choice.arm.name,
            choice: Some(choice),
            named: false,
        }
    }
}

impl<'de> MapAccess<'de> for ArmEntry<'_, '_, '_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if std::mem::replace(&mut self.named, true) {
            return Ok(None);
        }
        seed.deserialize(self.name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let Some(choice) = self.choice.take() else {
            return Err(Fault::malformed("an arm was read twice"));
        };
        if choice.arm.content.is_some() {
            return seed.deserialize(choice.content()?);
        }
        choice.unit()?;
        seed.deserialize(UnitDeserializer::<Fault>::new())
    }
}
