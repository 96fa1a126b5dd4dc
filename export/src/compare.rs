//! What changed between two layouts, and whether the files of one still read under the other.
//!
//! Both layouts are walked together from their roots. Structs are matched by where they stand and not by name, fields by
//! name and order, values of tables by number. Expressions are compared by what they mean: names stand for the fields and
//! parameters that they refer to, and constants for their numbers. What cannot be shown to be harmless breaks.

mod align;
mod expr;
mod fields;
mod ranges;
mod scope;
mod shown;
mod structs;
mod tables;
mod types;
mod variants;
mod xml;

use formwork_schema::{
    Expr, Layout,
    layout::{Encoding, Recognition, Str},
};

use self::scope::{Scope, Side};

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

/// What changed from one layout to another, in the order in which the old one is read; nothing when they are equal.
#[must_use]
pub fn layouts(old: &Layout, new: &Layout) -> Vec<Change> {
    let mut compare = Compare::new(old, new);
    compare.heading();
    match (old.encoding, new.encoding) {
        (Encoding::Binary, Encoding::Binary) => compare.structs(),
        (Encoding::Xml, Encoding::Xml) => compare.documents(),
        (a, b) => {
            let verdict = (Verdict::Breaks, "files are something else");
            compare.differ("", "", shown::encoding(a), shown::encoding(b), verdict);
        }
    }
    compare.changes.list
}

/// A comparison under way.
struct Compare<'l> {
    old: &'l Layout,
    new: &'l Layout,
    changes: Changes,
    pairs: structs::Pairs<'l>,
    known: scope::Known,
}

/// What was found; of two that say the same the worse.
#[derive(Default)]
struct Changes {
    list: Vec<Change>,
    places: std::collections::HashMap<(String, Option<String>, Option<String>), usize>,
}

impl Changes {
    fn add(&mut self, change: Change) {
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

/// Why a change of words is none of bytes.
const WORDS: &str = "no byte depends on it";
/// Why a change of names is none of bytes.
const TEXT: &str = "the same bytes; XML and JSON of one do not read under the other";

impl<'l> Compare<'l> {
    fn new(old: &'l Layout, new: &'l Layout) -> Self {
        Self {
            old,
            new,
            changes: Changes::default(),
            pairs: structs::Pairs::default(),
            known: scope::Known::default(),
        }
    }

    fn change(
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
    fn differ(
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
    fn takes_more(&self, why: &'static str) -> (Verdict, &'static str) {
        match self.old.dialect() {
            Some(_) => (
                Verdict::Breaks,
                "an ambiguous file may be read in a way that was refused",
            ),
            None => (Verdict::ReadsMore, why),
        }
    }

    /// What is said about the whole.
    fn heading(&mut self) {
        let (old, new) = (self.old, self.new);
        let text = (Verdict::Compatible, TEXT);
        self.differ("", "format", &old.format, &new.format, text);
        let words = (Verdict::Compatible, WORDS);
        self.differ("", "title", &old.title, &new.title, words);
        let named = |recognition: &Recognition| {
            let by_condition =
                matches!(recognition, Recognition::Condition { extension, .. } if *extension);
            let by_name = match recognition {
                Recognition::Root(marks) => !marks.unambiguous,
                other => *other == Recognition::Extension,
            };
            by_condition || by_name
        };
        for gone in missing(&old.extensions, &new.extensions) {
            let verdict = if named(&new.recognition) {
                (Verdict::Breaks, "files are recognised by it")
            } else {
                (Verdict::Compatible, WORDS)
            };
            self.differ("", "extension", gone, "", verdict);
        }
        for added in missing(&new.extensions, &old.extensions) {
            let verdict = if named(&new.recognition) {
                (
                    Verdict::ReadsMore,
                    "files under this name are recognised, too",
                )
            } else {
                (Verdict::Compatible, WORDS)
            };
            self.differ("", "extension", "", added, verdict);
        }
        self.recognition();
    }

    fn recognition(&mut self) {
        let (old, new) = (&self.old.recognition, &self.new.recognition);
        let relaxed = match (old, new) {
            (
                Recognition::Condition {
                    holds: a,
                    extension: named,
                },
                Recognition::Condition {
                    holds: b,
                    extension,
                },
            ) => (*named || !extension) && self.lets_pass([a, b]),
            (Recognition::OnRequest, _) => true,
            (a, b) => a == b,
        };
        let verdict = if relaxed {
            (Verdict::ReadsMore, "more files are recognised")
        } else {
            (Verdict::Breaks, "files may not be recognised any more")
        };
        let (was, is) = (shown::recognition(old), shown::recognition(new));
        self.differ("", "recognised", &was, &is, verdict);
    }

    /// Whether a condition over the fields of the root lets all pass that another does.
    fn lets_pass(&self, conditions: [&Expr; 2]) -> bool {
        let names = self.item_names(self.old.root(), self.new.root());
        let mut sides = [Side::Old, Side::New]
            .into_iter()
            .zip(names)
            .zip(conditions);
        let mut resolved = || {
            let ((side, names), condition) = sides.next()?;
            let mut scope = Scope::default();
            let each = names.iter();
            each.for_each(|(name, atom)| scope.add(name, Expr::Field(atom.as_str().into())));
            Some(expr::truth(&scope.resolve(condition, side, &self.known)))
        };
        resolved()
            .zip(resolved())
            .is_some_and(|(a, b)| expr::implies(&a, &b))
    }
}

/// What one list has and the other has not.
fn missing<'a>(of: &'a [Str], from: &'a [Str]) -> impl Iterator<Item = &'a str> {
    let all = of.iter().map(|one| &**one);
    all.filter(|one| !from.iter().any(|other| **other == **one))
}
