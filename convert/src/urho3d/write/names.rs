//! Names that the target tells apart.

use std::collections::{BTreeSet, HashMap};

use formwork_schema::CString;

use crate::{Code, Report};

/// Names of one kind that are all different.
pub(super) struct Unique {
    seen: BTreeSet<Vec<u8>>,
    /// The number to try next behind a name: those before it are taken, and stay so.
    next: HashMap<Vec<u8>, usize>,
    /// Whether `A` is `a`.
    folds: bool,
    code: Code,
}

impl Unique {
    pub(super) fn new(folds: bool, code: Code) -> Self {
        Self {
            seen: BTreeSet::new(),
            next: HashMap::new(),
            folds,
            code,
        }
    }

    /// The name, or one like it that is free; `empty` for none.
    pub(super) fn add(&mut self, name: &CString, empty: &str, report: &mut Report) -> CString {
        let wanted = if name.as_bytes().is_empty() {
            empty.as_bytes()
        } else {
            name.as_bytes()
        };
        let mut found = wanted.to_vec();
        while !self.seen.insert(self.folded(&found)) {
            let number = self.next.entry(wanted.to_vec()).or_insert(1);
            found = [wanted, format!("_{number}").as_bytes()].concat();
            *number += 1;
        }
        if found != name.as_bytes() {
            let new = String::from_utf8_lossy(&found).into_owned();
            report.add(self.code, name.to_text(), format!("becomes {new:?}"));
        }
        found.into()
    }

    /// Reserves a name that exists already.
    pub(super) fn reserve(&mut self, name: &CString) {
        self.seen.insert(self.folded(name.as_bytes()));
    }

    fn folded(&self, name: &[u8]) -> Vec<u8> {
        if self.folds {
            name.to_ascii_lowercase()
        } else {
            name.to_vec()
        }
    }
}
