//! Trees to JSON.

mod hold;
mod lead;
mod signs;

use std::{io, sync::Arc};

use formwork_schema::{
    Value,
    layout::PrimKind,
    meter,
    place::{DANGLING, FORM, FORM_NAME},
    value::{Fields, Row, Rows},
    walk::Scalar,
};

use self::lead::{Lead, unfit};
use crate::{
    aside::{self, Aside, Left},
    fault::{Fault, Result},
    leaf::{self, Leaf},
    links::Links,
    names,
    plan::{Columns, Components, Kind, List, Node, Plan, Shape, Slots, Variant},
    rows::{Mark, Prints, Program, Programs},
    sink::Sink,
};

/// Writes a document; on as few lines as possible if `compact`.
pub(super) fn document<'p>(
    plan: &'p Plan<'p>,
    (tree, links): (&Value, &'p Links),
    trailing: &[u8],
    compact: bool,
    out: &mut dyn io::Write,
    mut left: Option<&mut Left<'p>>,
) -> Result<()> {
    let mut printer = Printer::new(plan, compact, out);
    printer.links = Some(links);
    printer.left = left.as_deref_mut().map(std::mem::take);
    printer.open(b'{');
    printer.lead(Lead::Member(FORM_NAME));
    printer.sink.int(FORM.into());
    printer.lead(Lead::Member("format"));
    printer.string(plan.format);
    if let Some(version) = version(plan, tree) {
        printer.lead(Lead::Member("version"));
        printer.string(version);
    }
    if !links.dangling.is_empty() {
        printer.lead(Lead::Member(DANGLING));
        printer.open(b'[');
        for index in &links.dangling {
            printer.lead(Lead::Item);
            printer.string(index);
        }
        printer.close(b']');
    }
    printer.value(Lead::Root, &plan.root, tree)?;
    if !trailing.is_empty() {
        printer.lead(Lead::Member("trailing"));
        printer.base64(trailing);
    }
    printer.close(b'}');
    if !compact {
        printer.sink.byte(b'\n');
    }
    if let (Some(to), Some(left)) = (left, printer.left) {
        *to = left;
    }
    printer.sink.finish()
}

/// The version that the envelope holds.
fn version<'t>(plan: &Plan<'_>, tree: &'t Value) -> Option<&'t str> {
    let mut slots = plan.slots(&plan.root)?.list.iter();
    let slot = slots.find(|slot| slot.is_version())?;
    match tree.field(slot.field)? {
        Value::Word(word) => Some(word),
        _ => None,
    }
}

/// Writes values.
struct Printer<'p, 'o> {
    plan: &'p Plan<'p>,
    sink: Sink<'o>,
    compact: bool,
    depth: usize,
    /// Whether everything goes on one line.
    flat: bool,
    /// Whether nothing stands in the innermost brackets yet.
    first: bool,
    /// What stands in place of indices.
    links: Option<&'p Links>,
    /// The number of the item that comes next; its place in the rows when it is printed once for all.
    number: Option<Option<usize>>,
    marks: Vec<Mark<'p>>,
    programs: Programs<'p>,
    /// What is left out; none where nothing is.
    left: Option<Left<'p>>,
}

impl<'p, 'o> Printer<'p, 'o> {
    fn new(plan: &'p Plan<'p>, compact: bool, out: &'o mut dyn io::Write) -> Self {
        Self {
            plan,
            sink: Sink::new(out),
            compact,
            depth: 0,
            flat: false,
            first: true,
            links: None,
            number: None,
            marks: Vec::new(),
            programs: Programs::new(Arc::new([])),
            left: None,
        }
    }

    fn value(&mut self, lead: Lead<'p>, node: &'p Node<'p>, value: &Value) -> Result<()> {
        let plan = self.plan;
        match plan.untagged(node, value) {
            Some(Some((node, value))) => return self.value(lead, node, value),
            // The variant says it all.
            Some(None) if matches!(lead, Lead::Member(_)) => return Ok(()),
            Some(None) => {
                self.lead(lead);
                self.sink.text("null");
                return Ok(());
            }
            None => {}
        }
        match (&node.kind, value) {
            (Kind::Struct(place), value) => self.structure(lead, *place, value),
            (Kind::List(list), value) => self.list(lead, node, list, value),
            (_, Value::Fixed(fixed)) if !fixed.padding.is_empty() => {
                self.padded(lead, fixed);
                Ok(())
            }
            (kind, value) => {
                self.lead(lead);
                if let (Some(left), Value::Bytes(bytes)) = (&mut self.left, value)
                    && left.bytes(self.sink.position() + 1, bytes)
                {
                    self.string("");
                    return Ok(());
                }
                self.leaf(kind, value)
            }
        }
    }

    fn structure(&mut self, lead: Lead<'p>, place: usize, value: &Value) -> Result<()> {
        meter::print(meter::STRUCT);
        match (self.plan.shape(place), value) {
            (Shape::Record(slots), Value::Struct(fields)) => {
                self.lead(lead);
                self.record(slots, fields, matches!(lead, Lead::Root))
            }
            (Shape::Named(columns), Value::Struct(fields)) => {
                self.lead(lead);
                self.named(columns, fields)
            }
            (Shape::Vector(components), value) => {
                self.lead(lead);
                let flat = std::mem::replace(&mut self.flat, true);
                self.vector(components, value)?;
                self.flat = flat;
                Ok(())
            }
            (Shape::Variants(variants), Value::Variant { variant, content }) => {
                self.lead(lead);
                let variant = variants.list.get(*variant);
                let variant = variant.ok_or_else(|| unfit(lead, "a variant"))?;
                self.variant(variant, content.as_deref())
            }
            _ => Err(unfit(lead, "a struct")),
        }
    }

    fn record(&mut self, slots: &'p Slots<'p>, fields: &Fields, root: bool) -> Result<()> {
        self.open(b'{');
        self.own_number();
        let names = self.plan.implied.names(slots.fields, fields);
        let around =
            names.map(|names| std::mem::replace(&mut self.programs, Programs::new(names.into())));
        let mut seek = fields.seek();
        for slot in &slots.list {
            // The version of the root stands in the envelope.
            if let Some(value) = seek.get(slot.field)
                && !(root && slot.is_version())
            {
                match self.links.and_then(|links| links.of(slot, value)) {
                    Some(name) => {
                        self.lead(Lead::Member(slot.name));
                        self.string(name);
                    }
                    None => self.value(Lead::Member(slot.name), &slot.node, value)?,
                }
            }
        }
        if let Some(around) = around {
            self.programs = around;
        }
        self.close(b'}');
        self.sink.check()
    }

    /// Members that another list names.
    fn named(&mut self, columns: &'p Columns<'p>, fields: &Fields) -> Result<()> {
        let names = Arc::clone(self.programs.names());
        let items = match fields.get(0) {
            Some(Value::List(items)) if items.len() == names.len() => items,
            _ => {
                return Err(unfit(
                    Lead::Member(columns.list),
                    "as long as the list that names its items",
                ));
            }
        };
        self.open(b'{');
        for (name, value) in names.iter().zip(items.iter()) {
            let plan = self.plan;
            if let Some(Some((node, value))) = plan.untagged(&columns.item, value) {
                self.lead(Lead::Member(name));
                self.value(Lead::Written, node, value)?;
            }
        }
        self.close(b'}');
        self.sink.check()
    }

    fn vector(&mut self, of: &'p Components<'p>, value: &Value) -> Result<()> {
        self.open(if of.tuple { b'{' } else { b'[' });
        for ((node, name), place) in of.nodes.iter().zip(&of.names).zip(&of.fields) {
            let lead = if of.tuple {
                Lead::Member(name)
            } else {
                Lead::Item
            };
            let component = value.field(*place);
            self.value(
                lead,
                node,
                component.ok_or_else(|| unfit(lead, "a vector"))?,
            )?;
        }
        self.close(if of.tuple { b'}' } else { b']' });
        Ok(())
    }

    fn variant(&mut self, variant: &'p Variant<'p>, content: Option<&Value>) -> Result<()> {
        let lead = Lead::Member(variant.name);
        self.open(b'{');
        match (&variant.content, content) {
            (Some(node), Some(value)) => self.value(lead, node, value)?,
            (None, None) => {
                self.lead(lead);
                self.sink.text("null");
            }
            _ => return Err(unfit(lead, "a variant with this content")),
        }
        self.close(b'}');
        Ok(())
    }

    fn list(
        &mut self,
        lead: Lead<'p>,
        node: &'p Node<'p>,
        list: &'p List<'p>,
        value: &Value,
    ) -> Result<()> {
        self.lead(lead);
        let flat = self.flat;
        self.flat |= self.plan.is_flat(node);
        self.open(b'[');
        match value {
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.number = list.numbered.map(|_| Some(index));
                    self.item(list, item)?;
                }
                self.hold(node, list);
            }
            Value::Rows(rows) => self.rows(list, rows)?,
            _ => return Err(unfit(lead, "a list")),
        }
        self.close(b']');
        self.flat = flat;
        self.sink.check()
    }

    fn item(&mut self, list: &'p List<'p>, value: &Value) -> Result<()> {
        if !list.packed || self.flat {
            return self.value(Lead::Item, &list.item, value);
        }
        // The line break before an item is the list's; inside there are none.
        self.lead(Lead::Item);
        self.flat = true;
        self.value(Lead::Written, &list.item, value)?;
        self.flat = false;
        Ok(())
    }

    fn rows(&mut self, list: &'p List<'p>, rows: &Rows) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let program = match self.programs.find(rows.row(), self.depth) {
            Some(program) => program,
            None => {
                let program = Arc::new(program(self, list, rows.row())?);
                self.programs.keep(rows.row(), self.depth, &program);
                program
            }
        };
        // The first item has no comma before it.
        let mut start = usize::from(std::mem::take(&mut self.first));
        if start == 1 && self.flat && !self.compact {
            start = 2;
        }
        let Some(mut left) = self.left.take_if(|_| aside::is_long(rows)) else {
            program.write(start, (rows, 0..rows.len()), self);
            return Ok(());
        };
        program.write(start, (rows, 0..1), self);
        let (plan, compact, all) = (self.plan, self.compact, rows.clone());
        left.asides
            .push(Aside::of_rows(self.sink.position(), rows, move |out| {
                let mut printer = Printer::new(plan, compact, out);
                program.write(0, (&all, 1..all.len()), &mut printer);
                printer.sink.finish()
            }));
        self.left = Some(left);
        Ok(())
    }

    fn leaf(&mut self, kind: &'p Kind<'p>, value: &Value) -> Result<()> {
        match leaf::of(kind, value)? {
            Leaf::Number(number) => self.number(kind, number),
            Leaf::Text(text) => self.string(&text),
            Leaf::Bytes(bytes) => self.base64(bytes),
            Leaf::Cell(cell) => {
                let at = self.sink.position();
                let cell = Some(cell);
                self.marks.push(Mark { at, kind, cell });
            }
        }
        self.sink.check()
    }
}

impl<'o> Prints<'o> for Printer<'_, 'o> {
    fn sink(&mut self) -> &mut Sink<'o> {
        &mut self.sink
    }

    #[inline]
    fn number(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>) {
        let value = match scalar {
            // Many a program would take `-0` for the whole number 0.
            Scalar::F32(value) if value.to_bits() == 1 << 31 => return self.sink.text("-0.0"),
            Scalar::F64(value) if value.to_bits() == 1 << 63 => return self.sink.text("-0.0"),
            Scalar::F32(value) if value.is_finite() => return self.sink.f32(value),
            Scalar::F64(value) if value.is_finite() => return self.sink.f64(value),
            Scalar::F32(value) => return self.quoted(|sink| sink.f32(value)),
            Scalar::F64(value) => return self.quoted(|sink| sink.f64(value)),
            Scalar::Int(value) => value,
            Scalar::Bytes(_) => return,
        };
        match kind {
            Kind::Bool if value == 1 => self.sink.text("true"),
            Kind::Bool if value == 0 => self.sink.text("false"),
            Kind::Number(PrimKind::U128) => self.wide(value as u128),
            Kind::Flags(names) => self.flags(names, value as u64),
            Kind::Bits(bits) => self.bits(bits, value as u64),
            Kind::Enum(names) => match names::name_of(names, value) {
                Some(name) => self.string(&name.name),
                None => self.int(value),
            },
            _ => self.int(value),
        }
    }
}

/// The program of an item that is not the first, inside the brackets where this printer is.
fn program<'p>(at: &Printer<'p, '_>, list: &'p List<'p>, row: &Row) -> Result<Program<'p>> {
    let mut text = Vec::new();
    let mut printer = Printer {
        depth: at.depth,
        flat: at.flat,
        first: false,
        programs: Programs::new(Arc::clone(at.programs.names())),
        ..Printer::new(at.plan, at.compact, &mut text)
    };
    printer.number = list.numbered.map(|_| None);
    printer.item(list, row.item())?;
    let marks = printer.marks;
    printer.sink.finish()?;
    let text = String::from_utf8(text).map_err(|_| Fault::invalid("a name that is not text"))?;
    Ok(Program { text, marks })
}

/// The program of an item that is not the first, on one line.
pub(super) fn compact_program<'p>(
    plan: &'p Plan<'p>,
    list: &'p List<'p>,
    row: &Row,
    names: &Arc<[String]>,
) -> Result<Program<'p>> {
    let mut nothing = io::sink();
    let printer = Printer {
        programs: Programs::new(Arc::clone(names)),
        ..Printer::new(plan, true, &mut nothing)
    };
    program(&printer, list, row)
}
