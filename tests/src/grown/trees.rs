//! Dimensions of binary files: what their trees have, so many times.

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_formats::layout;
use formwork_schema::{
    Layout, Value,
    layout::{Body, Field, Struct},
    read::Document,
    value::{self, Fields},
};

use super::Dimension;
use crate::{fixtures, questions::keeping};

/// The dimensions of binary formats, each of the first fixture that has it.
pub(super) fn all() -> Vec<Dimension> {
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for fixture in fixtures::all() {
        let id = fixture.format();
        let Some(layout) = layout(&id) else {
            continue;
        };
        let Ok(document) = value::read(layout, &Bytes::from(fixture.bytes.clone()), &keeping())
        else {
            continue;
        };
        let mut places = Vec::new();
        find(
            layout,
            Some(layout.root()),
            &document.tree,
            &mut Place::default(),
            &mut places,
        );
        for place in places {
            let grow = growing(layout, document.clone(), place.steps);
            // What no file has is not a dimension.
            if !known.contains(&(id.clone(), place.name.clone())) && grow(3).is_some() {
                let name = format!("{id}: {} of {}", place.name, fixture.name());
                known.insert((id.clone(), place.name));
                all.push(Dimension {
                    name,
                    format: id.clone(),
                    grow: Box::new(grow),
                });
            }
        }
    }
    all
}

/// What may grow: its name without indices, and the way to it.
#[derive(Clone, Default)]
struct Place {
    name: String,
    steps: Vec<usize>,
}

/// Finds lists, texts and blobs, in lists those of the first item.
fn find(
    layout: &Layout,
    of: Option<&Struct>,
    tree: &Value,
    at: &mut Place,
    found: &mut Vec<Place>,
) {
    let inner = |field: &Field| field.ty.struct_ref().map(|link| layout.get(link));
    match tree {
        Value::Struct(values) => {
            let fields = of.map(Struct::fields).unwrap_or_default();
            in_fields(layout, fields, values, at, found);
        }
        Value::Variant { variant, content } => {
            let variants = of.map(|of| match &of.body {
                Body::Variants(variants) => &**variants,
                Body::Fields(_) => &[],
            });
            let chosen = variants.unwrap_or_default().get(*variant);
            let Some((chosen, content)) = chosen.zip(content.as_deref()) else {
                return;
            };
            at.steps.push(0);
            match content {
                Value::Struct(values) if chosen.fields.len() == values.len() => {
                    in_fields(layout, &chosen.fields, values, at, found);
                }
                other => find(
                    layout,
                    chosen.fields.first().and_then(inner),
                    other,
                    at,
                    found,
                ),
            }
            at.steps.pop();
        }
        Value::List(items) if !items.is_empty() => {
            found.push(at.clone());
            at.steps.push(0);
            find(layout, of, &items[0], at, found);
            at.steps.pop();
        }
        Value::Rows(rows) if !rows.is_empty() => found.push(at.clone()),
        Value::Text(text) if !text.is_empty() => found.push(at.clone()),
        Value::Bytes(bytes) if !bytes.is_empty() => found.push(at.clone()),
        _ => {}
    }
}

fn in_fields(
    layout: &Layout,
    fields: &[Field],
    values: &Fields,
    at: &mut Place,
    found: &mut Vec<Place>,
) {
    for (step, (field, value)) in fields.iter().zip(values).enumerate() {
        let Some(value) = value else {
            continue;
        };
        let length = at.name.len();
        let dot = if length == 0 { "" } else { "." };
        at.name += &format!("{dot}{}", field.name);
        at.steps.push(step);
        let of = field.ty.struct_ref().map(|link| layout.get(link));
        find(layout, of, value, at, found);
        at.steps.pop();
        at.name.truncate(length);
    }
}

/// Writes a tree with so many times as much at a place.
fn growing(
    layout: &'static Layout,
    document: Document<Value>,
    steps: Vec<usize>,
) -> impl Fn(usize) -> Option<Bytes> {
    move |times| {
        let mut grown = document.clone();
        grow(go(&mut grown.tree, &steps)?, times);
        value::write(layout, &grown).ok().map(Bytes::from)
    }
}

fn go<'v>(tree: &'v mut Value, steps: &[usize]) -> Option<&'v mut Value> {
    let Some((step, rest)) = steps.split_first() else {
        return Some(tree);
    };
    match tree {
        Value::Struct(fields) => go(fields.get_mut(*step)?, rest),
        Value::List(items) => go(items.get_mut(*step)?, rest),
        Value::Variant { content, .. } => go(content.as_deref_mut()?, rest),
        _ => None,
    }
}

fn grow(value: &mut Value, times: usize) {
    let grown = match &*value {
        Value::List(items) => Value::List(repeated(items, times)),
        Value::Rows(rows) => Value::List(repeated(&rows.iter().collect::<Vec<_>>(), times)),
        Value::Text(text) => Value::Text(text.repeat(times).into()),
        Value::Bytes(bytes) => Value::Bytes(Box::new(bytes.repeat(times).into())),
        other => other.clone(),
    };
    *value = grown;
}

fn repeated(items: &[Value], times: usize) -> Box<[Value]> {
    items
        .iter()
        .cycle()
        .take(items.len() * times)
        .cloned()
        .collect()
}
