//! What a conversion lost.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Code, Severity};

/// Everything that one conversion lost, by code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    losses: BTreeMap<Code, Loss>,
}

/// All losses of one code.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Loss {
    /// Which.
    pub code: Code,
    /// How often: vertices, keys, names, whatever the detail speaks of.
    pub count: u64,
    /// The first place, as a path into the source: `meshes[0].parts[1]`, a name, a file.
    #[serde(rename = "where")]
    pub place: String,
    /// What happened there, in a few words.
    pub detail: String,
}

impl Report {
    /// Notes one loss. The first one of a code keeps its place and its words.
    pub fn add(&mut self, code: Code, place: impl Into<String>, detail: impl Into<String>) {
        self.add_many(code, 1, place, detail);
    }

    /// Notes `count` losses of a kind; none for 0.
    pub fn add_many(
        &mut self,
        code: Code,
        count: usize,
        place: impl Into<String>,
        detail: impl Into<String>,
    ) {
        if count == 0 {
            return;
        }
        let loss = self.losses.entry(code).or_insert_with(|| Loss {
            code,
            count: 0,
            place: place.into(),
            detail: detail.into(),
        });
        loss.count = loss.count.saturating_add(count as u64);
    }

    /// Notes one loss, and says what happened there, too, where that is another thing than at the first place.
    pub fn add_each(&mut self, code: Code, place: impl Into<String>, detail: impl Into<String>) {
        let (place, detail) = (place.into(), detail.into());
        match self.losses.get_mut(&code) {
            Some(loss) => {
                loss.count = loss.count.saturating_add(1);
                let first = loss.detail.split(';').next();
                if first != Some(&*detail) {
                    loss.detail += &format!("; {place}: {detail}");
                }
            }
            None => self.add(code, place, detail),
        }
    }

    /// All of them, by rising code.
    pub fn losses(&self) -> impl Iterator<Item = &Loss> {
        self.losses.values()
    }

    /// Whether something of this code was lost.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.losses.contains_key(&code)
    }

    /// What `--strict` refuses: real losses that were not allowed.
    pub fn refused<'a>(&'a self, allowed: &'a [Code]) -> impl Iterator<Item = &'a Loss> {
        let losses = self
            .losses()
            .filter(|loss| loss.code.severity() == Severity::Loss);
        losses.filter(|loss| !allowed.contains(&loss.code))
    }
}
