//! [`Collected`]: the items of a list as they come from a text.

use formwork_schema::{
    Value,
    value::{Packer, Rows},
};

/// The items so far: packed as long as they have one size.
pub(crate) enum Collected<'l> {
    Packed(Packer<'l>),
    Loose(Vec<Value>),
}

impl<'l> Collected<'l> {
    pub(crate) fn new(packer: Option<Packer<'l>>) -> Self {
        packer.map_or(Self::Loose(Vec::new()), Self::Packed)
    }

    pub(crate) fn push(&mut self, item: Value) {
        let item = match self {
            Self::Loose(items) => return items.push(item),
            Self::Packed(packer) => match packer.push(item) {
                Ok(()) => return,
                Err(item) => item,
            },
        };
        // Another item than those before: whoever writes it finds out which is wrong, or that they may differ.
        let before = std::mem::replace(self, Self::Loose(Vec::new()));
        let mut items: Vec<Value> = match before.finish() {
            Value::Rows(rows) => Rows::iter(&rows).collect(),
            _ => Vec::new(),
        };
        items.push(item);
        *self = Self::Loose(items);
    }

    /// What collects items as they are scanned, once it is known what they look like.
    pub(crate) fn packer(&mut self) -> Option<&mut Packer<'l>> {
        match self {
            Self::Packed(packer) if packer.row().is_some() => Some(packer),
            _ => None,
        }
    }

    pub(crate) fn finish(self) -> Value {
        match self {
            Self::Packed(packer) => packer.finish(),
            Self::Loose(items) => Value::List(items.into()),
        }
    }
}
