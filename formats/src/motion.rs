//! [`Joints`]: the names by which motion finds what it moves.

use std::collections::BTreeSet;

/// The joints that some files have, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joints(BTreeSet<Vec<u8>>);

impl Joints {
    /// Adds a joint.
    pub fn add(&mut self, name: &[u8]) {
        self.0.insert(name.to_vec());
    }

    /// Adds all joints of others.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Whether there is a joint of this name.
    #[must_use]
    pub fn has(&self, name: &[u8]) -> bool {
        self.0.contains(name)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
