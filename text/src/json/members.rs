//! [`Members`]: the members of an object as the fields of a struct.

use std::borrow::Cow;

use formwork_schema::{
    Value,
    json::{Form, is_number},
    place::INDEX,
};

use super::reader::Reader;
use crate::{
    fault::{Fault, Result},
    form, leaf,
    number::brief,
    plan::{Kind, Slots},
};

/// The members of one object.
pub(super) struct Members<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    slots: &'l Slots<'l>,
    /// Whether this is the value of the envelope, which holds the version.
    root: bool,
    /// Offset of the object.
    start: usize,
    /// The list of which this is an item, where it may carry its number.
    numbered: Option<&'l str>,
    number: Option<u64>,
    fields: Vec<Option<Value>>,
    /// Fixed strings, whose text and padding come in any order.
    waiting: Vec<Waiting<'x>>,
}

/// A fixed string of which one part is known, or both; each with its offset.
struct Waiting<'x> {
    slot: usize,
    text: Option<(Cow<'x, str>, usize)>,
    padding: Option<(Cow<'x, str>, usize)>,
}

impl<'r, 'x, 'l> Members<'r, 'x, 'l> {
    pub(super) fn new(reader: &'r mut Reader<'x, 'l>, slots: &'l Slots<'l>, root: bool) -> Self {
        let start = reader.tokens.at;
        let numbered = reader.numbered.take();
        Self {
            reader,
            slots,
            root,
            start,
            numbered,
            number: None,
            fields: vec![None; slots.fields.len()],
            waiting: Vec::new(),
        }
    }

    pub(super) fn read(mut self) -> Result<Vec<Option<Value>>> {
        self.reader.budget.fields(self.fields.len())?;
        self.reader.tokens.take(b'{');
        if self.root {
            self.version()?;
        }
        let mut next = 0;
        let mut first = true;
        while !self.reader.tokens.take(b'}') {
            if !std::mem::take(&mut first) && !self.reader.tokens.take(b',') {
                return Err(self.reader.tokens.unexpected("`,` or `}`"));
            }
            next = self.member(next)?;
        }
        self.miss()?;
        self.join()?;
        if let Some(list) = self.numbered {
            self.reader.numbers.add(list, self.number, self.start);
        }
        for slot in self.slots.list.iter().filter(|slot| slot.zero) {
            self.fields[slot.field].get_or_insert(Value::int(0));
        }
        Ok(self.fields)
    }

    /// The version, which stands in the envelope.
    fn version(&mut self) -> Result<()> {
        let mut slots = self.slots.list.iter();
        if let (Some(version), Some(slot)) =
            (self.reader.version, slots.find(|slot| slot.is_version()))
        {
            self.reader.path.push_name(slot.name);
            self.fields[slot.field] = Some(leaf::read(&slot.node.kind, version)?);
            self.reader.path.pop();
        }
        Ok(())
    }

    /// One member; `hint` is where its name is looked for first. Returns where the next one is likely.
    fn member(&mut self, hint: usize) -> Result<usize> {
        let name = self.reader.tokens.name()?;
        let slots = self.slots;
        let found = slots.find(&name, hint);
        let found = found.filter(|slot| !(self.root && slots.list[*slot].is_version()));
        let Some(place) = found else {
            if self.numbered.is_some() && name == INDEX {
                return self.own_number().map(|()| hint);
            }
            self.padding(&name)?;
            return Ok(hint);
        };
        let slot = &slots.list[place];
        if self.has(place) {
            return Err(Fault::malformed(format!("`{name}` is there twice")));
        }
        self.reader.path.push_name(slot.name);
        if let Kind::Fixed(_) = slot.node.kind {
            let text = self.text()?;
            self.waiting(place).text = Some(text);
        } else {
            let waits = self.reader.plan.waits(&slot.node);
            let is_link = slot.link.is_some() && self.reader.tokens.form() == Form::Text;
            self.fields[slot.field] = Some(if waits {
                self.reader.pending()?
            } else if is_link {
                let at = self.reader.tokens.start;
                self.reader.see(at);
                let text = self.reader.tokens.text()?;
                match (leaf::link(&text), &slot.node.kind) {
                    (Some(name), _) => name,
                    (None, kind @ Kind::Number(of)) if of.is_wide() && is_number(&text) => {
                        leaf::read(kind, &text)?
                    }
                    (None, _) => {
                        return Err(leaf::expected("a number, or the name of an item", &text));
                    }
                }
            } else {
                self.reader.value(&slot.node, false)?
            });
        }
        self.reader.path.pop();
        Ok(place + 1)
    }

    /// The number that this item carries.
    fn own_number(&mut self) -> Result<()> {
        let tokens = &mut self.reader.tokens;
        let number = match tokens.form() {
            Form::Text => leaf::index(&tokens.text()?)?,
            _ => {
                tokens.expect(Form::Number, "a number")?;
                leaf::index(tokens.word())?
            }
        };
        match self.number.replace(number) {
            None => Ok(()),
            Some(_) => Err(Fault::malformed(format!("`{INDEX}` is there twice"))),
        }
    }

    /// A member that may be the padding of a fixed string.
    fn padding(&mut self, name: &str) -> Result<()> {
        let mut slots = self.slots.list.iter();
        let owner = slots.position(|slot| !slot.padding.is_empty() && slot.padding == name);
        let owner =
            owner.ok_or_else(|| form::renamed(self.unknown(name), self.reader.plan.implied))?;
        self.reader.path.push_name(self.slots.list[owner].name);
        let padding = self.text()?;
        self.reader.path.pop();
        if self.waiting(owner).padding.replace(padding).is_some() {
            return Err(Fault::malformed(format!("`{name}` is there twice")));
        }
        Ok(())
    }

    fn text(&mut self) -> Result<(Cow<'x, str>, usize)> {
        let tokens = &mut self.reader.tokens;
        tokens.expect(Form::Text, "a string")?;
        let at = tokens.start;
        Ok((tokens.text()?, at))
    }

    /// Whether a field has been read.
    fn has(&self, place: usize) -> bool {
        let waits = |one: &Waiting<'_>| one.slot == place && one.text.is_some();
        self.fields[self.slots.list[place].field].is_some() || self.waiting.iter().any(waits)
    }

    fn waiting(&mut self, slot: usize) -> &mut Waiting<'x> {
        let known = self.waiting.iter();
        let place = known.into_iter().position(|waiting| waiting.slot == slot);
        let place = place.unwrap_or_else(|| {
            self.waiting.push(Waiting {
                slot,
                text: None,
                padding: None,
            });
            self.waiting.len() - 1
        });
        &mut self.waiting[place]
    }

    /// Fixed strings from their parts.
    fn join(&mut self) -> Result<()> {
        for Waiting {
            slot,
            text,
            padding,
        } in std::mem::take(&mut self.waiting)
        {
            let slot = &self.slots.list[slot];
            let (Kind::Fixed(size), Some((text, at))) = (&slot.node.kind, text) else {
                let message = format!("`{}` is there without `{}`", slot.padding, slot.name);
                return Err(Fault::malformed(message).at(self.start));
            };
            self.reader.path.push_name(slot.name);
            let padding = padding.as_ref().map(|(padding, _)| &**padding);
            let value = leaf::fixed(*size as usize, &text, padding);
            self.fields[slot.field] = Some(value.map_err(|fault| fault.at(at))?);
            self.reader.path.pop();
        }
        Ok(())
    }

    fn unknown(&self, name: &str) -> Fault {
        if self.root && self.slots.find(name, 0).is_some() {
            return Fault::malformed(format!("`{name}` belongs beside `value`, not into it"));
        }
        let names = self.slots.list.iter();
        let names = names.filter(|slot| !(self.root && slot.is_version()));
        let names: Vec<_> = names.map(|slot| format!("`{}`", slot.name)).collect();
        let names = names.join(", ");
        Fault::malformed(format!(
            "unknown member `{}`; there are {names}",
            brief(name)
        ))
    }

    /// Refuses the first member that is needed and not there.
    fn miss(&self) -> Result<()> {
        let mut slots = self.slots.list.iter().enumerate();
        let missing = slots.find(|(place, slot)| !slot.optional && !self.has(*place));
        let Some((_, slot)) = missing else {
            return Ok(());
        };
        let of = if self.root && slot.is_version() {
            "the envelope needs"
        } else {
            "missing"
        };
        let message = format!("{of} the member `{}`", slot.name);
        Err(Fault::malformed(message).at(self.start))
    }
}
