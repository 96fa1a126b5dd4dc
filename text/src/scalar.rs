//! [`Scalar`]: one serde event that is a whole value.

use serde::{Serialize, Serializer, ser::Impossible};

use crate::fault::{Fault, Result};

/// A value without parts, as a tree hands it out.
#[derive(Clone, Copy)]
pub(crate) enum Scalar<'a> {
    Unsigned(u64),
    Signed(i64),
    F32(f32),
    F64(f64),
    Text(&'a str),
}

/// The methods of a serializer that hand `self` and a [`Scalar`] to `self.scalar`.
macro_rules! scalar_events {
    () => {
        $crate::scalar::scalar_events! { @
            serialize_u8 u8 Unsigned, serialize_u16 u16 Unsigned, serialize_u32 u32 Unsigned,
            serialize_u64 u64 Unsigned, serialize_i8 i8 Signed, serialize_i16 i16 Signed,
            serialize_i32 i32 Signed, serialize_i64 i64 Signed, serialize_f32 f32 F32,
            serialize_f64 f64 F64
        }

        fn serialize_bool(self, value: bool) -> Result<Self::Ok> {
            self.scalar(Scalar::Unsigned(value.into()))
        }

        fn serialize_char(self, value: char) -> Result<Self::Ok> {
            self.scalar(Scalar::Text(value.encode_utf8(&mut [0; 4])))
        }

        fn serialize_str(self, value: &str) -> Result<Self::Ok> {
            self.scalar(Scalar::Text(value))
        }
    };
    (@ $($method:ident $ty:ident $scalar:ident),*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> Result<Self::Ok> {
            self.scalar(Scalar::$scalar(value.into()))
        }
    )*};
}
pub(crate) use scalar_events;

/// Takes a text, or a whole number as text, out of a value.
pub(crate) struct Capture;

impl Capture {
    #[allow(clippy::unused_self)]
    fn scalar(self, scalar: Scalar<'_>) -> Result<String> {
        match scalar {
            Scalar::Text(text) => Ok(text.into()),
            // The version of a file may be a plain number.
            Scalar::Unsigned(number) => Ok(number.to_string()),
            Scalar::Signed(number) => Ok(number.to_string()),
            _ => Err(no_text()),
        }
    }
}

fn no_text() -> Fault {
    Fault::invalid("not a text, where the layout has one")
}

impl Serializer for Capture {
    type Ok = String;
    type Error = Fault;
    type SerializeSeq = Impossible<String, Fault>;
    type SerializeTuple = Impossible<String, Fault>;
    type SerializeTupleStruct = Impossible<String, Fault>;
    type SerializeTupleVariant = Impossible<String, Fault>;
    type SerializeMap = Impossible<String, Fault>;
    type SerializeStruct = Impossible<String, Fault>;
    type SerializeStructVariant = Impossible<String, Fault>;

    scalar_events!();

    fn serialize_bytes(self, _: &[u8]) -> Result<String> {
        Err(no_text())
    }

    fn serialize_none(self) -> Result<String> {
        Err(no_text())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<String> {
        Err(no_text())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<String> {
        Err(no_text())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<String> {
        Ok(name.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String> {
        Err(no_text())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        Err(no_text())
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        Err(no_text())
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        Err(no_text())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(no_text())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        Err(no_text())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        Err(no_text())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(no_text())
    }
}
