//! [`Edits`]: changes to a text, made all at once.

use std::ops::Range;

use formwork_schema::sorted;

/// Changes to a text that do not overlap.
#[derive(Default)]
pub(crate) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(crate) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    pub(crate) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// The changed text. Insertions at one place stay in the order in which they were made.
    pub(crate) fn apply(mut self, text: &str) -> String {
        sorted::by_key(&mut self.0, |(range, _)| range.start);
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (range, replacement) in self.0 {
            out.push_str(text.get(at..range.start).unwrap_or_default());
            out.push_str(&replacement);
            at = range.end.max(at);
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}
