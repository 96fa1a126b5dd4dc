//! [`Expr`]: the small closed language of conditions, counts and arguments.
//!
//! Everything is a whole number; comparisons and tests give 1 or 0; a field that is absent counts
//! as 0. What cannot be said here cannot be exported, so `derive(Schema)` refuses it.
//!
//! Printed form, which [`Expr::parse`] reads back: `version >= TRACK_WEIGHT:3`,
//! `channels has POSITION:1`, `if compressed then 1 else frame_count`,
//! `sum(elements, size) * vertex_count`, `len(tracks)`; as values passed down also `each(elements, type)`
//! `item(types)` and `index()`. Bytes, `x"666d7420"`, are the number that is written with them, the first one highest; the value of a
//! field that is an array of at most 16 bytes is the same, so that both compare.

mod parse;

use std::fmt;

use crate::shared::{List, Ref, Str};

/// An expression over the fields that precede it and the parameters of its struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Int(i128),
    /// A named number: printed with its value, so that a descriptor needs no table of names.
    Const(Str, i128),
    /// Bytes, at most [`MAX_BYTES`](Self::MAX_BYTES): as a number, see [`number_of`](Self::number_of).
    Bytes(List<u8>),
    /// The value of an earlier field or of a parameter; 0 when the field is absent. With dots that of a field
    /// inside an earlier one: `header.count`.
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
    /// For each item of the list that it is passed down to, its place, counted from 0.
    Index,
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
    /// How often the second fits into the first; no value when it is 0, or when one of them is negative.
    Div,
    /// The bits that both have.
    BitAnd,
    /// The bits that either has.
    BitOr,
    /// The bits that one of them has.
    BitXor,
    /// The first with its bits moved up, by less than 64 places; no value when one of them is negative.
    Shl,
    /// The first with its bits moved down, by less than 64 places; no value when one of them is negative.
    Shr,
    /// The smaller one: `min(a, b)`.
    Min,
    /// The larger one: `max(a, b)`.
    Max,
}

/// How tightly a value holds together that stands alone.
const ATOM: u8 = 11;

impl Op {
    /// Whether it calculates, so that some values have none; the others compare, or look at bits.
    #[must_use]
    pub const fn may_fail(self) -> bool {
        matches!(
            self,
            Self::Add | Self::Sub | Self::Mul | Self::Rem | Self::Div | Self::Shl | Self::Shr
        )
    }

    /// Whether the outcome is 1 or 0.
    #[must_use]
    pub const fn is_condition(self) -> bool {
        self.level() <= 3
    }

    /// All operators that stand between two values, with their printed form; what begins like another one comes first.
    pub const ALL: [(Self, &'static str); 19] = [
        (Self::Or, "||"),
        (Self::And, "&&"),
        (Self::Eq, "=="),
        (Self::Ne, "!="),
        (Self::Shl, "<<"),
        (Self::Shr, ">>"),
        (Self::Le, "<="),
        (Self::Ge, ">="),
        (Self::Lt, "<"),
        (Self::Gt, ">"),
        (Self::Has, "has"),
        (Self::BitOr, "|"),
        (Self::BitXor, "^"),
        (Self::BitAnd, "&"),
        (Self::Add, "+"),
        (Self::Sub, "-"),
        (Self::Mul, "*"),
        (Self::Div, "/"),
        (Self::Rem, "%"),
    ];

    /// The operators that are printed as functions of two values, with their names.
    pub const FUNCTIONS: [(Self, &'static str); 2] = [(Self::Min, "min"), (Self::Max, "max")];

    /// The printed form.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        let mut all = Self::ALL.iter().chain(&Self::FUNCTIONS);
        all.find(|(op, _)| *op == self)
            .map_or("?", |(_, symbol)| symbol)
    }

    /// What two values make; none where that has no value. Of `||` and `&&` both are known here.
    #[must_use]
    pub fn apply(self, left: i128, right: i128) -> Option<i128> {
        Some(match self {
            Self::Or => i128::from(left != 0 || right != 0),
            Self::And => i128::from(left != 0 && right != 0),
            Self::Eq => i128::from(left == right),
            Self::Ne => i128::from(left != right),
            Self::Lt => i128::from(left < right),
            Self::Le => i128::from(left <= right),
            Self::Gt => i128::from(left > right),
            Self::Ge => i128::from(left >= right),
            Self::Has => i128::from(left & right == right),
            Self::Add => left.checked_add(right)?,
            Self::Sub => left.checked_sub(right)?,
            Self::Mul => left.checked_mul(right)?,
            Self::Rem => left.checked_rem(right)?,
            Self::Div => natural(left, right)?.checked_div(right)?,
            Self::BitAnd => left & right,
            Self::BitOr => left | right,
            Self::BitXor => left ^ right,
            Self::Shl => natural(left, right)?.checked_mul(1 << shift(right)?)?,
            Self::Shr => natural(left, right)? >> shift(right)?,
            Self::Min => left.min(right),
            Self::Max => left.max(right),
        })
    }

    /// Why two values make none.
    fn fault(self, left: i128, right: i128) -> String {
        let why = match self {
            Self::Div | Self::Rem if right == 0 => "divides by 0",
            Self::Div | Self::Shl | Self::Shr if left < 0 || right < 0 => {
                "takes numbers that are not negative"
            }
            Self::Shl | Self::Shr if right >= 64 => "moves bits by 63 places at most",
            _ => return "the numbers are too large".into(),
        };
        format!("`{left} {} {right}` {why}", self.symbol())
    }

    const fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Has => 3,
            Self::BitOr => 4,
            Self::BitXor => 5,
            Self::BitAnd => 6,
            Self::Shl | Self::Shr => 7,
            Self::Add | Self::Sub => 8,
            Self::Mul | Self::Div | Self::Rem => 9,
            Self::Min | Self::Max => ATOM,
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
    /// How many bytes are a number to an expression.
    pub const MAX_BYTES: usize = 16;

    /// The number that some bytes are, the first one highest; of 16 bytes the `i128` of the same bits. None for more, and for none.
    #[must_use]
    pub fn number_of(bytes: &[u8]) -> Option<i128> {
        let is_number = (1..=Self::MAX_BYTES).contains(&bytes.len());
        let number = || {
            bytes
                .iter()
                .fold(0, |all, byte| all << 8 | u128::from(*byte))
        };
        is_number.then(|| number() as i128)
    }

    /// The value in a scope; `None` for an unknown name, when the arithmetic overflows, and for what can
    /// only be passed down.
    #[must_use]
    pub fn eval(&self, scope: &impl Scope) -> Option<i128> {
        match self {
            Self::Int(value) | Self::Const(_, value) => Some(*value),
            Self::Bytes(bytes) => Self::number_of(bytes),
            Self::Field(name) => scope.value(name),
            Self::Len(list) => scope.len(list).map(i128::from),
            Self::Sum(list, item) => scope.sum(list, item),
            Self::Each(..) | Self::Item(_) | Self::Index => None,
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

    /// Why the value is none, where every name has one: what the first part says that fails.
    #[must_use]
    #[cold]
    pub fn fault(&self, scope: &impl Scope) -> String {
        let part = match self {
            Self::Not(inner) => Some(inner),
            Self::If(condition, yes, no) => match condition.eval(scope) {
                None => Some(condition),
                Some(0) => Some(no),
                Some(_) => Some(yes),
            },
            Self::Binary(op, left, right) => match (left.eval(scope), right.eval(scope)) {
                (Some(left), Some(right)) => return op.fault(left, right),
                (None, _) => Some(left),
                (_, None) => Some(right),
            },
            // It follows from others, and so may have none.
            Self::Field(name) => return format!("`{name}` has no value"),
            _ => None,
        };
        part.map_or_else(
            || "the numbers are too large".into(),
            |part| part.fault(scope),
        )
    }

    /// Calls `see` with this expression and every one inside it, those over list items included.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Expr)) {
        see(self);
        match self {
            Self::Int(_)
            | Self::Const(..)
            | Self::Bytes(_)
            | Self::Field(_)
            | Self::Len(_)
            | Self::Item(_)
            | Self::Index => {}
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

    fn level(&self) -> u8 {
        match self {
            Self::If(..) => 0,
            Self::Binary(op, ..) => op.level(),
            Self::Not(_) => 10,
            _ => ATOM,
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
            Self::Bytes(bytes) => {
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                write!(f, "x\"{digits}\"")
            }
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
            Self::Index => f.write_str("index()"),
            Self::Not(inner) => {
                f.write_str("!")?;
                inner.print(f, 10)
            }
            Self::Binary(op @ (Op::Min | Op::Max), left, right) => {
                write!(f, "{}(", op.symbol())?;
                left.print(f, 0)?;
                f.write_str(", ")?;
                right.print(f, 0)?;
                f.write_str(")")
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

/// The first of two numbers, of which none is negative.
fn natural(left: i128, right: i128) -> Option<i128> {
    (left >= 0 && right >= 0).then_some(left)
}

/// A number of places that bits can be moved by.
fn shift(places: i128) -> Option<u32> {
    u32::try_from(places).ok().filter(|places| *places < 64)
}

fn binary(op: Op, left: &Expr, right: &Expr, scope: &impl Scope) -> Option<i128> {
    let left = left.eval(scope)?;
    match op {
        Op::Or if left != 0 => return Some(1),
        Op::And if left == 0 => return Some(0),
        _ => {}
    }
    op.apply(left, right.eval(scope)?)
}

/// Prints what [`parse`](Expr::parse) reads back; `{:#}` leaves the values of constants out, as people read it:
/// `version >= STREAMS` for `version >= STREAMS:5`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}
