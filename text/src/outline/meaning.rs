//! What the format says about a comparison, put into the outline.

use formwork_schema::{
    layout::Str,
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
