//! [`Budget`]: what reading a text may take of memory.

use formwork_schema::{Limits, Result as Done, Value};

use crate::fault::{Fault, Result};

/// Bytes of memory for each byte of a text: it, its bulk as numbers, and the file that comes of it.
const BULK: u64 = 8;

/// How often what is no bulk is in memory: as read from the text, and as read back from the file.
const TREES: u64 = 2;

/// Bytes of memory for each struct, besides its fields.
const NODE: u64 = 320;

/// Bytes of memory for each field of a struct, and each item of a list.
const FIELD: u64 = size_of::<Option<Value>>() as u64;

/// Counts what a reader takes, and ends it before that is more than it may.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    limits: Limits,
    taken: u64,
}

impl Budget {
    /// For whoever has no limit.
    pub(crate) const NONE: Self = Self {
        limits: Limits {
            bytes: u64::MAX,
            depth: Limits::MAX_DEPTH,
            items: u64::MAX,
            memory: u64::MAX,
            whole_memory: None,
        },
        taken: 0,
    };

    /// For reading this text, and writing what it means.
    pub(crate) fn new(text: &str, limits: &Limits) -> Done<Self> {
        let budget = Self {
            limits: *limits,
            taken: (text.len() as u64).saturating_mul(BULK),
        };
        budget.ask().map(|()| budget)
    }

    /// A struct with so many fields.
    pub(crate) fn fields(&mut self, count: usize) -> Result<()> {
        self.take(NODE + count as u64 * FIELD)
    }

    /// An item of a list that is not packed.
    pub(crate) fn item(&mut self) -> Result<()> {
        // Lists grow by as much as they have.
        self.take(2 * FIELD)
    }

    fn take(&mut self, bytes: u64) -> Result<()> {
        self.taken = self.taken.saturating_add(bytes * TREES);
        if self.taken <= self.limits.memory {
            return Ok(());
        }
        self.ask()
            .map_err(|error| Fault::new(error.kind(), error.message()).help(error.advice()))
    }

    fn ask(&self) -> Done<()> {
        self.limits.afford("reading the text", self.taken)
    }
}
