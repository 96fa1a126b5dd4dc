//! [`Once`]: what only one file has, told once however often it is missing.

use std::collections::BTreeMap;

use super::difference::{Difference, Side};

/// Fields that only one file has, by their place in the layout.
#[derive(Debug, Default)]
pub(super) struct Once {
    found: BTreeMap<(String, Side), Found>,
}

#[derive(Debug)]
struct Found {
    first: Difference,
    count: u64,
}

impl Once {
    /// Adds a field; `pattern` is its path with `[*]` for every index.
    pub(super) fn add(&mut self, pattern: String, side: Side, difference: Difference) {
        let found = self.found.entry((pattern, side));
        let first = || Found {
            first: difference,
            count: 0,
        };
        found.or_insert_with(first).count += 1;
    }

    /// One difference per field: the difference itself for a field that is missing once.
    pub(super) fn take(&mut self) -> Vec<Difference> {
        let found = std::mem::take(&mut self.found).into_iter();
        let told = found.map(|((pattern, _), found)| match found.count {
            1 => found.first,
            count => Difference {
                path: pattern,
                item: None,
                a: None,
                b: None,
                count: Some(count),
                ..found.first
            },
        });
        told.collect()
    }
}
