//! [`Change`]: one difference between two layouts, and what it does to files.

use std::collections::HashMap;

/// What a change does to files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The same bytes mean the same under both layouts.
    Compatible,
    /// The new layout reads every file of the old one in the same way, and others too.
    ReadsMore,
    /// A file of the old layout is refused under the new one, or read in another way, or it cannot be shown that none is.
    Breaks,
}

impl Verdict {
    /// The verdict in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::ReadsMore => "reads more",
            Self::Breaks => "breaks",
        }
    }
}

/// One difference between two layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where it is, under the names of the old layout: `Animation.tracks`, `Version.UAN2`; empty for what is about the whole.
    pub path: String,
    /// What the old layout says; none for what only the new one has.
    pub was: Option<String>,
    /// What the new layout says; none for what only the old one has.
    pub is: Option<String>,
    /// What it does to files.
    pub verdict: Verdict,
    /// Why.
    pub why: &'static str,
}

/// The verdict on two layouts: the worst of their changes.
#[must_use]
pub fn verdict(changes: &[Change]) -> Verdict {
    let verdicts = changes.iter().map(|change| change.verdict);
    verdicts.max().unwrap_or(Verdict::Compatible)
}

/// What was found; of two that say the same the worse.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) list: Vec<Change>,
    places: HashMap<(String, Option<String>, Option<String>), usize>,
}

impl Changes {
    pub(super) fn add(&mut self, change: Change) {
        let key = (change.path.clone(), change.was.clone(), change.is.clone());
        match self.places.get(&key) {
            Some(place) => {
                let known = &mut self.list[*place];
                if known.verdict < change.verdict {
                    *known = change;
                }
            }
            None => {
                self.places.insert(key, self.list.len());
                self.list.push(change);
            }
        }
    }
}

/// A change of words is none of bytes.
pub(super) const WORDS: (Verdict, &str) = compatible("no byte depends on it");
/// A change of names is none of bytes.
pub(super) const TEXT: (Verdict, &str) =
    compatible("the same bytes; XML and JSON of one do not read under the other");

pub(super) const fn compatible(why: &'static str) -> (Verdict, &'static str) {
    (Verdict::Compatible, why)
}

pub(super) const fn reads_more(why: &'static str) -> (Verdict, &'static str) {
    (Verdict::ReadsMore, why)
}

pub(super) const fn breaks(why: &'static str) -> (Verdict, &'static str) {
    (Verdict::Breaks, why)
}
