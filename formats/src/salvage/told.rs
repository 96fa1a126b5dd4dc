//! What salvaging tells: [`Salvaged`] and its [`Loss`]es.

use bytes::Bytes;
use formwork_schema::Result;

/// Whether a file is good enough to be what is left of another: the caller's proof of it.
pub type Accept<'a> = &'a mut dyn FnMut(&Bytes) -> Result<()>;

/// What is left of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// A file of the same format.
    pub bytes: Bytes,
    /// What it lacks, or has in place of what was lost; nothing for a file that is whole.
    pub lost: Vec<Loss>,
}

/// One thing that was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where in the tree; empty for the file.
    pub path: String,
    /// How many items are kept, of a list.
    pub kept: Option<u64>,
    /// How many there were, as far as the file says.
    pub of: Option<u64>,
    /// What was lost, for people.
    pub message: String,
}

impl Salvaged {
    /// A file of which nothing was lost.
    pub(super) fn whole(bytes: Bytes) -> Self {
        let lost = Vec::new();
        Self { bytes, lost }
    }
}

impl Loss {
    /// Something of a file or of a place in its tree.
    pub(super) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            kept: None,
            of: None,
            message: message.into(),
        }
    }

    /// Items of a list.
    pub(super) fn items(path: impl Into<String>, kept: u64, of: u64, more: &str) -> Self {
        Self {
            kept: Some(kept),
            of: Some(of),
            ..Self::new(path, format!("{kept} of {of} kept{more}"))
        }
    }

    /// The bytes from some place on.
    pub(super) fn bytes(from: usize, to: usize) -> Option<Self> {
        let count = to.checked_sub(from).filter(|count| *count > 0)?;
        let s = if count == 1 { "" } else { "s" };
        let message = format!("{count} byte{s} from {from:#x} on are not kept");
        Some(Self::new("", message))
    }
}
