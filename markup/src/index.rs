//! [`Index`]: lines, columns and numbers of siblings, without counting from the start each time.

use std::collections::HashMap;

use crate::data::ElementData;

/// Bytes from one count of characters to the next.
const STEP: usize = 1024;

pub(crate) struct Index {
    /// Where lines begin.
    lines: Vec<usize>,
    /// Characters before every so many bytes.
    characters: Vec<u64>,
    /// Of each element, its number among siblings of its name, from 1.
    places: Vec<u32>,
    /// Of each element, how many siblings of its name there are, itself among them.
    counts: Vec<u32>,
}

impl Index {
    pub(crate) fn new(text: &str, elements: &[ElementData]) -> Self {
        let bytes = text.as_bytes();
        let lines = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1);
        let mut total = 0;
        let characters = bytes.chunks(STEP).map(|chunk| {
            let before = total;
            total += count(chunk);
            before
        });
        let (places, counts) = siblings(text, elements);
        Self {
            lines: std::iter::once(0).chain(lines).collect(),
            characters: characters.collect(),
            places,
            counts,
        }
    }

    /// Line and column, both from 1.
    pub(crate) fn place(&self, text: &str, at: usize) -> (u64, u64) {
        let at = at.min(text.len());
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        let characters = self.before(text, at) - self.before(text, start);
        (line as u64, characters + 1)
    }

    fn before(&self, text: &str, at: usize) -> u64 {
        let step = at / STEP;
        // Behind the last full step of a text there is nothing more to count.
        let Some(known) = self.characters.get(step) else {
            return count(text.as_bytes());
        };
        known + count(&text.as_bytes()[step * STEP..at])
    }

    /// The number of an element among its siblings of one name, from 1, and how many there are.
    pub(crate) fn among_siblings(&self, element: u32) -> (u32, u32) {
        let at = element as usize;
        (self.places[at], self.counts[at])
    }
}

fn count(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}

fn siblings(text: &str, elements: &[ElementData]) -> (Vec<u32>, Vec<u32>) {
    let mut known: HashMap<(u32, &str), u32> = HashMap::new();
    let key = |at: usize| {
        let data = &elements[at];
        // The root has itself as its parent, and may have a child of its name.
        let parent = if at == 0 { u32::MAX } else { data.parent };
        (parent, &text[data.name.range()])
    };
    let all = 0..elements.len();
    let places = all.clone().map(|at| {
        let count = known.entry(key(at)).or_default();
        *count += 1;
        *count
    });
    let places: Vec<u32> = places.collect();
    let counts = all.map(|at| known.get(&key(at)).copied().unwrap_or(1));
    let counts = counts.collect();
    (places, counts)
}
