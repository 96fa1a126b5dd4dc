//! [`Difference`]: one thing that is not the same in two files.

use formwork_schema::{layout::Type, walk::Scalar};
use serde_json::Value;

use crate::shown::{CHECKSUM, HASH, Shown};

/// One thing that is not the same in two files.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// What happened to it.
    pub change: Change,
    /// Where it is in A; in B when only B has it.
    pub path: String,
    /// Where it is in B, when that is elsewhere.
    pub path_b: Option<String>,
    /// The named item around it, the innermost; itself, when it is one.
    pub item: Option<Item>,
    /// What A has, where that can be said.
    pub a: Option<Shown>,
    /// What B has, where that can be said.
    pub b: Option<Shown>,
    /// B less A, for numbers.
    pub delta: Option<Delta>,
    /// Unit of the values; empty where there is none.
    pub unit: String,
    /// How many there are: places with this field, records or bytes that differ, items in a row.
    pub count: Option<u64>,
    /// Out of how many.
    pub of: Option<u64>,
    /// Of bytes, the first that differs.
    pub first: Option<u64>,
    /// Of a summary, one sum per field of the records.
    pub sums: Vec<Sum>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Both have it, with different values.
    Changed,
    /// An item with the same content has another name.
    Renamed,
    /// An item stands elsewhere in its list.
    Moved,
    /// Only one file has it.
    Only(Side),
    /// Several records of a list differ.
    Summed,
    /// Opaque bytes differ.
    Bytes,
    /// Both hold the same; where it lies in the file differs.
    Layout,
}

/// One of two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// An item that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it is in A; in B when only B has it.
    pub path: String,
    /// Where it is in B, when that is elsewhere.
    pub path_b: Option<String>,
    /// Its name, escaped; in A when the names differ.
    pub name: String,
}

/// How far two numbers are apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// With its sign.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// How much, without its sign.
    pub size: f64,
}

/// What differs in one field of many records.
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    /// The field; empty when records are plain numbers.
    pub field: String,
    /// How many of its numbers differ.
    pub count: u64,
    /// Where it differs the most.
    pub most: Option<Box<Difference>>,
}

impl Difference {
    /// Says what one of the files has.
    pub(super) fn shows(mut self, side: Side, shown: Shown) -> Self {
        match side {
            Side::A => self.a = Some(shown),
            Side::B => self.b = Some(shown),
        }
        self
    }
}

impl Delta {
    /// B less A, where both are numbers that have a difference.
    pub(super) fn of(ty: &Type, unit: &str, a: Scalar<'_>, b: Scalar<'_>) -> Option<Self> {
        let size = Self::signed(ty, unit, a, b)?;
        let difference = match (a, b) {
            (Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(b - a),
            (Scalar::F32(_), _) => Scalar::F32(size as f32),
            _ => Scalar::F64(size),
        };
        let Shown { text, json } = Shown::scalar(ty, difference);
        let sign = if size > 0.0 { "+" } else { "" };
        Some(Self {
            text: format!("{sign}{text}"),
            json,
            size: size.abs(),
        })
    }

    /// How much of a difference it is, without its sign.
    pub(super) fn size(ty: &Type, unit: &str, a: Scalar<'_>, b: Scalar<'_>) -> Option<f64> {
        Self::signed(ty, unit, a, b).map(f64::abs)
    }

    fn signed(ty: &Type, unit: &str, a: Scalar<'_>, b: Scalar<'_>) -> Option<f64> {
        if matches!(unit, HASH | CHECKSUM) || !matches!(ty, Type::Prim(_) | Type::Vle) {
            return None;
        }
        let difference = match (a, b) {
            (Scalar::Int(a), Scalar::Int(b)) => b.checked_sub(a)? as f64,
            // In double precision, so that it is rounded once.
            (Scalar::F32(a), Scalar::F32(b)) => f64::from(b) - f64::from(a),
            (Scalar::F64(a), Scalar::F64(b)) => b - a,
            _ => return None,
        };
        let is_shown = difference.is_finite() && (difference as f32).is_finite();
        is_shown.then_some(difference)
    }
}

impl Change {
    /// Its name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Renamed => "renamed",
            Self::Moved => "moved",
            Self::Only(Side::A) => "only_in_a",
            Self::Only(Side::B) => "only_in_b",
            Self::Summed => "summary",
            Self::Bytes => "bytes",
            Self::Layout => "layout",
        }
    }
}

impl Side {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}
