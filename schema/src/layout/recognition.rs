//! [`Recognition`]: how files of a format are told from others, and their versions.

use super::{Ref, xml::Marks};
use crate::expr::Expr;

/// How files of a format are recognised.
#[derive(Debug, Clone, PartialEq)]
pub enum Recognition {
    /// By the magic that they begin with: that of the root, or of its version.
    Magic,
    /// By a condition over the first fields of the root.
    Condition {
        /// Must not be zero.
        holds: Expr,
        /// Whether the name must end in one of the [extensions](super::Layout::extensions) as well.
        extension: bool,
    },
    /// By one of the [extensions](super::Layout::extensions), whatever is in the file.
    Extension,
    /// By the root of the document, with its name or something else that tells.
    Root(Ref<Marks>),
    /// Not at all: a file is read as one of this format only where the caller says so.
    OnRequest,
}

/// Which version a file has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileVersion {
    /// As text: `UAN2 3`, or `3` where it is a plain number.
    pub text: String,
    /// The number, or what the magic alone counts as.
    pub number: i128,
}
