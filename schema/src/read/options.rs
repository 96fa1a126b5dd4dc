//! How to read a file, and what comes of it.

use bytes::Bytes;

use crate::Limits;

/// What to do with bytes after the end of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trailing {
    /// An error.
    #[default]
    Refuse,
    /// They become [`Document::trailing`].
    Keep,
}

/// How to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// What to do with bytes after the end of the tree.
    pub trailing: Trailing,
    /// What reading may cost at most.
    pub limits: Limits,
}

/// A file: its tree, and the bytes after it that nothing explains.
#[derive(Debug, Clone, PartialEq)]
pub struct Document<T> {
    /// The tree.
    pub tree: T,
    /// Bytes after the end of the tree; usually none.
    pub trailing: Bytes,
}

impl<T> From<T> for Document<T> {
    fn from(tree: T) -> Self {
        Self {
            tree,
            trailing: Bytes::new(),
        }
    }
}
