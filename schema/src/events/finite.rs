//! Whether a tree holds finite numbers only.

use std::fmt;

use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

/// Whether every float of a tree is finite: neither infinite nor NaN.
pub fn is_finite<T: Serialize + ?Sized>(tree: &T) -> bool {
    tree.serialize(Look).is_ok()
}

/// Stops at the first float that is not finite.
#[derive(Clone, Copy)]
struct Look;

/// Such a float was met.
#[derive(Debug)]
struct NotFinite;

type Result = std::result::Result<(), NotFinite>;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not finite")
    }
}

impl std::error::Error for NotFinite {}

impl serde::ser::Error for NotFinite {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

fn look(is_finite: bool) -> Result {
    if is_finite { Ok(()) } else { Err(NotFinite) }
}

macro_rules! ignore {
    ($($method:ident $ty:ty),*) => {$(
        #[inline]
        fn $method(self, _: $ty) -> Result {
            Ok(())
        }
    )*};
}

macro_rules! open {
    ($($method:ident($($arg:ty),*)),*) => {$(
        fn $method(self, $(_: $arg),*) -> std::result::Result<Self, NotFinite> {
            Ok(self)
        }
    )*};
}

impl Serializer for Look {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    ignore!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32,
        serialize_i64 i64, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32,
        serialize_u64 u64, serialize_char char, serialize_str &str, serialize_bytes &[u8],
        serialize_unit_struct &'static str);

    open!(
        serialize_seq(Option<usize>),
        serialize_tuple(usize),
        serialize_tuple_struct(&'static str, usize),
        serialize_map(Option<usize>),
        serialize_tuple_variant(&'static str, u32, &'static str, usize),
        serialize_struct(&'static str, usize),
        serialize_struct_variant(&'static str, u32, &'static str, usize)
    );

    #[inline]
    fn serialize_f32(self, value: f32) -> Result {
        look(value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result {
        look(value.is_finite())
    }

    fn serialize_none(self) -> Result {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result {
        value.serialize(self)
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Result {
        Ok(())
    }
}

macro_rules! parts {
    ($($Trait:ident $method:ident($($name:ty)?)),*) => {$(
        impl $Trait for Look {
            type Ok = ();
            type Error = NotFinite;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result {
                value.serialize(*self)
            }

            fn end(self) -> Result {
                Ok(())
            }
        }
    )*};
}

parts!(
    SerializeSeq serialize_element(),
    SerializeTuple serialize_element(),
    SerializeTupleStruct serialize_field(),
    SerializeTupleVariant serialize_field(),
    SerializeStruct serialize_field(&'static str),
    SerializeStructVariant serialize_field(&'static str)
);

impl SerializeMap for Look {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        value.serialize(*self)
    }

    fn end(self) -> Result {
        Ok(())
    }
}
