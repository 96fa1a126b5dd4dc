//! Lists whose items all have one size: keyframes, vertices, indices.

use formwork_schema::{Result, layout::Str};

use super::{
    align::{Alignment, Key, Pair, align},
    compare::Comparer,
    difference::{Change, Delta, Difference, Side},
    items::hash,
    tally::FEW,
};
use crate::{
    outline::{Column, Records},
    shown::Shown,
};

/// Records between the equal ones at both ends beyond which only positions count.
const MANY: usize = 1 << 16;

/// Which record of one list is which record of another.
struct Pairing {
    /// Records at the beginning, each with the one at the same place.
    head: usize,
    /// Records after them.
    middle: Alignment,
    /// Records at the end, counted from there.
    tail: usize,
}

/// A column of both.
type Both<'r> = (&'r Column, &'r Column);

impl Comparer<'_, '_> {
    pub(super) fn records(&mut self, a: &Records, b: &Records) -> Result<()> {
        let is_same = a.is_like(b) && self.a.get(a.range()) == self.b.get(b.range());
        if is_same && a.count == b.count {
            return Ok(());
        }
        let columns = self.columns(a, b)?;
        let pairing = self.pairing(a, b);
        self.begin(false, pairing.count());
        for pair in pairing.pairs(a.count, b.count) {
            self.record(a, b, pair, &columns)?;
        }
        self.end()?;
        self.unmatched_records(Side::A, a, &pairing.middle.only_a)?;
        self.unmatched_records(Side::B, b, &pairing.middle.only_b)
    }

    /// The columns of both; tells which fields only one has.
    fn columns<'r>(&mut self, a: &'r Records, b: &'r Records) -> Result<Vec<Both<'r>>> {
        if a.count > 0 && b.count > 0 {
            self.unmatched_columns(Side::A, a, b)?;
            self.unmatched_columns(Side::B, b, a)?;
        }
        let find = |column: &Column| b.columns.iter().find(|other| other.path == column.path);
        let both = a.columns.iter();
        Ok(both
            .filter_map(|column| Some((column, find(column)?)))
            .collect())
    }

    fn unmatched_columns(&mut self, side: Side, own: &Records, other: &Records) -> Result<()> {
        let mut before = None;
        for column in &own.columns {
            let is_known = other.columns.iter().any(|one| one.path == column.path);
            let has_group = other
                .columns
                .iter()
                .any(|one| one.group() == column.group());
            // A field that is missing as a whole is told as one.
            let path = if has_group {
                &column.path
            } else {
                column.group()
            };
            if !is_known && before.replace(path) != Some(path) {
                self.place.push_item(0, 0, None);
                self.place.push_name(&Str::from(path));
                let mut difference = self.place.difference(Change::Only(side));
                self.place.pop();
                self.place.pop();
                difference.path = format!("{}[*].{path}", self.place.path(side));
                difference = difference.shows(side, Shown::count(own.count, "record"));
                if self.options.all {
                    self.tell(difference)?;
                } else {
                    let pattern = format!("{}[*].{path}", self.place.pattern());
                    self.once.add(pattern, side, difference);
                }
            }
        }
        Ok(())
    }

    fn record(&mut self, a: &Records, b: &Records, pair: Pair, columns: &[Both<'_>]) -> Result<()> {
        let (old, new) = (a.record(self.a, pair.a), b.record(self.b, pair.b));
        if old == new && !pair.moved && a.is_like(b) {
            return Ok(());
        }
        self.place.push_item(pair.a, pair.b, None);
        self.moved(pair)?;
        for (column, other) in columns {
            let (old, new) = (column.value(old), other.value(new));
            if old == new || self.is_near(&column.ty, &column.unit, old, new) {
                continue;
            }
            let has_path = !column.path.is_empty();
            if has_path {
                self.place.push_name(&Str::from(column.path.as_str()));
            }
            let make = || Difference {
                a: Some(Shown::measured(&column.ty, &column.unit, old)),
                b: Some(Shown::measured(&other.ty, &other.unit, new)),
                delta: Delta::of(&column.ty, &column.unit, old, new),
                unit: column.unit.to_string(),
                ..self.place.difference(Change::Changed)
            };
            match self.tallies.last_mut() {
                Some(Some(tally)) => {
                    let size = Delta::size(&column.ty, &column.unit, old, new);
                    tally.add(pair.a, column.group(), size, make);
                }
                _ => {
                    let difference = make();
                    self.tell(difference)?;
                }
            }
            if has_path {
                self.place.pop();
            }
        }
        self.place.pop();
        Ok(())
    }

    fn unmatched_records(&mut self, side: Side, own: &Records, only: &[usize]) -> Result<()> {
        let bytes = match side {
            Side::A => self.a,
            Side::B => self.b,
        };
        for row in only.chunk_by(|one, next| one + 1 == *next) {
            let shown = || Shown::record(own, bytes, row[0]);
            self.row(side, row[0], row.len(), shown, None)?;
        }
        Ok(())
    }

    fn pairing(&self, a: &Records, b: &Records) -> Pairing {
        let (least, is_like) = (a.count.min(b.count), a.is_like(b));
        if (a.packed && a.count == b.count) || !is_like {
            return Pairing::by_place(0, least, a.count, b.count, 0);
        }
        let same = |i: usize, j: usize| a.record(self.a, i) == b.record(self.b, j);
        let head = (0..least).take_while(|at| same(*at, *at)).count();
        let is_tail = |at: &usize| same(a.count - 1 - at, b.count - 1 - at);
        let tail = (0..least - head).take_while(is_tail).count();
        if a.count.max(b.count) - head - tail > MANY {
            return Pairing::by_place(head, least - head - tail, a.count, b.count, tail);
        }
        let old: Vec<Key<'_>> = (head..a.count - tail)
            .map(|at| nameless(a.record(self.a, at)))
            .collect();
        let new: Vec<Key<'_>> = (head..b.count - tail)
            .map(|at| nameless(b.record(self.b, at)))
            .collect();
        let mut middle = align(&old, &new, !a.packed);
        if rows(&middle.only_a) + rows(&middle.only_b) > FEW {
            // Too little in common for an edit of the same list.
            return Pairing::by_place(head, least - head - tail, a.count, b.count, tail);
        }
        middle.shift(head);
        Pairing { head, middle, tail }
    }
}

impl Pairing {
    /// Everything between the ends by its place, and what is left over alone.
    fn by_place(head: usize, middle: usize, a: usize, b: usize, tail: usize) -> Self {
        let next = head + middle;
        Self {
            head: next,
            middle: Alignment {
                pairs: Vec::new(),
                only_a: (next..a - tail).collect(),
                only_b: (next..b - tail).collect(),
            },
            tail,
        }
    }

    fn count(&self) -> usize {
        self.head + self.middle.pairs.len() + self.tail
    }

    fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = Pair> {
        let head = (0..self.head).map(|at| Pair::stays(at, at));
        let tail =
            (0..self.tail).map(move |at| Pair::stays(a - self.tail + at, b - self.tail + at));
        head.chain(self.middle.pairs.iter().copied()).chain(tail)
    }
}

/// How many rows without a gap these are.
fn rows(indices: &[usize]) -> usize {
    indices.chunk_by(|one, next| one + 1 == *next).count()
}

fn nameless(record: &[u8]) -> Key<'_> {
    Key {
        name: None,
        whole: hash(&[record]),
        rest: 0,
    }
}
