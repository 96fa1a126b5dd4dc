//! [`parts`]: a long tree, piece by piece.

use std::{borrow::Cow, ops::Range};

use formwork_schema::Value;

/// How many parts a tree has at most.
const PARTS: usize = 32;

/// A tree in parts, each of which is a tree as well. Every item of a list is in at least one, and each has what is around its items. A part has at
/// least so many items, where there are so many. All parts together are no more than twice the tree.
///
/// What asks for every element by itself can go through them, and needs a part of the memory.
pub fn parts(tree: &Value, least: usize) -> impl Iterator<Item = Cow<'_, Value>> {
    let mut sizes = Vec::new();
    count(tree, &mut sizes);
    let step = step(tree, &sizes, least.max(1));
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

/// How many items a part has.
fn step(tree: &Value, sizes: &[u32], least: usize) -> usize {
    let of = |parts: usize| sizes.len().div_ceil(parts).max(least);
    let most = Copied::of(tree, sizes, usize::MAX).saturating_mul(2);
    let mut parts = PARTS;
    while parts > 1 && Copied::of(tree, sizes, of(parts)) > most {
        parts /= 2;
    }
    of(parts)
}

/// The items of a list, where they are elements, or many. Fewer values are an array, which is nothing in parts.
fn items(value: &Value) -> Option<&[Value]> {
    const MATRIX: usize = 16;
    match value {
        Value::List(items) => match items.first()? {
            Value::Struct(_) | Value::Variant { .. } => Some(items),
            _ => (items.len() > MATRIX).then_some(items),
        },
        _ => None,
    }
}

/// The values that one consists of, where it is no list that comes in parts.
fn inner(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        // What elements share is what they have without items.
        Value::Struct(fields) => Box::new(fields.own_values()),
        Value::Variant { content, .. } => Box::new(content.as_deref().into_iter()),
        Value::List(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

/// For each item in order, how many there are in it, and itself.
fn count(value: &Value, sizes: &mut Vec<u32>) {
    let Some(items) = items(value) else {
        return inner(value).for_each(|inner| count(inner, sizes));
    };
    for item in items {
        let first = sizes.len();
        sizes.push(0);
        count(item, sizes);
        sizes[first] = (sizes.len() - first) as u32;
    }
}

/// How much all parts take together, in values and bytes of text.
struct Copied<'s> {
    sizes: &'s [u32],
    step: usize,
    next: usize,
    sum: usize,
}

impl<'s> Copied<'s> {
    fn of(tree: &Value, sizes: &'s [u32], step: usize) -> usize {
        let (next, sum) = (0, 0);
        let mut copied = Self {
            sizes,
            step,
            next,
            sum,
        };
        copied.add(tree, sizes.len().div_ceil(step).max(1));
        copied.sum
    }

    /// Adds a value that so many parts have.
    fn add(&mut self, value: &Value, parts: usize) {
        let Some(items) = items(value) else {
            let length = match value {
                Value::Text(text) => text.len() + 1,
                _ => 1,
            };
            self.sum = self.sum.saturating_add(length.saturating_mul(parts));
            return inner(value).for_each(|inner| self.add(inner, parts));
        };
        for item in items {
            let (first, size) = (self.next, self.sizes[self.next] as usize);
            let last = first + size - 1;
            self.next += 1;
            self.add(item, last / self.step - first / self.step + 1);
        }
    }
}

/// Which items a part has, and the number of the next one.
struct Part<'s> {
    sizes: &'s [u32],
    range: Range<usize>,
    next: usize,
}

impl Part<'_> {
    fn of(&mut self, value: &Value) -> Value {
        if let Some(items) = items(value) {
            return Value::List(items.iter().filter_map(|item| self.item(item)).collect());
        }
        match value {
            Value::Struct(fields) => Value::Struct(fields.map_own(|field| self.of(field))),
            Value::Variant { variant, content } => Value::Variant {
                variant: *variant,
                content: content.as_ref().map(|content| self.of(content).into()),
            },
            Value::List(items) => Value::List(items.iter().map(|item| self.of(item)).collect()),
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
