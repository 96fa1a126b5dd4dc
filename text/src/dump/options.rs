//! What to show of a file, and how.

use formwork_schema::Limits;

/// What to show, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpOptions {
    /// Shows every item of every list.
    pub all: bool,
    /// What to show.
    pub select: Select,
    /// Paints columns with ANSI codes.
    pub color: bool,
    /// Items to show at the beginning of a long list.
    pub head: u64,
    /// Items to show at its end.
    pub tail: u64,
    /// What reading may cost at most.
    pub limits: Limits,
    /// What else is known of the byte that [`Select::At`] asks for; empty: nothing.
    pub covered_by: String,
}

/// Which part of a file to show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Select {
    /// Everything.
    #[default]
    Whole,
    /// The one value that covers a byte, with all that is known about it.
    At(u64),
    /// One place of the tree, such as `tracks[3]`, and all below it; `trailing` for what follows it.
    Path(String),
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self {
            all: false,
            select: Select::Whole,
            color: false,
            head: 3,
            tail: 1,
            limits: Limits::default(),
            covered_by: String::new(),
        }
    }
}
