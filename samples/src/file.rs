//! [`File`]: one file of the set.

/// A file of the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is, below [`folder`](crate::folder).
    pub path: &'static str,
    /// Id of its format; none for what has none.
    pub format: Option<&'static str>,
    /// Its content.
    pub bytes: Vec<u8>,
}
