//! Events to XML.
//!
//! A struct comes as one event per field, in field order, but its attributes stand before its
//! children. So a struct value is asked twice: once for its attributes, once for its children,
//! and the second time only when its type has some.

use std::io;

use formwork_schema::place::{Place, TRAILING};
use serde::{Serialize, Serializer};

use super::parts::{Mode, Parts};
use crate::{
    fault::{Fault, Result},
    leaf,
    plan::{Arm, Kind, Node, Plan, Shape, Slot},
    scalar::{Scalar, scalar_events},
    sink::Sink,
};

/// Writes a document.
pub(super) fn document<T: Serialize + ?Sized>(
    plan: &Plan<'_>,
    tree: &T,
    trailing: &[u8],
    out: impl io::Write,
) -> Result<()> {
    let mut printer = Printer {
        plan,
        sink: Sink::new(out),
        depth: 0,
        open: false,
    };
    printer
        .sink
        .text("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    printer.child(plan.format, &plan.root, tree, |printer| {
        if !trailing.is_empty() {
            printer.start(TRAILING);
            printer.open_text();
            printer.sink.base64(trailing);
            printer.end_text(TRAILING);
        }
    })?;
    printer.sink.finish()
}

/// Writes elements.
pub(super) struct Printer<'p, W> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) sink: Sink<W>,
    depth: usize,
    /// A start tag waits for its end: more attributes, `>` or `/>`.
    open: bool,
}

impl<'p, W: io::Write> Printer<'p, W> {
    /// A start tag on a line of its own, still open.
    pub(super) fn start(&mut self, name: &str) {
        if self.open {
            self.sink.text(">\n");
        }
        self.sink.indent(self.depth);
        self.sink.byte(b'<');
        self.sink.text(name);
        self.open = true;
        self.depth += 1;
    }

    pub(super) fn end(&mut self, name: &str) {
        self.depth -= 1;
        if self.open {
            self.sink.text("/>\n");
            self.open = false;
        } else {
            self.sink.indent(self.depth);
            self.end_tag(name);
        }
    }

    /// Ends a start tag in front of text.
    pub(super) fn open_text(&mut self) {
        if self.open {
            self.sink.byte(b'>');
            self.open = false;
        }
    }

    /// An end tag behind text; of an element without text, the end of its start tag.
    pub(super) fn end_text(&mut self, name: &str) {
        if self.open {
            return self.end(name);
        }
        self.depth -= 1;
        self.end_tag(name);
    }

    fn end_tag(&mut self, name: &str) {
        self.sink.text("</");
        self.sink.text(name);
        self.sink.text(">\n");
    }

    /// Continues a long text on the next line, one level in.
    pub(super) fn wrap(&mut self) {
        self.sink.byte(b'\n');
        self.sink.indent(self.depth);
    }

    /// Columns that a line one level in begins with.
    pub(super) fn indentation(&self) -> usize {
        2 * self.depth
    }

    /// An element that stands for a value and nothing else: an item, the content of an arm.
    pub(super) fn element<T: Serialize + ?Sized>(
        &mut self,
        name: &'p str,
        node: &'p Node<'p>,
        value: &T,
    ) -> Result<()> {
        self.sink.check()?;
        match node.content {
            Place::Child => self.child(name, node, value, |_| {}),
            Place::Attribute => {
                self.start(name);
                value.serialize(self.job(name, node, Job::Text))?;
                self.end_text(name);
                Ok(())
            }
            Place::Items => {
                self.start(name);
                value.serialize(self.job(node.item, node, Job::Items))?;
                self.end(name);
                Ok(())
            }
            _ => value.serialize(self.job(name, node, Job::Whole)).map(drop),
        }
    }

    /// The element of a struct, `last` after its children; nothing for an absent one.
    fn child<T: Serialize + ?Sized>(
        &mut self,
        name: &'p str,
        node: &'p Node<'p>,
        value: &T,
        last: impl FnOnce(&mut Self),
    ) -> Result<()> {
        match value.serialize(self.job(name, node, Job::Tag))? {
            Outcome::Done => return Ok(()),
            Outcome::Open { children: false } => {}
            Outcome::Open { children: true } => {
                value.serialize(self.job(name, node, Job::Body))?;
            }
        }
        last(self);
        self.end(name);
        Ok(())
    }

    /// The child or children that a field stands for.
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        slot: &'p Slot<'p>,
        value: &T,
    ) -> Result<()> {
        let job = match slot.place {
            Place::Hidden | Place::Attribute => return Ok(()),
            Place::Child => return self.child(slot.name, &slot.node, value, |_| {}),
            Place::Numbers | Place::Base64 => Job::Whole,
            Place::Items => {
                return value
                    .serialize(self.job(slot.item, &slot.node, Job::Items))
                    .map(drop);
            }
            Place::Wrapped => Job::Wrapped(slot.item),
        };
        value
            .serialize(self.job(slot.name, &slot.node, job))
            .map(drop)
    }

    /// The child of a struct of arms.
    pub(super) fn arm<T: Serialize + ?Sized>(&mut self, arm: &'p Arm<'p>, value: &T) -> Result<()> {
        match &arm.content {
            Some(node) => self.element(arm.name, node, value),
            None => {
                self.start(arm.name);
                self.end(arm.name);
                Ok(())
            }
        }
    }

    #[inline]
    pub(super) fn job<'a>(
        &'a mut self,
        name: &'p str,
        node: &'p Node<'p>,
        job: Job<'p>,
    ) -> At<'a, 'p, W> {
        At {
            printer: self,
            name,
            node,
            job,
        }
    }

    /// A leaf as text.
    #[inline]
    pub(super) fn leaf(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>) {
        let bits = match scalar {
            Scalar::F32(value) => return self.sink.f32(value),
            Scalar::F64(value) => return self.sink.f64(value),
            Scalar::Text(text) => return self.escaped(text),
            Scalar::Signed(value) if value < 0 => return self.sink.signed(value),
            Scalar::Signed(value) => value as u64,
            Scalar::Unsigned(value) => value,
        };
        match kind {
            Kind::Bool if bits < 2 => self.sink.text(if bits == 1 { "true" } else { "false" }),
            Kind::Flags(names) => self.flags(names, bits),
            Kind::Enum(names) => match leaf::name_of(names, bits) {
                Some(name) => self.sink.text(&name.name),
                None => self.sink.unsigned(bits),
            },
            _ => self.sink.unsigned(bits),
        }
    }

    fn flags(&mut self, names: &formwork_schema::layout::Names, bits: u64) {
        let mut gap = "";
        let rest = leaf::flag_names(names, bits, |name| {
            self.sink.text(gap);
            self.sink.text(name);
            gap = " ";
        });
        if rest != 0 {
            self.sink.text(gap);
            self.sink.text(&format!("{rest:#x}"));
        }
    }

    pub(super) fn escaped(&mut self, text: &str) {
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            let entity = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\t' => "&#9;",
                b'\n' => "&#10;",
                b'\r' => "&#13;",
                _ => continue,
            };
            self.sink.text(&text[done..at]);
            self.sink.text(entity);
            done = at + 1;
        }
        self.sink.text(&text[done..]);
    }
}

/// What is to be written of a value.
#[derive(Clone, Copy)]
pub(super) enum Job<'p> {
    /// One attribute.
    Attribute(&'p Slot<'p>),
    /// The text of an element whose start tag is open.
    Text,
    /// A bare number among others.
    Word,
    /// An element with numbers or base64.
    Whole,
    /// The items of a list.
    Items,
    /// An element with the items of a list, and their name.
    Wrapped(&'p str),
    /// The start tag of a struct with its attributes; all of an arm that is a whole value.
    Tag,
    /// The children of a struct.
    Body,
}

/// What [`Job::Tag`] left to do. The other jobs are done when they return.
pub(super) enum Outcome {
    /// Nothing: there is no value, or it is written.
    Done,
    /// The end tag, and before it perhaps children.
    Open { children: bool },
}

/// One value to be written at one place.
pub(super) struct At<'a, 'p, W> {
    pub(super) printer: &'a mut Printer<'p, W>,
    /// Name of the element; for [`Job::Items`], of the items.
    pub(super) name: &'p str,
    pub(super) node: &'p Node<'p>,
    pub(super) job: Job<'p>,
}

impl<'a, 'p, W: io::Write> At<'a, 'p, W> {
    #[inline]
    fn scalar(self, scalar: Scalar<'_>) -> Result<Outcome> {
        self.printer.begin_text(self.job)?;
        self.printer.leaf(&self.node.kind, scalar);
        self.printer.finish_text(self.job);
        Ok(Outcome::Done)
    }

    /// The shape of a value that is a struct.
    fn shape(&self) -> Option<&'p Shape<'p>> {
        match self.node.kind {
            Kind::Struct(place) => Some(self.printer.plan.shape(place)),
            _ => None,
        }
    }

    #[inline]
    fn parts(self, mode: Mode<'p>) -> Result<Parts<'a, 'p, W>> {
        Ok(Parts::new(self.printer, mode))
    }

    /// The parts of a vector.
    #[inline]
    fn vector(self, nodes: &'p [Node<'p>]) -> Result<Parts<'a, 'p, W>> {
        self.printer.begin_text(self.job)?;
        let job = self.job;
        self.parts(Mode::Vector {
            nodes,
            next: 0,
            job,
        })
    }

    /// The parts of a struct of any shape.
    fn fields(self) -> Result<Parts<'a, 'p, W>> {
        match (self.shape(), self.job) {
            (Some(Shape::Vector(components)), _) => self.vector(&components.nodes),
            (Some(Shape::Record(slots)), Job::Tag) => {
                self.printer.start(self.name);
                self.parts(Mode::Attributes {
                    slots,
                    next: 0,
                    arm: "",
                })
            }
            (Some(Shape::Record(slots)), Job::Body) => self.parts(Mode::Children {
                slots,
                next: 0,
                arm: "",
            }),
            (Some(Shape::Arms(arms)), Job::Tag) => {
                self.printer.start(self.name);
                self.parts(Mode::Arm { arms, arm: None })
            }
            _ => Err(self.unfit("a struct")),
        }
    }

    /// The arm at an index.
    fn arm(&self, index: u32) -> Result<&'p Arm<'p>> {
        match self.shape() {
            Some(Shape::Arms(arms)) => arms.get(index as usize).ok_or_else(|| self.unfit("an arm")),
            _ => Err(self.unfit("an arm")),
        }
    }

    fn unfit(&self, what: &str) -> Fault {
        unfit(self.name, what)
    }
}

fn unfit(name: &str, what: &str) -> Fault {
    Fault::invalid(format!("`{name}` is not {what} in the layout"))
}

impl<W: io::Write> Printer<'_, W> {
    /// What stands before the text of a simple value.
    #[inline]
    fn begin_text(&mut self, job: Job<'_>) -> Result<()> {
        match job {
            Job::Attribute(slot) => self.attribute(slot.name),
            Job::Text => self.open_text(),
            Job::Word => {}
            _ => return Err(Fault::invalid("a single value where the layout has parts")),
        }
        Ok(())
    }

    /// What stands behind it.
    #[inline]
    pub(super) fn finish_text(&mut self, job: Job<'_>) {
        if let Job::Attribute(_) = job {
            self.sink.byte(b'"');
        }
    }

    #[inline]
    fn attribute(&mut self, name: &str) {
        self.sink.byte(b' ');
        self.sink.text(name);
        self.sink.text("=\"");
    }

    /// A fixed string with what stands behind its NUL.
    pub(super) fn padded(
        &mut self,
        job: Job<'_>,
        name: &str,
        text: &str,
        padding: &str,
    ) -> Result<()> {
        if let Job::Attribute(slot) = job {
            self.attribute(slot.name);
            self.escaped(text);
            self.sink.byte(b'"');
            self.attribute(&slot.padding);
        } else {
            self.attribute(&formwork_schema::place::padding_name(name));
        }
        self.escaped(padding);
        self.sink.byte(b'"');
        if let Job::Text = job {
            self.open_text();
            self.escaped(text);
        }
        Ok(())
    }
}

impl<'a, 'p, W: io::Write> Serializer for At<'a, 'p, W> {
    type Ok = Outcome;
    type Error = Fault;
    type SerializeSeq = Parts<'a, 'p, W>;
    type SerializeTuple = Parts<'a, 'p, W>;
    type SerializeTupleStruct = Parts<'a, 'p, W>;
    type SerializeTupleVariant = Parts<'a, 'p, W>;
    type SerializeMap = Parts<'a, 'p, W>;
    type SerializeStruct = Parts<'a, 'p, W>;
    type SerializeStructVariant = Parts<'a, 'p, W>;

    scalar_events!();

    fn serialize_bytes(self, value: &[u8]) -> Result<Outcome> {
        match self.job {
            Job::Whole => {
                self.printer.start(self.name);
                self.printer.open_text();
                self.printer.sink.base64(value);
                self.printer.end_text(self.name);
                Ok(Outcome::Done)
            }
            _ => Err(self.unfit("bytes")),
        }
    }

    fn serialize_none(self) -> Result<Outcome> {
        Ok(Outcome::Done)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Outcome> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Outcome> {
        Ok(Outcome::Done)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Outcome> {
        Ok(Outcome::Done)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<Outcome> {
        let arm = self.arm(index)?;
        self.printer.start(self.name);
        self.printer.arm(arm, &())?;
        Ok(Outcome::Open { children: false })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Outcome> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Outcome> {
        let arm = self.arm(index)?;
        self.printer.start(self.name);
        self.printer.arm(arm, value)?;
        Ok(Outcome::Open { children: false })
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a, 'p, W>> {
        match (&self.node.kind, self.job) {
            (Kind::Fixed, Job::Attribute(_) | Job::Text) => {
                let (name, job) = (self.name, self.job);
                self.parts(Mode::Padded {
                    name,
                    job,
                    text: None,
                })
            }
            (Kind::List(item, _), Job::Whole) => {
                let name = self.name;
                self.printer.start(name);
                self.parts(Mode::Numbers {
                    name,
                    item,
                    any: false,
                    line: 0,
                })
            }
            (Kind::List(item, _), Job::Items) => {
                let name = self.name;
                self.parts(Mode::Items {
                    name,
                    item,
                    wrapper: "",
                })
            }
            (Kind::List(item, _), Job::Wrapped(name)) => {
                let wrapper = self.name;
                self.printer.start(wrapper);
                self.parts(Mode::Items {
                    name,
                    item,
                    wrapper,
                })
            }
            (Kind::Struct(_), _) => match self.shape() {
                Some(Shape::Vector(components)) => self.vector(&components.nodes),
                _ => Err(self.unfit("a list")),
            },
            _ => Err(self.unfit("a list")),
        }
    }

    fn serialize_tuple(self, length: usize) -> Result<Parts<'a, 'p, W>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Parts<'a, 'p, W>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'a, 'p, W>> {
        Err(self.unfit("an arm of nameless fields"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a, 'p, W>> {
        self.fields()
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a, 'p, W>> {
        self.fields()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'a, 'p, W>> {
        let arm = self.arm(index)?;
        let content = arm.content.as_ref();
        let plan = self.printer.plan;
        let slots = content
            .and_then(|node| plan.slots(node))
            .ok_or_else(|| self.unfit("a struct"))?;
        match self.job {
            Job::Body => self.parts(Mode::Children {
                slots,
                next: 0,
                arm: arm.name,
            }),
            _ => {
                self.printer.start(self.name);
                self.printer.start(arm.name);
                self.parts(Mode::Attributes {
                    slots,
                    next: 0,
                    arm: arm.name,
                })
            }
        }
    }
}
