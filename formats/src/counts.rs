//! Where the lengths of lists are stored, and how they are changed.

use std::{io::Cursor, ops::Range};

use binrw::BinWrite;
use formwork_schema::{
    Expr, Vle,
    layout::{Endian, Field, Type},
    sorted,
    walk::{Leaf, Part, Scalar},
};

/// The number that says how long a list is.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    /// Where it stands.
    range: Range<usize>,
    /// Its byte order; none for a number in groups of seven bits.
    endian: Option<Endian>,
    /// What it says.
    pub(crate) value: u64,
}

/// Bytes that stand in place of others.
pub(crate) type Edit = (Range<usize>, Vec<u8>);

impl Stored {
    /// What a leaf stores, where that can be the length of a list.
    pub(crate) fn of(leaf: &Leaf<'_>) -> Option<Self> {
        let Scalar::Int(value) = leaf.value else {
            return None;
        };
        if leaf.synthetic || leaf.part != Part::Whole {
            return None;
        }
        let place = |offset| usize::try_from(offset).ok();
        Some(Self {
            range: place(leaf.range.start)?..place(leaf.range.end)?,
            endian: (!matches!(leaf.ty, Type::Vle)).then_some(leaf.endian),
            value: u64::try_from(value).ok()?,
        })
    }

    /// What makes it say another number; none that it has no room for.
    pub(crate) fn saying(&self, value: u64) -> Option<Edit> {
        let Some(endian) = self.endian else {
            let mut bytes = Cursor::new(Vec::new());
            Vle(u32::try_from(value).ok()?).write_le(&mut bytes).ok()?;
            return Some((self.range.clone(), bytes.into_inner()));
        };
        let width = self.range.len();
        let bytes = value.to_le_bytes();
        let rest = bytes.get(width..).unwrap_or_default();
        if rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        let mut bytes = bytes.get(..width)?.to_vec();
        if endian == Endian::Big {
            bytes.reverse();
        }
        Some((self.range.clone(), bytes))
    }
}

/// Some bytes, of which parts are others.
pub(crate) fn edited(bytes: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    sorted::by_key(&mut edits, |(range, _)| range.start);
    let length = edits.iter().fold(bytes.len(), |length, (range, new)| {
        (length + new.len()).saturating_sub(range.len())
    });
    let mut out = Vec::with_capacity(length);
    let mut at = 0;
    for (range, new) in edits {
        out.extend_from_slice(bytes.get(at..range.start).unwrap_or_default());
        out.extend_from_slice(&new);
        at = range.end;
    }
    out.extend_from_slice(bytes.get(at..).unwrap_or_default());
    out
}

/// The field whose number is the length of a list and of nothing before it, so that it may be another.
pub(crate) fn of_list<'a>(fields: &'a [Field], list: &str) -> Option<&'a Field> {
    let place = fields.iter().position(|field| field.name == *list)?;
    let before = &fields[..place];
    let count = fields[place].computed_count()?;
    let mut named = before.iter().filter(|field| {
        let is_stored = field.at.is_none() && !field.is_lookahead();
        is_stored && calculates(count, &field.name)
    });
    let meant = before.iter().find(|field| field.counts == *list);
    let only = match (named.next(), named.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let own = meant.or(only)?;
    let is_used = |field: &Field| field.shaping().any(|expr| names(expr, &own.name));
    (own.plus == 0 && !before.iter().any(is_used)).then_some(own)
}

/// Whether an expression asks for the value of a field, or for bits of it.
fn names(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        let Expr::Field(path) = part else { return };
        found |= path.split('.').next() == Some(name);
    });
    found
}

/// Whether an expression calculates with the value of a field, and does not only choose by it.
fn calculates(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::If(_, yes, no) => calculates(yes, name) || calculates(no, name),
        Expr::Binary(op, ..) if op.is_condition() => false,
        Expr::Binary(_, left, right) => calculates(left, name) || calculates(right, name),
        Expr::Field(field) => **field == *name,
        _ => false,
    }
}

/// Whether a field is a list.
pub(crate) fn is_list(field: &Field) -> bool {
    matches!(field.ty.peeled(), Type::List(_) | Type::Packed(_))
}
