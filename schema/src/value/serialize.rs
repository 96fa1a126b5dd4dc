//! Values as events.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeTuple},
};

use super::Value;
use crate::escape::escape;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => int(*value, serializer),
            Self::F32(value) => serializer.serialize_f32(*value),
            Self::F64(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Fixed { text, padding } if padding.is_empty() => {
                serializer.serialize_str(&escape(text))
            }
            Self::Fixed { text, padding } => {
                let mut both = serializer.serialize_tuple(2)?;
                both.serialize_element(&*escape(text))?;
                both.serialize_element(&BASE64_STANDARD.encode(padding))?;
                both.end()
            }
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::List(items) => serializer.collect_seq(items),
            Self::Struct(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(&**name, value)?;
                }
                map.end()
            }
            Self::Arm { name, content } => {
                let mut map = serializer.serialize_map(Some(1))?;
                match content {
                    Some(content) => map.serialize_entry(&**name, content)?,
                    None => map.serialize_entry(&**name, &())?,
                }
                map.end()
            }
        }
    }
}

fn int<S: Serializer>(value: i128, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(value) = u64::try_from(value) {
        return serializer.serialize_u64(value);
    }
    match i64::try_from(value) {
        Ok(value) => serializer.serialize_i64(value),
        Err(_) => serializer.serialize_i128(value),
    }
}
