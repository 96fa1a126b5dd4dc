//! [`Uses`]: who asks for the value of which field, and what for.

use std::collections::BTreeSet;

use super::Omission;
use crate::{
    Layout,
    expr::{Expr, Op},
    late::{LateValues, Sizes},
    layout::{Count, Field, Order, Struct, Style, Type, VariantShape},
};

/// A field or parameter of a struct, by both names.
type Name<'l> = (&'l str, &'l str);

/// What is known of the fields and parameters of a layout.
pub(super) struct Uses<'l> {
    layout: &'l Layout,
    /// What cannot be known before a tree is completed.
    late: LateValues<'l>,
    /// Structs of which only the finished file tells whether they are there.
    uncertain: BTreeSet<&'l str>,
    /// What must be known before a tree can be completed: conditions, variants and sums ask for it.
    deciding: BTreeSet<Name<'l>>,
    /// Parameters that are the length of a list.
    counting: BTreeSet<Name<'l>>,
}

impl<'l> Uses<'l> {
    pub(super) fn of(layout: &'l Layout, structs: &[&'l Struct]) -> Self {
        let late = LateValues::of(layout, structs, Sizes::Never);
        let mut uses = Self {
            layout,
            uncertain: late.uncertain(structs),
            late,
            deciding: BTreeSet::new(),
            counting: BTreeSet::new(),
        };
        for one in structs {
            uses.note(one);
        }
        // What is handed on is known of whoever handed it.
        let mut before = usize::MAX;
        while before != uses.known() {
            before = uses.known();
            for one in structs {
                for field in one.field_lists().flatten() {
                    uses.follow(one, field);
                }
            }
        }
        uses
    }

    fn known(&self) -> usize {
        self.deciding.len() + self.counting.len()
    }

    /// What the fields of a struct ask of each other.
    fn note(&mut self, of: &'l Struct) {
        let order = of.endian.as_ref().and_then(Order::condition);
        self.decide(of, order.into_iter().flat_map(names));
        for variant in of.variants() {
            self.decide(of, variant.when.iter().flat_map(names));
        }
        for fields in of.field_lists() {
            for field in fields {
                let order = field.endian.as_ref().and_then(Order::condition);
                let asking = [&field.when, &field.at, &field.is].into_iter();
                let asking = asking.filter_map(Option::as_deref).chain(field.pad.exprs());
                self.decide(of, asking.chain(order).flat_map(names));
                for expr in field.exprs() {
                    // Who asks for a field inside another one must know it.
                    self.decide(
                        of,
                        names(expr).into_iter().filter(|name| name.contains('.')),
                    );
                }
                for expr in count(field).into_iter().chain(field.args.iter()) {
                    self.decide(of, conditions(expr).into_iter().flat_map(names));
                    self.note_items(of, fields, expr);
                }
                if let Some(count) = count(field) {
                    let mut params = of.params.iter();
                    let param = params.find(|param| solves(count, param));
                    self.counting
                        .extend(param.map(|param| (&*of.name, &**param)));
                }
            }
        }
    }

    fn decide(&mut self, of: &'l Struct, names: impl Iterator<Item = &'l str>) {
        for name in names {
            self.deciding.insert((&of.name, name));
            let Some((first, inside)) = name.split_once('.') else {
                continue;
            };
            // A part of a number is decided by the whole.
            self.deciding.insert((&of.name, first));
            if let Some(field) = of
                .field_lists()
                .flatten()
                .find(|field| *field.name == *first)
                && let Some(target) = field.ty.struct_ref()
            {
                let target = self.layout.get(target);
                self.decide(target, std::iter::once(inside));
            }
        }
    }

    /// What a sum or a column asks of the items of a list.
    fn note_items(&mut self, of: &'l Struct, fields: &'l [Field], expr: &'l Expr) {
        let mut asked = Vec::new();
        expr.visit(&mut |inner| {
            if let Expr::Sum(list, item) | Expr::Each(list, item) = inner {
                asked.push((list, item));
            }
        });
        for (list, item) in asked {
            let list = fields.iter().find(|field| field.name == *list);
            if let Some(target) = list.and_then(|list| list.ty.struct_ref()) {
                let target = self.layout.get(target);
                self.decide(target, names(item).into_iter());
            }
        }
        if let Expr::Item(param) = expr {
            self.deciding.insert((&of.name, param));
        }
    }

    /// What a field passes down to the struct that it holds.
    fn follow(&mut self, of: &'l Struct, field: &'l Field) {
        let Some(target) = field.ty.struct_ref() else {
            return;
        };
        let target = self.layout.get(target);
        for (param, arg) in target.params.iter().zip(field.args.iter()) {
            let param: Name<'l> = (&target.name, param);
            let asked = names(arg);
            if self.deciding.contains(&param) {
                self.decide(of, asked.into_iter());
            }
            if let Expr::Field(name) = arg
                && self.counting.contains(&param)
            {
                self.counting.insert((&of.name, name));
            }
        }
    }

    /// Whether the fields before an enum say which of its variants it is.
    pub(super) fn decides(&self, target: &'l Struct) -> bool {
        let variants = target.variants();
        let Some((last, before)) = variants.split_last() else {
            return false;
        };
        let is_known = |when: &'l Expr| !self.late.is_asked(target, when);
        let has_unit = variants
            .iter()
            .any(|variant| variant.shape == VariantShape::Unit);
        if has_unit && self.uncertain.contains(&*target.name) {
            // Without a name it would look as if it were not there.
            return false;
        }
        variants
            .iter()
            .all(|variant| variant.magic.is_empty() && variant.when.iter().all(is_known))
            && before.iter().all(|variant| variant.when.is_some())
            && (last.when.is_some() || !before.is_empty())
    }

    /// Why a field may be left out.
    pub(super) fn omission(
        &self,
        of: &'l Struct,
        fields: &'l [Field],
        place: usize,
    ) -> Option<Omission> {
        let field = &fields[place];
        let is_whole = match field.ty.peeled() {
            Type::Prim(kind) => kind.is_whole(),
            Type::Vle => true,
            _ => false,
        };
        // A vector has all its numbers.
        let is_vector = of.style != Style::Record;
        if !field.visible || field.may_be_absent() || !is_whole || is_vector {
            return None;
        }
        if self.deciding.contains(&(&*of.name, &*field.name)) {
            return None;
        }
        let is_computed = field
            .asserts
            .iter()
            .any(|assert| pins(&assert.that, &field.name))
            || fields[place + 1..]
                .iter()
                .any(|other| self.tells(other, &field.name));
        if is_computed {
            return Some(Omission::Computed);
        }
        field.name.starts_with("unknown_").then_some(Omission::Zero)
    }

    /// Whether lists in a field tell what the number of an earlier one is.
    fn tells(&self, field: &'l Field, name: &str) -> bool {
        let handed = || {
            let target = self.layout.get(field.ty.struct_ref()?);
            let mut pairs = target.params.iter().zip(field.args.iter());
            pairs.find(|(param, arg)| {
                is_name(arg, name) && self.counting.contains(&(&*target.name, &***param))
            })
        };
        field.visible
            && (count(field).is_some_and(|count| solves(count, name)) || handed().is_some())
    }
}

/// The number of items of a list, as its layout says it. What is filled up does not tell how long its field is.
pub(super) fn count(field: &Field) -> Option<&Expr> {
    match &field.count {
        Some(Count::Expr(count)) if !field.ty.is_filled_up() => Some(count),
        _ => None,
    }
}

/// Every name that an expression asks for.
fn names(expr: &Expr) -> Vec<&str> {
    let mut found = Vec::new();
    expr.visit(&mut |inner| match inner {
        Expr::Field(name) | Expr::Len(name) | Expr::Sum(name, _) => found.push(&**name),
        Expr::Each(name, _) | Expr::Item(name) => found.push(&**name),
        _ => {}
    });
    found
}

/// The conditions inside an expression.
fn conditions(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    expr.visit(&mut |inner| {
        if let Expr::If(condition, ..) = inner {
            found.push(&**condition);
        }
    });
    found
}

pub(super) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Field(known) if **known == *name)
}

fn mentions(expr: &Expr, name: &str) -> bool {
    names(expr).contains(&name)
}

/// Whether the value of an expression may tell what a name in it is.
fn solves(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::If(_, yes, no) => solves(yes, name) || solves(no, name),
        Expr::Binary(Op::Mul, left, right) => {
            (solves(left, name) && !mentions(right, name))
                || (solves(right, name) && !mentions(left, name))
        }
        expr => is_name(expr, name),
    }
}

/// Whether a condition allows one value of a name only, or can be that.
fn pins(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Binary(Op::Eq, left, right) => {
            (is_name(left, name) && !mentions(right, name))
                || (is_name(right, name) && !mentions(left, name))
        }
        Expr::Binary(Op::Or, left, right) => !mentions(left, name) && pins(right, name),
        Expr::Binary(Op::And, left, right) => pins(left, name) || pins(right, name),
        _ => false,
    }
}
