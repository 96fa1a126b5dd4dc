//! Lists and blobs: counts are held against the bytes that are left before anything is done.

use std::{ops::Range, slice};

use super::{
    context::FieldContext,
    scope::Slot,
    stride::{Op, Template},
    visit::{Items, ListNode, NodeKind, Part, Scalar},
    walker::Walker,
};
use crate::{
    Error, Kind, Path, Result,
    expr::Expr,
    layout::{Count, Padding, Type},
    meter,
};

impl<'a> Walker<'a, '_> {
    pub(super) fn blob(&mut self, ty: &'a Type, here: FieldContext<'a>) -> Result<Slot<'a>> {
        let length = match self.count(here)? {
            Some(count) => self.fit(count, 1)?,
            None => self.remaining(),
        };
        let raw = self.peek(usize::try_from(length).unwrap_or(usize::MAX))?;
        let shown = match ty {
            Type::Padded(charset) => charset.without_zeros(raw),
            _ => raw,
        };
        self.leaf(here, ty, Part::Whole, Scalar::Bytes(shown), raw.len())?;
        Ok(Slot::List(length))
    }

    /// Bytes that trees have only where they are not zero.
    pub(super) fn padding(
        &mut self,
        ty: &'a Type,
        padding: Padding,
        here: FieldContext<'a>,
    ) -> Result<Slot<'a>> {
        let length = match padding {
            Padding::Counted => self
                .count(here)?
                .map_or(Ok(0), |count| self.fit(count, 1))?,
            _ => padding.length(self.at as u64),
        };
        let raw = self.peek(usize::try_from(length).unwrap_or(usize::MAX))?;
        let is_zero = raw.iter().all(|byte| *byte == 0);
        let here = if is_zero { here.hidden() } else { here };
        self.leaf(here, ty, Part::Whole, Scalar::Bytes(raw), raw.len())?;
        Ok(Slot::Opaque)
    }

    pub(super) fn list(
        &mut self,
        item: &'a Type,
        count: Option<i128>,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Result<Slot<'a>> {
        if matches!(
            item.peeled(),
            Type::List(_)
                | Type::Packed(_)
                | Type::Blob
                | Type::Text(_)
                | Type::Padded(_)
                | Type::Padding(_)
        ) {
            let message = "a list directly inside a list has no count of its own";
            return Err(self.error(Kind::Invalid, message));
        }
        let start = self.at;
        let folds = self.scopes.folds_over(here.siblings, &here.field.name);
        let stop = match (&here.field.count, item.peeled()) {
            // Not of an array in an item.
            (Some(ends), Type::Struct(_)) if count.is_none() => ends.until(),
            _ => None,
        };
        let template = if folds.is_empty() && stop.is_none() && count != Some(0) {
            let (layout, scopes) = (self.layout, &self.scopes);
            self.templates.of(layout, scopes, item, here, args)
        } else {
            None
        };
        let count = match count {
            Some(count) => {
                let mut least = self.sizes.least(item);
                if least == 0 {
                    // Optional fields only: these here may well take bytes.
                    least = template.as_ref().map_or(0, |template| template.stride);
                }
                Some(self.fit(count, least)?)
            }
            None => None,
        };
        let folds = self.scopes.start_folds(&here.field.name, folds.into_iter());
        let stride = template.as_ref().map(|template| template.stride);
        self.enter(NodeKind::List { count, stride }, here);
        let count = match template {
            Some(template) => self.strided(&template, item, count, here)?,
            None => self.each(item, (count, stop), here, args, folds)?,
        };
        let kind = NodeKind::List {
            count: Some(count),
            stride,
        };
        self.leave(kind, here, start);
        Ok(Slot::List(count))
    }

    /// Items one by one.
    fn each(
        &mut self,
        item: &'a Type,
        (count, stop): (Option<u64>, Option<&'a Expr>),
        here: FieldContext<'a>,
        args: &[Slot<'a>],
        folds: Range<usize>,
    ) -> Result<u64> {
        let differ = Slot::differ(args);
        let asked = self.scopes.asked_of_items(&folds, stop);
        let mut index = 0;
        self.stopped = false;
        let goes_on = |walker: &Self, index: u64| match (count, stop) {
            (Some(count), _) => index < count,
            (None, Some(_)) => !walker.stopped,
            (None, None) => walker.at < walker.end,
        };
        while goes_on(self, index) {
            let start = self.at;
            self.stop = stop;
            self.scopes.ask(&asked);
            self.path.push_index(index);
            self.folds = (!folds.is_empty()).then(|| folds.clone());
            if differ {
                let args: Vec<Slot<'a>> = args
                    .iter()
                    .map(|arg| self.scopes.of_item(*arg, index))
                    .collect();
                self.value(item, here, &args)?;
            } else {
                self.value(item, here, args)?;
            }
            if let Some(folds) = self.folds.take() {
                self.scopes.spoil_folds(folds);
            }
            if self.at == start {
                // A list that ends with its last item may end with an empty one.
                let bound = count.or_else(|| self.stopped.then_some(index));
                self.add_empty(1, bound)?;
            }
            self.path.pop();
            index += 1;
        }
        Ok(index)
    }

    /// Items of one size, of which the visitor may leave some out.
    fn strided(
        &mut self,
        template: &Template<'a>,
        item: &'a Type,
        count: Option<u64>,
        here: FieldContext<'a>,
    ) -> Result<u64> {
        let (stride, remaining) = (template.stride, self.remaining());
        let count = match count {
            Some(count) => count,
            None if remaining == 0 => 0,
            None if stride == 0 => return Err(self.endless()),
            None => remaining.div_ceil(stride),
        };
        let whole = match remaining.checked_div(stride) {
            Some(fit) => fit.min(count),
            None => {
                self.add_empty(count, Some(count))?;
                count
            }
        };
        let row = Row {
            template,
            item,
            here,
            start: self.offset(),
            count: whole,
        };
        let before = self.at;
        self.shown(&row)?;
        meter::walk(self.at - before, self.at, self.bytes.len());
        if whole < count {
            // The file ends in the middle of this item; its leaf says so.
            self.stamp(template, whole)?;
        }
        Ok(count)
    }

    /// The items that the visitor asks for; the others are skipped.
    fn shown(&mut self, row: &Row<'_, 'a>) -> Result<()> {
        let items = self.visitor.items(&row.node(&self.path));
        let all = 0..row.count;
        let ranges = match &items {
            Items::All => slice::from_ref(&all),
            Items::Ranges(ranges) => ranges,
        };
        let mut next = 0;
        for range in ranges.iter().chain([&(row.count..row.count)]) {
            let from = range.start.clamp(next, row.count);
            if from > next {
                self.pass_over(row, next..from);
            }
            next = range.end.clamp(from, row.count);
            for index in from..next {
                self.stamp(row.template, index)?;
            }
        }
        Ok(())
    }

    fn pass_over(&mut self, row: &Row<'_, 'a>, items: Range<u64>) {
        let from = self.offset();
        self.at += ((items.end - items.start) * row.template.stride) as usize;
        let bytes = from..self.offset();
        self.visitor.skipped(&row.node(&self.path), items, bytes);
    }

    /// One item, as the template says.
    fn stamp(&mut self, template: &Template<'a>, index: u64) -> Result<()> {
        self.path.push_index(index);
        for op in &template.ops {
            match *op {
                Op::Push(name) => self.path.push_name(name),
                Op::PushVariant(variants, name) => self.path.push_variant(variants, name),
                Op::PushIndex(index) => self.path.push_index(index),
                Op::Pop => self.path.pop(),
                Op::Enter(kind, here) => self.enter(kind, here),
                Op::Leave(kind, here, size) => self.leave(kind, here, self.at - size),
                Op::Number(ty, kind, here) => {
                    self.shown_number(ty, kind, here)?;
                }
            }
        }
        self.path.pop();
        Ok(())
    }

    /// What the field says about its number of items; none: as many as there are.
    pub(super) fn count(&self, here: FieldContext<'a>) -> Result<Option<i128>> {
        match &here.field.count {
            Some(Count::Expr(count)) => self.eval(count).map(Some),
            Some(Count::ToEnd | Count::Until(_)) => Ok(None),
            None => Err(self.error(Kind::Invalid, "nothing says how many items there are")),
        }
    }

    /// Holds a count against the bytes that are left.
    fn fit(&self, count: i128, least: u64) -> Result<u64> {
        let remaining = self.remaining();
        let possible = match remaining.checked_div(least) {
            Some(possible) => possible,
            // Items that do take bytes are bounded by those that are left.
            None => {
                let possible = self.limits.items.saturating_add(remaining);
                if count > possible.into() {
                    return Err(self.too_many(count));
                }
                possible
            }
        };
        match u64::try_from(count) {
            Ok(count) if count <= possible => Ok(count),
            _ if count < 0 => Err(self.malformed(format!("a negative count: {count}"))),
            _ => Err(self.malformed(format!(
                "counts {count} items of at least {}, but only {} left",
                amount(least, "byte"),
                if remaining == 1 {
                    "1 byte is".into()
                } else {
                    format!("{remaining} bytes are")
                },
            ))),
        }
    }

    fn too_many(&self, count: i128) -> Error {
        let limit = self.limits.items;
        let message = format!("counts {count} items that may take no bytes; the limit is {limit}");
        self.error(Kind::Limit, message)
    }

    /// Notes items that took no bytes.
    fn add_empty(&mut self, items: u64, count: Option<u64>) -> Result<()> {
        if count.is_none() {
            return Err(self.endless());
        }
        self.empty_items = self.empty_items.saturating_add(items);
        if self.empty_items > self.limits.items {
            let message = format!("{} items that take no bytes", self.empty_items);
            return Err(self.error(Kind::Limit, message));
        }
        Ok(())
    }

    fn endless(&self) -> Error {
        self.malformed("an item that takes no bytes cannot repeat to the end of the file")
    }
}

/// The items of a list, all of one size, that the file holds completely.
struct Row<'t, 'a> {
    template: &'t Template<'a>,
    item: &'a Type,
    here: FieldContext<'a>,
    start: u64,
    count: u64,
}

impl<'a> Row<'_, 'a> {
    fn node<'p>(&self, path: &'p Path<'a>) -> ListNode<'p>
    where
        'a: 'p,
    {
        ListNode {
            path,
            field: self.here.field,
            item: self.item,
            start: self.start,
            count: self.count,
            stride: self.template.stride,
            visible: self.here.visible,
        }
    }
}

fn amount(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}
