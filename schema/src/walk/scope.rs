//! What expressions see: the fields and parameters of the struct that is being walked.

use std::ops::Range;

use super::sizes::{Asked, Asks, asked_of, folds_over};
use crate::{
    expr::{Expr, Scope},
    layout::{Bits, Field, Str, Type},
};

/// What is known of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Slot<'a> {
    /// A number.
    Int(i128),
    /// A number that consists of others.
    Parts(i128, &'a Bits),
    /// A list with so many items.
    List(u64),
    /// So many bytes, as the number that they are.
    Bytes(i128, u64),
    /// One number for each item of a list; this is their place.
    Column(usize),
    /// For each item of the list it is passed down to, one number of a column.
    PerItem(usize),
    /// For each item of the list it is passed down to, its place.
    Index,
    /// It is not there: counts as 0.
    Absent,
    /// A number that is too large to be calculated.
    NoValue,
    /// Nothing that an expression could use.
    Opaque,
}

/// The frames of all structs that are open, the innermost last. Expressions see that one only.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    slots: Vec<(&'a str, Slot<'a>)>,
    folds: Vec<Fold<'a>>,
    frame: Frame,
    /// What the expressions of the fields that begin at an address ask for, of the structs that were met.
    asks: Vec<(usize, Asks)>,
    /// What is asked of the next struct.
    asked: Vec<Asked<'a>>,
    /// What the last struct says of those, until its field is known.
    answers: Vec<(&'a str, Slot<'a>)>,
}

/// The column of a list that is not there.
const NO_COLUMN: usize = usize::MAX;

/// What expressions ask of the items of a list, noted while they pass, so that no item is remembered.
#[derive(Debug)]
struct Fold<'a> {
    list: &'a str,
    item: &'a Expr,
    found: Option<Found>,
}

#[derive(Debug)]
enum Found {
    /// Their sum.
    Sum(i128),
    /// Every number.
    Column(Vec<i128>),
}

/// Where the innermost frame begins.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    slots: usize,
    folds: usize,
}

impl<'a> Slot<'a> {
    /// A number of a type.
    pub(crate) fn number(ty: &'a Type, value: i128) -> Self {
        match ty.peeled() {
            Type::Bits(bits) => Self::Parts(value, bits),
            _ => Self::Int(value),
        }
    }

    /// What is inside a value, by its path from there.
    pub(crate) fn inside(self, path: &str) -> Option<Self> {
        match self {
            // What is inside something absent is absent.
            Self::Absent => Some(Self::Absent),
            Self::Parts(whole, bits) => bits.part(whole as u64, path).map(Self::Int),
            _ => None,
        }
    }

    /// Whether items that get such arguments differ.
    pub(crate) fn differ(args: &[Self]) -> bool {
        args.iter()
            .any(|arg| matches!(arg, Self::PerItem(_) | Self::Index))
    }
}

impl<'a> Scopes<'a> {
    /// Without any frame.
    pub(crate) fn new() -> Self {
        Self {
            slots: Vec::new(),
            folds: Vec::new(),
            frame: Frame::default(),
            asks: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Begins a field: notes what its siblings ask of the inside of it, and what is asked from further out.
    pub(crate) fn begin(&mut self, fields: &'a [Field], outer: &[Asked<'a>], name: &str) {
        self.answers.clear();
        self.asked.clear();
        if !outer.is_empty() || self.asks(fields).paths {
            self.asked = asked_of(fields, outer, name);
        }
    }

    /// What the expressions of some fields ask of the items of one of them: sums, and columns.
    pub(crate) fn folds_over(&mut self, fields: &'a [Field], list: &str) -> Vec<&'a Expr> {
        match self.asks(fields).folds {
            true => folds_over(fields, list),
            false => Vec::new(),
        }
    }

    /// Found once for each struct: most ask for nothing.
    fn asks(&mut self, fields: &[Field]) -> Asks {
        let address = fields.as_ptr().addr();
        let mut known = self.asks.iter().rev();
        if let Some((_, asks)) = known.find(|(known, _)| *known == address) {
            return *asks;
        }
        let asks = Asks::of(fields);
        self.asks.push((address, asks));
        asks
    }

    /// Whether anything is asked of the inside of the field that began.
    pub(crate) fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }

    /// What is asked of the struct that begins.
    pub(crate) fn take_asked(&mut self) -> Vec<Asked<'a>> {
        std::mem::take(&mut self.asked)
    }

    /// Opens a frame with parameters; returns the one around it, for [`close`](Self::close).
    pub(crate) fn open(&mut self, params: &'a [Str], args: &[Slot<'a>]) -> Frame {
        let around = self.frame;
        self.frame = Frame {
            slots: self.slots.len(),
            folds: self.folds.len(),
        };
        for (name, value) in params.iter().zip(args) {
            self.add(name, *value);
        }
        around
    }

    /// Closes the innermost frame.
    pub(crate) fn close(&mut self, around: Frame) {
        self.slots.truncate(self.frame.slots);
        self.folds.truncate(self.frame.folds);
        self.frame = around;
    }

    /// Makes a field known, and those inside it that are asked for.
    pub(crate) fn add(&mut self, name: &'a str, slot: Slot<'a>) {
        self.slots.push((name, slot));
        self.slots.append(&mut self.answers);
    }

    /// Notes what the innermost frame says of some paths, each without its first name.
    pub(crate) fn answer(&mut self, asked: &[Asked<'a>]) {
        let asked = asked.iter().filter(|one| !one.is_of_items());
        let answers = asked.map(|one| (one.path, self.slot(one.inside).unwrap_or(Slot::Absent)));
        self.answers = answers.collect();
    }

    /// What the noted expressions, and the one that ends the list, ask of fields inside fields of each item.
    pub(crate) fn asked_of_items(
        &self,
        folds: &Range<usize>,
        stop: Option<&'a Expr>,
    ) -> Vec<Asked<'a>> {
        let folds = self.folds[folds.clone()].iter();
        Asked::of_items(folds.map(|fold| fold.item).chain(stop))
    }

    /// Asks that of the item that begins.
    pub(crate) fn ask(&mut self, asked: &[Asked<'a>]) {
        self.asked.clear();
        self.asked.extend_from_slice(asked);
    }

    /// Starts to note what `asked` (each a sum or a column) wants of the items of a list of the innermost
    /// frame.
    pub(crate) fn start_folds(
        &mut self,
        list: &'a str,
        asked: impl Iterator<Item = &'a Expr>,
    ) -> Range<usize> {
        let start = self.folds.len();
        self.folds.extend(asked.filter_map(|asked| {
            let (item, found) = match asked {
                Expr::Sum(_, item) => (item, Found::Sum(0)),
                Expr::Each(_, item) => (item, Found::Column(Vec::new())),
                _ => return None,
            };
            let found = Some(found);
            Some(Fold { list, item, found })
        }));
        start..self.folds.len()
    }

    /// Notes the item whose frame is the innermost for a list of a frame further out.
    pub(crate) fn add_item(&mut self, folds: Range<usize>) {
        for place in folds {
            let value = self.folds[place].item.eval(self);
            let fold = &mut self.folds[place];
            fold.found = fold.found.take().zip(value).and_then(|(found, value)| {
                Some(match found {
                    Found::Sum(sum) => Found::Sum(sum.checked_add(value)?),
                    Found::Column(mut column) => {
                        column.push(value);
                        Found::Column(column)
                    }
                })
            });
        }
    }

    /// Marks what was noted as impossible: the items are no structs.
    pub(crate) fn spoil_folds(&mut self, folds: Range<usize>) {
        for fold in &mut self.folds[folds] {
            fold.found = None;
        }
    }

    /// What an expression passes down, or why it is nothing.
    pub(crate) fn arg(&self, expr: &Expr) -> Result<Slot<'a>, String> {
        let handed = match expr {
            Expr::Each(list, item) => self.each(list, item),
            Expr::Item(param) => match self.slot(param) {
                Some(Slot::Column(column)) => Some(Slot::PerItem(column)),
                _ => None,
            },
            Expr::Index => Some(Slot::Index),
            Expr::Field(name) => match self.slot(name) {
                Some(whole @ (Slot::Column(_) | Slot::Parts(..))) => Some(whole),
                _ => None,
            },
            _ => None,
        };
        if let Some(slot) = handed {
            return Ok(slot);
        }
        if let Expr::Each(name, _) | Expr::Item(name) = expr {
            return Err(format!(
                "`{expr:#}` cannot be passed down: nothing is known of each item of `{name}`"
            ));
        }
        match expr.eval(self) {
            Some(value) => Ok(Slot::Int(value)),
            // What is passed down need not be asked for.
            None if self.culprit(expr).is_none() => Ok(Slot::NoValue),
            None => self.eval(expr).map(Slot::Int),
        }
    }

    /// What [`arg`](Self::arg) passed down, for one item of a list.
    pub(crate) fn of_item(&self, arg: Slot<'a>, index: u64) -> Slot<'a> {
        let column = match arg {
            Slot::PerItem(column) => column,
            Slot::Index => return Slot::Int(index.into()),
            _ => return arg,
        };
        let index = usize::try_from(index).ok();
        let value = index.and_then(|index| self.column(column)?.get(index).copied());
        value.map_or(Slot::Opaque, Slot::Int)
    }

    /// Number of items of a column.
    pub(crate) fn column_len(&self, column: usize) -> Option<u64> {
        self.column(column).map(|column| column.len() as u64)
    }

    fn column(&self, place: usize) -> Option<&[i128]> {
        if place == NO_COLUMN {
            return Some(&[]);
        }
        match &self.folds.get(place)?.found {
            Some(Found::Column(column)) => Some(column),
            _ => None,
        }
    }

    fn each(&self, list: &str, item: &Expr) -> Option<Slot<'a>> {
        if self.slot(list)? == Slot::Absent {
            return Some(Slot::Column(NO_COLUMN));
        }
        let first = self.frame.folds;
        let is_this = |fold: &Fold<'_>| {
            fold.list == list && fold.item == item && matches!(fold.found, Some(Found::Column(_)))
        };
        let found = self.folds[first..].iter().position(is_this)?;
        Some(Slot::Column(first + found))
    }

    /// The value of an expression, or why it has none.
    pub(crate) fn eval(&self, expr: &Expr) -> Result<i128, String> {
        expr.eval(self).ok_or_else(|| {
            let why = match self.culprit(expr) {
                Some(name) => format!("`{name}` is not known here"),
                None => expr.fault(self),
            };
            format!("`{expr:#}` cannot be computed: {why}")
        })
    }

    fn culprit<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        match expr {
            Expr::Int(_) | Expr::Const(..) | Expr::Bytes(_) | Expr::Index => None,
            Expr::Field(name) => {
                let no_value = self.slot(name) == Some(Slot::NoValue);
                (self.value(name).is_none() && !no_value).then_some(&**name)
            }
            Expr::Len(list) | Expr::Sum(list, _) => self.len(list).is_none().then_some(&**list),
            Expr::Each(name, _) | Expr::Item(name) => Some(name),
            Expr::Not(inner) => self.culprit(inner),
            Expr::Binary(_, a, b) => self.culprit(a).or_else(|| self.culprit(b)),
            Expr::If(a, b, c) => [a, b, c].into_iter().find_map(|e| self.culprit(e)),
        }
    }

    /// Whether an expression asks for something without a number: on writing, for what only the
    /// finished file has.
    pub(crate) fn asks_opaque(&self, expr: &Expr) -> bool {
        let is_opaque = |name: &str| self.slot(name) == Some(Slot::Opaque);
        match expr {
            Expr::Int(_) | Expr::Const(..) | Expr::Bytes(_) | Expr::Index => false,
            Expr::Field(name) | Expr::Len(name) | Expr::Item(name) => is_opaque(name),
            Expr::Sum(list, item) | Expr::Each(list, item) => {
                is_opaque(list) || self.is_spoiled(list, item)
            }
            Expr::Not(inner) => self.asks_opaque(inner),
            Expr::Binary(_, left, right) => self.asks_opaque(left) || self.asks_opaque(right),
            Expr::If(condition, yes, no) => {
                let mut parts = [condition, yes, no].into_iter();
                parts.any(|part| self.asks_opaque(part))
            }
        }
    }

    /// Whether some item of a list has no number of this kind.
    fn is_spoiled(&self, list: &str, item: &Expr) -> bool {
        let mut folds = self.folds[self.frame.folds..].iter();
        folds.any(|fold| fold.list == list && fold.item == item && fold.found.is_none())
    }

    /// Gives a field of the innermost frame its number, which is known only now.
    pub(crate) fn settle(&mut self, name: &str, slot: Slot<'a>) {
        let mut frame = self.slots[self.frame.slots..].iter_mut().rev();
        if let Some((_, known)) = frame.find(|(known, _)| *known == name) {
            *known = slot;
        }
    }

    fn slot(&self, name: &str) -> Option<Slot<'a>> {
        let frame = &self.slots[self.frame.slots..];
        let find = |name| frame.iter().rev().find(|(known, _)| *known == name);
        if let Some((_, slot)) = find(name) {
            return Some(*slot);
        }
        let (outer, inside) = name.split_once('.')?;
        find(outer)?.1.inside(inside)
    }
}

impl Scope for Scopes<'_> {
    fn value(&self, name: &str) -> Option<i128> {
        match self.slot(name)? {
            Slot::Int(value) | Slot::Parts(value, _) | Slot::Bytes(value, _) => Some(value),
            Slot::Absent => Some(0),
            Slot::List(_)
            | Slot::Column(_)
            | Slot::PerItem(_)
            | Slot::Index
            | Slot::NoValue
            | Slot::Opaque => None,
        }
    }

    fn len(&self, list: &str) -> Option<u64> {
        match self.slot(list)? {
            Slot::List(count) | Slot::Bytes(_, count) => Some(count),
            Slot::Column(column) => self.column_len(column),
            Slot::Absent => Some(0),
            Slot::Int(_)
            | Slot::Parts(..)
            | Slot::PerItem(_)
            | Slot::Index
            | Slot::NoValue
            | Slot::Opaque => None,
        }
    }

    fn sum(&self, list: &str, item: &Expr) -> Option<i128> {
        if self.slot(list)? == Slot::Absent {
            return Some(0);
        }
        let folds = &self.folds[self.frame.folds..];
        folds.iter().find_map(|fold| match fold.found {
            Some(Found::Sum(sum)) if fold.list == list && fold.item == item => Some(sum),
            _ => None,
        })
    }
}
