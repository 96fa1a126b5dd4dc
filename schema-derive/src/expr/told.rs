//! [`Told`]: an expression of the layout, and what Rust does with its value.

use super::ast::Expr;

/// What Rust does with a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    /// It calculates as a layout does.
    Wide,
    /// It calculates in the width of the type.
    Plain,
    /// It knows true and false only.
    Condition,
}

/// An expression of the layout, and what Rust does with its value.
pub(super) struct Told {
    pub(super) expr: Expr,
    pub(super) kind: Kind,
    /// How many bits the value takes at most; with more than [`WIDEST`](Self::WIDEST) it may be none.
    pub(super) bits: u32,
    /// Whether something that may have no value is compared on the way to this one.
    pub(super) risky: bool,
    /// Whether the type is known to be Rust's or ours, where nobody else says how it compares.
    pub(super) ours: bool,
    /// Whether it is known never to be negative.
    pub(super) is_natural: bool,
}

impl Told {
    /// Within these bits no sum or product of a layout overflows.
    const WIDEST: u32 = 126;

    pub(super) fn plain(expr: Expr, bits: u32) -> Self {
        Self::new(expr, Kind::Plain, bits)
    }

    pub(super) fn wide(expr: Expr, bits: u32) -> Self {
        Self::new(expr, Kind::Wide, bits)
    }

    pub(super) fn condition(expr: Expr) -> Self {
        Self::new(expr, Kind::Condition, 1)
    }

    pub(super) fn new(expr: Expr, kind: Kind, bits: u32) -> Self {
        Self {
            expr,
            kind,
            bits,
            risky: false,
            ours: kind != Kind::Plain,
            is_natural: false,
        }
    }

    /// The same value, of a type that is Rust's or ours.
    pub(super) fn of_ours(mut self, ours: bool) -> Self {
        self.ours |= ours;
        self
    }

    /// The same value, which is never negative, or may be.
    pub(super) fn natural(mut self, is_natural: bool) -> Self {
        self.is_natural = is_natural;
        self
    }

    /// The same value made on the way of others.
    pub(super) fn after(mut self, others: &[bool]) -> Self {
        self.risky |= others.contains(&true);
        self
    }

    /// Whether it may have no value.
    pub(super) fn may_overflow(&self) -> bool {
        self.bits > Self::WIDEST
    }
}
