//! [`Joints`]: the names by which motion finds what it moves.

use std::collections::BTreeSet;

/// The joints that some files have, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joints {
    names: BTreeSet<Vec<u8>>,
    /// The names as hashes see them that ignore letter case.
    caseless: BTreeSet<Vec<u8>>,
}

/// How a joint is found by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointMatch {
    /// A joint has this very name.
    Exact,
    /// A joint has this name but for letter case.
    OtherCase,
    /// No joint has this name.
    None,
}

impl Joints {
    /// Adds a joint.
    pub fn add(&mut self, name: &[u8]) {
        if self.names.insert(name.to_vec()) {
            self.caseless.insert(name.to_ascii_lowercase());
        }
    }

    /// Adds all joints of others.
    pub fn extend(&mut self, others: Self) {
        self.names.extend(others.names);
        self.caseless.extend(others.caseless);
    }

    /// How a joint is found by a name.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> JointMatch {
        if self.names.contains(name) {
            JointMatch::Exact
        } else if self.caseless.contains(&name.to_ascii_lowercase()) {
            JointMatch::OtherCase
        } else {
            JointMatch::None
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
