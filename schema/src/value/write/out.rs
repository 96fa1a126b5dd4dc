//! [`Out`]: where the bytes of a tree are put together.

use std::{borrow::Cow, ops::Range};

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

    /// All that was written. Of what is compared, and was not the same, it is what was wanted: nobody asks for more than whether it was.
    pub(super) fn so_far(&mut self, is_settled: bool) -> Cow<'_, [u8]> {
        if is_settled && self.wanted.is_some() {
            self.compare();
        }
        match &self.wanted {
            None => Cow::Borrowed(&self.kept),
            Some(wanted) => {
                let before = wanted.get(..self.before).unwrap_or(wanted);
                match &*self.kept {
                    [] => Cow::Borrowed(before),
                    kept => Cow::Owned([before, kept].concat()),
                }
            }
        }
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
