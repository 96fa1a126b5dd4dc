//! [`Parts`]: the parts of one value on their way to JSON.

use std::io;

use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::print::{Lead, Printer};
use crate::{
    fault::{Fault, Result},
    plan::{Arm, Components, Kind, Node, Slot, Slots},
    scalar::Capture,
};

/// The parts of one value.
pub(super) struct Parts<'a, 'p, W> {
    printer: &'a mut Printer<'p, W>,
    mode: Mode<'p>,
    /// Whether what is around stands on one line.
    flat: bool,
}

/// What the parts are.
pub(super) enum Mode<'p> {
    /// Fields of the root of which only the version is wanted, and whether that is next.
    Seek { next: bool },
    /// Fields; of the root, without its version; of an arm, in an object of its own.
    Fields {
        slots: &'p Slots<'p>,
        next: usize,
        root: bool,
        arm: bool,
    },
    /// The one entry of a map that stands for an arm.
    Arm {
        arms: &'p [Arm<'p>],
        arm: Option<&'p Arm<'p>>,
    },
    /// Components of a vector or tuple.
    Vector {
        components: &'p Components<'p>,
        next: usize,
    },
    /// Items.
    Items { item: &'p Node<'p>, packed: bool },
    /// Text and padding of a fixed string.
    Padded {
        lead: Lead<'p>,
        text: Option<String>,
    },
}

impl Mode<'_> {
    pub(super) fn brackets(&self) -> (u8, u8) {
        match self {
            Self::Items { .. } => (b'[', b']'),
            Self::Vector { components, .. } if !components.tuple => (b'[', b']'),
            _ => (b'{', b'}'),
        }
    }
}

impl<'a, 'p, W: io::Write> Parts<'a, 'p, W> {
    pub(super) fn new(printer: &'a mut Printer<'p, W>, mode: Mode<'p>, flat: bool) -> Self {
        Self {
            printer,
            mode,
            flat,
        }
    }

    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &mut self.mode {
            Mode::Items { item, packed: true } if !self.printer.flat => {
                // The line break before an item is the list's; inside there are none.
                self.printer.lead(Lead::Item);
                self.printer.flat = true;
                value.serialize(self.printer.value(Lead::Written, item))?;
                self.printer.flat = false;
                Ok(())
            }
            Mode::Items { item, .. } => value.serialize(self.printer.value(Lead::Item, item)),
            Mode::Vector { .. } => self.component(value),
            Mode::Padded { lead, text } => {
                let captured = value.serialize(Capture)?;
                match text.take() {
                    None => *text = Some(captured),
                    Some(text) => padded(self.printer, *lead, &text, &captured),
                }
                Ok(())
            }
            _ => Err(Fault::invalid("a list where the layout has fields")),
        }
    }

    #[inline]
    fn component<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Mode::Vector { components, next } = &mut self.mode else {
            return Err(Fault::invalid("a list where the layout has fields"));
        };
        let Some(node) = components.nodes.get(*next) else {
            let count = components.nodes.len();
            return Err(Fault::invalid(format!(
                "more than {count} numbers in a vector"
            )));
        };
        let lead = if components.tuple {
            Lead::Member(components.names[*next])
        } else {
            Lead::Item
        };
        *next += 1;
        value.serialize(self.printer.value(lead, node))
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        match &mut self.mode {
            Mode::Fields {
                slots, next, root, ..
            } => {
                let place = slots.find(name, *next).ok_or_else(|| unknown(name))?;
                *next = place + 1;
                let slot = &slots.list[place];
                if *root && is_version(slot) {
                    return Ok(());
                }
                value.serialize(self.printer.value(Lead::Member(slot.name), &slot.node))
            }
            Mode::Seek { .. } => {
                if self.printer.plan.version_field == Some(name) {
                    self.printer.found = Some(value.serialize(Capture)?);
                }
                Ok(())
            }
            _ => self.component(value),
        }
    }

    fn end(self) -> Result<()> {
        let close = self.mode.brackets().1;
        match &self.mode {
            Mode::Seek { .. } | Mode::Padded { .. } => return Ok(()),
            Mode::Arm { arm: None, .. } => {
                return Err(Fault::invalid("a struct of arms without an arm"));
            }
            Mode::Vector { components, next } if *next < components.nodes.len() => {
                let count = components.nodes.len();
                return Err(Fault::invalid(format!(
                    "{next} numbers in a vector of {count}"
                )));
            }
            _ => {}
        }
        self.printer.close(close);
        self.printer.flat = self.flat;
        if let Mode::Fields { arm: true, .. } = self.mode {
            self.printer.close(b'}');
        }
        self.printer.sink.check()
    }
}

/// Whether a field of the root stands in the envelope.
pub(super) fn is_version(slot: &Slot<'_>) -> bool {
    matches!(slot.node.kind, Kind::Version)
}

/// A fixed string with what stands behind its NUL: two members, or an array of two.
fn padded<W: io::Write>(printer: &mut Printer<'_, W>, lead: Lead<'_>, text: &str, padding: &str) {
    printer.lead(lead);
    if let Lead::Member(name) = lead {
        printer.string(text);
        printer.lead(Lead::Member(&formwork_schema::place::padding_name(name)));
        return printer.string(padding);
    }
    let flat = std::mem::replace(&mut printer.flat, true);
    printer.open(b'[');
    printer.lead(Lead::Item);
    printer.string(text);
    printer.lead(Lead::Item);
    printer.string(padding);
    printer.close(b']');
    printer.flat = flat;
}

fn unknown(name: &str) -> Fault {
    Fault::invalid(format!("the layout has no field `{name}`"))
}

macro_rules! lists {
    ($($name:ident $method:ident),*) => {$(
        impl<W: io::Write> $name for Parts<'_, '_, W> {
            type Ok = ();
            type Error = Fault;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.item(value)
            }

            fn end(self) -> Result<()> {
                self.end()
            }
        }
    )*};
}

lists!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($name:ident),*) => {$(
        impl<W: io::Write> $name for Parts<'_, '_, W> {
            type Ok = ();
            type Error = Fault;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<()> {
                self.end()
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl<W: io::Write> SerializeMap for Parts<'_, '_, W> {
    type Ok = ();
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let name = key.serialize(Capture)?;
        match &mut self.mode {
            Mode::Fields { slots, next, .. } => {
                *next = slots.find(&name, *next).ok_or_else(|| unknown(&name))?;
            }
            Mode::Arm {
                arms,
                arm: arm @ None,
            } => {
                let known = arms.iter().find(|one| one.name == name);
                *arm = Some(known.ok_or_else(|| unknown(&name))?);
            }
            Mode::Arm { .. } => return Err(Fault::invalid("a struct of arms with two arms")),
            Mode::Seek { next } => *next = self.printer.plan.version_field == Some(&*name),
            _ => {}
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &self.mode {
            Mode::Fields { slots, next, .. } => {
                let name = slots.list.get(*next).map_or("", |slot| slot.name);
                self.field(name, value)
            }
            Mode::Arm { arm: Some(arm), .. } => self.printer.arm(arm, value),
            Mode::Seek { next: true } => {
                self.printer.found = Some(value.serialize(Capture)?);
                Ok(())
            }
            Mode::Seek { .. } => Ok(()),
            _ => self.component(value),
        }
    }

    fn end(self) -> Result<()> {
        self.end()
    }
}
