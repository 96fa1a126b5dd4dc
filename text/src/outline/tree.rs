//! Outlines of trees that are no bytes: those of formats that are text.

use formwork_schema::layout::{PrimKind, Str, Style, Type};
use serde_json::{Map, Value};

use super::node::{Content, Fields, Held, Node};

/// All texts of a tree, one behind the other: what its outline points into.
#[must_use]
pub fn texts(tree: &Value) -> Vec<u8> {
    let mut all = Vec::new();
    gather(tree, &mut all);
    all
}

fn gather(tree: &Value, all: &mut Vec<u8>) {
    match tree {
        Value::String(text) => lines(text).for_each(|line| all.extend_from_slice(line.as_bytes())),
        Value::Array(items) => items.iter().for_each(|item| gather(item, all)),
        Value::Object(members) => members.values().for_each(|value| gather(value, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The lines of a text, without their ends: how they end makes no difference.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The outline of a tree whose texts are gathered.
pub(super) fn root(version: &str, tree: &Value) -> Node {
    let mut root = Builder { at: 0 }.node(tree);
    if let Content::Fields(_, fields) | Content::Variant(_, fields) = &mut root.content {
        let version = node(Content::Text(version.to_owned()));
        fields.insert(0, (Str::from("version"), version));
    }
    root
}

/// Builds nodes in the order in which texts were gathered.
struct Builder {
    at: usize,
}

impl Builder {
    fn node(&mut self, value: &Value) -> Node {
        let start = self.at;
        let content = self.content(value);
        Node {
            range: start..self.at,
            ..node(content)
        }
    }

    fn content(&mut self, value: &Value) -> Content {
        match value {
            Value::Null => Content::Text("nothing".into()),
            Value::Bool(value) => Content::Text(value.to_string()),
            Value::Number(number) => self::number(number.as_f64().unwrap_or(f64::NAN)),
            Value::String(text) if text.contains('\n') => {
                let lines = lines(text).map(|line| {
                    let content = self.line(line);
                    node(content)
                });
                Content::Items(lines.collect())
            }
            Value::String(text) => self.line(text),
            Value::Array(items) => {
                Content::Items(items.iter().map(|item| self.item(item)).collect())
            }
            Value::Object(members) => self.object(members),
        }
    }

    fn line(&mut self, line: &str) -> Content {
        let start = self.at;
        self.at += line.len();
        Content::Leaf(Type::CString, Held::Bytes(start..self.at))
    }

    fn item(&mut self, value: &Value) -> Node {
        let mut node = self.node(value);
        node.label = label(value);
        node
    }

    fn object(&mut self, members: &Map<String, Value>) -> Content {
        if let Some((variant, inner)) = variant(members) {
            let inner = self.node(inner);
            let fields = match inner.content {
                Content::Fields(_, fields) => fields,
                _ => vec![(Str::from("0"), inner)],
            };
            return Content::Variant(Str::from(variant.to_owned()), fields);
        }
        let mut fields: Fields = Vec::new();
        for (name, value) in members {
            let node = self.node(value);
            // What is not there is not compared, and says nothing.
            if !value.is_null() {
                fields.push((Str::from(name.clone()), node));
            }
        }
        Content::Fields(Style::Record, fields)
    }
}

/// Numbers are those of 32 bits, but for large whole ones.
fn number(number: f64) -> Content {
    const WHOLE: f64 = 16_777_216.0;
    if number.fract() == 0.0 && number.abs() > WHOLE {
        return Content::Leaf(Type::Prim(PrimKind::F64), Held::F64(number));
    }
    Content::Leaf(Type::Prim(PrimKind::F32), Held::F32(number as f32))
}

fn node(content: Content) -> Node {
    Node {
        range: 0..0,
        unit: Str::from(""),
        label: None,
        content,
    }
}

/// The variant of an object that is one.
fn variant(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let (name, value) = members.iter().next()?;
    let is_type = name.starts_with(|first: char| first.is_ascii_uppercase());
    (is_type && members.len() == 1).then_some((name, value))
}

/// What an item is known by.
fn label(value: &Value) -> Option<Box<[u8]>> {
    let members = value.as_object()?;
    let members = variant(members).map_or(Some(members), |(_, inner)| inner.as_object())?;
    let name = members.get("name")?.as_str()?;
    (!name.is_empty()).then(|| name.as_bytes().into())
}
