//! Trees to XML.

mod hold;
mod items;
mod leaves;

use std::{io, sync::Arc};

use formwork_schema::{
    Value, meter,
    place::{TRAILING, XmlForm},
    value::{Fields, Row, Rows},
};

use crate::{
    aside::{self, Aside, Left},
    fault::{Fault, Result},
    links::Links,
    plan::{Kind, List, Node, Plan, Shape, Slot, Slots, Variant},
    rows::{Mark, Prints, Program, Programs},
    sink::Sink,
};

/// A line of numbers is continued on the next one from this column on.
const WIDTH: usize = 92;

/// Writes a document.
pub(super) fn document<'p>(
    plan: &'p Plan<'p>,
    (tree, links): (&Value, &'p Links),
    trailing: &[u8],
    out: &mut dyn io::Write,
    mut left: Option<&mut Left<'p>>,
) -> Result<()> {
    let mut printer = Printer::new(plan, out);
    printer.links = Some(links);
    printer.left = left.as_deref_mut().map(std::mem::take);
    let header = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    printer.sink.text(header);
    printer.is_root = true;
    printer.structure(plan.format, &plan.root, tree, |printer| {
        if !trailing.is_empty() {
            printer.start(TRAILING);
            printer.open_text();
            printer.sink.base64(trailing);
            printer.end_text(TRAILING);
        }
    })?;
    if let (Some(to), Some(left)) = (left, printer.left) {
        *to = left;
    }
    printer.sink.finish()
}

/// Writes elements.
pub(super) struct Printer<'p, 'o> {
    plan: &'p Plan<'p>,
    pub(super) sink: Sink<'o>,
    pub(super) depth: usize,
    /// A start tag waits for its end: more attributes, `>` or `/>`.
    pub(super) open: bool,
    /// The next element is the root.
    pub(super) is_root: bool,
    /// What stands in place of indices.
    pub(super) links: Option<&'p Links>,
    /// The number of the item that comes next.
    pub(super) number: Option<Number>,
    marks: Vec<Mark<'p>>,
    programs: Programs<'p>,
    /// What is left out; none where nothing is.
    left: Option<Left<'p>>,
}

/// The number of an item, where indices count them.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// This.
    Is(usize),
    /// Its place in the rows.
    Each,
}

impl<'p, 'o> Printer<'p, 'o> {
    fn new(plan: &'p Plan<'p>, out: &'o mut dyn io::Write) -> Self {
        Self {
            plan,
            sink: Sink::new(out),
            depth: 0,
            open: false,
            is_root: false,
            links: None,
            number: None,
            marks: Vec::new(),
            programs: Programs::new(Arc::new([])),
            left: None,
        }
    }

    /// An element that stands for a value and nothing else: an item, the content of a variant.
    fn element(&mut self, name: &'p str, node: &'p Node<'p>, value: &Value) -> Result<()> {
        self.sink.check()?;
        let plan = self.plan;
        match plan.untagged(node, value) {
            Some(Some((node, value))) => return self.element(name, node, value),
            Some(None) => {
                self.start(name);
                self.end(name);
                return Ok(());
            }
            None => {}
        }
        match node.content {
            XmlForm::Child => self.structure(name, node, value, |_| {}),
            XmlForm::Attribute => self.simple_element(name, node, value),
            XmlForm::Items => {
                self.start(name);
                self.items(node.item, node, value)?;
                self.end(name);
                Ok(())
            }
            _ => self.whole(name, node, value),
        }
    }

    /// The element of a struct, `last` after its children.
    fn structure(
        &mut self,
        name: &'p str,
        node: &'p Node<'p>,
        value: &Value,
        last: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let Kind::Struct(place) = node.kind else {
            return Err(unfit(name, "a struct"));
        };
        meter::print(meter::STRUCT);
        match (self.plan.shape(place), value) {
            (Shape::Record(slots), Value::Struct(fields)) => {
                self.start(name);
                self.record(slots, fields)?;
            }
            (Shape::Variants(variants), Value::Variant { variant, content }) => {
                self.start(name);
                let variant = variants.list.get(*variant);
                let variant = variant.ok_or_else(|| unfit(name, "a variant"))?;
                self.variant(variant, content.as_deref())?;
            }
            (Shape::Vector(_), _) => return self.simple_element(name, node, value),
            (Shape::Named(columns), Value::Struct(fields)) => {
                self.start(name);
                self.named(columns, fields)?;
            }
            _ => return Err(unfit(name, "a struct")),
        }
        last(self);
        self.end(name);
        Ok(())
    }

    fn record(&mut self, slots: &'p Slots<'p>, fields: &Fields) -> Result<()> {
        let plan = self.plan;
        let mut seek = fields.seek();
        let there = |slot: &'p Slot<'p>| {
            let value = seek.get(slot.field)?;
            let is_empty = matches!(plan.untagged(&slot.node, value), Some(None));
            (!is_empty).then_some((slot, value))
        };
        let (attributes, children): (Vec<_>, Vec<_>) = (slots.list.iter().filter_map(there))
            .partition(|(slot, _)| slot.place == XmlForm::Attribute);
        for (slot, value) in attributes {
            self.attribute(slot, value)?;
        }
        let names = plan.implied.names(slots.fields, fields);
        let around =
            names.map(|names| std::mem::replace(&mut self.programs, Programs::new(names.into())));
        for (slot, value) in children {
            self.child(slot, value)?;
        }
        if let Some(around) = around {
            self.programs = around;
        }
        Ok(())
    }

    /// The child of an enum.
    fn variant(&mut self, variant: &'p Variant<'p>, content: Option<&Value>) -> Result<()> {
        match (&variant.content, content) {
            (Some(node), Some(value)) => self.element(variant.name, node, value),
            (None, None) => {
                self.start(variant.name);
                self.end(variant.name);
                Ok(())
            }
            _ => Err(unfit(variant.name, "a variant with this content")),
        }
    }

    /// The child or children that a field stands for.
    fn child(&mut self, slot: &'p Slot<'p>, value: &Value) -> Result<()> {
        match slot.place {
            XmlForm::Hidden | XmlForm::Attribute => Ok(()),
            XmlForm::Child => self.element(slot.name, &slot.node, value),
            XmlForm::Numbers | XmlForm::Base64 => self.whole(slot.name, &slot.node, value),
            XmlForm::Items => self.items(slot.item, &slot.node, value),
            XmlForm::Wrapped => {
                self.start(slot.name);
                self.items(slot.item, &slot.node, value)?;
                self.end(slot.name);
                Ok(())
            }
        }
    }

    /// An element with numbers or base64.
    fn whole(&mut self, name: &'p str, node: &'p Node<'p>, value: &Value) -> Result<()> {
        self.start(name);
        match (&node.kind, value) {
            (Kind::Blob, Value::Bytes(bytes)) => {
                self.open_text();
                let (at, left) = (self.sink.position(), &mut self.left);
                if !left.as_mut().is_some_and(|left| left.bytes(at, bytes)) {
                    self.sink.base64(bytes);
                }
            }
            (Kind::List(list), value) => self.numbers(name, list, value)?,
            _ => return Err(unfit(name, "bytes")),
        }
        self.end_text(name);
        Ok(())
    }

    fn numbers(&mut self, name: &str, list: &'p List<'p>, value: &Value) -> Result<()> {
        let mut line = None;
        let kind = &list.item.kind;
        match value {
            Value::List(items) => {
                for item in items {
                    self.gap(&mut line);
                    self.leaf(kind, item)?;
                }
            }
            Value::Rows(rows) => {
                let &Value::Cell(cell) = rows.row().item() else {
                    return Err(unfit(name, "a list of numbers"));
                };
                for (index, raw) in rows.raw().enumerate() {
                    if let Some(left) = &mut self.left
                        && index == 1
                        && aside::is_long(rows)
                    {
                        let (plan, depth, all) = (self.plan, self.depth, rows.clone());
                        let at = self.sink.position();
                        // In another text, which begins here.
                        let line = line.map(|start| start.wrapping_sub(at));
                        left.asides.push(Aside::of_rows(at, rows, move |out| {
                            let mut printer = Printer::new(plan, out);
                            printer.depth = depth;
                            let mut line = line;
                            for raw in all.raw().skip(1) {
                                printer.gap(&mut line);
                                printer.number(kind, cell.scalar(raw));
                            }
                            printer.sink.finish()
                        }));
                        break;
                    }
                    self.gap(&mut line);
                    self.number(kind, cell.scalar(raw));
                }
            }
            _ => return Err(unfit(name, "a list")),
        }
        Ok(())
    }

    /// What stands before a number of a list; notes where its line began.
    #[inline]
    fn gap(&mut self, line: &mut Option<usize>) {
        match line {
            None => {
                self.open_text();
                *line = Some(self.sink.position() - 2 * self.depth);
            }
            Some(start) if self.sink.position().wrapping_sub(*start) < WIDTH => {
                self.sink.byte(b' ');
            }
            Some(start) => {
                *start = self.sink.position() + 1;
                self.sink.byte(b'\n');
                self.sink.indent(self.depth);
            }
        }
    }

    /// Items that are elements.
    fn items(&mut self, name: &'p str, node: &'p Node<'p>, value: &Value) -> Result<()> {
        match (&node.kind, value) {
            (Kind::List(list), Value::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.number = list.numbered.map(|_| Number::Is(index));
                    self.element(name, &list.item, item)?;
                }
                self.hold(name, node, list);
                Ok(())
            }
            (Kind::List(list), Value::Rows(rows)) => self.rows(name, list, rows),
            _ => Err(unfit(name, "a list")),
        }
    }

    fn rows(&mut self, name: &'p str, list: &'p List<'p>, rows: &Rows) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.close_start();
        let program = match self.programs.find(rows.row(), self.depth) {
            Some(program) => program,
            None => {
                let program = Arc::new(program(
                    self.plan,
                    name,
                    list,
                    rows.row(),
                    self.depth,
                    self.programs.names(),
                )?);
                self.programs.keep(rows.row(), self.depth, &program);
                program
            }
        };
        let Some(mut left) = self.left.take_if(|_| aside::is_long(rows)) else {
            program.write(0, (rows, 0..rows.len()), self);
            return self.sink.check();
        };
        program.write(0, (rows, 0..1), self);
        let (plan, all) = (self.plan, rows.clone());
        left.asides
            .push(Aside::of_rows(self.sink.position(), rows, move |out| {
                let mut printer = Printer::new(plan, out);
                program.write(0, (&all, 1..all.len()), &mut printer);
                printer.sink.finish()
            }));
        self.left = Some(left);
        self.sink.check()
    }
}

/// The program of an item.
pub(super) fn program<'p>(
    plan: &'p Plan<'p>,
    name: &'p str,
    list: &'p List<'p>,
    row: &Row,
    depth: usize,
    names: &Arc<[String]>,
) -> Result<Program<'p>> {
    let mut text = Vec::new();
    let mut printer = Printer {
        depth,
        programs: Programs::new(Arc::clone(names)),
        ..Printer::new(plan, &mut text)
    };
    printer.number = list.numbered.map(|_| Number::Each);
    printer.element(name, &list.item, row.item())?;
    let marks = printer.marks;
    printer.sink.finish()?;
    let text = String::from_utf8(text).map_err(|_| Fault::invalid("a name that is not text"))?;
    Ok(Program { text, marks })
}

fn unfit(name: &str, what: &str) -> Fault {
    Fault::invalid(format!("`{name}` is not {what} in the layout"))
}
