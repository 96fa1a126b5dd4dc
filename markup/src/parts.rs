//! [`parts`]: a long tree, piece by piece.

use std::{borrow::Cow, ops::Range};

use formwork_schema::Value;

/// How many parts a long tree has at most.
const PARTS: usize = 32;

/// Trees that together have every element of this one, each one of few parts of them, but at least so many, and those that these are in. A
/// proof that asks for every element by itself can go through them, and needs that part of the memory.
pub fn parts(tree: &Value, least: usize) -> impl Iterator<Item = Cow<'_, Value>> {
    let mut sizes = Vec::new();
    count(tree, &mut sizes);
    let step = sizes.len().div_ceil(PARTS).max(least).max(1);
    let starts = (0..sizes.len().max(1)).step_by(step);
    starts.map(move |start| {
        if step >= sizes.len() {
            return Cow::Borrowed(tree);
        }
        let range = start..start + step;
        let (sizes, next) = (&sizes, 0);
        Cow::Owned(Part { sizes, range, next }.of(tree))
    })
}

/// The items of a list, where they are elements.
fn elements(value: &Value) -> Option<&[Value]> {
    match value {
        Value::List(items) => match items.first()? {
            Value::Struct(_) | Value::Variant { .. } => Some(items),
            _ => None,
        },
        _ => None,
    }
}

/// For each element in order, how many there are in it, and itself.
fn count(value: &Value, sizes: &mut Vec<u32>) {
    if let Some(items) = elements(value) {
        for item in items {
            let first = sizes.len();
            sizes.push(0);
            count(item, sizes);
            sizes[first] = (sizes.len() - first) as u32;
        }
        return;
    }
    match value {
        Value::Struct(fields) => fields.values().for_each(|field| count(field, sizes)),
        Value::Variant { content, .. } => content.iter().for_each(|content| count(content, sizes)),
        _ => {}
    }
}

/// Which elements a part has, and the number of the next one.
struct Part<'s> {
    sizes: &'s [u32],
    range: Range<usize>,
    next: usize,
}

impl Part<'_> {
    fn of(&mut self, value: &Value) -> Value {
        if let Some(items) = elements(value) {
            return Value::List(items.iter().filter_map(|item| self.item(item)).collect());
        }
        match value {
            // Elements that share something have no others in that.
            Value::Struct(fields) => Value::Struct(fields.map_own(|field| self.of(field))),
            Value::Variant { variant, content } => Value::Variant {
                variant: *variant,
                content: content.as_ref().map(|content| self.of(content).into()),
            },
            other => other.clone(),
        }
    }

    fn item(&mut self, item: &Value) -> Option<Value> {
        let first = self.next;
        let end = first + self.sizes[first] as usize;
        if end <= self.range.start || self.range.end <= first {
            self.next = end;
            return None;
        }
        self.next += 1;
        Some(self.of(item))
    }
}
