//! [`Limits`]: what reading may cost at most.

use crate::{Error, Kind, Result};

/// Bytes of a MiB.
const MIB: u64 = 1 << 20;

/// What reading may cost at most, whatever a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: u64,
    /// Levels of values inside values.
    pub depth: u32,
    /// Items of one list whose items take no bytes, so that the file does not bound them, and structs that take none. As many as the
    /// file has bytes are always taken: they cost no more than reading it.
    pub items: u64,
    /// Bytes of memory that work on a file may take. Estimates are held against it before memory is taken.
    pub memory: u64,
    /// The budget that the user gave, where [`memory`](Self::memory) is a share of it; errors name it.
    pub whole_memory: Option<u64>,
}

impl Limits {
    /// What holds in a file of this length.
    pub(crate) fn in_file(mut self, bytes: u64) -> Self {
        self.items = self.items.max(bytes);
        self
    }

    /// The same with a share of the memory.
    #[must_use]
    pub fn with_share(self, memory: u64) -> Self {
        let whole = self.whole_memory.unwrap_or(self.memory);
        Self {
            memory: memory.min(self.memory),
            whole_memory: Some(whole),
            ..self
        }
    }

    /// Asks whether something fits into the budget of memory, before the memory is taken.
    ///
    /// # Errors
    /// [`Kind::Limit`] where it does not.
    pub fn afford(&self, what: &str, bytes: u64) -> Result<()> {
        if bytes <= self.memory {
            return Ok(());
        }
        let needed = bytes.div_ceil(MIB);
        Err(self.exceeded(&format!("{what} needs {needed} MiB of memory")))
    }

    /// The error for a need that the budget of memory does not meet. It names the budget that the user gave, and the share of it.
    #[must_use]
    pub fn exceeded(&self, need: &str) -> Error {
        let whole = self.whole_memory.unwrap_or(self.memory);
        let mut message = format!("{need}, and max-memory is {} MiB", whole / MIB);
        if self.memory < whole {
            message += &format!(", of which it may take {} MiB", self.memory / MIB);
        }
        Error::new(Kind::Limit, message).help("raise the limit with --max-memory")
    }

    /// Levels that are safe on every thread's stack; a greater [`depth`](Self::depth) counts as this.
    pub const MAX_DEPTH: u32 = 64;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 4 << 30,
            depth: Self::MAX_DEPTH,
            items: 1 << 16,
            memory: 8 << 30,
            whole_memory: None,
        }
    }
}
