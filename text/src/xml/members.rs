//! [`Members`]: the attributes and children of an element, as a serde map.

use formwork_schema::place::{Place, TRAILING};
use serde::{
    Deserializer,
    de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor},
    forward_to_deserialize_any,
};

use super::{
    children::Children,
    element::Element,
    reader::{Attribute, Reader, twice},
    token::{self, Start},
};
use crate::{
    fault::{Fault, Result},
    leaf::Leaf,
    plan::{Kind, Shape, Slot, Slots},
    words::Words,
};

/// The fields of a record.
pub(super) struct Members<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    slots: &'l Slots<'l>,
    start: Start<'x>,
    root: bool,
    /// Where the attributes of this element begin among those of all open ones.
    attributes: usize,
    /// How many of them are done.
    done: usize,
    /// Where the marks of this element begin.
    seen: usize,
    /// The end tag is read.
    ended: bool,
    /// Where to look for a list that has no items.
    rest: usize,
    current: Current<'x>,
}

/// What the next value is.
#[derive(Clone, Copy)]
enum Current<'x> {
    Nothing,
    Attribute(Attribute<'x>),
    Child(usize, Start<'x>),
    NoItems(usize),
}

impl<'r, 'x, 'l> Members<'r, 'x, 'l> {
    pub(super) fn new(
        reader: &'r mut Reader<'x, 'l>,
        slots: &'l Slots<'l>,
        start: Start<'x>,
        root: bool,
    ) -> Result<Self> {
        let attributes = reader.attributes.len();
        let seen = reader.seen.len();
        reader.seen.resize(seen + slots.list.len(), false);
        let mut members = Self {
            reader,
            slots,
            start,
            root,
            attributes,
            done: 0,
            seen,
            ended: false,
            rest: 0,
            current: Current::Nothing,
        };
        members.read_attributes()?;
        members.miss(|slot| slot.place == Place::Attribute)?;
        Ok(members)
    }

    /// Puts the attributes of the start tag on the stack.
    fn read_attributes(&mut self) -> Result<()> {
        let (mut rest, mut at) = (self.start.attributes, self.start.attributes_at());
        let mut paddings = false;
        let mut next = 0;
        while let Some((name, raw, value_at)) = token::attribute(&mut rest, &mut at)? {
            let found = self.slots.find(name, next);
            match found.filter(|slot| self.slots.list[*slot].place == Place::Attribute) {
                Some(slot) => {
                    self.mark(slot).map_err(|fault| fault.at(value_at))?;
                    self.reader.attributes.push(Attribute {
                        slot,
                        raw,
                        at: value_at,
                        padding: None,
                    });
                    next = slot + 1;
                }
                None if self.is_padding(name) => paddings = true,
                None if self.root && (name.starts_with("xmlns:") || name.starts_with("xsi:")) => {}
                None => return Err(self.unknown_attribute(name).at(value_at)),
            }
        }
        if paddings {
            self.read_paddings()
        } else {
            Ok(())
        }
    }

    fn is_padding(&self, name: &str) -> bool {
        !name.is_empty() && self.slots.list.iter().any(|slot| slot.padding == name)
    }

    /// Gives the paddings to their attributes. A second look at the tag, which few tags need.
    fn read_paddings(&mut self) -> Result<()> {
        let (mut rest, mut at) = (self.start.attributes, self.start.attributes_at());
        while let Some((name, raw, value_at)) = token::attribute(&mut rest, &mut at)? {
            let Some(slot) = self.slots.list.iter().position(|slot| slot.padding == name) else {
                continue;
            };
            let owner = self.slots.list[slot].name;
            let mine = &mut self.reader.attributes[self.attributes..];
            match mine.iter_mut().find(|attribute| attribute.slot == slot) {
                Some(Attribute {
                    padding: Some(_), ..
                }) => return Err(twice(name).at(value_at)),
                Some(attribute) => attribute.padding = Some((raw, value_at)),
                None => {
                    let message = format!("`{name}` is there without `{owner}`");
                    return Err(Fault::malformed(message).at(value_at));
                }
            }
        }
        Ok(())
    }

    fn unknown_attribute(&self, name: &str) -> Fault {
        let names = self.names(|slot| slot.place == Place::Attribute);
        let message = match self.slots.find(name, 0) {
            Some(_) => format!("`{name}` is a child element, not an attribute"),
            None if names.is_empty() => format!("`{}` has no attribute `{name}`", self.start.name),
            None => format!(
                "`{}` has no attribute `{name}`, only {names}",
                self.start.name
            ),
        };
        Fault::malformed(message)
    }

    fn unknown_child(&self, name: &str) -> Fault {
        let of = self.start.name;
        let attribute = |slot: usize| self.slots.list[slot].place == Place::Attribute;
        if self.slots.find(name, 0).is_some_and(attribute) {
            return Fault::malformed(format!("`{name}` is an attribute, not a child element"));
        }
        let names: Vec<_> = self
            .slots
            .list
            .iter()
            .filter(|slot| slot.place != Place::Attribute)
            .collect();
        let names: Vec<_> = names
            .into_iter()
            .map(|slot| format!("`<{}>`", slot.element()))
            .collect();
        let only = if names.is_empty() {
            String::new()
        } else {
            format!(", only {}", names.join(", "))
        };
        Fault::malformed(format!("`{of}` has no child `<{name}>`{only}"))
    }

    fn names(&self, which: impl Fn(&Slot<'l>) -> bool) -> String {
        let names = self.slots.list.iter().filter(|slot| which(slot));
        names
            .map(|slot| format!("`{}`", slot.name))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Remembers that a field was there.
    fn mark(&mut self, slot: usize) -> Result<()> {
        if !std::mem::replace(&mut self.reader.seen[self.seen + slot], true) {
            return Ok(());
        }
        let slot = &self.slots.list[slot];
        if slot.place == Place::Items {
            let message = format!(
                "the `<{}>` of `{}` are interrupted by another element",
                slot.item, slot.name
            );
            return Err(Fault::malformed(message));
        }
        Err(twice(slot.name))
    }

    /// Complains about the first field of some sort that must be there and is not.
    fn miss(&mut self, which: impl Fn(&Slot<'l>) -> bool) -> Result<()> {
        for (index, slot) in self.slots.list.iter().enumerate() {
            let needed = !slot.optional && slot.place != Place::Items && which(slot);
            if needed && !self.reader.seen[self.seen + index] {
                let message = match slot.place {
                    Place::Attribute => {
                        format!("`{}` needs the attribute `{}`", self.start.name, slot.name)
                    }
                    _ => format!(
                        "`{}` needs the child `<{}>`",
                        self.start.name,
                        slot.element()
                    ),
                };
                return Err(Fault::malformed(message).at(self.start.at));
            }
        }
        Ok(())
    }

    /// Steps to the next field that the document has.
    fn step(&mut self) -> Result<Option<usize>> {
        if let Some(attribute) = self.reader.attributes.get(self.attributes + self.done) {
            self.current = Current::Attribute(*attribute);
            self.done += 1;
            return Ok(Some(attribute.slot));
        }
        if self.done > 0 {
            self.reader.attributes.truncate(self.attributes);
            self.done = 0;
        }
        while !self.ended {
            let Some(child) = self.reader.child()? else {
                self.ended = true;
                self.miss(|slot| slot.place != Place::Attribute)?;
                break;
            };
            if let Some(slot) = self
                .slots
                .list
                .iter()
                .position(|slot| slot.is_element(child.name))
            {
                self.mark(slot)?;
                self.current = Current::Child(slot, child);
                return Ok(Some(slot));
            }
            if !(self.root && child.name == TRAILING) {
                return Err(self.unknown_child(child.name));
            }
            self.reader.trailing(child)?;
        }
        Ok(self.next_without_items())
    }

    /// Lists without items are there all the same.
    fn next_without_items(&mut self) -> Option<usize> {
        while let Some(slot) = self.slots.list.get(self.rest) {
            let index = self.rest;
            self.rest += 1;
            if slot.place == Place::Items && !self.reader.seen[self.seen + index] {
                self.current = Current::NoItems(index);
                return Some(index);
            }
        }
        None
    }

    /// Asks that nobody stopped before the end, and cleans up.
    pub(super) fn finish(&mut self) -> Result<()> {
        while self.step()?.is_some() {
            if let Current::NoItems(_) = self.current {
                continue;
            }
            return Err(Fault::malformed("a field was not asked for"));
        }
        self.reader.seen.truncate(self.seen);
        Ok(())
    }
}

impl Slot<'_> {
    /// Name of the child element, or of each of them.
    fn element(&self) -> &str {
        if self.place == Place::Items {
            self.item
        } else {
            self.name
        }
    }

    fn is_element(&self, name: &str) -> bool {
        self.place != Place::Attribute && self.element() == name
    }
}

impl<'de> MapAccess<'de> for Members<'_, '_, '_> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.step()? {
            Some(slot) => seed
                .deserialize(self.slots.list[slot].name.into_deserializer())
                .map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let (Current::Child(slot, _)
        | Current::NoItems(slot)
        | Current::Attribute(Attribute { slot, .. })) = self.current
        else {
            return Err(Fault::malformed("a value was read twice"));
        };
        let slot = &self.slots.list[slot];
        self.reader.path.push_name(slot.name);
        let value = match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Attribute(attribute) => {
                self.reader.tokens.at = attribute.at;
                seed.deserialize(AttributeValue {
                    shapes: self.reader.plan,
                    slot,
                    attribute,
                })?
            }
            Current::Child(_, start) => seed.deserialize(Child {
                reader: self.reader,
                slot,
                start: Some(start),
            })?,
            _ => seed.deserialize(Child {
                reader: self.reader,
                slot,
                start: None,
            })?,
        };
        self.reader.path.pop();
        Ok(value)
    }
}

/// An attribute as a value.
struct AttributeValue<'x, 'l> {
    shapes: &'l crate::plan::Plan<'l>,
    slot: &'l Slot<'l>,
    attribute: Attribute<'x>,
}

impl<'de> Deserializer<'de> for AttributeValue<'_, '_> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Attribute {
            raw, at, padding, ..
        } = self.attribute;
        let text = token::value(raw)?;
        let kind = &self.slot.node.kind;
        if let Kind::Struct(shape) = kind
            && let Shape::Vector(components) = self.shapes.shape(*shape)
        {
            let start = (text.len() == raw.len()).then_some(at);
            return Words::vector(&text, start, &components.nodes).deserialize_any(visitor);
        }
        let padding = match padding {
            Some((raw, at)) => Some(token::value(raw).map_err(|fault| fault.at(at))?),
            None => None,
        };
        Leaf {
            kind,
            text: &text,
            padding: padding.as_deref(),
        }
        .deserialize_any(visitor)
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

/// A child, or several, as the value of a field.
struct Child<'r, 'x, 'l> {
    reader: &'r mut Reader<'x, 'l>,
    slot: &'l Slot<'l>,
    /// Nothing for a list without items.
    start: Option<Start<'x>>,
}

impl<'r, 'x, 'l> Child<'r, 'x, 'l> {
    fn split(self) -> Result<ChildForm<'r, 'x, 'l>> {
        let Self {
            reader,
            slot,
            start,
        } = self;
        let node = &slot.node;
        Ok(match (&node.kind, slot.place, start) {
            (Kind::List(item, _), Place::Items, Some(start)) => {
                ChildForm::Items(Children::from(reader, slot.item, item, start))
            }
            (Kind::List(item, _), Place::Items, None) => {
                ChildForm::Items(Children::none(reader, slot.item, item))
            }
            (_, Place::Wrapped, Some(start)) => ChildForm::Wrapped(
                Element {
                    reader,
                    node,
                    start,
                    root: false,
                },
                slot.item,
            ),
            (_, _, Some(start)) => ChildForm::Element(Element {
                reader,
                node,
                start,
                root: false,
            }),
            _ => return Err(Fault::malformed("expected a child element")),
        })
    }
}

/// What a child is read as.
enum ChildForm<'r, 'x, 'l> {
    Element(Element<'r, 'x, 'l>),
    Wrapped(Element<'r, 'x, 'l>, &'l str),
    Items(Children<'r, 'x, 'l>),
}

impl<'de> Deserializer<'de> for Child<'_, '_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.split()? {
            ChildForm::Element(element) => element.deserialize_any(visitor),
            ChildForm::Wrapped(element, name) => element.items(name, visitor),
            ChildForm::Items(items) => items.deserialize_any(visitor),
        }
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

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.split()? {
            ChildForm::Element(element) => element.deserialize_enum(name, variants, visitor),
            _ => Err(Fault::malformed("the layout has a list here")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
