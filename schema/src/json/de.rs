//! serde's way from a tree of JSON to any type.

use serde::{
    Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, MapAccess,
        SeqAccess, VariantAccess, Visitor, value::CowStrDeserializer,
    },
    forward_to_deserialize_any,
};

use super::{JsonValue, Member, Node};
use crate::{
    decimal,
    fault::{Fault, Result},
};

impl Node<'_> {
    /// The value of some type; errors have line, column and path in `text`, which this was parsed from.
    ///
    /// # Errors
    /// [`Kind::Malformed`](crate::Kind::Malformed) for what is no such value.
    pub fn read<T: DeserializeOwned>(&self, text: &str) -> crate::Result<T> {
        T::deserialize(self).map_err(|fault| fault.placed_along(text))
    }

    fn whole<'de, V: Visitor<'de>>(number: &str, visitor: V) -> Result<V::Value> {
        if let Ok(number) = number.parse::<u64>() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = number.parse::<i64>() {
            return visitor.visit_i64(number);
        }
        visitor.visit_f64(decimal::f64(number).map_err(Fault::malformed)?)
    }
}

impl<'de> Deserializer<'de> for &Node<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let read = match &self.value {
            JsonValue::Null => visitor.visit_unit(),
            JsonValue::Bool(is) => visitor.visit_bool(*is),
            JsonValue::Number(number) => Node::whole(number, visitor),
            JsonValue::Text(text) => visitor.visit_str(text),
            JsonValue::Array(items) => {
                let mut items = Items { items, next: 0 };
                let read = visitor.visit_seq(&mut items);
                read.and_then(|value| items.finish().map(|()| value))
            }
            JsonValue::Object(members) => visitor.visit_map(Members {
                members: members.iter(),
                current: None,
            }),
        };
        read.map_err(|fault| fault.at(self.at))
    }

    /// A number of 32 bits from its text, and not by way of 64.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let JsonValue::Number(number) = &self.value else {
            return self.deserialize_any(visitor);
        };
        let number = decimal::f32(number).map_err(Fault::malformed);
        let read = number.and_then(|number| visitor.visit_f32(number));
        read.map_err(|fault| fault.at(self.at))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            JsonValue::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let read = match &self.value {
            JsonValue::Text(text) => visitor.visit_enum(CowStrDeserializer::new(text.clone())),
            JsonValue::Object(members) if members.len() == 1 => visitor.visit_enum(&members[0]),
            _ => Err(self.unexpected("a name, or an object with one member")),
        };
        read.map_err(|fault| fault.at(self.at))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The items of an array.
struct Items<'n, 'x> {
    items: &'n [Node<'x>],
    next: usize,
}

impl Items<'_, '_> {
    /// Asks that nobody stopped before the end.
    fn finish(&self) -> Result<()> {
        let wanted = self.next;
        match self.items.get(wanted) {
            None => Ok(()),
            Some(more) => {
                let message = format!("expected {wanted} items, found {}", self.items.len());
                Err(Fault::malformed(message).at(more.at).in_item(wanted))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.items.get(self.next) else {
            return Ok(None);
        };
        let place = self.next;
        self.next += 1;
        let value = seed.deserialize(item);
        value.map(Some).map_err(|fault| fault.in_item(place))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// The members of an object.
struct Members<'n, 'x> {
    members: std::slice::Iter<'n, Member<'x>>,
    current: Option<&'n Member<'x>>,
}

impl<'de> MapAccess<'de> for Members<'_, '_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.current = self.members.next();
        let Some(member) = self.current else {
            return Ok(None);
        };
        let key: CowStrDeserializer<'_, Fault> = member.name.clone().into_deserializer();
        let key = seed.deserialize(key);
        key.map(Some).map_err(|fault| fault.at(member.at))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match self.current.take() {
            Some(member) => seed
                .deserialize(&member.node)
                .map_err(|fault| fault.in_member(&member.name)),
            None => Err(Fault::custom("a value was read twice")),
        }
    }
}

impl<'de, 'n, 'x> EnumAccess<'de> for &'n Member<'x> {
    type Error = Fault;
    type Variant = &'n Node<'x>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, &'n Node<'x>)> {
        let name: CowStrDeserializer<'_, Fault> = self.name.clone().into_deserializer();
        let variant = seed.deserialize(name);
        let variant = variant.map_err(|fault| fault.at(self.at))?;
        Ok((variant, &self.node))
    }
}

impl<'de> VariantAccess<'de> for &Node<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<()> {
        match self.value {
            JsonValue::Null => Ok(()),
            _ => Err(self.unexpected("`null`")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }
}
