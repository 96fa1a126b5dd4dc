//! The one way between trees of Rust types and those that need none: serde, which calls fields by their places.

use std::fmt::Display;

use formwork_schema::{Error, Kind, Result, Value};
use serde::{
    Serialize,
    de::{
        self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer,
        SeqAccess, VariantAccess, Visitor,
    },
    ser::{self, Impossible, SerializeSeq, SerializeStruct, SerializeTuple, Serializer},
};

use crate::make::{Make, New, Same};

/// The tree of a value of a Rust type.
///
/// # Errors
/// [`Kind::Invalid`] for a type that no document has.
pub fn to_value<T: Serialize>(tree: &T) -> Result<Value> {
    made(tree, New::default())
}

/// Whether a value of a Rust type is this tree, exactly. No other tree is made to find out.
///
/// # Errors
/// See [`to_value`].
pub fn is_value<T: Serialize>(typed: &T, tree: &Value) -> Result<bool> {
    made(typed, Same::of(tree))
}

fn made<T: Serialize, M: Make>(typed: &T, make: M) -> Result<M::Made> {
    let value = typed.serialize(ToValue(make)).map_err(Fault::error)?;
    value.ok_or_else(|| Error::new(Kind::Invalid, "there is no tree"))
}

/// The same tree as a value of a Rust type.
///
/// # Errors
/// [`Kind::Invalid`] for a tree of other types, or without fields that the type must have.
pub fn from_value<T: DeserializeOwned>(tree: &Value) -> Result<T> {
    T::deserialize(FromValue(Some(tree))).map_err(Fault::error)
}

/// What went wrong; only a tree whose types are not those of its layout gets here.
#[derive(Debug)]
struct Fault(String);

impl Fault {
    fn error(self) -> Error {
        Error::new(Kind::Invalid, self.0)
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl ser::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Done<T> = Result<T, Fault>;

fn unfit<T>(what: &str) -> Done<T> {
    Err(Fault(format!("{what} is nothing that a document has")))
}

/// Makes a value; nothing of `None`.
struct ToValue<M>(M);

/// The items of a list.
struct Items<M: Make>(M, Vec<M::Made>);

impl<M: Make> Items<M> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Done<()> {
        let make = self.0.item(self.1.len());
        self.1.extend(value.serialize(ToValue(make))?);
        Ok(())
    }

    fn list(self) -> Done<Option<M::Made>> {
        Ok(Some(self.0.items(self.1)))
    }
}

/// The fields of a struct.
struct Parts<M: Make>(M, Vec<Option<M::Made>>);

macro_rules! refuse {
    ($($name:ident($ty:ty))+) => {
        $(fn $name(self, _: $ty) -> Done<Self::Ok> {
            unfit(stringify!($ty))
        })+
    };
}

impl<M: Make> Serializer for ToValue<M> {
    type Ok = Option<M::Made>;
    type Error = Fault;
    type SerializeSeq = Items<M>;
    type SerializeTuple = Items<M>;
    type SerializeStruct = Parts<M>;
    type SerializeTupleStruct = Impossible<Self::Ok, Fault>;
    type SerializeTupleVariant = Impossible<Self::Ok, Fault>;
    type SerializeMap = Impossible<Self::Ok, Fault>;
    type SerializeStructVariant = Impossible<Self::Ok, Fault>;

    fn serialize_bool(self, value: bool) -> Done<Self::Ok> {
        Ok(Some(self.0.value(Value::int(value))))
    }

    fn serialize_i32(self, value: i32) -> Done<Self::Ok> {
        Ok(Some(self.0.value(Value::int(value))))
    }

    fn serialize_f32(self, value: f32) -> Done<Self::Ok> {
        Ok(Some(self.0.value(Value::F32(value))))
    }

    fn serialize_str(self, value: &str) -> Done<Self::Ok> {
        Ok(Some(self.0.value(crate::atoms::text(value))))
    }

    fn serialize_none(self) -> Done<Self::Ok> {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done<Self::Ok> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Done<Self::Ok> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Done<Self::Ok> {
        let variant = variant as usize;
        let content = value.serialize(ToValue(self.0.content(variant)))?;
        Ok(Some(self.0.variant(variant, content)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Done<Items<M>> {
        Ok(Items(self.0, Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Done<Items<M>> {
        Ok(Items(self.0, Vec::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Done<Parts<M>> {
        Ok(Parts(self.0, Vec::new()))
    }

    refuse! {
        serialize_i8(i8) serialize_i16(i16) serialize_i64(i64) serialize_u8(u8) serialize_u16(u16)
        serialize_u32(u32) serialize_u64(u64) serialize_f64(f64) serialize_char(char) serialize_bytes(&[u8])
        serialize_unit_struct(&'static str)
    }

    fn serialize_unit(self) -> Done<Self::Ok> {
        unfit("()")
    }

    fn serialize_unit_variant(self, name: &'static str, _: u32, _: &'static str) -> Done<Self::Ok> {
        unfit(name)
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Done<Self::SerializeTupleStruct> {
        unfit(name)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Done<Self::SerializeTupleVariant> {
        unfit(name)
    }

    fn serialize_map(self, _: Option<usize>) -> Done<Self::SerializeMap> {
        unfit("a map")
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Done<Self::SerializeStructVariant> {
        unfit(name)
    }
}

impl<M: Make> SerializeSeq for Items<M> {
    type Ok = Option<M::Made>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done<()> {
        self.add(value)
    }

    fn end(self) -> Done<Self::Ok> {
        self.list()
    }
}

impl<M: Make> SerializeTuple for Items<M> {
    type Ok = Option<M::Made>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done<()> {
        self.add(value)
    }

    fn end(self) -> Done<Self::Ok> {
        self.list()
    }
}

impl<M: Make> SerializeStruct for Parts<M> {
    type Ok = Option<M::Made>;
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done<()> {
        let make = self.0.field(self.1.len());
        self.1.push(value.serialize(ToValue(make))?);
        Ok(())
    }

    fn skip_field(&mut self, _: &'static str) -> Done<()> {
        self.1.push(None);
        Ok(())
    }

    fn end(self) -> Done<Self::Ok> {
        Ok(Some(self.0.fields(self.1)))
    }
}

/// A value, or a field that is not there.
#[derive(Clone, Copy)]
struct FromValue<'v>(Option<&'v Value>);

impl<'de> Deserializer<'de> for FromValue<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Done<V::Value> {
        match self.0 {
            Some(Value::Int(number)) => visitor.visit_i128(number.get()),
            Some(Value::F32(number)) => visitor.visit_f32(*number),
            Some(Value::Text(text)) => match str::from_utf8(text) {
                Ok(text) => visitor.visit_str(text),
                Err(_) => unfit("what is not UTF-8"),
            },
            Some(Value::List(items)) => visitor.visit_seq(Sequence(&mut items.iter().map(Some))),
            Some(Value::Struct(fields)) => visitor.visit_seq(Sequence(&mut fields.iter())),
            Some(Value::Variant { variant, content }) => {
                let content = Self(content.as_deref());
                visitor.visit_enum(Variant {
                    variant: *variant,
                    content,
                })
            }
            Some(_) => unfit("what only files of bytes have"),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Done<V::Value> {
        match self.0 {
            Some(Value::Int(number)) => visitor.visit_bool(number.get() != 0),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Done<V::Value> {
        match self.0 {
            Some(Value::Int(number)) => match i32::try_from(number.get()) {
                Ok(number) => visitor.visit_i32(number),
                Err(_) => unfit("a number of more than 32 bits"),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Done<V::Value> {
        match self.0 {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    /// A list that is not there is empty.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Done<V::Value> {
        match self.0 {
            Some(_) => self.deserialize_any(visitor),
            None => visitor.visit_seq(Sequence(&mut std::iter::empty())),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Done<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Fields or items, one after another. One type for all of them, since whatever reads it is compiled for each.
struct Sequence<'i, 'v>(&'i mut dyn Iterator<Item = Option<&'v Value>>);

impl<'de> SeqAccess<'de> for Sequence<'_, '_> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Done<Option<S::Value>> {
        let next = self.0.next();
        next.map(|part| seed.deserialize(FromValue(part)))
            .transpose()
    }

    /// Lists that know how long they become take no more than that.
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint().1
    }
}

/// One of several variants.
struct Variant<'v> {
    variant: usize,
    content: FromValue<'v>,
}

impl<'de, 'v> EnumAccess<'de> for Variant<'v> {
    type Error = Fault;
    type Variant = FromValue<'v>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Done<(S::Value, FromValue<'v>)> {
        let place = IntoDeserializer::<Fault>::into_deserializer(self.variant as u64);
        Ok((seed.deserialize(place)?, self.content))
    }
}

impl<'de> VariantAccess<'de> for FromValue<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Done<()> {
        unfit("a variant without content")
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Done<S::Value> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Done<V::Value> {
        unfit("a variant of several values")
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Done<V::Value> {
        unfit("a variant with fields")
    }
}
