//! [`Builder`]: an outline from what the walker shows.

use std::{fmt::Write, ops::Range};

use formwork_schema::{
    Layout, Path, Result,
    layout::{Body, Due, Ref, Str, Style, Type},
    path::Step,
    walk::{Items, Leaf, ListNode, Node as Seen, NodeKind, Part, Scalar, Visitor},
};

use super::{
    node::{Content, Held, Node},
    records::{Column, Records},
};
use crate::shown::CHECKSUM;

/// Builds the outline of a file.
pub(super) struct Builder<'l> {
    /// The lists whose items others point to: each of these is one of its own.
    numbered: Vec<&'l Str>,
    open: Vec<Open>,
    root: Option<Node>,
    /// The records around the current place.
    records: Option<Template>,
    /// Unit of the vector around the current place; empty outside.
    unit: Str,
}

/// A node whose end is not reached.
struct Open {
    /// The field that holds it.
    field: Str,
    node: Node,
}

/// Records of which the first is being shown.
struct Template {
    /// Steps of the path of the list.
    depth: usize,
    records: Records,
}

impl<'l> Builder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Self {
        let fields = layout.root().fields().iter();
        let numbered = fields.filter(|field| layout.is_numbered(field));
        Self {
            numbered: numbered.map(|field| &field.name).collect(),
            open: Vec::new(),
            root: None,
            records: None,
            unit: Ref::Static(""),
        }
    }

    /// Whether nothing was shown yet.
    pub(super) fn is_empty(&self) -> bool {
        self.root.is_none() && self.open.is_empty()
    }

    /// What was shown; after an error, what was shown so far.
    pub(super) fn finish(mut self) -> Node {
        if let (Some(template), Some(open)) = (self.records.take(), self.open.last_mut()) {
            open.node.content = Content::Records(Box::new(template.records));
        }
        while let Some(open) = self.open.pop() {
            self.put(&open.field, open.node);
        }
        self.root
            .unwrap_or_else(|| node(0..0, Content::Fields(Style::Record, Vec::new())))
    }

    fn put(&mut self, field: &Str, node: Node) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        open.node.range.end = open.node.range.end.max(node.range.end);
        match &mut open.node.content {
            Content::Fields(_, fields) | Content::Variant(_, fields) => {
                fields.push((field.clone(), node));
            }
            Content::Items(items) => items.push(node),
            Content::Leaf(..) | Content::Text(_) | Content::Records(_) => {}
        }
    }

    /// The field that was put last.
    fn last(&mut self) -> Option<&mut Node> {
        match &mut self.open.last_mut()?.node.content {
            Content::Fields(_, fields) => fields.last_mut().map(|(_, node)| node),
            _ => None,
        }
    }

    fn whole(&mut self, leaf: &Leaf<'_>) {
        let range = range(&leaf.range);
        let held = match leaf.value {
            Scalar::Int(value) => Held::Int(value),
            Scalar::F32(value) => Held::F32(value),
            Scalar::F64(value) => Held::F64(value),
            // A string ends before its NUL.
            Scalar::Bytes(bytes) => Held::Bytes(range.start..range.start + bytes.len()),
        };
        let ty = match leaf.ty.peeled() {
            Type::Padding(_) => Type::Blob,
            other => other.clone(),
        };
        let mut node = node(range, Content::Leaf(ty, held));
        node.unit = self.unit_of(leaf);
        self.put(&leaf.field.name, node);
    }

    fn unit_of(&self, leaf: &Leaf<'_>) -> Str {
        if matches!(leaf.field.due, Some(Due::Checksum(_))) {
            CHECKSUM.into()
        } else if leaf.field.unit.is_empty() {
            self.unit.clone()
        } else {
            leaf.field.unit.clone()
        }
    }

    /// Bytes after the NUL of a fixed string; zeros are none.
    fn padding(&mut self, leaf: &Leaf<'_>, bytes: &[u8]) {
        if bytes.iter().any(|byte| *byte != 0) {
            let range = range(&leaf.range);
            let held = Held::Bytes(range.clone());
            let name = Str::from(format!("{}_padding", leaf.field.name));
            self.put(&name, node(range, Content::Leaf(Type::Blob, held)));
        }
    }

    fn column(&mut self, leaf: &Leaf<'_>) {
        let unit = self.unit_of(leaf);
        if let (Some(template), Some(kind)) = (&mut self.records, leaf.ty.number_kind())
            // The record that the end of the file cuts is shown as well.
            && leaf.path.steps().get(template.depth) == Some(&Step::Index(0))
        {
            template.records.columns.push(Column {
                path: below(leaf.path, template.depth + 1),
                offset: range(&leaf.range).start - template.records.start,
                ty: leaf.ty.clone(),
                kind,
                endian: leaf.endian,
                unit,
            });
        }
    }
}

impl Visitor for Builder<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.visible {
            return Ok(());
        }
        if self.records.is_some() {
            self.column(leaf);
            return Ok(());
        }
        match (leaf.part, leaf.value) {
            (Part::Whole, _) => self.whole(leaf),
            (Part::Magic, Scalar::Bytes(magic)) => {
                let text = Content::Text(formwork_schema::layout::magic_name(magic).into_owned());
                self.put(&leaf.field.name, node(range(&leaf.range), text));
            }
            (Part::Number, Scalar::Int(number)) => {
                if let Some(Node {
                    content: Content::Text(version),
                    ..
                }) = self.last()
                {
                    // Writing to a string cannot fail.
                    let _ = write!(version, " {number}");
                }
            }
            (Part::Padding, Scalar::Bytes(bytes)) => self.padding(leaf, bytes),
            _ => {}
        }
        Ok(())
    }

    fn enter(&mut self, seen: &Seen<'_>) {
        if !seen.visible {
            return;
        }
        if let NodeKind::Struct(held) = seen.kind
            && held.style != Style::Record
        {
            self.unit = seen.field.unit.clone();
        }
        if self.records.is_some() {
            return;
        }
        let content = match seen.kind {
            NodeKind::Struct(held) => match held.body {
                Body::Fields(_) => Content::Fields(held.style, Vec::new()),
                Body::Variants(_) => Content::Variant(Ref::Static(""), Vec::new()),
            },
            NodeKind::Variant(_) => Content::Fields(Style::Record, Vec::new()),
            NodeKind::List { .. } => Content::Items(Vec::new()),
        };
        self.open.push(Open {
            field: seen.field.name.clone(),
            node: node(range(&seen.range), content),
        });
    }

    fn leave(&mut self, seen: &Seen<'_>) {
        if !seen.visible {
            return;
        }
        if matches!(seen.kind, NodeKind::Struct(_)) {
            self.unit = Ref::Static("");
        }
        let ends = |template: &mut Template| template.depth == seen.path.steps().len();
        let records = self.records.take_if(ends);
        if self.records.is_some() {
            return;
        }
        let Some(mut open) = self.open.pop() else {
            return;
        };
        open.node.range = range(&seen.range);
        if let Some(template) = records {
            open.node.content = Content::Records(Box::new(template.records));
        }
        if let (NodeKind::Variant(variant), Content::Fields(_, fields)) =
            (seen.kind, &mut open.node.content)
            && let Some(around) = self.open.last_mut()
        {
            around.node.content = Content::Variant(variant.name.clone(), std::mem::take(fields));
            return;
        }
        self.put(&open.field, open.node);
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        if !list.visible {
            return Items::NONE;
        }
        if let [Step::Name(name)] = list.path.steps()
            && self.numbered.iter().any(|known| ***known == **name)
        {
            return Items::All;
        }
        self.records = Some(Template {
            depth: list.path.steps().len(),
            records: Records {
                start: list.start as usize,
                stride: list.stride as usize,
                count: list.count as usize,
                packed: matches!(list.field.ty.peeled(), Type::Packed(_)),
                columns: Vec::new(),
            },
        });
        Items::one(0)
    }
}

fn node(range: Range<usize>, content: Content) -> Node {
    Node {
        range,
        unit: Ref::Static(""),
        label: None,
        content,
    }
}

fn range(range: &Range<u64>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// A path from some step on.
fn below(path: &Path<'_>, depth: usize) -> String {
    let mut rest = Path::new();
    for step in path.steps().iter().skip(depth) {
        match step {
            Step::Name(name) => rest.push_name(name),
            Step::Variant(..) => {}
            Step::Index(index) => rest.push_index(*index),
        }
    }
    rest.to_string()
}
