//! What the format says about a comparison, put into the outline.

use std::{collections::HashMap, ops::Range};

use formwork_schema::{
    layout::{Str, Type},
    meaning::{Described, Meaning},
};

use super::{Content, Fields, Held, Node, Outline, Records};
use crate::shown::Shown;

impl Outline<'_> {
    /// Names items and numbers by what the format says that they mean.
    #[must_use]
    pub fn by_meaning(mut self, meaning: &Meaning) -> Self {
        Namer {
            bytes: self.bytes,
            meaning,
        }
        .below(&mut self.root);
        self
    }
}

/// Bytes of a name that may stand in many places: what is printed must not become far longer than the file.
const LONGEST: usize = 128;

struct Namer<'m> {
    bytes: &'m [u8],
    meaning: &'m Meaning,
}

impl Namer<'_> {
    fn below(&self, node: &mut Node) {
        match &mut node.content {
            Content::Fields(_, fields) | Content::Arm(_, fields) => {
                columns(fields, self.meaning.columns);
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
        let key = self.meaning.keys.iter().find(|key| *list == *key.list);
        let (Some(key), Content::Items(items)) = (key, &mut node.content) else {
            return;
        };
        for item in items {
            let parts = key.fields.iter().filter_map(|name| item.field(name));
            let words: Vec<String> = parts
                .map(|part| Shown::node(part, self.bytes).text)
                .collect();
            if words.len() == key.fields.len() {
                item.label = Some(words.join(" ").into_bytes().into());
            }
        }
    }
}

impl Namer<'_> {
    /// Puts names in the place of numbers that stand for items of their own list.
    fn references(&self, list: &Str, node: &mut Node) {
        let Content::Items(items) = &mut node.content else {
            return;
        };
        let references = self.meaning.references.iter();
        for reference in references.filter(|reference| *list == *reference.list) {
            let names = self.own_names(items);
            for item in items.iter_mut() {
                let number = match &mut item.content {
                    Content::Fields(_, fields) => field(fields, reference.field),
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

/// Gives the numbers of records the names that another field says.
fn columns(fields: &mut Fields, all: &[Described]) {
    for described in all {
        let Some(by) = field(fields, described.by).map(|by| numbers(by)) else {
            continue;
        };
        if let Some(records) = field(fields, described.records).and_then(Node::bulk_mut) {
            rename(records, described, &by);
        }
    }
}

fn field<'n>(fields: &'n mut Fields, name: &str) -> Option<&'n mut Node> {
    let found = fields.iter_mut().find(|(known, _)| *known == *name);
    found.map(|(_, node)| node)
}

/// The whole numbers of each item of a list, in the order of its fields.
fn numbers(list: &Node) -> Vec<Vec<i128>> {
    let Content::Items(items) = &list.content else {
        return Vec::new();
    };
    let number = |(_, field): &(Str, Node)| match field.content {
        Content::Leaf(_, Held::Int(number)) => Some(number),
        _ => None,
    };
    let row = |item: &Node| item.fields().iter().filter_map(number).collect();
    items.iter().map(row).collect()
}

fn rename(records: &mut Records, described: &Described, by: &[Vec<i128>]) {
    for column in &mut records.columns {
        if let Some(name) = (described.name)(by, &column.path) {
            column.path = name;
        }
    }
}
