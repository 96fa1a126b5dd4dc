//! [`Expr`]: the small closed language of conditions, counts and arguments.
//!
//! Everything is a whole number; comparisons and tests give 1 or 0; a field that is absent counts
//! as 0. What cannot be said here cannot be exported, so `derive(Schema)` refuses it.
//!
//! Printed form, which [`Expr::parse`] reads back: `version >= TRACK_WEIGHT:3`,
//! `channels has POSITION:1`, `if compressed then 1 else frame_count`,
//! `sum(elements, size) * vertex_count`, `len(tracks)`; as values passed down also `each(elements, type)`
//! and `item(types)`.

mod parse;

use std::fmt;

use crate::shared::{Ref, Str};

/// An expression over the fields that precede it and the parameters of its struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Int(i128),
    /// A named number: printed with its value, so that a descriptor needs no table of names.
    Const(Str, i128),
    /// The value of an earlier field or of a parameter; 0 when the field is absent.
    Field(Str),
    /// Number of items of an earlier list.
    Len(Str),
    /// Sum over the items of an earlier list; the inner expression sees the item's fields.
    Sum(Str, Ref<Expr>),
    /// One value for each item of an earlier list; only to be passed down. The inner expression sees the
    /// item's fields.
    Each(Str, Ref<Expr>),
    /// For each item of the list that it is passed down to, the value at the same place of a parameter
    /// that an [`Each`](Self::Each) was passed down to.
    Item(Str),
    /// 1 when the inner value is 0, otherwise 0.
    Not(Ref<Expr>),
    /// Two values and what is done with them.
    Binary(Op, Ref<Expr>, Ref<Expr>),
    /// Condition, value when it is not 0, value otherwise.
    If(Ref<Expr>, Ref<Expr>, Ref<Expr>),
}

/// What is done with two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Either is not 0.
    Or,
    /// Both are not 0.
    And,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// All bits of the second are set in the first.
    Has,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// What is left of the first when the second is taken away as often as it fits; no value when that is 0.
    Rem,
}

impl Op {
    /// All operators with their printed form, loosest first.
    pub const ALL: [(Self, &'static str); 13] = [
        (Self::Or, "||"),
        (Self::And, "&&"),
        (Self::Eq, "=="),
        (Self::Ne, "!="),
        (Self::Le, "<="),
        (Self::Ge, ">="),
        (Self::Lt, "<"),
        (Self::Gt, ">"),
        (Self::Has, "has"),
        (Self::Add, "+"),
        (Self::Sub, "-"),
        (Self::Mul, "*"),
        (Self::Rem, "%"),
    ];

    /// The printed form.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(op, _)| *op == self)
            .map_or("?", |(_, symbol)| symbol)
    }

    const fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Has => 3,
            Self::Add | Self::Sub => 4,
            Self::Mul | Self::Rem => 5,
        }
    }
}

/// What an expression can ask for.
pub trait Scope {
    /// Value of a field or parameter; `Some(0)` for an absent field, `None` for an unknown name.
    fn value(&self, name: &str) -> Option<i128>;

    /// Number of items of a list.
    fn len(&self, list: &str) -> Option<u64>;

    /// Sum of `item` over the items of a list; `None` when the list is unknown or it overflows.
    fn sum(&self, list: &str, item: &Expr) -> Option<i128>;
}

impl Expr {
    /// The value in a scope; `None` for an unknown name, when the arithmetic overflows, and for what can
    /// only be passed down.
    #[must_use]
    pub fn eval(&self, scope: &impl Scope) -> Option<i128> {
        match self {
            Self::Int(value) | Self::Const(_, value) => Some(*value),
            Self::Field(name) => scope.value(name),
            Self::Len(list) => scope.len(list).map(i128::from),
            Self::Sum(list, item) => scope.sum(list, item),
            Self::Each(..) | Self::Item(_) => None,
            Self::Not(inner) => Some(i128::from(inner.eval(scope)? == 0)),
            Self::If(condition, yes, no) => {
                if condition.eval(scope)? != 0 {
                    yes.eval(scope)
                } else {
                    no.eval(scope)
                }
            }
            Self::Binary(op, left, right) => binary(*op, left, right, scope),
        }
    }

    /// Calls `see` with this expression and every one inside it, those over list items included.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Expr)) {
        see(self);
        match self {
            Self::Int(_) | Self::Const(..) | Self::Field(_) | Self::Len(_) | Self::Item(_) => {}
            Self::Sum(_, inner) | Self::Each(_, inner) | Self::Not(inner) => inner.visit(see),
            Self::Binary(_, left, right) => {
                left.visit(see);
                right.visit(see);
            }
            Self::If(condition, yes, no) => {
                condition.visit(see);
                yes.visit(see);
                no.visit(see);
            }
        }
    }

    /// Reads the printed form back.
    ///
    /// # Errors
    /// Says what was expected and at which character.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse::parse(text)
    }

    fn level(&self) -> u8 {
        match self {
            Self::If(..) => 0,
            Self::Binary(op, ..) => op.level(),
            Self::Not(_) => 6,
            _ => 7,
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, at_least: u8) -> fmt::Result {
        let brackets = self.level() < at_least;
        if brackets {
            f.write_str("(")?;
        }
        self.print_bare(f)?;
        if brackets {
            f.write_str(")")?;
        }
        Ok(())
    }

    fn print_bare(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Const(name, _) if f.alternate() => write!(f, "{name}"),
            Self::Const(name, value) => write!(f, "{name}:{value}"),
            Self::Field(name) => write!(f, "{name}"),
            Self::Len(list) => write!(f, "len({list})"),
            Self::Sum(list, item) => {
                write!(f, "sum({list}, ")?;
                item.print(f, 0)?;
                f.write_str(")")
            }
            Self::Each(list, item) => {
                write!(f, "each({list}, ")?;
                item.print(f, 0)?;
                f.write_str(")")
            }
            Self::Item(param) => write!(f, "item({param})"),
            Self::Not(inner) => {
                f.write_str("!")?;
                inner.print(f, 6)
            }
            Self::Binary(op, left, right) => {
                // Operators group to the left, so an equal level on the right needs brackets.
                left.print(f, op.level())?;
                write!(f, " {} ", op.symbol())?;
                right.print(f, op.level() + 1)
            }
            Self::If(condition, yes, no) => {
                f.write_str("if ")?;
                condition.print(f, 1)?;
                f.write_str(" then ")?;
                yes.print(f, 1)?;
                f.write_str(" else ")?;
                no.print(f, 0)
            }
        }
    }
}

fn binary(op: Op, left: &Expr, right: &Expr, scope: &impl Scope) -> Option<i128> {
    let left = left.eval(scope)?;
    match op {
        Op::Or if left != 0 => return Some(1),
        Op::And if left == 0 => return Some(0),
        _ => {}
    }
    let right = right.eval(scope)?;
    Some(match op {
        Op::Or | Op::And => i128::from(right != 0),
        Op::Eq => i128::from(left == right),
        Op::Ne => i128::from(left != right),
        Op::Lt => i128::from(left < right),
        Op::Le => i128::from(left <= right),
        Op::Gt => i128::from(left > right),
        Op::Ge => i128::from(left >= right),
        Op::Has => i128::from(left & right == right),
        Op::Add => left.checked_add(right)?,
        Op::Sub => left.checked_sub(right)?,
        Op::Mul => left.checked_mul(right)?,
        Op::Rem => left.checked_rem(right)?,
    })
}

/// Prints what [`parse`](Expr::parse) reads back; `{:#}` leaves the values of constants out, as people read it:
/// `version >= STREAMS` for `version >= STREAMS:5`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}
