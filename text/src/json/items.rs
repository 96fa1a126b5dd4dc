//! Arrays as serde sequences, and objects of numbers whose order counts.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, SeqAccess};

use super::{
    reader::Reader,
    value::{Value, known, leaf_text},
};
use crate::{
    fault::{Fault, Result},
    plan::Node,
};

/// The items of a list.
pub(super) struct Items<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    item: &'l Node<'l>,
    count: u64,
    done: bool,
}

impl<'r, 'x, 'l> Items<'r, 'x, 'l> {
    pub(super) fn new(reader: &'r mut Reader<'x, 'l>, item: &'l Node<'l>) -> Self {
        reader.tokens.take(b'[');
        Self {
            reader,
            item,
            count: 0,
            done: false,
        }
    }

    #[inline]
    fn more(&mut self) -> Result<bool> {
        if self.done || self.reader.tokens.take(b']') {
            self.done = true;
            return Ok(false);
        }
        if self.count > 0 && !self.reader.tokens.take(b',') {
            return Err(self.reader.tokens.unexpected("`,` or `]`"));
        }
        Ok(true)
    }

    /// Asks that nobody stopped before the end.
    pub(super) fn finish(&mut self) -> Result<()> {
        let count = self.count;
        if self.more()? {
            Err(Fault::malformed(format!(
                "expected {count} items, found more"
            )))
        } else {
            Ok(())
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, '_, '_> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        self.reader.path.push_index(self.count);
        let value = seed.deserialize(Value {
            reader: self.reader,
            node: self.item,
            root: false,
        })?;
        self.reader.path.pop();
        self.count += 1;
        Ok(Some(value))
    }
}

/// The numbers of a vector.
pub(super) struct Components<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    nodes: &'l [Node<'l>],
    start: usize,
    count: usize,
}

impl<'r, 'x, 'l> Components<'r, 'x, 'l> {
    pub(super) fn new(reader: &'r mut Reader<'x, 'l>, nodes: &'l [Node<'l>]) -> Self {
        let start = reader.tokens.at;
        reader.tokens.take(b'[');
        Self {
            reader,
            nodes,
            start,
            count: 0,
        }
    }

    pub(super) fn finish(&mut self) -> Result<()> {
        if self.count == self.nodes.len() && self.reader.tokens.take(b']') {
            return Ok(());
        }
        Err(self.wrong_length())
    }

    fn wrong_length(&self) -> Fault {
        let wanted = self.nodes.len();
        let found = if self.count < wanted {
            self.count.to_string()
        } else {
            "more".into()
        };
        Fault::malformed(format!("expected {wanted} numbers, found {found}")).at(self.start)
    }
}

impl<'de> SeqAccess<'de> for Components<'_, '_, '_> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(node) = self.nodes.get(self.count) else {
            return Ok(None);
        };
        if self.reader.tokens.peek() == b']' || (self.count > 0 && !self.reader.tokens.take(b',')) {
            return Err(self.wrong_length());
        }
        self.count += 1;
        seed.deserialize(Value {
            reader: self.reader,
            node,
            root: false,
        })
        .map(Some)
    }
}

/// The numbers of a tuple, in the order of storage whatever their order in the document.
pub(super) struct Ordered<'x, 'l> {
    nodes: &'l [Node<'l>],
    /// Their texts, and where they are.
    texts: Vec<Option<(Cow<'x, str>, usize)>>,
    next: usize,
}

impl<'x, 'l> Ordered<'x, 'l> {
    pub(super) fn read(
        reader: &mut Reader<'x, 'l>,
        components: &'l crate::plan::Components<'l>,
    ) -> Result<Self> {
        let start = reader.tokens.at;
        let names = &components.names;
        let mut texts = vec![None; names.len()];
        reader.tokens.take(b'{');
        while !reader.tokens.take(b'}') {
            let name = reader.tokens.name()?;
            let Some(place) = names.iter().position(|known| *known == name) else {
                let message = format!("`{name}` is none of {}", names.join(", "));
                return Err(Fault::malformed(message));
            };
            if texts[place].is_some() {
                return Err(Fault::malformed(format!("`{name}` is there twice")));
            }
            reader.path.push_name(names[place]);
            let text = leaf_text(reader, &components.nodes[place].kind)?;
            texts[place] = Some((text, reader.tokens.start));
            reader.path.pop();
            reader.tokens.take(b',');
        }
        match texts.iter().position(Option::is_none) {
            None => Ok(Self {
                nodes: &components.nodes,
                texts,
                next: 0,
            }),
            Some(missing) => {
                Err(Fault::malformed(format!("`{}` is missing", names[missing])).at(start))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Ordered<'_, '_> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(Some((text, at))) = self.texts.get(self.next) else {
            return Ok(None);
        };
        let node = &self.nodes[self.next];
        self.next += 1;
        seed.deserialize(known(node, text, None))
            .map(Some)
            .map_err(|fault| fault.at(*at))
    }
}
