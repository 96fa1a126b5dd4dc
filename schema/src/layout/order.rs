//! Byte orders, and what decides them.

use crate::{expr::Expr, shared::Ref};

/// Byte order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Endian {
    /// Least significant byte first.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}

/// What says the byte order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
    /// Most significant byte first if this is not 0, else least.
    BigIf(Ref<Expr>),
}

impl Order {
    /// The byte order, where no value decides it.
    #[must_use]
    pub const fn known(&self) -> Option<Endian> {
        match self {
            Self::Little => Some(Endian::Little),
            Self::Big => Some(Endian::Big),
            Self::BigIf(_) => None,
        }
    }

    /// The value that decides it.
    #[must_use]
    pub fn condition(&self) -> Option<&Expr> {
        match self {
            Self::BigIf(expr) => Some(expr),
            Self::Little | Self::Big => None,
        }
    }

    /// The byte order, by what the condition is; none where that has no value.
    pub(crate) fn by(&self, condition: impl FnOnce(&Expr) -> Option<i128>) -> Option<Endian> {
        match self {
            Self::BigIf(expr) => Some(match condition(expr)? {
                0 => Endian::Little,
                _ => Endian::Big,
            }),
            known => known.known(),
        }
    }
}

impl From<Endian> for Order {
    fn from(endian: Endian) -> Self {
        match endian {
            Endian::Little => Self::Little,
            Endian::Big => Self::Big,
        }
    }
}

impl From<binrw::Endian> for Endian {
    fn from(endian: binrw::Endian) -> Self {
        match endian {
            binrw::Endian::Little => Self::Little,
            binrw::Endian::Big => Self::Big,
        }
    }
}
