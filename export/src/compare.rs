//! What changed between two layouts, and whether the files of one still read under the other.
//!
//! Both layouts are walked together from their roots. Structs are matched by where they stand and not by name, fields by
//! name and order, values of tables by number. Expressions are compared by what they mean: names stand for the fields and
//! parameters that they refer to, and constants for their numbers. What cannot be shown to be harmless verdict.

mod align;
mod change;
mod comparison;
mod expr;
mod fields;
mod pairs;
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
    layout::{Encoding, Recognition},
};

pub use self::change::{Change, Verdict, verdict};
use self::{
    align::missing,
    change::{TEXT, WORDS, breaks, reads_more},
    comparison::Compare,
    scope::{Scope, Side},
};

/// What changed from one layout to another, in the order in which the old one is read; nothing when they are equal.
#[must_use]
pub fn layouts(old: &Layout, new: &Layout) -> Vec<Change> {
    let mut compare = Compare::new(old, new);
    compare.heading();
    match (old.encoding, new.encoding) {
        (Encoding::Binary, Encoding::Binary) => compare.structs(),
        (Encoding::Xml, Encoding::Xml) => compare.documents(),
        (a, b) => {
            let verdict = breaks("files are something else");
            compare.differ("", "", shown::encoding(a), shown::encoding(b), verdict);
        }
    }
    compare.into_changes()
}

impl Compare<'_> {
    /// What is said about the whole.
    fn heading(&mut self) {
        let (old, new) = (self.old, self.new);
        self.differ("", "format", &old.format, &new.format, TEXT);
        self.differ("", "title", &old.title, &new.title, WORDS);
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
                breaks("files are recognised by it")
            } else {
                WORDS
            };
            self.differ("", "extension", gone, "", verdict);
        }
        for added in missing(&new.extensions, &old.extensions) {
            let verdict = if named(&new.recognition) {
                reads_more("files under this name are recognised, too")
            } else {
                WORDS
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
            reads_more("more files are recognised")
        } else {
            breaks("files may not be recognised any more")
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
