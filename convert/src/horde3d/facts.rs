//! Sources of a scene, and numbers in their facts.

use bytes::Bytes;

use crate::{
    Scene, numbers,
    scene::{Facts, Source},
};

/// A place that is none.
pub(super) const NONE: u32 = u32::MAX;

/// Fact of a document that no file has: it was made for a geometry alone.
pub(super) const MADE: &str = "made";

/// Sources of a format, in order.
pub(super) fn of_format<'a>(scene: &'a Scene, format: &'a str) -> impl Iterator<Item = &'a Source> {
    scene
        .sources
        .iter()
        .filter(move |source| source.format == format)
}

impl Facts {
    /// Keeps whole numbers.
    pub(super) fn set_words(&mut self, name: &str, words: impl IntoIterator<Item = u32>) {
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        self.0.insert(name.to_owned(), bytes.into());
    }

    /// Whole numbers that were kept; none for bytes that are none.
    pub(super) fn words(&self, name: &str) -> Option<Vec<u32>> {
        let words = self.0.get(name)?;
        let is_whole = words.len().is_multiple_of(size_of::<u32>());
        is_whole.then(|| numbers::numbers(words))
    }

    /// Keeps bytes, unless there are none.
    pub(super) fn set(&mut self, name: impl Into<String>, bytes: impl Into<Bytes>) {
        let bytes = bytes.into();
        if !bytes.is_empty() {
            self.0.insert(name.into(), bytes);
        }
    }

    /// Bytes that were kept.
    pub(super) fn get(&self, name: &str) -> Bytes {
        self.0.get(name).cloned().unwrap_or_default()
    }
}
