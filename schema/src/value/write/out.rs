//! [`Out`]: where the bytes of a tree are put together.

use std::ops::Range;

use bytes::Bytes;

/// Bytes beyond which what was written is compared, where it need not be kept.
const MANY: usize = 1 << 16;

/// What was written so far. Where only the question is whether it is what a file has, no more of it is kept than may still change.
pub(super) struct Out {
    /// What was written and is still here.
    kept: Vec<u8>,
    /// How much precedes that.
    before: usize,
    /// The file that it is compared with.
    wanted: Option<Bytes>,
    /// Whether it was the same so far.
    is_same: bool,
}

impl Out {
    pub(super) fn new(wanted: Option<&Bytes>) -> Self {
        Self {
            kept: Vec::new(),
            before: 0,
            wanted: wanted.cloned(),
            is_same: true,
        }
    }

    /// How many bytes were written.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.before + self.kept.len()
    }

    /// What is still here; all of it where nothing is compared.
    pub(super) fn kept(&mut self) -> &mut Vec<u8> {
        &mut self.kept
    }

    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        self.kept.push(byte);
    }

    #[inline]
    pub(super) fn extend_from_slice(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
    }

    pub(super) fn resize(&mut self, length: usize) {
        self.kept.resize(length - self.before, 0);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.kept.truncate(length - self.before);
    }

    /// Takes off what follows a place.
    pub(super) fn split_off(&mut self, at: usize) -> Vec<u8> {
        self.kept.split_off(at - self.before)
    }

    pub(super) fn splice(&mut self, range: Range<usize>, bytes: Vec<u8>) {
        let range = range.start - self.before..range.end - self.before;
        self.kept.splice(range, bytes);
    }

    /// Compares what is here, and lets go of it: nothing of it changes any more.
    #[inline]
    pub(super) fn settle(&mut self) {
        if self.wanted.is_some() && self.kept.len() >= MANY {
            self.compare();
        }
    }

    /// Writes bytes of which nothing changes any more; says whether it did, as it does only where they are compared.
    pub(super) fn settled(&mut self, bytes: &[u8]) -> bool {
        if self.wanted.is_none() {
            return false;
        }
        self.compare();
        self.is_next(bytes);
        true
    }

    /// What was written there, in two parts. Of what is compared, and was not the same, it is what was wanted: nobody asks for more than
    /// whether it was.
    pub(super) fn written(&self, range: Range<usize>) -> [&[u8]; 2] {
        let compared = self.wanted.as_deref().unwrap_or_default();
        let middle = self.before.min(range.end).max(range.start);
        let here = [middle, range.end].map(|at| at.saturating_sub(self.before));
        [
            compared.get(range.start..middle),
            self.kept.get(here[0]..here[1]),
        ]
        .map(Option::unwrap_or_default)
    }

    fn compare(&mut self) {
        let mut kept = std::mem::take(&mut self.kept);
        self.is_next(&kept);
        kept.clear();
        self.kept = kept;
    }

    fn is_next(&mut self, bytes: &[u8]) {
        let end = self.before + bytes.len();
        let wanted = self.wanted.iter();
        self.is_same &= wanted
            .flat_map(|all| all.get(self.before..end))
            .any(|all| all == bytes);
        self.before = end;
    }

    /// Whether just what is wanted was written.
    pub(super) fn is_wanted(&mut self) -> bool {
        self.compare();
        let length = self.wanted.as_ref().map(Bytes::len);
        self.is_same && length == Some(self.before)
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_found_on_both_sides_of_what_is_compared() {
        let wanted = Bytes::from_static(b"abcdefgh");
        let mut out = Out::new(Some(&wanted));
        assert!(out.settled(b"abcd"));
        out.extend_from_slice(b"efgh");
        for (range, written) in [
            (0..4, [&b"abcd"[..], b""]),
            (1..3, [b"bc", b""]),
            (2..6, [b"cd", b"ef"]),
            (4..8, [b"", b"efgh"]),
            (5..7, [b"", b"fg"]),
            (4..4, [b"", b""]),
        ] {
            assert_eq!(out.written(range.clone()), written, "{range:?}");
        }
        let mut out = Out::new(None);
        out.extend_from_slice(b"abcd");
        assert_eq!(out.written(1..3), [&b""[..], b"bc"]);
        assert_eq!(out.written(3..9), [&b""[..], b""]);
    }
}
