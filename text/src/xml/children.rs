//! [`Children`]: elements of one name in a row, as a serde sequence.

use serde::{
    Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

use super::{
    element::Element,
    reader::{Reader, unended},
    token::{Start, Token},
};
use crate::{
    fault::{Fault, Result},
    plan::Node,
};

/// The items of a list.
pub(super) struct Children<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    name: &'l str,
    item: &'l Node<'l>,
    /// The first item, when its start tag is read already.
    first: Option<Start<'x>>,
    /// Nothing else may be in the element around them.
    alone: bool,
    /// Nothing follows.
    done: bool,
    count: u64,
}

impl<'r, 'x, 'l> Children<'r, 'x, 'l> {
    /// All children of an element.
    pub(super) fn inside(
        reader: &'r mut Reader<'x, 'l>,
        name: &'l str,
        item: &'l Node<'l>,
    ) -> Self {
        Self {
            reader,
            name,
            item,
            first: None,
            alone: true,
            done: false,
            count: 0,
        }
    }

    /// A child and those behind it with the same name.
    pub(super) fn from(
        reader: &'r mut Reader<'x, 'l>,
        name: &'l str,
        item: &'l Node<'l>,
        first: Start<'x>,
    ) -> Self {
        Self {
            reader,
            name,
            item,
            first: Some(first),
            alone: false,
            done: false,
            count: 0,
        }
    }

    /// No children at all.
    pub(super) fn none(reader: &'r mut Reader<'x, 'l>, name: &'l str, item: &'l Node<'l>) -> Self {
        Self {
            reader,
            name,
            item,
            first: None,
            alone: false,
            done: true,
            count: 0,
        }
    }

    fn start(&mut self) -> Result<Option<Start<'x>>> {
        if self.done {
            return Ok(None);
        }
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        match self.reader.tokens.peek_tag()? {
            Token::Start(start) if start.name == self.name => {
                self.reader.tokens.next()?;
                Ok(Some(start))
            }
            Token::Start(start) if self.alone => {
                self.reader.tokens.next()?;
                Err(Fault::malformed(format!(
                    "expected `<{}>`, found `<{}>`",
                    self.name, start.name
                )))
            }
            Token::Eof => Err(unended()),
            _ => {
                self.done = true;
                Ok(None)
            }
        }
    }

    /// Asks that nobody stopped before the end.
    pub(super) fn finish(&mut self) -> Result<()> {
        let count = self.count;
        match self.start()? {
            None => Ok(()),
            Some(_) => Err(Fault::malformed(format!(
                "expected {count} items, found more"
            ))),
        }
    }
}

impl<'de> SeqAccess<'de> for Children<'_, '_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(start) = self.start()? else {
            return Ok(None);
        };
        self.reader.path.push_index(self.count);
        let node = self.item;
        let value = seed.deserialize(Element {
            reader: self.reader,
            node,
            start,
            root: false,
        })?;
        self.reader.path.pop();
        self.count += 1;
        Ok(Some(value))
    }
}

impl<'de> Deserializer<'de> for Children<'_, '_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(&mut self)?;
        self.finish()?;
        Ok(value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
