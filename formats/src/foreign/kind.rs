//! [`Foreign`]: a file of another program.

use std::borrow::Cow;

/// A file of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// What it seems to be, with its article.
    pub(crate) what: Cow<'static, str>,
    /// What can be done with it; empty where nothing comes to mind.
    pub(crate) read_by: &'static str,
}

impl Foreign {
    pub(super) const fn of(what: &'static str, read_by: &'static str) -> Self {
        Self {
            what: Cow::Borrowed(what),
            read_by,
        }
    }
}
