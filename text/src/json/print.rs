//! Events to JSON.

use std::io;

use formwork_schema::layout::Names;
use serde::{Serialize, Serializer};

use super::parts::{Mode, Parts};
use crate::{
    fault::{Fault, Result},
    leaf,
    plan::{Arm, Kind, Node, Plan, Shape},
    scalar::{Scalar, scalar_events},
    sink::Sink,
};

/// Writes a document.
pub(super) fn document<T: Serialize + ?Sized>(
    plan: &Plan<'_>,
    tree: &T,
    trailing: &[u8],
    compact: bool,
    out: impl io::Write,
) -> Result<()> {
    let mut printer = Printer {
        plan,
        sink: Sink::new(out),
        compact,
        depth: 0,
        flat: false,
        first: true,
        found: None,
    };
    let version = match plan.version() {
        Some(_) => version(plan, tree)?,
        None => None,
    };
    printer.open(b'{');
    printer.lead(Lead::Member("formwork"));
    printer.sink.unsigned(1);
    printer.lead(Lead::Member("format"));
    printer.string(plan.format);
    if let Some(version) = version {
        printer.lead(Lead::Member("version"));
        printer.string(&version);
    }
    tree.serialize(printer.value(Lead::Root, &plan.root))?;
    if !trailing.is_empty() {
        printer.lead(Lead::Member("trailing"));
        printer.base64(trailing);
    }
    printer.close(b'}');
    if !compact {
        printer.sink.byte(b'\n');
    }
    printer.sink.finish()
}

/// The version of a tree, as the field that holds it says.
pub(crate) fn version<T: Serialize + ?Sized>(plan: &Plan<'_>, tree: &T) -> Result<Option<String>> {
    let mut printer = Printer {
        plan,
        sink: Sink::new(io::sink()),
        compact: true,
        depth: 0,
        flat: false,
        first: true,
        found: None,
    };
    tree.serialize(printer.value(Lead::Seek, &plan.root))?;
    Ok(printer.found)
}

/// Writes values.
pub(super) struct Printer<'p, W> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) sink: Sink<W>,
    compact: bool,
    depth: usize,
    /// Everything goes on one line.
    pub(super) flat: bool,
    /// Nothing is in the innermost object or array yet.
    first: bool,
    /// The version of the tree, once it was asked for.
    pub(super) found: Option<String>,
}

/// What stands before a value.
#[derive(Clone, Copy)]
pub(super) enum Lead<'p> {
    /// The tree: the member `value` of the envelope.
    Root,
    /// Nothing is written: only the version is looked for.
    Seek,
    /// The name of a field. An absent value leaves no trace.
    Member(&'p str),
    /// The name of an arm. An absent value is null.
    Arm(&'p str),
    /// Nothing: an item.
    Item,
    /// Nothing any more.
    Written,
}

impl<'p, W: io::Write> Printer<'p, W> {
    #[inline]
    pub(super) fn value<'a>(&'a mut self, lead: Lead<'p>, node: &'p Node<'p>) -> At<'a, 'p, W> {
        At {
            printer: self,
            lead,
            node,
        }
    }

    pub(super) fn open(&mut self, bracket: u8) {
        self.sink.byte(bracket);
        self.depth += 1;
        self.first = true;
    }

    pub(super) fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.sink.byte(bracket);
        self.first = false;
    }

    fn line(&mut self) {
        if !self.compact && !self.flat {
            self.sink.byte(b'\n');
            self.sink.indent(self.depth);
        }
    }

    /// What stands before a value: comma, line break, name.
    #[inline]
    pub(super) fn lead(&mut self, lead: Lead<'_>) {
        if let Lead::Written = lead {
            return;
        }
        if !std::mem::take(&mut self.first) {
            self.sink.byte(b',');
            if self.flat && !self.compact {
                self.sink.byte(b' ');
            }
        }
        self.line();
        let name = match lead {
            Lead::Root => "value",
            Lead::Member(name) | Lead::Arm(name) => name,
            Lead::Seek | Lead::Item | Lead::Written => return,
        };
        self.sink.byte(b'"');
        self.sink.text(name);
        self.sink.text(if self.compact { "\":" } else { "\": " });
    }

    pub(super) fn string(&mut self, text: &str) {
        self.sink.byte(b'"');
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte != b'"' && byte != b'\\' && byte >= b' ' {
                continue;
            }
            self.sink.text(&text[done..at]);
            match byte {
                b'"' => self.sink.text("\\\""),
                b'\\' => self.sink.text("\\\\"),
                other => self.sink.text(&format!("\\u{other:04x}")),
            }
            done = at + 1;
        }
        self.sink.text(&text[done..]);
        self.sink.byte(b'"');
    }

    fn base64(&mut self, bytes: &[u8]) {
        self.sink.byte(b'"');
        self.sink.base64(bytes);
        self.sink.byte(b'"');
    }

    fn quoted(&mut self, write: impl FnOnce(&mut Sink<W>)) {
        self.sink.byte(b'"');
        write(&mut self.sink);
        self.sink.byte(b'"');
    }

    #[inline]
    fn leaf(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>) {
        let bits = match scalar {
            // Many a program would take `-0` for the whole number 0.
            Scalar::F32(value) if value.to_bits() == 1 << 31 => return self.sink.text("-0.0"),
            Scalar::F64(value) if value.to_bits() == 1 << 63 => return self.sink.text("-0.0"),
            Scalar::F32(value) if value.is_finite() => return self.sink.f32(value),
            Scalar::F64(value) if value.is_finite() => return self.sink.f64(value),
            Scalar::F32(value) => return self.quoted(|sink| sink.f32(value)),
            Scalar::F64(value) => return self.quoted(|sink| sink.f64(value)),
            Scalar::Text(text) => return self.string(text),
            Scalar::Signed(value) if value < 0 => return self.sink.signed(value),
            Scalar::Signed(value) => value as u64,
            Scalar::Unsigned(value) => value,
        };
        match kind {
            Kind::Bool if bits < 2 => self.sink.text(if bits == 1 { "true" } else { "false" }),
            Kind::Flags(names) => self.flags(names, bits),
            Kind::Enum(names) => match leaf::name_of(names, bits) {
                Some(name) => self.string(&name.name),
                None => self.sink.unsigned(bits),
            },
            _ => self.sink.unsigned(bits),
        }
    }

    fn flags(&mut self, names: &Names, bits: u64) {
        let flat = std::mem::replace(&mut self.flat, true);
        self.open(b'[');
        let rest = leaf::flag_names(names, bits, |name| {
            self.lead(Lead::Item);
            self.string(name);
        });
        if rest != 0 {
            self.lead(Lead::Item);
            self.string(&format!("{rest:#x}"));
        }
        self.close(b']');
        self.flat = flat;
    }

    /// The arm of a struct of arms, in an object that is open.
    pub(super) fn arm<T: Serialize + ?Sized>(&mut self, arm: &'p Arm<'p>, value: &T) -> Result<()> {
        match &arm.content {
            Some(node) => value.serialize(self.value(Lead::Arm(arm.name), node)),
            None => {
                self.lead(Lead::Arm(arm.name));
                self.sink.text("null");
                Ok(())
            }
        }
    }
}

/// One value to be written.
pub(super) struct At<'a, 'p, W> {
    printer: &'a mut Printer<'p, W>,
    lead: Lead<'p>,
    node: &'p Node<'p>,
}

impl<'a, 'p, W: io::Write> At<'a, 'p, W> {
    #[inline]
    fn scalar(self, scalar: Scalar<'_>) -> Result<()> {
        self.printer.lead(self.lead);
        self.printer.leaf(&self.node.kind, scalar);
        self.printer.sink.check()
    }

    fn absent(self) -> Result<()> {
        if !matches!(self.lead, Lead::Member(_) | Lead::Seek) {
            self.printer.lead(self.lead);
            self.printer.sink.text("null");
        }
        Ok(())
    }

    fn shape(&self) -> Option<&'p Shape<'p>> {
        match self.node.kind {
            Kind::Struct(place) => Some(self.printer.plan.shape(place)),
            _ => None,
        }
    }

    /// Opens an object or array.
    fn open(self, mode: Mode<'p>, flat: bool) -> Result<Parts<'a, 'p, W>> {
        let before = self.printer.flat;
        self.printer.lead(self.lead);
        self.printer.flat |= flat;
        self.printer.open(mode.brackets().0);
        Ok(Parts::new(self.printer, mode, before))
    }

    /// The parts of a struct of any shape.
    fn fields(self) -> Result<Parts<'a, 'p, W>> {
        match (self.shape(), self.lead) {
            (Some(Shape::Record(_)), Lead::Seek) => {
                let flat = self.printer.flat;
                Ok(Parts::new(self.printer, Mode::Seek { next: false }, flat))
            }
            (Some(Shape::Record(slots)), lead) => {
                let root = matches!(lead, Lead::Root);
                self.open(
                    Mode::Fields {
                        slots,
                        next: 0,
                        root,
                        arm: false,
                    },
                    false,
                )
            }
            (Some(Shape::Vector(components)), _) => self.open(
                Mode::Vector {
                    components,
                    next: 0,
                },
                true,
            ),
            (Some(Shape::Arms(arms)), _) => self.open(Mode::Arm { arms, arm: None }, false),
            (None, _) => Err(self.unfit("a struct")),
        }
    }

    fn arm(&self, index: u32) -> Result<&'p Arm<'p>> {
        match self.shape() {
            Some(Shape::Arms(arms)) => arms.get(index as usize).ok_or_else(|| self.unfit("an arm")),
            _ => Err(self.unfit("an arm")),
        }
    }

    fn unfit(&self, what: &str) -> Fault {
        let name = match self.lead {
            Lead::Member(name) | Lead::Arm(name) => name,
            Lead::Root | Lead::Seek => "value",
            Lead::Item | Lead::Written => "an item",
        };
        Fault::invalid(format!("`{name}` is not {what} in the layout"))
    }
}

impl<'a, 'p, W: io::Write> Serializer for At<'a, 'p, W> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Parts<'a, 'p, W>;
    type SerializeTuple = Parts<'a, 'p, W>;
    type SerializeTupleStruct = Parts<'a, 'p, W>;
    type SerializeTupleVariant = Parts<'a, 'p, W>;
    type SerializeMap = Parts<'a, 'p, W>;
    type SerializeStruct = Parts<'a, 'p, W>;
    type SerializeStructVariant = Parts<'a, 'p, W>;

    scalar_events!();

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.printer.lead(self.lead);
        self.printer.base64(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<()> {
        self.absent()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.absent()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.absent()
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<()> {
        self.serialize_newtype_variant("", index, "", &())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        if let Lead::Seek = self.lead {
            return Ok(());
        }
        let arm = self.arm(index)?;
        self.printer.lead(self.lead);
        self.printer.open(b'{');
        self.printer.arm(arm, value)?;
        self.printer.close(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a, 'p, W>> {
        match &self.node.kind {
            Kind::List(item, packed) => {
                let flat = self.printer.plan.is_flat(self.node);
                self.open(
                    Mode::Items {
                        item,
                        packed: *packed,
                    },
                    flat,
                )
            }
            Kind::Fixed => {
                let (lead, flat) = (self.lead, self.printer.flat);
                Ok(Parts::new(
                    self.printer,
                    Mode::Padded { lead, text: None },
                    flat,
                ))
            }
            Kind::Struct(_) => match self.shape() {
                Some(Shape::Vector(_)) => self.fields(),
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
        let plan = self.printer.plan;
        let slots = arm.content.as_ref().and_then(|node| plan.slots(node));
        let slots = slots.ok_or_else(|| self.unfit("a struct"))?;
        self.printer.lead(self.lead);
        self.printer.open(b'{');
        let inner = At {
            lead: Lead::Arm(arm.name),
            ..self
        };
        inner.open(
            Mode::Fields {
                slots,
                next: 0,
                root: false,
                arm: true,
            },
            false,
        )
    }
}
