//! What names in expressions stand for, so that expressions of two layouts can be compared.

use std::collections::{BTreeMap, HashMap};

use formwork_schema::{
    Expr,
    expr::Op,
    layout::{Bits, Field, Type},
    sorted,
};

use super::{expr::simplify, ranges};

/// Parts of an expression beyond which it is passed down as one thing that nothing is known of.
const MAX_PARTS: usize = 32;
/// Most numbers that a field may have when conditions are asked of each.
const MAX_NUMBERS: i128 = 1024;

/// The names of one layout at one place, and what they stand for: a field or parameter under the name that it has in
/// both layouts, or an expression over such names.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    names: BTreeMap<String, Expr>,
}

/// What is known of fields that both layouts have.
#[derive(Default)]
pub(super) struct Known {
    /// Of lists of structs: what names inside an item stand for, in the old and in the new layout.
    pub(super) items: HashMap<String, [BTreeMap<String, String>; 2]>,
    /// The numbers that a field can have in a file which the old layout reads.
    numbers: BTreeMap<String, Vec<i128>>,
    /// Of fields that are numbers of several parts: those of each layout.
    parts: HashMap<(Side, String), Bits>,
}

/// Which of the layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Old,
    New,
}

impl Scope {
    pub(super) fn add(&mut self, name: &str, meaning: Expr) {
        self.names.insert(name.to_owned(), meaning);
    }

    /// An expression in which every name is what it stands for.
    pub(super) fn resolve(&self, expr: &Expr, side: Side, known: &Known) -> Expr {
        simplify(&self.named(expr, side, known), None)
    }

    fn named(&self, expr: &Expr, side: Side, known: &Known) -> Expr {
        let inner = |one: &Expr| self.named(one, side, known).into();
        match expr {
            Expr::Int(number) | Expr::Const(_, number) => Expr::Int(*number),
            Expr::Bytes(_) => expr.clone(),
            Expr::Field(name) => self
                .part(name, side, known)
                .unwrap_or_else(|| self.meaning(name)),
            Expr::Len(list) => Expr::Len(self.list(list).into()),
            Expr::Index => Expr::Index,
            Expr::Item(param) => Expr::Item(self.list(param).into()),
            Expr::Sum(list, item) => {
                let list = self.list(list);
                let item = of_items(&list, side, known).named(item, side, known);
                Expr::Sum(list.into(), item.into())
            }
            Expr::Each(list, item) => {
                let list = self.list(list);
                let item = of_items(&list, side, known).named(item, side, known);
                Expr::Each(list.into(), item.into())
            }
            Expr::Not(one) => Expr::Not(inner(one)),
            Expr::Binary(op, left, right) => Expr::Binary(*op, inner(left), inner(right)),
            Expr::If(condition, yes, no) => Expr::If(inner(condition), inner(yes), inner(no)),
        }
    }

    /// A part of a number as bits of the whole, whatever it is called.
    fn part(&self, path: &str, side: Side, known: &Known) -> Option<Expr> {
        let (whole, part) = path.split_once('.')?;
        let whole = self.names.get(whole)?;
        let Expr::Field(atom) = whole else {
            return None;
        };
        let bits = known.parts.get(&(side, atom.to_string()))?;
        let (shift, part) = bits.placed().find(|(_, one)| *one.name == *part)?;
        let mask = u64::MAX >> (64 - part.width.clamp(1, 64));
        let [shift, mask] = [shift.into(), mask.into()].map(|number| Expr::Int(number).into());
        let low = Expr::Binary(Op::Shr, whole.clone().into(), shift);
        Some(Expr::Binary(Op::BitAnd, low.into(), mask))
    }

    fn meaning(&self, name: &str) -> Expr {
        let known = self.names.get(name).cloned();
        // Names inside items of lists that nothing is known of.
        known.unwrap_or_else(|| Expr::Field(format!("item.{name}").into()))
    }

    fn list(&self, name: &str) -> String {
        match self.meaning(name) {
            Expr::Field(atom) => atom.to_string(),
            other => format!("({other})"),
        }
    }
}

fn of_items(list: &str, side: Side, known: &Known) -> Scope {
    let items = known.items.get(list).map(|both| &both[side as usize]);
    let names = items.into_iter().flatten();
    let names = names.map(|(name, atom)| (name.clone(), Expr::Field(atom.as_str().into())));
    Scope {
        names: names.collect(),
    }
}

impl Known {
    /// Notes what the fields called so consist of, where they consist of bits.
    pub(super) fn note_parts(&mut self, side: Side, names: &[(String, String)], fields: &[Field]) {
        for (name, atom) in names {
            let field = fields.iter().find(|field| *field.name == **name);
            if let Some(Type::Bits(bits)) = field.map(|field| field.ty.peeled()) {
                self.parts.insert((side, atom.clone()), (**bits).clone());
            }
        }
    }

    /// Notes which numbers a field can have: the versions that are understood, or what its asserts let pass.
    pub(super) fn note(&mut self, atom: &str, field: &Field, asserts: &[Expr]) {
        let ranges = match &field.ty {
            Type::Version(versions) => {
                let numbers = versions.magics.iter();
                let numbers = numbers.map(|one| (one.first.into(), one.last.into()));
                Some(ranges::Ranges::new(numbers.collect()))
            }
            Type::Prim(kind) if kind.is_whole() && kind.size() < 16 => {
                let about = |assert: &Expr| match ranges::of_condition(assert) {
                    Some((Expr::Field(name), ranges)) if *name == *atom => Some(ranges),
                    _ => None,
                };
                asserts.iter().filter_map(about).reduce(|a, b| a.and(&b))
            }
            _ => None,
        };
        if field.when.is_none()
            && let Some(numbers) = ranges.and_then(|ranges| ranges.numbers(MAX_NUMBERS))
        {
            self.numbers.insert(atom.to_owned(), numbers);
        }
    }

    /// Whether two expressions have the same value in every file that the old layout reads.
    pub(super) fn same(&self, a: &Expr, b: &Expr) -> bool {
        a == b || self.in_every_file(&[a, b], |shown| shown[0] == shown[1])
    }

    /// Whether a condition is met in no file that the old layout reads.
    pub(super) fn never(&self, condition: &Expr) -> bool {
        self.in_every_file(&[condition], |shown| shown[0] == Expr::Int(0))
    }

    /// Whether something holds of expressions, whichever of its numbers a field has. Of several fields one is enough.
    fn in_every_file(&self, of: &[&Expr], holds: impl Fn(&[Expr]) -> bool) -> bool {
        let with = |number: Option<(&str, i128)>| {
            let simple: Vec<Expr> = of.iter().map(|one| simplify(one, number)).collect();
            holds(&simple)
        };
        let mut atoms = Vec::new();
        for one in of {
            one.visit(&mut |inner| {
                if let Expr::Field(name) = inner {
                    atoms.push(&**name);
                }
            });
        }
        sorted::ascending(&mut atoms);
        atoms.dedup();
        let shows = |atom: &&str| {
            let numbers = self.numbers.get(*atom);
            numbers.is_some_and(|numbers| numbers.iter().all(|one| with(Some((*atom, *one)))))
        };
        with(None) || atoms.iter().any(shows)
    }
}

/// Parameters of a struct in both layouts and what was passed down for them. What is too long, or says something about
/// the same struct further out, becomes a name: the same one wherever it is the same.
pub(super) fn bound(
    label: &str,
    handed: [Vec<(String, Expr)>; 2],
    widen: bool,
) -> [Vec<(String, Expr)>; 2] {
    let own = [format!("{label}."), format!("{label}::")];
    let is_plain = |value: &Expr| {
        let text = value.to_string();
        let about_itself = own.iter().any(|own| text.contains(own.as_str()));
        !(widen || about_itself || parts(value) > MAX_PARTS)
    };
    let [old, new] = &handed;
    let name_of = |value: &Expr| {
        let find = |list: &[(String, Expr)]| {
            let mut named = list.iter().filter(|(_, other)| other == value);
            named.next().map(|(name, _)| name.clone())
        };
        match (find(old), find(new)) {
            (Some(name), Some(_)) => format!("{label}::{name}"),
            (Some(name), None) => format!("-{label}::{name}"),
            (None, name) => format!("+{label}::{}", name.unwrap_or_default()),
        }
    };
    let meaning = |(name, value): &(String, Expr)| {
        let plain = is_plain(value).then(|| value.clone());
        let value = plain.unwrap_or_else(|| Expr::Field(name_of(value).into()));
        (name.clone(), value)
    };
    [old, new].map(|list| list.iter().map(meaning).collect())
}

fn parts(expr: &Expr) -> usize {
    let mut count = 0;
    expr.visit(&mut |_| count += 1);
    count
}
