//! [`Library`]: where resources are found.

use bytes::Bytes;
use formwork_schema::{Limits, Result};

/// Where resources are found: the folders that a program gives the engine.
pub trait Library {
    /// Looks a resource up. `name` is relative, has no `..`, and `/` between its parts.
    fn find(&self, name: &str) -> Lookup;

    /// The bytes of a resource that was found.
    ///
    /// # Errors
    /// What the system says.
    fn read(&self, name: &str) -> Result<Bytes>;

    /// What the engine makes of the bytes of a texture.
    ///
    /// # Errors
    /// When it refuses them.
    fn texture(&self, bytes: &Bytes, limits: &Limits) -> Result<Loaded>;
}

/// A texture in the engine's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loaded {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether it has three or four channels of 8 bits, not compressed.
    pub is_plain: bool,
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

/// A name with `/` between its parts that stays inside the content; `None` for others.
pub(crate) fn inside(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let is_bad = |part: &str| part == ".." || part.contains(':') || part.contains('\0');
    let leads_out = name.starts_with('/') || name.split('/').any(is_bad);
    (!leads_out && !name.is_empty()).then_some(name)
}
