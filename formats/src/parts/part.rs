//! [`Part`]: a file with some items of another.

use crate::asset::Asset;

/// Some items of a list of the root, and what is not in such lists: a file of the same format.
pub struct Part {
    /// The file.
    pub asset: Asset,
    /// The list that has items.
    list: &'static str,
    /// How many items of it are not there that precede them.
    first: u64,
}

impl Part {
    pub(super) fn new(asset: Asset, list: &'static str, first: u64) -> Self {
        Self { asset, list, first }
    }

    /// Whether its items are of this list.
    pub(super) fn has(&self, list: &str) -> bool {
        self.list == list
    }

    /// The path in the whole file of what is in an item of the list; none for all else.
    pub(super) fn path_of(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(self.list)?.strip_prefix('[')?;
        let (number, rest) = rest.split_once(']')?;
        let number = number.parse::<u64>().ok()?;
        Some(format!("{}[{}]{rest}", self.list, self.first + number))
    }
}
