//! [`Printer`]: paragraphs and lines.

use std::{io, ops::RangeInclusive};

use formwork_schema::{
    escape::escape,
    layout::{Style, Type},
};

use super::{bounds::Bounds, digest::hash};
use crate::{
    amount::plural,
    outline::{Content, Held, Node, Records},
    shown::Shown,
    sink::Sink,
};

/// Records of a list that are shown one by one; more are summed up.
const FEW_RECORDS: usize = 8;

/// The same for items of different sizes that have no names.
const FEW_ITEMS: usize = 256;

/// Fields of an item that is a row of a table.
const ROW: RangeInclusive<usize> = 3..=6;

/// Writes paragraphs and lines.
pub(super) struct Printer<'b, 'o> {
    bytes: &'b [u8],
    sink: Sink<'o>,
}

/// Lists that follow as paragraphs of their own, with their paths.
type Later<'n> = Vec<(String, &'n [Node])>;

impl<'b, 'o> Printer<'b, 'o> {
    pub(super) fn new(bytes: &'b [u8], out: &'o mut dyn io::Write) -> Self {
        Self {
            bytes,
            sink: Sink::new(out),
        }
    }

    pub(super) fn into_sink(self) -> Sink<'o> {
        self.sink
    }

    pub(super) fn line(&mut self, depth: usize, name: &str, text: &str) {
        self.sink.indent(depth);
        self.sink.text(name);
        self.sink.text(": ");
        self.sink.text(text);
        self.sink.byte(b'\n');
    }

    pub(super) fn root(&mut self, root: &Node) {
        self.paragraph(root, "", 0);
    }

    pub(super) fn trailing(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            let text = blob(bytes);
            self.sink.byte(b'\n');
            self.line(0, "trailing", &text);
        }
    }

    /// A struct: first its own values, then its lists.
    fn paragraph(&mut self, node: &Node, path: &str, depth: usize) {
        let mut later = Vec::new();
        self.content(node, "", path, depth, &mut later);
        for (path, items) in later {
            self.items(items, &path);
        }
    }

    /// The values in a struct, under names that begin with that of the struct.
    fn content<'n>(
        &mut self,
        node: &'n Node,
        name: &str,
        path: &str,
        depth: usize,
        later: &mut Later<'n>,
    ) {
        if let Content::Variant(variant, fields) = &node.content
            && fields.is_empty()
        {
            self.line(depth, or_value(name), variant);
        }
        for (field, value) in node.fields() {
            if names_heading(field, path) {
                continue;
            }
            let inner = match (&node.content, &**field) {
                // What kind of bulk it is tell the fields around it.
                (Content::Variant(..), "0") if value.bulk().is_some() => name.to_owned(),
                (Content::Variant(variant, _), "0") => join(name, variant),
                (Content::Variant(variant, _), field) => join(&join(name, variant), field),
                (_, field) => join(name, field),
            };
            let path = match &**field {
                "0" => path.to_owned(),
                field => join(path, field),
            };
            self.value(value, &inner, &path, depth, later);
        }
    }

    fn value<'n>(
        &mut self,
        node: &'n Node,
        name: &str,
        path: &str,
        depth: usize,
        later: &mut Later<'n>,
    ) {
        match &node.content {
            Content::Leaf(Type::Blob, Held::Bytes(range)) => {
                let text = blob(self.bytes.get(range.clone()).unwrap_or_default());
                self.line(depth, name, &text);
            }
            Content::Leaf(..)
            | Content::Text(_)
            | Content::Fields(Style::Vector | Style::Tuple, _) => {
                self.shown(node, name, depth);
            }
            Content::Fields(Style::Record, _) | Content::Variant(..) => {
                self.content(node, name, path, depth, later);
            }
            Content::Records(records) => self.records(records, name, depth),
            Content::Items(items) => self.list(items, node, name, path, depth, later),
        }
    }

    fn shown(&mut self, node: &Node, name: &str, depth: usize) {
        let text = Shown::node(node, self.bytes).text;
        self.line(depth, name, &text);
    }

    fn list<'n>(
        &mut self,
        items: &'n [Node],
        node: &Node,
        name: &str,
        path: &str,
        depth: usize,
        later: &mut Later<'n>,
    ) {
        let has_names = items.iter().any(|item| item.name_field().is_some());
        let mut text = plural(items.len() as u64, "item");
        if items.len() > FEW_ITEMS && !has_names {
            let bytes = self.bytes.get(node.range.clone()).unwrap_or_default();
            self.line(depth, name, &format!("{text}, {}", blob(bytes)));
            return;
        }
        if items.is_empty() {
            text = "none".into();
        }
        self.line(depth, name, &text);
        if (has_names && !items.iter().all(is_row)) || !items.iter().all(is_flat) {
            later.push((path.to_owned(), items));
            return;
        }
        for item in items {
            let text = self.flat(item);
            self.sink.indent(depth + 1);
            self.sink.text(&format!("- {text}\n"));
        }
    }

    /// An item on one line: the names of its fields, each with its value.
    fn flat(&self, item: &Node) -> String {
        if item.fields().is_empty() {
            return Shown::node(item, self.bytes).text;
        }
        let words = item.fields().iter().map(|(name, value)| {
            let text = Shown::node(value, self.bytes).text;
            format!("{name} {text}")
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn items(&mut self, items: &[Node], path: &str) {
        for (at, item) in items.iter().enumerate() {
            let heading = match item.name(self.bytes) {
                Some(name) => format!("{path} \"{}\"", escape(&name)),
                None => format!("{path}[{at}]"),
            };
            self.sink.text(&format!("\n{heading}\n"));
            self.paragraph(item, &heading, 1);
        }
    }

    fn records(&mut self, records: &Records, name: &str, depth: usize) {
        let count = plural(records.count as u64, "record");
        if records.count <= FEW_RECORDS {
            self.line(depth, name, &count);
            for at in 0..records.count {
                self.record(records, at, depth + 1);
            }
            return;
        }
        let bytes = self.bytes.get(records.range()).unwrap_or_default();
        self.line(depth, name, &format!("{count}, sha256 {}", hash(bytes)));
        let mut bounds: Vec<Bounds> = records.columns.iter().map(|_| Bounds::default()).collect();
        for at in 0..records.count {
            let record = records.record(self.bytes, at);
            for (bounds, column) in bounds.iter_mut().zip(&records.columns) {
                bounds.add(column.value(record));
            }
        }
        for (bounds, column) in bounds.iter().zip(&records.columns) {
            let named = matches!(column.ty, Type::Prim(_));
            // Flags and names have no order.
            if named {
                self.line(
                    depth + 1,
                    or_value(&column.path),
                    &bounds.text(&column.ty, &column.unit),
                );
            }
        }
    }

    /// One record on one line: fields with the numbers of each after its name.
    fn record(&mut self, records: &Records, at: usize, depth: usize) {
        self.sink.indent(depth);
        self.sink.byte(b'-');
        let mut group = "";
        for column in &records.columns {
            if column.group() != group {
                group = column.group();
                self.sink.text(&format!(" {group}"));
            }
            let value = records.value(self.bytes, at, column);
            self.sink.text(&format!(
                " {}",
                Shown::measured(&column.ty, &column.unit, value).text
            ));
        }
        self.sink.byte(b'\n');
    }
}

/// Whether an item is a row of a table: a few single values, one of them its name.
fn is_row(item: &Node) -> bool {
    let is_cell = |node: &Node| matches!(&node.content, Content::Leaf(ty, _) if *ty != Type::Blob);
    ROW.contains(&item.fields().len()) && item.fields().iter().all(|(_, field)| is_cell(field))
}

/// Whether an item has room on one line: a value, or a struct of values.
fn is_flat(item: &Node) -> bool {
    match &item.content {
        Content::Fields(_, fields) => fields.iter().all(|(_, field)| field.is_value()),
        _ => item.is_value(),
    }
}

fn blob(bytes: &[u8]) -> String {
    let size = plural(bytes.len() as u64, "byte");
    if bytes.is_empty() {
        size
    } else {
        format!("{size}, sha256 {}", hash(bytes))
    }
}

fn join(name: &str, field: &str) -> String {
    if name.is_empty() {
        field.into()
    } else {
        format!("{name}.{field}")
    }
}

/// Whether a field is the name that stands in the heading already.
fn names_heading(field: &str, path: &str) -> bool {
    field == "name" && path.ends_with('"')
}

/// What stands for a nameless value.
fn or_value(name: &str) -> &str {
    if name.is_empty() { "value" } else { name }
}
