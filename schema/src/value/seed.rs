//! [`Seed`]: events as values, guided by a layout.

use std::fmt;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess, Visitor,
    },
};

use super::Value;
use crate::{
    Layout,
    escape::{escape, unescape},
    layout::{Arm, ArmShape, Body, Field, PrimKind, Type},
};

/// Reads a value from events; made by [`Value::seed`].
#[derive(Clone, Copy)]
pub struct Seed<'l> {
    layout: &'l Layout,
    shape: Shape<'l>,
}

/// What is to be read.
#[derive(Clone, Copy)]
enum Shape<'l> {
    Number(PrimKind),
    Text,
    Fixed,
    Blob,
    List(&'l Type),
    Fields(&'l [Field]),
    Arms(&'l [Arm]),
    /// A type that trees never have.
    Nothing,
}

impl<'l> Seed<'l> {
    pub(super) fn new(layout: &'l Layout) -> Self {
        Self {
            layout,
            shape: body(&layout.root().body),
        }
    }

    fn of(self, ty: &'l Type) -> Self {
        let shape = match ty {
            Type::Vle => Shape::Number(PrimKind::U32),
            Type::CString | Type::Version(_) | Type::Choice(_) => Shape::Text,
            Type::FixedString(_) => Shape::Fixed,
            Type::Blob => Shape::Blob,
            Type::List(item) | Type::Packed(item) => Shape::List(item),
            Type::Struct(target) => body(&self.layout.get(target).body),
            Type::Nested(inner) => return self.of(inner),
            other => other.number_kind().map_or(Shape::Nothing, Shape::Number),
        };
        Self { shape, ..self }
    }
}

fn body(body: &Body) -> Shape<'_> {
    match body {
        Body::Fields(fields) => Shape::Fields(fields),
        Body::Arms(arms) => Shape::Arms(arms),
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self.shape {
            Shape::Number(PrimKind::F32) => deserializer.deserialize_f32(self),
            Shape::Number(PrimKind::F64) => deserializer.deserialize_f64(self),
            Shape::Number(PrimKind::I8 | PrimKind::I16 | PrimKind::I32 | PrimKind::I64) => {
                deserializer.deserialize_i64(self)
            }
            Shape::Number(_) => deserializer.deserialize_u64(self),
            Shape::Text => deserializer.deserialize_str(self),
            Shape::Fixed => deserializer.deserialize_any(self),
            Shape::Blob => deserializer.deserialize_byte_buf(self),
            Shape::List(_) => deserializer.deserialize_seq(self),
            Shape::Fields(_) => deserializer.deserialize_struct("", &[], self),
            Shape::Arms(_) => deserializer.deserialize_enum("", &[], self),
            Shape::Nothing => Err(D::Error::custom("trees have no such value")),
        }
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.shape {
            Shape::Number(PrimKind::F32 | PrimKind::F64) => "a float",
            Shape::Number(_) => "a whole number",
            Shape::Text | Shape::Fixed => "a text",
            Shape::Blob => "bytes, or base64",
            Shape::List(_) => "a list",
            Shape::Fields(_) => "a struct",
            Shape::Arms(_) => "one of several arms",
            Shape::Nothing => "nothing",
        })
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(match self.shape {
            Shape::Number(PrimKind::F32) => Value::F32(value as f32),
            Shape::Number(PrimKind::F64) => Value::F64(value as f64),
            _ => Value::Int(value.into()),
        })
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(match self.shape {
            Shape::Number(PrimKind::F32) => Value::F32(value as f32),
            Shape::Number(PrimKind::F64) => Value::F64(value as f64),
            _ => Value::Int(value.into()),
        })
    }

    fn visit_f32<E: de::Error>(self, value: f32) -> Result<Value, E> {
        match self.shape {
            Shape::Number(PrimKind::F32) => Ok(Value::F32(value)),
            _ => self.visit_f64(value.into()),
        }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        match self.shape {
            Shape::Number(PrimKind::F32) => Ok(Value::F32(value as f32)),
            Shape::Number(PrimKind::F64) => Ok(Value::F64(value)),
            _ => Err(E::invalid_type(de::Unexpected::Float(value), &self)),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        match self.shape {
            Shape::Text => Ok(Value::Text(escape(&unescape(text)).into_owned())),
            Shape::Fixed => Ok(Value::Fixed {
                text: unescape(text).into_owned(),
                padding: Vec::new(),
            }),
            Shape::Blob => BASE64_STANDARD
                .decode(text)
                .map(Value::Bytes)
                .map_err(E::custom),
            _ => Err(E::invalid_type(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Value, E> {
        self.visit_byte_buf(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Value, E> {
        match self.shape {
            Shape::Blob => Ok(Value::Bytes(bytes)),
            _ => Err(E::invalid_type(de::Unexpected::Bytes(&bytes), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        match self.shape {
            Shape::List(item) => {
                let mut items = Vec::new();
                while let Some(value) = seq.next_element_seed(self.of(item))? {
                    items.push(value);
                }
                Ok(Value::List(items))
            }
            Shape::Fields(fields) => {
                let mut values = Vec::new();
                for field in fields.iter().filter(|field| field.visible) {
                    let Some(value) = seq.next_element_seed(self.of(&field.ty))? else {
                        return Err(A::Error::custom(format!(
                            "has no value for `{}`",
                            field.name
                        )));
                    };
                    values.push((field.name.clone(), value));
                }
                Ok(Value::Struct(values))
            }
            Shape::Fixed => {
                let text: String = seq.next_element()?.unwrap_or_default();
                let padding: String = seq.next_element()?.unwrap_or_default();
                let mut padding = BASE64_STANDARD.decode(padding).map_err(A::Error::custom)?;
                while padding.pop_if(|last| *last == 0).is_some() {}
                Ok(Value::Fixed {
                    text: unescape(&text).into_owned(),
                    padding,
                })
            }
            _ => Err(A::Error::invalid_type(de::Unexpected::Seq, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let Shape::Fields(fields) = self.shape else {
            return Err(A::Error::invalid_type(de::Unexpected::Map, &self));
        };
        let mut values: Vec<Option<Value>> = vec![None; fields.len()];
        while let Some(name) = map.next_key::<String>()? {
            let known = |field: &Field| field.visible && field.name == *name;
            let Some(place) = fields.iter().position(known) else {
                return Err(A::Error::custom(format!("has no field `{name}`")));
            };
            if values[place].is_some() {
                return Err(A::Error::custom(format!("has two fields `{name}`")));
            }
            let field = &fields[place];
            let seed = self.of(&field.ty);
            values[place] = if field.when.is_some() {
                map.next_value_seed(Optional(seed))?
            } else {
                Some(map.next_value_seed(seed)?)
            };
        }
        let present = fields.iter().zip(values);
        let present = present.filter_map(|(field, value)| Some((field.name.clone(), value?)));
        Ok(Value::Struct(present.collect()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
        let Shape::Arms(arms) = self.shape else {
            return Err(A::Error::invalid_type(de::Unexpected::Enum, &self));
        };
        let (arm, content) = access.variant_seed(ArmName(arms))?;
        let value = match (arm.shape, &*arm.fields) {
            (ArmShape::Newtype, [field]) => Some(content.newtype_variant_seed(self.of(&field.ty))?),
            (ArmShape::Unit, _) => {
                content.unit_variant()?;
                None
            }
            (_, fields) => {
                let shape = Shape::Fields(fields);
                Some(content.struct_variant(&[], Self { shape, ..self })?)
            }
        };
        Ok(Value::Arm {
            name: arm.name.clone(),
            content: value.map(Box::new),
        })
    }
}

/// A field that may be absent.
struct Optional<'l>(Seed<'l>);

impl<'de> DeserializeSeed<'de> for Optional<'_> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Optional<'_> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// Which arm it is, by index or name.
struct ArmName<'l>(&'l [Arm]);

impl<'de, 'l> DeserializeSeed<'de> for ArmName<'l> {
    type Value = &'l Arm;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'l Arm, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'l> Visitor<'_> for ArmName<'l> {
    type Value = &'l Arm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an arm")
    }

    fn visit_u64<E: de::Error>(self, index: u64) -> Result<&'l Arm, E> {
        let arm = usize::try_from(index)
            .ok()
            .and_then(|index| self.0.get(index));
        arm.ok_or_else(|| E::custom(format!("has no arm {index}")))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<&'l Arm, E> {
        let arm = self.0.iter().find(|arm| arm.name == *name);
        arm.ok_or_else(|| E::custom(format!("has no arm `{name}`")))
    }
}
