//! Sets of whole numbers: which values of a field a condition lets pass.

use formwork_schema::{Expr, expr::Op, sorted};

/// Whole numbers as ranges with both ends, sorted and apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ranges(Vec<(i128, i128)>);

impl Ranges {
    pub(super) fn new(mut ranges: Vec<(i128, i128)>) -> Self {
        ranges.retain(|(first, last)| first <= last);
        sorted::ascending(&mut ranges);
        let mut apart: Vec<(i128, i128)> = Vec::new();
        for (first, last) in ranges {
            match apart.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => apart.push((first, last)),
            }
        }
        Self(apart)
    }

    /// What is in both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(one), Some(two)) = (a.peek(), b.peek()) {
            both.push((one.0.max(two.0), one.1.min(two.1)));
            if one.1 < two.1 {
                a.next()
            } else {
                b.next()
            };
        }
        Self::new(both)
    }

    fn or(&self, other: &Self) -> Self {
        Self::new([&self.0[..], &other.0].concat())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of these are among others.
    pub(super) fn within(&self, other: &Self) -> bool {
        self.and(other) == *self
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Every number, when there are few.
    pub(super) fn numbers(&self, most: i128) -> Option<Vec<i128>> {
        let count = self.0.iter().try_fold(0_i128, |count, (first, last)| {
            count.checked_add(last.checked_sub(*first)?.checked_add(1)?)
        });
        (count? <= most).then(|| self.0.iter().flat_map(|(a, b)| *a..=*b).collect())
    }
}

/// What a condition asks, where it only compares one term with numbers: the term, and the numbers that it may be.
pub(super) fn of_condition(expr: &Expr) -> Option<(&Expr, Ranges)> {
    const MIN: i128 = i128::MIN;
    const MAX: i128 = i128::MAX;
    let Expr::Binary(op, left, right) = expr else {
        return None;
    };
    if let Op::And | Op::Or = op {
        let ((term, a), (other, b)) = (of_condition(left)?, of_condition(right)?);
        let joined = if *op == Op::And { a.and(&b) } else { a.or(&b) };
        return (term == other).then_some((term, joined));
    }
    let Expr::Int(number) = **right else {
        return None;
    };
    let (below, above) = (number.checked_sub(1)?, number.checked_add(1)?);
    let ranges = match op {
        Op::Eq => vec![(number, number)],
        Op::Ne => vec![(MIN, below), (above, MAX)],
        Op::Lt => vec![(MIN, below)],
        Op::Le => vec![(MIN, number)],
        Op::Gt => vec![(above, MAX)],
        Op::Ge => vec![(number, MAX)],
        _ => return None,
    };
    Some((&**left, Ranges::new(ranges)))
}
