//! Where strings end that say it themselves.

use super::List;

/// What ends a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Characters of ASCII, at most [`Mark::LONGEST`](crate::Mark::LONGEST).
    pub mark: List<u8>,
    /// Whose the mark is.
    pub place: MarkPlace,
}

/// Whose the mark is that ends a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkPlace {
    /// Nobody's: it is in the file, and in no tree.
    Behind,
    /// The string's, which may be without it where the file ends, or the value around.
    Inside,
    /// It begins what follows the string.
    Next,
}

impl MarkPlace {
    /// How many bytes a string has that ends with a mark of so many bytes, which was found there, and how many it takes; none where the
    /// mark must be found.
    pub(crate) fn lengths(
        self,
        found: Option<usize>,
        mark: usize,
        all: usize,
    ) -> Option<(usize, usize)> {
        match (self, found) {
            (Self::Behind, Some(at)) => Some((at, at + mark)),
            (Self::Inside, Some(at)) => Some((at + mark, at + mark)),
            (Self::Inside, None) => Some((all, all)),
            (Self::Next, Some(at)) => Some((at, at)),
            (Self::Behind | Self::Next, None) => None,
        }
    }
}
