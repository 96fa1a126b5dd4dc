//! [`Compare`]: a comparison under way.

use formwork_schema::Layout;

use super::{
    change::{Change, Changes, Verdict, breaks, reads_more},
    pairs::Pairs,
    scope::Known,
};

/// A comparison under way.
pub(super) struct Compare<'l> {
    pub(super) old: &'l Layout,
    pub(super) new: &'l Layout,
    changes: Changes,
    pub(super) pairs: Pairs<'l>,
    pub(super) known: Known,
}

impl<'l> Compare<'l> {
    pub(super) fn new(old: &'l Layout, new: &'l Layout) -> Self {
        Self {
            old,
            new,
            changes: Changes::default(),
            pairs: Pairs::default(),
            known: Known::default(),
        }
    }

    pub(super) fn into_changes(self) -> Vec<Change> {
        self.changes.list
    }

    pub(super) fn change(
        &mut self,
        path: impl Into<String>,
        was: Option<String>,
        is: Option<String>,
        (verdict, why): (Verdict, &'static str),
    ) {
        self.changes.add(Change {
            path: path.into(),
            was,
            is,
            verdict,
            why,
        });
    }

    /// Something that both say about one place, in words; no change when it is the same.
    pub(super) fn differ(
        &mut self,
        path: &str,
        what: &str,
        was: &str,
        is: &str,
        verdict: (Verdict, &'static str),
    ) {
        if was != is {
            let said = |text: &str| {
                let text = (!text.is_empty()).then(|| format!("{what} {text}"));
                text.map(|text| text.trim_start().to_owned())
            };
            self.change(path, said(was), said(is), verdict);
        }
    }

    /// The verdict where the new layout takes what the old one refused. An ambiguous file is read in the first way that
    /// succeeds, so one that failed before may be taken now.
    pub(super) fn takes_more(&self, why: &'static str) -> (Verdict, &'static str) {
        match self.old.dialect() {
            Some(_) => breaks("an ambiguous file may be read in a way that was refused"),
            None => reads_more(why),
        }
    }
}
