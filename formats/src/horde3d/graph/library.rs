//! [`Library`]: where resources are found.

use bytes::Bytes;
use formwork_schema::Result;

/// Where resources are found: the folders that a program gives the engine.
pub trait Library {
    /// Looks a resource up. `name` is relative, has no `..`, and `/` between its parts.
    fn find(&self, name: &str) -> Lookup;

    /// The bytes of a resource that was found.
    ///
    /// # Errors
    /// What the system says.
    fn read(&self, name: &str) -> Result<Bytes>;
}

/// What came of looking a resource up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// It is there.
    Found,
    /// It is there under a name that differs in letter case only. The engine finds it where file names have
    /// no case.
    OtherCase(String),
    /// It is not there.
    Missing,
}
