//! What can be asked of fields.

use super::{Count, Field, Order, Pads, Ref, Str, Type};
use crate::expr::{Expr, Op};

impl Field {
    /// A field that trees have, with nothing but a name, a meaning and a type.
    #[must_use]
    pub const fn new(name: Str, doc: Str, ty: Type) -> Self {
        Self {
            name,
            item: Ref::Static(""),
            doc,
            unit: Ref::Static(""),
            visible: true,
            ty,
            endian: None,
            magic: Ref::Static(&[]),
            size: None,
            pad: Pads::NONE,
            is: None,
            due: None,
            when: None,
            at: None,
            count: None,
            args: Ref::Static(&[]),
            counts: Ref::Static(""),
            plus: 0,
            asserts: Ref::Static(&[]),
            key: Ref::Static(&[]),
            index_of: None,
            columns: None,
            xml: None,
        }
    }

    /// Every expression of the field, but for those over the items of its list.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let asserts = self.asserts.iter().map(|assert| &assert.that);
        self.shaping().chain(asserts)
    }

    /// What says the number of items, where that is known before they are read.
    #[must_use]
    pub fn computed_count(&self) -> Option<&Expr> {
        match self.count.as_ref()? {
            Count::Expr(count) => Some(count),
            Count::ToEnd | Count::Until(_) => None,
        }
    }

    /// The expressions that decide which bytes the field takes, and how they are read.
    pub fn shaping(&self) -> impl Iterator<Item = &Expr> {
        let order = self.endian.as_ref().and_then(Order::condition);
        let own = [&self.when, &self.at, &self.is, &self.size];
        let own = own.into_iter().filter_map(Option::as_deref);
        own.chain(order)
            .chain(self.computed_count())
            .chain(self.pad.exprs())
            .chain(self.args.iter())
    }

    /// Whether instances may be without it.
    #[must_use]
    pub const fn may_be_absent(&self) -> bool {
        let is_due = self.due.is_some() || self.is.is_some();
        self.when.is_some() || is_due || matches!(self.ty, Type::Padding(_))
    }

    /// Whether a tree shows by itself that the field is in the file. One that follows from the rest, or that trees have only where it is
    /// not zero, does not.
    #[must_use]
    pub const fn shows_presence(&self) -> bool {
        let is_stored = self.due.is_none() && self.is.is_none();
        self.visible && is_stored && !matches!(self.ty, Type::Padding(_))
    }

    /// The later field that is in the file exactly when a field is that trees do not have, and that shows it.
    #[must_use]
    pub fn witness(fields: &[Self], place: usize) -> Option<usize> {
        let is_it = |other: &Self| other.shows_presence() && other.when == fields[place].when;
        let later = fields.get(place + 1..)?;
        Some(place + 1 + later.iter().position(is_it)?)
    }

    /// Whether items of its list differ, each by the number at its place in a list before.
    #[must_use]
    pub fn hands_items_down(&self) -> bool {
        self.args.iter().any(|arg| matches!(arg, Expr::Item(_)))
    }

    /// The number that it is in every file, because an assert says so.
    #[must_use]
    pub fn fixed(&self) -> Option<i128> {
        self.asserts.iter().find_map(|assert| match &assert.that {
            Expr::Binary(Op::Eq, left, right) => match (&**left, &**right) {
                (Expr::Field(name), Expr::Int(value) | Expr::Const(_, value))
                    if *name == self.name =>
                {
                    Some(*value)
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether the value is known only while reading, and takes no bytes.
    #[must_use]
    pub const fn is_lookahead(&self) -> bool {
        self.at.is_some() || self.ty.is_lookahead()
    }
}
