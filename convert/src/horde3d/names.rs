//! Names of joints and meshes: unique, not empty, as long as there is room, and text that XML can hold.

use std::collections::{BTreeSet, HashMap};

use formwork_schema::CString;

use crate::names::file_stem;

/// Bytes of a name.
const LONGEST: usize = 255;

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// The number to try next behind a name: those before it are taken, and stay so.
    next: HashMap<String, usize>,
    /// How many are others than they were.
    pub(super) changed: usize,
    /// The first of those.
    pub(super) first: String,
}

impl Names {
    /// A name that nobody else has.
    pub(super) fn unique(&mut self, name: &CString, otherwise: &str) -> String {
        let clean = clean(name);
        let base = if clean.is_empty() { otherwise } else { &clean };
        let mut made = cut(base, LONGEST).to_owned();
        while !self.taken.insert(made.clone()) {
            let number = self.next.entry(base.to_owned()).or_insert(2);
            let end = format!("_{number}");
            made = format!("{}{end}", cut(base, LONGEST - end.len()));
            *number += 1;
        }
        if made.as_bytes() != name.as_bytes() {
            if self.changed == 0 {
                self.first.clone_from(&made);
            }
            self.changed += 1;
        }
        made
    }
}

/// The name as text that XML can hold.
pub(super) fn clean(name: &CString) -> String {
    let text = String::from_utf8_lossy(name.as_bytes());
    text.chars()
        .map(|c| if c.is_control() { '_' } else { c })
        .collect()
}

/// As much of a text as fits.
pub(super) fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most.min(text.len()))]
}

/// A name as part of a path.
pub(super) fn file_name(name: &str, otherwise: &str) -> String {
    match file_stem(name) {
        name if name.is_empty() => otherwise.to_owned(),
        name => name,
    }
}
