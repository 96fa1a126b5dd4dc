//! [`Shown`]: facts that are printed with a graph.

use formwork_formats::graph::Graph;

use crate::content::NotFollowed;

/// Facts that are printed with a graph.
pub(super) struct Shown<'a> {
    /// Id of the format of the file; none of a folder.
    pub(super) format: Option<&'a str>,
    /// Resources of a folder that nothing names.
    pub(super) unused: &'a [usize],
    /// Documents of a folder that are not read.
    pub(super) unread: u64,
}

impl Shown<'_> {
    pub(super) fn not_followed(&self, graph: &Graph) -> NotFollowed {
        NotFollowed {
            files: self.unread,
            references: graph.unfollowed(),
        }
    }
}
