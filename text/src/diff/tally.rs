//! [`Tally`]: the differences of one list, told one by one when they are few, else summed up.

use super::{
    difference::{Change, Difference, Sum},
    place::DiffPath,
};

/// Differences of one list that are told one by one; beyond, they are summed up.
pub(super) const FEW: usize = 4;

/// The differences of one list.
#[derive(Debug)]
pub(super) struct Tally {
    /// How many steps lead to the list.
    pub(super) depth: usize,
    /// How many items are compared.
    of: usize,
    first: Vec<Difference>,
    values: usize,
    records: u64,
    last: Option<usize>,
    sums: Vec<Sum>,
}

impl Tally {
    pub(super) fn new(place: &DiffPath, of: usize) -> Self {
        Self {
            depth: place.depth(),
            of,
            first: Vec::new(),
            values: 0,
            records: 0,
            last: None,
            sums: Vec::new(),
        }
    }

    /// Adds a value that differs, by `size` when it is a number. Records come one after another.
    pub(super) fn add(
        &mut self,
        record: usize,
        field: &str,
        size: Option<f64>,
        make: impl FnOnce() -> Difference,
    ) {
        self.values += 1;
        if self.last.replace(record) != Some(record) {
            self.records += 1;
        }
        let is_first = self.values <= FEW;
        let sum = sum(&mut self.sums, field);
        sum.count += 1;
        let is_most = match &sum.most {
            None => true,
            Some(most) => size > most.delta.as_ref().map(|delta| delta.size),
        };
        if is_first || is_most {
            let difference = make();
            if is_first {
                self.first.push(difference.clone());
            }
            if is_most {
                sum.most = Some(Box::new(difference));
            }
        }
    }

    /// What to tell; `place` is the list.
    pub(super) fn finish(self, place: &DiffPath) -> Vec<Difference> {
        if self.values <= FEW {
            return self.first;
        }
        vec![Difference {
            count: Some(self.records),
            of: Some(self.of as u64),
            sums: self.sums,
            ..place.difference(Change::Summed)
        }]
    }
}

fn sum<'s>(sums: &'s mut Vec<Sum>, field: &str) -> &'s mut Sum {
    let place = sums.iter().position(|sum| sum.field == field);
    let place = place.unwrap_or_else(|| {
        sums.push(Sum {
            field: field.into(),
            count: 0,
            most: None,
        });
        sums.len() - 1
    });
    &mut sums[place]
}
