//! [`Parts`]: the parts of one value on their way to XML.

use std::io;

use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::print::{Job, Outcome, Printer};
use crate::{
    fault::{Fault, Result},
    plan::{Arm, Node, Slots},
    scalar::Capture,
};

/// A line of numbers is continued on the next one from this column on.
const WIDTH: usize = 92;

/// The parts of one value.
pub(super) struct Parts<'a, 'p, W> {
    printer: &'a mut Printer<'p, W>,
    mode: Mode<'p>,
}

/// What the parts are.
pub(super) enum Mode<'p> {
    /// Fields of which the attributes are wanted. `arm` is open, or empty.
    Attributes {
        slots: &'p Slots<'p>,
        next: usize,
        arm: &'p str,
    },
    /// Fields of which the children are wanted.
    Children {
        slots: &'p Slots<'p>,
        next: usize,
        arm: &'p str,
    },
    /// The one entry of a map that stands for an arm.
    Arm {
        arms: &'p [Arm<'p>],
        arm: Option<&'p Arm<'p>>,
    },
    /// Components of a vector, separated by blanks.
    Vector {
        nodes: &'p [Node<'p>],
        next: usize,
        job: Job<'p>,
    },
    /// Numbers of a list; `line` is where the line began.
    Numbers {
        name: &'p str,
        item: &'p Node<'p>,
        any: bool,
        line: usize,
    },
    /// Items that are elements. `wrapper` is open, or empty.
    Items {
        name: &'p str,
        item: &'p Node<'p>,
        wrapper: &'p str,
    },
    /// Text and padding of a fixed string.
    Padded {
        name: &'p str,
        job: Job<'p>,
        text: Option<String>,
    },
}

impl<'a, 'p, W: io::Write> Parts<'a, 'p, W> {
    pub(super) fn new(printer: &'a mut Printer<'p, W>, mode: Mode<'p>) -> Self {
        Self { printer, mode }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &mut self.mode {
            Mode::Items { name, item, .. } => self.printer.element(name, item, value),
            Mode::Numbers {
                name,
                item,
                any,
                line,
            } => {
                number(self.printer, any, line);
                value
                    .serialize(self.printer.job(name, item, Job::Word))
                    .map(drop)
            }
            Mode::Vector { .. } => self.component(value),
            Mode::Padded { name, job, text } => {
                let captured = value.serialize(Capture)?;
                match text.take() {
                    None => *text = Some(captured),
                    Some(text) => self.printer.padded(*job, name, &text, &captured)?,
                }
                Ok(())
            }
            _ => Err(Fault::invalid("a list where the layout has fields")),
        }
    }

    #[inline]
    fn component<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Mode::Vector { nodes, next, .. } = &mut self.mode else {
            return Err(Fault::invalid("a list where the layout has fields"));
        };
        let Some(node) = nodes.get(*next) else {
            return Err(Fault::invalid(format!(
                "more than {} numbers in a vector",
                nodes.len()
            )));
        };
        if *next > 0 {
            self.printer.sink.byte(b' ');
        }
        *next += 1;
        value
            .serialize(self.printer.job("", node, Job::Word))
            .map(drop)
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        match &mut self.mode {
            Mode::Attributes { slots, next, .. } => {
                let slot = slots.find(name, *next).ok_or_else(|| unknown(name))?;
                *next = slot + 1;
                let slot = &slots.list[slot];
                if slot.place != formwork_schema::place::Place::Attribute {
                    return Ok(());
                }
                value
                    .serialize(
                        self.printer
                            .job(slot.name, &slot.node, Job::Attribute(slot)),
                    )
                    .map(drop)
            }
            Mode::Children { slots, next, .. } => {
                let slot = slots.find(name, *next).ok_or_else(|| unknown(name))?;
                *next = slot + 1;
                self.printer.field(&slots.list[slot], value)
            }
            _ => self.component(value),
        }
    }

    fn end(self) -> Result<Outcome> {
        let printer = self.printer;
        match self.mode {
            Mode::Attributes { slots, arm, .. } => {
                if !arm.is_empty() && !slots.children {
                    printer.end(arm);
                }
                return Ok(Outcome::Open {
                    children: slots.children,
                });
            }
            Mode::Children { arm, .. } if !arm.is_empty() => printer.end(arm),
            Mode::Children { .. } => {}
            Mode::Arm { arm: None, .. } => {
                return Err(Fault::invalid("a struct of arms without an arm"));
            }
            Mode::Arm { .. } => return Ok(Outcome::Open { children: false }),
            Mode::Vector { nodes, next, job } => {
                if next < nodes.len() {
                    return Err(Fault::invalid(format!(
                        "{next} numbers in a vector of {}",
                        nodes.len()
                    )));
                }
                printer.finish_text(job);
            }
            Mode::Numbers { name, .. } => printer.end_text(name),
            Mode::Items { wrapper, .. } if !wrapper.is_empty() => printer.end(wrapper),
            Mode::Items { .. } | Mode::Padded { .. } => {}
        }
        Ok(Outcome::Done)
    }
}

/// What stands before a number of a list.
#[inline]
fn number<W: io::Write>(printer: &mut Printer<'_, W>, any: &mut bool, line: &mut usize) {
    if !*any {
        *any = true;
        printer.open_text();
        *line = printer.sink.position() - printer.indentation();
    } else if printer.sink.position() - *line < WIDTH {
        printer.sink.byte(b' ');
    } else {
        *line = printer.sink.position() + 1;
        printer.wrap();
    }
}

fn unknown(name: &str) -> Fault {
    Fault::invalid(format!("the layout has no field `{name}`"))
}

macro_rules! lists {
    ($($name:ident $method:ident),*) => {$(
        impl<W: io::Write> $name for Parts<'_, '_, W> {
            type Ok = Outcome;
            type Error = Fault;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.item(value)
            }

            fn end(self) -> Result<Outcome> {
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
            type Ok = Outcome;
            type Error = Fault;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.field(name, value)
            }

            #[inline]
            fn end(self) -> Result<Outcome> {
                self.end()
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl<W: io::Write> SerializeMap for Parts<'_, '_, W> {
    type Ok = Outcome;
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let name = key.serialize(Capture)?;
        match &mut self.mode {
            Mode::Attributes { slots, next, .. } | Mode::Children { slots, next, .. } => {
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
            _ => {}
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &self.mode {
            Mode::Attributes { slots, next, .. } | Mode::Children { slots, next, .. } => {
                let name = slots.list.get(*next).map_or("", |slot| slot.name);
                self.field(name, value)
            }
            Mode::Arm { arm: Some(arm), .. } => self.printer.arm(arm, value),
            _ => self.component(value),
        }
    }

    fn end(self) -> Result<Outcome> {
        self.end()
    }
}
