//! What a layout says of the names of items and numbers, put into the outline.

use std::{collections::HashMap, ops::Range};

use formwork_schema::{
    Layout,
    layout::{Columns, Field, Str, Type},
};

use super::{
    node::{Content, Fields, Held, Node},
    records::Records,
};
use crate::shown::Shown;

/// Names items and numbers by what the layout says that they mean.
pub(super) fn name(root: &mut Node, bytes: &[u8], layout: &Layout) {
    let structs = layout.structs();
    let fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    let keys = fields.filter(|field| !field.key.is_empty());
    let indices = layout.indices().into_iter();
    let namer = Namer {
        bytes,
        keys: keys.map(|field| (&*field.name, &*field.key)).collect(),
        columns: structs.iter().filter_map(|one| one.columns()).collect(),
        references: indices
            .map(|(_, field, of)| (&*of.list, &*field.name))
            .collect(),
    };
    namer.below(root);
}

/// Bytes of a name that may stand in many places: what is printed must not become far longer than the file.
const LONGEST: usize = 128;

struct Namer<'l> {
    bytes: &'l [u8],
    /// Lists, and the fields that their items are known by.
    keys: Vec<(&'l str, &'l [Str])>,
    /// Lists whose items other lists name.
    columns: Vec<(&'l Field, &'l Columns)>,
    /// Lists, and the fields that are indices into them.
    references: Vec<(&'l str, &'l str)>,
}

impl Namer<'_> {
    fn below(&self, node: &mut Node) {
        match &mut node.content {
            Content::Fields(_, fields) | Content::Variant(_, fields) => {
                self.columns(fields);
                for (name, field) in fields {
                    self.items(name, field);
                    self.references(name, field);
                    self.below(field);
                }
            }
            Content::Items(items) => items.iter_mut().for_each(|item| self.below(item)),
            Content::Leaf(..) | Content::Text(_) | Content::Records(_) => {}
        }
    }

    /// Gives the items of a list the names that they are known by.
    fn items(&self, list: &Str, node: &mut Node) {
        let key = self.keys.iter().find(|(known, _)| *list == **known);
        let (Some((_, key)), Content::Items(items)) = (key, &mut node.content) else {
            return;
        };
        for item in items {
            let parts = key.iter().filter_map(|name| item.field(name));
            let words: Vec<String> = parts
                .map(|part| Shown::node(part, self.bytes).text)
                .collect();
            if words.len() == key.len() {
                item.label = Some(words.join(" ").into_bytes().into());
            }
        }
    }
}

impl Namer<'_> {
    /// Gives the numbers of records the names that a list beside them says.
    fn columns(&self, fields: &mut Fields) {
        for (list, columns) in &self.columns {
            let Some(by) = field(fields, &columns.list) else {
                continue;
            };
            let Content::Items(items) = &by.content else {
                continue;
            };
            let described = |item: &Node| {
                (
                    number(item, &columns.meaning),
                    number(item, &columns.number),
                )
            };
            let described: Vec<(i128, i128)> = items.iter().map(described).collect();
            let names = columns.names(&described, list);
            for (_, node) in fields.iter_mut() {
                if let Some(records) = node.bulk_mut() {
                    rename(records, &list.name, &names);
                }
            }
        }
    }

    /// Puts names in the place of numbers that stand for items of their own list.
    fn references(&self, list: &Str, node: &mut Node) {
        let Content::Items(items) = &mut node.content else {
            return;
        };
        let references = self.references.iter();
        for (_, name) in references.filter(|(of, _)| *list == **of) {
            let names = self.own_names(items);
            for item in items.iter_mut() {
                let number = match &mut item.content {
                    Content::Fields(_, fields) => field(fields, name),
                    _ => None,
                };
                if let Some(number) = number {
                    name_instead(number, &names);
                }
            }
        }
    }

    /// Where the name of each item is; none for names that several items have, empty ones and very long ones.
    fn own_names(&self, items: &[Node]) -> Vec<Option<Range<usize>>> {
        let ranges = items.iter().map(|item| match &item.name_field()?.content {
            Content::Leaf(_, Held::Bytes(range)) => Some(range.clone()),
            _ => None,
        });
        let ranges: Vec<_> = ranges.collect();
        let text = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or_default();
        let mut times: HashMap<&[u8], usize> = HashMap::new();
        for range in ranges.iter().flatten() {
            *times.entry(text(range)).or_default() += 1;
        }
        let is_own =
            |range: &Range<usize>| (1..=LONGEST).contains(&range.len()) && times[text(range)] == 1;
        ranges
            .iter()
            .map(|range| range.clone().filter(is_own))
            .collect()
    }
}

/// A number becomes the name at its place. One that leads nowhere stays a number.
fn name_instead(node: &mut Node, names: &[Option<Range<usize>>]) {
    let Content::Leaf(_, Held::Int(number)) = node.content else {
        return;
    };
    let place = usize::try_from(number).ok();
    if let Some(Some(name)) = place.and_then(|place| names.get(place)) {
        node.content = Content::Leaf(Type::CString, Held::Bytes(name.clone()));
    }
}

fn field<'n>(fields: &'n mut Fields, name: &str) -> Option<&'n mut Node> {
    let found = fields.iter_mut().find(|(known, _)| *known == *name);
    found.map(|(_, node)| node)
}

/// A whole number of an item.
fn number(item: &Node, name: &str) -> i128 {
    match item.field(name).map(|field| &field.content) {
        Some(Content::Leaf(_, Held::Int(number))) => *number,
        _ => 0,
    }
}

/// What `attributes[1].x` means where attribute 1 is the normal: `normal.x`.
fn named(path: &str, list: &str, names: &[String]) -> Option<String> {
    let (place, rest) = path
        .strip_prefix(list)?
        .strip_prefix('[')?
        .split_once(']')?;
    let name = names.get(place.parse::<usize>().ok()?)?;
    // The part of a vector may follow.
    Some(format!("{name}{rest}"))
}

fn rename(records: &mut Records, list: &str, names: &[String]) {
    for column in &mut records.columns {
        if let Some(name) = named(&column.path, list, names) {
            column.path = name;
        }
    }
}
