//! What expressions see: the fields and parameters of the struct that is being walked.

use std::ops::Range;

use crate::{
    expr::{Expr, Scope},
    layout::Str,
};

/// What is known of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A number.
    Int(i128),
    /// A list with so many items.
    List(u64),
    /// It is not there: counts as 0.
    Absent,
    /// Nothing that an expression could use.
    Opaque,
}

/// The frames of all structs that are open, the innermost last. Expressions see that one only.
#[derive(Debug, Default)]
pub(crate) struct Scopes<'a> {
    slots: Vec<(&'a str, Slot)>,
    sums: Vec<Sum<'a>>,
    frame: Frame,
}

/// A sum over the items of a list, added up while they pass, so that no item is remembered.
#[derive(Debug)]
struct Sum<'a> {
    list: &'a str,
    item: &'a Expr,
    total: Option<i128>,
}

/// Where the innermost frame begins.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    slots: usize,
    sums: usize,
}

impl<'a> Scopes<'a> {
    /// Opens a frame with parameters; returns the one around it, for [`close`](Self::close).
    pub(crate) fn open(&mut self, params: &'a [Str], args: &[i128]) -> Frame {
        let around = self.frame;
        self.frame = Frame {
            slots: self.slots.len(),
            sums: self.sums.len(),
        };
        for (name, value) in params.iter().zip(args) {
            self.add(name, Slot::Int(*value));
        }
        around
    }

    /// Closes the innermost frame.
    pub(crate) fn close(&mut self, around: Frame) {
        self.slots.truncate(self.frame.slots);
        self.sums.truncate(self.frame.sums);
        self.frame = around;
    }

    /// Makes a field known.
    pub(crate) fn add(&mut self, name: &'a str, slot: Slot) {
        self.slots.push((name, slot));
    }

    /// Starts sums over a list of the innermost frame.
    pub(crate) fn start_sums(
        &mut self,
        list: &'a str,
        items: impl Iterator<Item = &'a Expr>,
    ) -> Range<usize> {
        let start = self.sums.len();
        self.sums.extend(items.map(|item| Sum {
            list,
            item,
            total: Some(0),
        }));
        start..self.sums.len()
    }

    /// Adds the item whose frame is the innermost to sums of a frame further out.
    pub(crate) fn add_item(&mut self, sums: Range<usize>) {
        for place in sums {
            let value = self.sums[place].item.eval(self);
            let total = &mut self.sums[place].total;
            *total = total.zip(value).and_then(|(a, b)| a.checked_add(b));
        }
    }

    /// Marks sums as impossible: the items are no structs.
    pub(crate) fn spoil_sums(&mut self, sums: Range<usize>) {
        for sum in &mut self.sums[sums] {
            sum.total = None;
        }
    }

    /// The value of an expression, or why it has none.
    pub(crate) fn eval(&self, expr: &Expr) -> Result<i128, String> {
        expr.eval(self).ok_or_else(|| {
            let why = match self.culprit(expr) {
                Some(name) => format!("`{name}` is not known here"),
                None => "the numbers are too large".into(),
            };
            format!("`{expr}` cannot be computed: {why}")
        })
    }

    fn culprit<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        match expr {
            Expr::Int(_) | Expr::Const(..) => None,
            Expr::Field(name) => self.value(name).is_none().then_some(&**name),
            Expr::Len(list) | Expr::Sum(list, _) => self.len(list).is_none().then_some(&**list),
            Expr::Not(inner) => self.culprit(inner),
            Expr::Binary(_, a, b) => self.culprit(a).or_else(|| self.culprit(b)),
            Expr::If(a, b, c) => [a, b, c].into_iter().find_map(|e| self.culprit(e)),
        }
    }

    /// Whether an expression asks for a field that has no number: on writing, one that only the
    /// finished file has.
    pub(crate) fn asks_opaque(&self, expr: &Expr) -> bool {
        let mut asks = false;
        expr.visit(&mut |inner| {
            asks |= matches!(inner, Expr::Field(name) if self.slot(name) == Some(Slot::Opaque));
        });
        asks
    }

    fn slot(&self, name: &str) -> Option<Slot> {
        let frame = &self.slots[self.frame.slots..];
        let found = frame.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, slot)| *slot)
    }
}

impl Scope for Scopes<'_> {
    fn value(&self, name: &str) -> Option<i128> {
        match self.slot(name)? {
            Slot::Int(value) => Some(value),
            Slot::Absent => Some(0),
            Slot::List(_) | Slot::Opaque => None,
        }
    }

    fn len(&self, list: &str) -> Option<u64> {
        match self.slot(list)? {
            Slot::List(count) => Some(count),
            Slot::Absent => Some(0),
            Slot::Int(_) | Slot::Opaque => None,
        }
    }

    fn sum(&self, list: &str, item: &Expr) -> Option<i128> {
        if self.slot(list)? == Slot::Absent {
            return Some(0);
        }
        let sums = &self.sums[self.frame.sums..];
        let found = sums.iter().find(|sum| sum.list == list && sum.item == item);
        found?.total
    }
}
