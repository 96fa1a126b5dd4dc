//! [`Expr`]: an expression of the closed language.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;

/// What `formwork_schema::Expr` is made from.
#[derive(Clone)]
pub(crate) enum Expr {
    Int(i128),
    /// Name, and the constant expression of its value.
    Const(String, TokenStream),
    /// The constant expression of bytes.
    Bytes(TokenStream),
    Field(String),
    /// A number, and the name of some of its bits.
    Part(String, String),
    Len(String),
    Sum(String, Box<Expr>),
    Each(String, Box<Expr>),
    Item(String),
    Index,
    Not(Box<Expr>),
    /// Name of the operator in `formwork_schema::expr::Op`.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The names of the struct that the expression refers to.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.note_names(&mut names);
        names
    }

    fn note_names<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        match self {
            Self::Int(_) | Self::Const(..) | Self::Bytes(_) | Self::Index => {}
            // What is inside another field is that field's.
            Self::Field(name) | Self::Part(name, _) => {
                names.insert(name.split('.').next().unwrap_or(name));
            }
            // What is inside a sum or a column are fields of the item.
            Self::Len(name) | Self::Sum(name, _) | Self::Each(name, _) | Self::Item(name) => {
                names.insert(name);
            }
            Self::Not(inner) => inner.note_names(names),
            Self::Binary(_, left, right) => {
                left.note_names(names);
                right.note_names(names);
            }
            Self::If(condition, yes, no) => {
                condition.note_names(names);
                yes.note_names(names);
                no.note_names(names);
            }
        }
    }

    /// The names of the struct of which a field inside is asked.
    pub(crate) fn bases(&self) -> BTreeSet<&str> {
        let mut bases = BTreeSet::new();
        self.note_bases(&mut bases);
        bases
    }

    fn note_bases<'a>(&'a self, bases: &mut BTreeSet<&'a str>) {
        match self {
            Self::Field(name) | Self::Part(name, _) => {
                bases.extend(name.split_once('.').map(|(base, _)| base))
            }
            Self::Not(inner) => inner.note_bases(bases),
            Self::Binary(_, left, right) => {
                left.note_bases(bases);
                right.note_bases(bases);
            }
            Self::If(condition, yes, no) => {
                condition.note_bases(bases);
                yes.note_bases(bases);
                no.note_bases(bases);
            }
            _ => {}
        }
    }

    /// Whether both say the same.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Const(a, value), Self::Const(b, other)) => {
                a == b && value.to_string() == other.to_string()
            }
            (Self::Bytes(a), Self::Bytes(b)) => a.to_string() == b.to_string(),
            (Self::Part(a, part), Self::Part(b, other)) => a == b && part == other,
            (Self::Field(a), Self::Field(b))
            | (Self::Len(a), Self::Len(b))
            | (Self::Item(a), Self::Item(b)) => a == b,
            (Self::Sum(list, a), Self::Sum(other, b))
            | (Self::Each(list, a), Self::Each(other, b)) => list == other && a.same(b),
            (Self::Index, Self::Index) => true,
            (Self::Not(a), Self::Not(b)) => a.same(b),
            (Self::Binary(op, a, b), Self::Binary(other, c, d)) => {
                op == other && a.same(c) && b.same(d)
            }
            (Self::If(a, b, c), Self::If(d, e, f)) => a.same(d) && b.same(e) && c.same(f),
            _ => false,
        }
    }

    /// Whether this is just the value of a name.
    pub(crate) fn is_field(&self, name: &str) -> bool {
        matches!(self, Self::Field(field) if field == name)
    }
}
