//! Files that grow along one dimension: what is done with them must not cost more than they grow.

mod documents;
mod trees;

use bytes::Bytes;

pub use self::documents::document;

/// One dimension of a file of a format.
pub struct Dimension {
    /// The format, the fixture and what grows: `urho3d.animation: tracks`.
    pub name: String,
    /// Id of the format.
    pub format: String,
    grow: Box<dyn Fn(usize) -> Option<Bytes>>,
}

impl Dimension {
    /// A file with so many times as much of it; none where no file has that.
    #[must_use]
    pub fn times(&self, times: usize) -> Option<Bytes> {
        (self.grow)(times)
    }
}

/// Every dimension of every format that is read: lists, names and blobs of binary files; siblings, nesting and attributes of documents.
#[must_use]
pub fn all() -> Vec<Dimension> {
    let mut all = trees::all();
    all.extend(documents::all());
    all
}
