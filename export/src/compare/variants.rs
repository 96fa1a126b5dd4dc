//! Enums: the first whose guard holds is read.

use formwork_schema::{Expr, layout::Variant};

use super::{
    align::{Step, align},
    change::{TEXT, WORDS, breaks, compatible, reads_more},
    comparison::Compare,
    expr::{excludes, implies, skeleton, truth},
    fields::{NEVER, SAME},
    pairs::Pair,
    scope::Side,
    shown,
};

/// What chooses a variant.
struct Guard {
    magic: Vec<u8>,
    when: Expr,
}

impl Guard {
    /// Whether no file can choose either variant.
    fn excludes(&self, other: &Self) -> bool {
        let apart = !self.magic.starts_with(&other.magic) && !other.magic.starts_with(&self.magic);
        apart || excludes(&self.when, &other.when)
    }
}

impl<'l> Compare<'l> {
    pub(super) fn variants(&mut self, pair: &Pair<'l>, [old, new]: [&'l [Variant]; 2]) {
        let names = |variants: &'l [Variant]| -> Vec<&'l str> {
            variants.iter().map(|variant| &*variant.name).collect()
        };
        let alike = |i: usize, j: usize| {
            let guard = |variant: &Variant| {
                (
                    variant.magic.to_vec(),
                    variant.when.as_ref().map(skeleton),
                    variant.shape,
                )
            };
            guard(&old[i]) == guard(&new[j]) && old[i].when == new[j].when
        };
        let steps = align(&names(old), &names(new), alike);
        let of_old: Vec<Guard> = old
            .iter()
            .map(|variant| self.guard(pair, Side::Old, variant))
            .collect();
        let of_new: Vec<Guard> = new
            .iter()
            .map(|variant| self.guard(pair, Side::New, variant))
            .collect();
        // Variants of the old layout that follow the place which the steps came to.
        let mut behind = 0;
        for step in steps {
            match step {
                Step::Both(i, j) => {
                    behind = i + 1;
                    self.guards(
                        [&old[i], &new[j]],
                        &pair.old.name,
                        [&of_old[i], &of_new[j]],
                        &of_old[behind..],
                    );
                    self.variant(pair, [&old[i], &new[j]]);
                }
                Step::Old(i) => self.variant_removed(&pair.old.name, &old[i], &of_old[i]),
                Step::New(j) => {
                    self.variant_added(&pair.old.name, &new[j], &of_new[j], &of_old[behind..]);
                }
            }
        }
    }

    fn guard(&self, pair: &Pair<'l>, side: Side, variant: &Variant) -> Guard {
        let scope = &pair.scopes[side as usize];
        let when = variant.when.as_ref();
        let when = when.map(|when| truth(&scope.resolve(when, side, &self.known)));
        Guard {
            magic: variant.magic.to_vec(),
            when: when.unwrap_or(Expr::Int(1)),
        }
    }

    fn variant_removed(&mut self, of: &str, variant: &Variant, guard: &Guard) {
        let verdict = if self.known.never(&guard.when) {
            compatible(NEVER)
        } else {
            breaks("files of the old layout may have it")
        };
        self.change(
            format!("{of}.{}", variant.name),
            Some(shown::variant(variant)),
            None,
            verdict,
        );
    }

    fn variant_added(&mut self, of: &str, variant: &Variant, guard: &Guard, behind: &[Guard]) {
        let verdict = match () {
            () if self.known.never(&guard.when) => reads_more(NEVER),
            () if behind.iter().all(|other| guard.excludes(other)) => {
                self.takes_more("the old layout refuses what it is for")
            }
            () => breaks("it may be chosen where the old layout chose another"),
        };
        self.change(
            format!("{of}.{}", variant.name),
            None,
            Some(shown::variant(variant)),
            verdict,
        );
    }

    /// What chooses a variant that both have.
    fn guards(
        &mut self,
        [old, new]: [&Variant; 2],
        of: &str,
        [was, is]: [&Guard; 2],
        behind: &[Guard],
    ) {
        let path = format!("{of}.{}", old.name);
        let (magic, other) = (shown::magic(&old.magic), shown::magic(&new.magic));
        self.differ(
            &path,
            "magic",
            &magic,
            &other,
            breaks("other bytes choose it"),
        );
        if was.when == is.when {
            return;
        }
        let verdict = if self.known.same(&was.when, &is.when) {
            reads_more(SAME)
        } else if implies(&was.when, &is.when) && behind.iter().all(|other| is.excludes(other)) {
            self.takes_more("the old layout refuses what it is for besides")
        } else {
            breaks("another variant may be chosen in files of the old layout")
        };
        let said = |variant: &Variant, guard: &Guard| match &variant.when {
            Some(when) if old.when == new.when => {
                Some(format!("when {when}, which is {}", guard.when))
            }
            Some(when) => Some(format!("when {when}")),
            None => Some("always".to_owned()),
        };
        self.change(path, said(old, was), said(new, is), verdict);
    }

    /// What is in a variant that both have.
    fn variant(&mut self, pair: &Pair<'l>, [old, new]: [&'l Variant; 2]) {
        let path = format!("{}.{}", pair.old.name, old.name);
        self.differ(&path, "variant", &old.name, &new.name, TEXT);
        self.differ(&path, "doc", &old.doc, &new.doc, WORDS);
        let (was, is) = (shown::shape(old.shape), shown::shape(new.shape));
        self.differ(&path, "shape", was, is, TEXT);
        let label = format!("{}.{}", pair.label, old.name);
        self.fields(pair, (&path, &label), [&old.fields, &new.fields]);
    }
}
