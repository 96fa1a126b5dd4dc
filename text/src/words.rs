//! [`Words`]: values separated by white space, as a serde sequence.

use serde::{
    Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

use crate::{
    fault::{Fault, Result},
    leaf::Leaf,
    plan::Node,
};

/// Values separated by white space: the components of a vector, the items of a number list.
pub(crate) struct Words<'a, 'l> {
    text: &'a str,
    /// Where `text` begins in the document; none when it was put together from pieces.
    start: Option<usize>,
    /// One per component; the only one holds for all items of a list.
    nodes: &'a [Node<'l>],
    list: bool,
    /// Bytes of `text` that are done.
    done: usize,
    count: usize,
}

impl<'a, 'l> Words<'a, 'l> {
    pub(crate) fn vector(text: &'a str, start: Option<usize>, nodes: &'a [Node<'l>]) -> Self {
        Self {
            text,
            start,
            nodes,
            list: false,
            done: 0,
            count: 0,
        }
    }

    pub(crate) fn list(text: &'a str, start: Option<usize>, item: &'a Node<'l>) -> Self {
        Self {
            text,
            start,
            nodes: std::slice::from_ref(item),
            list: true,
            done: 0,
            count: 0,
        }
    }

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text.as_bytes()[self.done..];
        let skip = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = rest[skip..]
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len() - skip);
        let start = self.done + skip;
        self.done = start + length;
        Some(&self.text[start..start + length])
    }

    fn place(&self, fault: Fault, word: usize) -> Fault {
        match self.start {
            Some(start) => fault.at(start + self.done - word),
            None => fault,
        }
    }

    /// Asks that nobody stopped before the end.
    fn finish(&mut self) -> Result<()> {
        let read = self.count;
        while self.next().is_some() {
            self.count += 1;
        }
        if self.count == read {
            Ok(())
        } else {
            Err(self.wrong_length(read))
        }
    }

    fn wrong_length(&self, wanted: usize) -> Fault {
        let plural = if wanted == 1 { "" } else { "s" };
        Fault::malformed(format!(
            "expected {wanted} number{plural}, found {}",
            self.count
        ))
    }
}

impl<'de> SeqAccess<'de> for Words<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let node = if self.list {
            &self.nodes[0]
        } else {
            match self.nodes.get(self.count) {
                Some(node) => node,
                None => return Ok(None),
            }
        };
        let Some(word) = self.next() else {
            return if self.list {
                Ok(None)
            } else {
                Err(self.wrong_length(self.nodes.len()))
            };
        };
        self.count += 1;
        let value = seed.deserialize(Leaf {
            kind: &node.kind,
            text: word,
            padding: None,
        });
        value
            .map(Some)
            .map_err(|fault| self.place(fault, word.len()))
    }
}

impl<'de> Deserializer<'de> for Words<'_, '_> {
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
