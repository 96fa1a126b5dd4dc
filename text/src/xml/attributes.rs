//! The attributes of an element, and what to say of those and of children that do not belong there.

use formwork_schema::{Value, place::XmlForm};

use super::{
    reader::{Attribute, Reader, twice},
    syntax,
    token::Start,
};
use crate::{
    fault::{Fault, Result},
    form,
    number::brief,
    plan::{Slot, Slots},
};

impl<'x, 'l> Reader<'x, 'l> {
    /// Puts the attributes of a start tag on the stack.
    pub(super) fn read_attributes(
        &mut self,
        slots: &'l Slots<'l>,
        start: &Start<'x>,
    ) -> Result<()> {
        let before = self.attributes.len();
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        let mut paddings = false;
        let (mut next, mut needed) = (0, 0);
        while let Some((name, raw, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            let found = slots.find(name, next);
            let found = found.filter(|slot| slots.list[*slot].place == XmlForm::Attribute);
            match found {
                Some(slot) => {
                    let mut others = self.attributes[before..].iter();
                    if slot < next && others.any(|other| other.slot == slot) {
                        return Err(twice(name).at(value_at));
                    }
                    self.attributes.push(Attribute {
                        slot,
                        raw,
                        at: value_at,
                        padding: None,
                    });
                    needed += usize::from(!slots.list[slot].optional);
                    next = next.max(slot + 1);
                }
                None if slots.is_padding(name) => paddings = true,
                None if self.is_envelope(start, name) => {}
                None => {
                    let fault = slots.unknown_attribute(start.name, name).at(value_at);
                    return Err(form::renamed(fault, self.plan.implied));
                }
            }
        }
        if paddings {
            self.read_paddings(slots, start, before)?;
        }
        if needed == slots.needed {
            return Ok(());
        }
        let there = |slot: usize| self.attributes[before..].iter().any(|one| one.slot == slot);
        slots.miss_attribute(start, there)
    }

    /// Gives the paddings to their attributes. A second look at the tag, which few tags need.
    fn read_paddings(
        &mut self,
        slots: &'l Slots<'l>,
        start: &Start<'x>,
        before: usize,
    ) -> Result<()> {
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        while let Some((name, raw, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            let Some(slot) = slots.list.iter().position(|slot| slot.padding == name) else {
                continue;
            };
            let owner = slots.list[slot].name;
            let mine = &mut self.attributes[before..];
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
}

impl<'l> Slots<'l> {
    fn is_padding(&self, name: &str) -> bool {
        !name.is_empty() && self.list.iter().any(|slot| slot.padding == name)
    }

    fn unknown_attribute(&self, of: &str, name: &str) -> Fault {
        let shown = brief(name);
        let names: Vec<_> = (self.list.iter())
            .filter(|slot| slot.place == XmlForm::Attribute)
            .map(|slot| format!("`{}`", slot.name))
            .collect();
        Fault::malformed(match self.find(name, 0) {
            Some(_) => format!("`{name}` is a child element, not an attribute"),
            None if names.is_empty() => format!("`{of}` has no attribute `{shown}`"),
            None => format!(
                "`{of}` has no attribute `{shown}`, only {}",
                names.join(", ")
            ),
        })
    }

    pub(super) fn unknown_child(&self, of: &str, name: &str) -> Fault {
        let attribute = |slot: usize| self.list[slot].place == XmlForm::Attribute;
        if self.find(name, 0).is_some_and(attribute) {
            return Fault::malformed(format!("`{name}` is an attribute, not a child element"));
        }
        let names: Vec<_> = (self.list.iter())
            .filter(|slot| slot.place != XmlForm::Attribute)
            .map(|slot| format!("`<{}>`", slot.element()))
            .collect();
        let only = if names.is_empty() {
            String::new()
        } else {
            format!(", only {}", names.join(", "))
        };
        Fault::malformed(format!("`{of}` has no child `<{name}>`{only}"))
    }

    /// Refuses the first attribute that is needed and not there.
    fn miss_attribute(&self, start: &Start<'_>, there: impl Fn(usize) -> bool) -> Result<()> {
        for (index, slot) in self.list.iter().enumerate() {
            if slot.place == XmlForm::Attribute && !slot.optional && !there(index) {
                let message = format!("`{}` needs the attribute `{}`", start.name, slot.name);
                return Err(Fault::malformed(message).at(start.at));
            }
        }
        Ok(())
    }

    /// Refuses the first child that is needed and not there.
    pub(super) fn miss_child(&self, start: &Start<'_>, fields: &[Option<Value>]) -> Result<()> {
        for slot in &self.list {
            let needed = !slot.optional && slot.place != XmlForm::Attribute;
            if needed && fields[slot.field].is_none() {
                let message = format!("`{}` needs the child `<{}>`", start.name, slot.element());
                return Err(Fault::malformed(message).at(start.at));
            }
        }
        Ok(())
    }
}

impl Slot<'_> {
    /// The name of its element, or of its items that stand directly in the parent.
    fn element(&self) -> &str {
        if self.place == XmlForm::Items {
            self.item
        } else {
            self.name
        }
    }

    pub(super) fn is_element(&self, name: &str) -> bool {
        self.place != XmlForm::Attribute && self.element() == name
    }

    /// What to say of an element that comes once more.
    pub(super) fn again(&self) -> Fault {
        if self.place == XmlForm::Items {
            return Fault::malformed(format!(
                "the `<{}>` of `{}` are interrupted by another element",
                self.item, self.name
            ));
        }
        twice(self.name)
    }
}
