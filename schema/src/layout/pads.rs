//! Bytes around values that mean nothing.

use crate::{expr::Expr, shared::Ref};

/// Bytes around a value that mean nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pads {
    /// In front of it, and of its magic.
    pub before: Option<Pad>,
    /// Behind it.
    pub after: Option<Pad>,
    /// Behind it, until value and padding take so many bytes; none where they are more already.
    pub to: Option<Expr>,
}

/// How many bytes are skipped.
#[derive(Debug, Clone, PartialEq)]
pub enum Pad {
    /// So many.
    Bytes(Expr),
    /// As many as it takes to a multiple of this, counted from the start of the file.
    Align(Expr),
}

impl Pads {
    /// None at all.
    pub const NONE: Ref<Self> = Ref::Static(&Self {
        before: None,
        after: None,
        to: None,
    });

    /// What says how many bytes there are.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let pads = self.before.iter().chain(&self.after);
        let pads = pads.map(|pad| match pad {
            Pad::Bytes(expr) | Pad::Align(expr) => expr,
        });
        pads.chain(&self.to)
    }
}

/// How many bytes of padding there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// So many.
    Bytes(u32),
    /// As many as lead to a multiple of this, counted from the start of the file.
    Align(u32),
    /// As many as [`Field::count`](super::Field::count) says.
    Counted,
}

impl Padding {
    /// How many bytes there are where so many are in front; none where something else says that.
    #[must_use]
    pub const fn length(self, at: u64) -> u64 {
        match self {
            Self::Counted => 0,
            Self::Bytes(length) => length as u64,
            Self::Align(0) => 0,
            Self::Align(to) => at.next_multiple_of(to as u64) - at,
        }
    }
}
