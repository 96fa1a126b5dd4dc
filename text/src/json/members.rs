//! [`Members`]: the members of an object, as a serde map.

use std::borrow::Cow;

use formwork_schema::json::Form;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess};

use super::{
    parts::is_version,
    reader::Reader,
    value::{Value, known},
};
use crate::{
    fault::{Fault, Result},
    plan::{Kind, Slots},
};

/// The fields of a record.
///
/// A fixed string has two members in any order, so those that have padding wait for the end of the
/// object; all of them do, because nobody knows whether padding follows.
pub(super) struct Members<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    slots: &'l Slots<'l>,
    root: bool,
    start: usize,
    /// Where the marks of this object begin.
    seen: usize,
    /// Where to look first.
    next: usize,
    state: State,
    /// Fixed strings.
    waiting: Vec<Waiting<'x>>,
    current: Current<'x>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing is read: the version of the envelope comes first.
    Fresh,
    /// In front of a member, or of the end.
    Open { first: bool },
    /// Behind the end.
    Closed,
}

/// A fixed string, or half of one.
struct Waiting<'x> {
    slot: usize,
    text: Option<(Cow<'x, str>, usize)>,
    padding: Option<(Cow<'x, str>, usize)>,
}

/// What the next value is.
enum Current<'x> {
    Nothing,
    Version(usize, &'x str),
    Member(usize),
    Fixed(Waiting<'x>),
}

impl<'r, 'x, 'l> Members<'r, 'x, 'l> {
    pub(super) fn new(reader: &'r mut Reader<'x, 'l>, slots: &'l Slots<'l>, root: bool) -> Self {
        let start = reader.tokens.at;
        let seen = reader.seen.len();
        reader.seen.resize(seen + slots.list.len(), false);
        reader.tokens.take(b'{');
        let state = State::Fresh;
        let current = Current::Nothing;
        Self {
            reader,
            slots,
            root,
            start,
            seen,
            next: 0,
            state,
            waiting: Vec::new(),
            current,
        }
    }

    /// Steps to the next field that the document has.
    fn step(&mut self) -> Result<Option<usize>> {
        if self.state == State::Fresh {
            self.state = State::Open { first: true };
            if let Some(slot) = self.version() {
                return Ok(Some(slot));
            }
        }
        while let State::Open { first } = self.state {
            if self.reader.tokens.take(b'}') {
                self.state = State::Closed;
                self.miss()?;
                break;
            }
            if !first && !self.reader.tokens.take(b',') {
                return Err(self.reader.tokens.unexpected("`,` or `}`"));
            }
            self.state = State::Open { first: false };
            if let Some(slot) = self.member()? {
                self.current = Current::Member(slot);
                return Ok(Some(slot));
            }
        }
        match self.waiting.pop() {
            None => Ok(None),
            Some(waiting) => {
                let slot = waiting.slot;
                self.current = Current::Fixed(waiting);
                Ok(Some(slot))
            }
        }
    }

    /// The version of the envelope as a field of the root.
    fn version(&mut self) -> Option<usize> {
        let version = self.reader.version.filter(|_| self.root)?;
        let slot = self.slots.list.iter().position(is_version)?;
        self.reader.seen[self.seen + slot] = true;
        self.current = Current::Version(slot, version);
        Some(slot)
    }

    /// Reads a name. Fixed strings and paddings are read whole, and wait.
    fn member(&mut self) -> Result<Option<usize>> {
        let name = self.reader.tokens.name()?;
        let found = self.slots.find(&name, self.next);
        if let Some(slot) = found.filter(|slot| !(self.root && is_version(&self.slots.list[*slot])))
        {
            if std::mem::replace(&mut self.reader.seen[self.seen + slot], true) {
                return Err(Fault::malformed(format!("`{name}` is there twice")));
            }
            self.next = slot + 1;
            if !matches!(self.slots.list[slot].node.kind, Kind::Fixed) {
                return Ok(Some(slot));
            }
            let text = self.wait(slot)?;
            self.waiting(slot).text = Some(text);
            return Ok(None);
        }
        let owner = self
            .slots
            .list
            .iter()
            .position(|slot| !slot.padding.is_empty() && slot.padding == name);
        let Some(slot) = owner else {
            return Err(self.unknown(&name));
        };
        let padding = self.wait(slot)?;
        if self.waiting(slot).padding.replace(padding).is_some() {
            return Err(Fault::malformed(format!("`{name}` is there twice")));
        }
        Ok(None)
    }

    /// Reads a string that belongs to a fixed string.
    fn wait(&mut self, slot: usize) -> Result<(Cow<'x, str>, usize)> {
        let slot = &self.slots.list[slot];
        self.reader.path.push_name(slot.name);
        self.reader.tokens.expect(Form::Text, "a string")?;
        let at = self.reader.tokens.start;
        let text = self.reader.tokens.text()?;
        self.reader.path.pop();
        Ok((text, at))
    }

    fn waiting(&mut self, slot: usize) -> &mut Waiting<'x> {
        let place = self
            .waiting
            .iter()
            .position(|waiting| waiting.slot == slot)
            .unwrap_or_else(|| {
                self.waiting.push(Waiting {
                    slot,
                    text: None,
                    padding: None,
                });
                self.waiting.len() - 1
            });
        &mut self.waiting[place]
    }

    fn unknown(&self, name: &str) -> Fault {
        if self.root && self.slots.find(name, 0).is_some() {
            return Fault::malformed(format!("`{name}` belongs beside `value`, not into it"));
        }
        let names = self
            .slots
            .list
            .iter()
            .filter(|slot| !(self.root && is_version(slot)));
        let names: Vec<_> = names.map(|slot| format!("`{}`", slot.name)).collect();
        Fault::malformed(format!(
            "unknown member `{name}`; there are {}",
            names.join(", ")
        ))
    }

    /// Complains about the first field that must be there and is not.
    fn miss(&mut self) -> Result<()> {
        for (index, slot) in self.slots.list.iter().enumerate() {
            if slot.optional || self.reader.seen[self.seen + index] {
                continue;
            }
            let of = if self.root && is_version(slot) {
                "the envelope needs"
            } else {
                "missing"
            };
            return Err(Fault::malformed(format!("{of} the member `{}`", slot.name)).at(self.start));
        }
        match self.waiting.iter().find(|waiting| waiting.text.is_none()) {
            None => Ok(()),
            Some(Waiting { slot, .. }) => {
                let slot = &self.slots.list[*slot];
                let message = format!("`{}` is there without `{}`", slot.padding, slot.name);
                Err(Fault::malformed(message).at(self.start))
            }
        }
    }

    /// Asks that nobody stopped before the end, and cleans up.
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.step()?.is_some() {
            return Err(Fault::malformed("a field was not asked for"));
        }
        self.reader.seen.truncate(self.seen);
        Ok(())
    }
}

impl<'de> MapAccess<'de> for Members<'_, '_, '_> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.step()? {
            Some(slot) => {
                self.reader.path.push_name(self.slots.list[slot].name);
                seed.deserialize(self.slots.list[slot].name.into_deserializer())
                    .map(Some)
            }
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let value = match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Nothing => return Err(Fault::malformed("a value was read twice")),
            Current::Version(slot, version) => {
                seed.deserialize(known(&self.slots.list[slot].node, version, None))?
            }
            Current::Member(slot) => {
                let node = &self.slots.list[slot].node;
                seed.deserialize(Value {
                    reader: self.reader,
                    node,
                    root: false,
                })?
            }
            Current::Fixed(Waiting {
                slot,
                text,
                padding,
            }) => {
                let (text, at) = text.unwrap_or_default();
                self.reader.tokens.start = at;
                let padding = padding.as_ref().map(|(padding, _)| &**padding);
                seed.deserialize(known(&self.slots.list[slot].node, &text, padding))?
            }
        };
        self.reader.path.pop();
        Ok(value)
    }
}
