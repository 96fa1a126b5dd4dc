//! What serde calls a tuple: fixed strings with their padding, and arrays.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Serialize,
    ser::{SerializeSeq, SerializeTuple},
};

use super::{
    guide::Guide,
    parts::{Items, Text},
};
use crate::{Error, Result, escape::unescape, layout::Type, walk::Scalar};

/// Text and padding of a fixed string.
pub(super) struct Padded<'g, 'a, 's> {
    guide: &'g mut Guide<'a, 's>,
    ty: &'a Type,
    text: Option<String>,
    padding: String,
}

impl<'g, 'a, 's> Padded<'g, 'a, 's> {
    pub(super) fn new(guide: &'g mut Guide<'a, 's>, ty: &'a Type) -> Self {
        Self {
            guide,
            ty,
            text: None,
            padding: String::new(),
        }
    }

    /// Yields the text and what follows its NUL, filled with zeros.
    pub(super) fn emit(&mut self, text: &[u8], padding: &[u8]) -> Result<()> {
        let Type::FixedString(length) = self.ty else {
            return Ok(());
        };
        let room = (*length as usize).checked_sub(text.len() + 1);
        let room = room.ok_or_else(|| {
            let message = format!("has {} bytes in a field of {length}", text.len());
            self.guide.invalid(message)
        })?;
        self.guide.leaf(Scalar::Bytes(text))?;
        if room > 0 {
            let mut filled = padding.to_vec();
            filled.resize(room, 0);
            self.guide.path.push_name("padding");
            self.guide.leaf(Scalar::Bytes(&filled))?;
            self.guide.path.pop();
        }
        Ok(())
    }
}

impl SerializeTuple for Padded<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &mut self.text {
            None => value.serialize(&mut Text(self.text.insert(String::new()))),
            Some(_) => value.serialize(&mut Text(&mut self.padding)),
        }
    }

    fn end(mut self) -> Result<()> {
        let text = self.text.take().unwrap_or_default();
        let padding = BASE64_STANDARD
            .decode(&self.padding)
            .map_err(|why| self.guide.invalid(why.to_string()))?;
        self.emit(&unescape(&text), &padding)
    }
}

/// What serde calls a tuple.
pub(super) enum Tuple<'g, 'a, 's> {
    Padded(Padded<'g, 'a, 's>),
    /// The items of an array.
    Items(Items<'g, 'a, 's>),
}

impl SerializeTuple for Tuple<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Padded(parts) => parts.serialize_element(value),
            Self::Items(items) => items.serialize_element(value),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            Self::Padded(parts) => SerializeTuple::end(parts),
            Self::Items(items) => items.end(),
        }
    }
}
