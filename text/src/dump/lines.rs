//! [`Lines`]: one line per value, long lists cut short.

use std::{io, ops::Range};

use formwork_schema::{
    Layout, Path, Result,
    layout::{Count, Ref, Str, Style, VariantShape},
    path::Step,
    walk::{Items, Leaf, ListNode, Node, NodeKind, Visitor},
};

use super::{options::DumpOptions, part::Dump, value};
use crate::{amount::plural, fault::Fault, paths::Paths, sink::Sink};

/// Bytes of a value that are shown.
const SHOWN: usize = 8;
/// Columns for them: two digits each, and a sign that there are more.
const BYTES: usize = 2 * SHOWN + 1;
/// Columns for a path.
const PATH: usize = 38;
/// Columns for a value before its meaning.
const VALUE: usize = 10;

const DIM: &str = "\x1b[2m";
const BLUE: &str = "\x1b[34m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Writes the lines of a dump.
pub(super) struct Lines<'b, 'o> {
    bytes: &'b [u8],
    paths: Paths<'b>,
    options: &'b DumpOptions,
    sink: Sink<'o>,
    /// Digits of an offset.
    digits: usize,
    count: u64,
    /// Lists around the current place whose items differ in size.
    lists: Vec<List>,
    /// Unit of the vector around the current place; empty outside.
    unit: Str,
}

/// A list whose items are left out here, because the walker cannot pass over them.
struct List {
    /// Steps of its path.
    depth: usize,
    /// Items to leave out.
    hidden: Range<u64>,
    /// Bytes that were left out.
    bytes: Option<Range<u64>>,
    path: String,
}

/// What a line says.
struct Line<'a> {
    offset: u64,
    bytes: &'a [u8],
    path: &'a str,
    value: &'a str,
    meaning: &'a str,
    dim: bool,
}

impl<'b, 'o> Lines<'b, 'o> {
    pub(super) fn new(
        layout: &'b Layout,
        bytes: &'b [u8],
        options: &'b DumpOptions,
        out: &'o mut dyn io::Write,
    ) -> Self {
        let digits = format!("{:x}", bytes.len()).len().max(4);
        Self {
            bytes,
            paths: Paths::new(layout, bytes),
            options,
            sink: Sink::new(out),
            digits,
            count: 0,
            lists: Vec::new(),
            unit: Ref::Static(""),
        }
    }

    pub(super) fn into_sink(self) -> Sink<'o> {
        self.sink
    }

    pub(super) fn finish(self) -> Result<()> {
        self.sink.finish().map_err(Fault::into_error)
    }

    fn line(&mut self, line: &Line<'_>) {
        self.count += 1;
        let mut hex: String = line
            .bytes
            .iter()
            .take(SHOWN)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        if line.bytes.len() > SHOWN {
            hex.push('…');
        }
        let digits = self.digits;
        let offset = format!("{:0digits$x}  {hex:<BYTES$}", line.offset);
        self.paint(DIM, &offset);
        self.sink.text("  ");
        let last = line.value.is_empty() && line.meaning.is_empty();
        let path = self.paths.shown(line.path);
        let path = if last {
            path.into_owned()
        } else {
            format!("{path:<PATH$}")
        };
        self.paint(if line.dim { DIM } else { BLUE }, &path);
        if !last {
            self.sink.text("  ");
            self.sink.text(line.value);
        }
        if !line.meaning.is_empty() {
            let width = line.value.chars().count();
            self.sink.text(&" ".repeat(VALUE.saturating_sub(width) + 2));
            self.paint(GREEN, line.meaning);
        }
        self.sink.byte(b'\n');
    }

    fn paint(&mut self, color: &str, text: &str) {
        if !self.options.color {
            return self.sink.text(text);
        }
        self.sink.text(color);
        self.sink.text(text);
        self.sink.text(PLAIN);
    }

    /// Items of a list to leave out.
    fn hidden(&self, count: u64) -> Range<u64> {
        let DumpOptions {
            all, head, tail, ..
        } = *self.options;
        let shown = head.saturating_add(tail);
        // A line that says that one item is left out is no shorter than the item.
        if all || count <= shown.saturating_add(1) {
            count..count
        } else {
            head..count - tail
        }
    }

    fn left_out(&mut self, path: &str, items: &Range<u64>, bytes: &Range<u64>) {
        let path = format!("{path}[{}..{}]", items.start, items.end);
        let count = plural(items.end - items.start, "item");
        let value = format!(
            "{count}, {:#06x}–{:#06x}",
            bytes.start,
            bytes.end.saturating_sub(1)
        );
        self.count += 1;
        let width = self.digits;
        self.paint(
            DIM,
            &format!("{:<width$}  {:BYTES$}  {path:<PATH$}  {value}", "…", ""),
        );
        self.sink.byte(b'\n');
    }

    /// Whether a place is in an item that is left out; remembers its bytes.
    fn hides(&mut self, path: &Path<'_>, bytes: &Range<u64>) -> bool {
        for list in &mut self.lists {
            let Some(Step::Index(index)) = path.steps().get(list.depth) else {
                continue;
            };
            if list.hidden.contains(index) {
                let so_far = list.bytes.get_or_insert_with(|| bytes.clone());
                so_far.end = so_far.end.max(bytes.end);
                return true;
            }
        }
        self.say_left_out();
        false
    }

    /// Says what was left out before the line that comes next.
    fn say_left_out(&mut self) {
        for place in 0..self.lists.len() {
            if let Some(bytes) = self.lists[place].bytes.take() {
                let List { path, hidden, .. } = &self.lists[place];
                let (path, hidden) = (path.clone(), hidden.clone());
                self.left_out(&path, &hidden, &bytes);
            }
        }
    }

    fn list(&mut self, node: &Node<'_>, count: Option<u64>, stride: Option<u64>) {
        let path = node.path.to_string();
        let mut value = match count {
            Some(count) => plural(count, "item"),
            None if matches!(node.field.count, Some(Count::Until(_))) => {
                "items up to the last one".into()
            }
            None => "items up to the end".into(),
        };
        if let Some(stride) = stride.filter(|_| count != Some(0)) {
            value += &format!(" of {}", plural(stride, "byte"));
        }
        let offset = node.range.start;
        self.line(&Line {
            offset,
            bytes: &[],
            path: &path,
            value: &value,
            meaning: "",
            dim: false,
        });
        if let (Some(count), None) = (count, stride) {
            let (depth, hidden) = (node.path.steps().len(), self.hidden(count));
            self.lists.push(List {
                depth,
                hidden,
                bytes: None,
                path,
            });
        }
    }
}

impl Visitor for Lines<'_, '_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.is_telling() || self.hides(leaf.path, &leaf.range) {
            return Ok(());
        }
        let range = leaf.range.start as usize..leaf.range.end as usize;
        let value = match &leaf.field.due {
            Some(due) => value::due(due, leaf.value, leaf.right),
            None => value::text(leaf.ty, leaf.part, leaf.value),
        };
        self.line(&Line {
            offset: leaf.range.start,
            bytes: self.bytes.get(range).unwrap_or(&[]),
            path: &leaf.path.to_string(),
            value: &value,
            meaning: &value::meaning(leaf.field, leaf.part, &self.unit),
            dim: !leaf.visible,
        });
        self.sink.check().map_err(Fault::into_error)
    }

    fn enter(&mut self, node: &Node<'_>) {
        if self.hides(node.path, &node.range) {
            return;
        }
        match node.kind {
            // Its items have names of their own.
            NodeKind::List { .. } if node.field.columns.is_some() => {}
            NodeKind::List { count, stride } => self.list(node, count, stride),
            NodeKind::Variant(variant) if variant.shape == VariantShape::Unit => {
                let (offset, path) = (node.range.start, node.path.to_string());
                self.line(&Line {
                    offset,
                    bytes: &[],
                    path: &path,
                    value: "",
                    meaning: "",
                    dim: false,
                });
            }
            // The numbers of a vector share its unit.
            NodeKind::Struct(held) if held.style != Style::Record => {
                self.unit = node.field.unit.clone();
            }
            NodeKind::Struct(_) | NodeKind::Variant(_) => {}
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        if matches!(node.kind, NodeKind::Struct(_)) {
            self.unit = Ref::Static("");
        }
        if !matches!(node.kind, NodeKind::List { stride: None, .. }) {
            return;
        }
        let depth = node.path.steps().len();
        if self
            .lists
            .last()
            .is_some_and(|list| list.depth == depth && list.path == node.path.to_string())
        {
            self.say_left_out();
            self.lists.pop();
        }
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        if list.field.columns.is_some() {
            return Items::All;
        }
        let hidden = self.hidden(list.count);
        Items::Ranges([0..hidden.start, hidden.end..list.count])
    }

    fn skipped(&mut self, list: &ListNode<'_>, items: Range<u64>, bytes: Range<u64>) {
        if !self.hides(list.path, &bytes) {
            self.left_out(&list.path.to_string(), &items, &bytes);
        }
    }
}

impl Dump for Lines<'_, '_> {
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn trailing(&mut self, end: u64) {
        let rest = usize::try_from(end)
            .ok()
            .and_then(|end| self.bytes.get(end..))
            .unwrap_or(&[]);
        if !rest.is_empty() {
            let value = plural(rest.len() as u64, "byte");
            let meaning = "after the end of the file proper";
            self.line(&Line {
                offset: end,
                bytes: rest,
                path: "trailing",
                value: &value,
                meaning,
                dim: true,
            });
        }
    }
}
