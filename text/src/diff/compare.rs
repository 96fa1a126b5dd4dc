//! [`Comparer`]: two trees, node by node.

use formwork_schema::{
    Result,
    layout::{Str, Type},
    walk::Scalar,
};

use super::{
    difference::{Change, Delta, Difference, Side},
    once::Once,
    place::DiffPath,
    tally::Tally,
};
use crate::{
    outline::{Content, Held, Node, Outline, Records},
    shown::Shown,
};

/// How to compare.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DiffOptions {
    /// Tells every difference, and sums up nothing.
    pub all: bool,
    /// Floating-point numbers that differ by no more than this are equal.
    pub tolerance: f64,
}

/// Compares two trees.
pub(super) struct Comparer<'o, 't> {
    pub(super) a: &'o [u8],
    pub(super) b: &'o [u8],
    pub(super) options: DiffOptions,
    ignored_fields: &'static [&'static str],
    /// Whether numbers were found that differ within the tolerance.
    is_near: bool,
    pub(super) place: DiffPath,
    pub(super) once: Once,
    /// One per list around; none for lists whose differences are told one by one.
    pub(super) tallies: Vec<Option<Tally>>,
    tell: &'t mut dyn FnMut(&Difference) -> Result<()>,
    told: u64,
}

impl<'o, 't> Comparer<'o, 't> {
    pub(super) fn new(
        a: &Outline<'o>,
        b: &Outline<'o>,
        options: DiffOptions,
        tell: &'t mut dyn FnMut(&Difference) -> Result<()>,
    ) -> Self {
        Self {
            a: a.bytes,
            b: b.bytes,
            options,
            ignored_fields: a.ignored_fields.unwrap_or_default(),
            is_near: false,
            place: DiffPath::default(),
            once: Once::default(),
            tallies: Vec::new(),
            tell,
            told: 0,
        }
    }

    pub(super) fn files(mut self, a: &Outline<'_>, b: &Outline<'_>) -> Result<u64> {
        self.node(&a.root, &b.root)?;
        self.trailing(a, b)?;
        for difference in self.once.take() {
            self.tell(difference)?;
        }
        match (self.told, a.ignored_fields) {
            (0, _) if self.is_near => {}
            (0, Some(_)) => self.tell(self.place.difference(Change::Layout))?,
            // Nothing explains it, and yet the files are not the same.
            (0, None) => self.opaque(a.bytes, b.bytes)?,
            _ => {}
        }
        Ok(self.told)
    }

    /// Whether two numbers that are not the same differ within the tolerance.
    pub(super) fn is_near(&mut self, ty: &Type, unit: &str, a: Scalar<'_>, b: Scalar<'_>) -> bool {
        let tolerance = self.options.tolerance;
        let is_float = matches!(a, Scalar::F32(_) | Scalar::F64(_));
        let size = || Delta::size(ty, unit, a, b);
        let is_near = tolerance > 0.0 && is_float && size().is_some_and(|size| size <= tolerance);
        self.is_near |= is_near;
        is_near
    }

    /// Tells a difference.
    pub(super) fn tell(&mut self, difference: Difference) -> Result<()> {
        self.told += 1;
        (self.tell)(&difference)
    }

    /// Tells a difference of a value, or leaves it to the list around.
    fn value(&mut self, difference: Difference) -> Result<()> {
        let Some(Some(tally)) = self.tallies.last_mut() else {
            return self.tell(difference);
        };
        let record = self.place.index(tally.depth);
        let field = self.place.name(tally.depth + 1);
        let size = difference.delta.as_ref().map(|delta| delta.size);
        tally.add(record, field, size, || difference);
        Ok(())
    }

    /// Tells that only one file has the field at this place.
    pub(super) fn only(&mut self, side: Side, shown: Shown) -> Result<()> {
        let difference = self.place.difference(Change::Only(side)).shows(side, shown);
        if self.options.all {
            return self.tell(difference);
        }
        self.once.add(self.place.pattern(), side, difference);
        Ok(())
    }

    pub(super) fn node(&mut self, a: &Node, b: &Node) -> Result<()> {
        match (&a.content, &b.content) {
            (Content::Leaf(ty, old), Content::Leaf(_, new)) if old.is_text() == new.is_text() => {
                self.leaf(ty, old, new, &a.unit)
            }
            (Content::Fields(_, old), Content::Fields(_, new)) => self.fields(old, new),
            (Content::Variant(..), Content::Variant(..)) if let Some((old, new)) = bulks(a, b) => {
                self.records(old, new)
            }
            (Content::Variant(variant, old), Content::Variant(other, new)) if variant == other => {
                self.place.push_name(variant);
                self.fields(old, new)?;
                self.place.pop();
                Ok(())
            }
            (Content::Items(old), Content::Items(new)) => self.items(old, new),
            (Content::Records(old), Content::Records(new)) => self.records(old, new),
            (Content::Text(old), Content::Text(new)) if old == new => Ok(()),
            _ => self.others(a, b),
        }
    }

    /// Two nodes that have nothing to compare but what they are.
    fn others(&mut self, a: &Node, b: &Node) -> Result<()> {
        let difference = Difference {
            a: Some(Shown::node(a, self.a)),
            b: Some(Shown::node(b, self.b)),
            ..self.place.difference(Change::Changed)
        };
        self.value(difference)
    }

    fn leaf(&mut self, ty: &Type, a: &Held, b: &Held, unit: &Str) -> Result<()> {
        let (a, b) = (a.scalar(self.a), b.scalar(self.b));
        if a == b || self.is_near(ty, unit, a, b) {
            return Ok(());
        }
        if let (Type::Blob, Scalar::Bytes(a), Scalar::Bytes(b)) = (ty, a, b) {
            return self.opaque(a, b);
        }
        let change = if self.place.is_name_of_item() {
            Change::Renamed
        } else {
            Change::Changed
        };
        let difference = Difference {
            a: Some(Shown::measured(ty, unit, a)),
            b: Some(Shown::measured(ty, unit, b)),
            delta: Delta::of(ty, unit, a, b),
            unit: unit.to_string(),
            ..self.place.difference(change)
        };
        self.value(difference)
    }

    fn fields(&mut self, a: &[(Str, Node)], b: &[(Str, Node)]) -> Result<()> {
        for (name, old) in a {
            if self.ignored_fields.contains(&&**name) {
                continue;
            }
            self.place.push_name(name);
            match find(b, name) {
                Some(new) => self.node(old, new)?,
                None => self.only(Side::A, Shown::node(old, self.a))?,
            }
            self.place.pop();
        }
        for (name, new) in b {
            if find(a, name).is_none() && !self.ignored_fields.contains(&&**name) {
                self.place.push_name(name);
                self.only(Side::B, Shown::node(new, self.b))?;
                self.place.pop();
            }
        }
        Ok(())
    }

    fn trailing(&mut self, a: &Outline<'_>, b: &Outline<'_>) -> Result<()> {
        let (old, new) = (a.trailing(), b.trailing());
        self.place.push_name(&Str::Static("trailing"));
        match (old, new) {
            _ if old == new => {}
            (_, []) => self.only(Side::A, Shown::count(old.len(), "byte"))?,
            ([], _) => self.only(Side::B, Shown::count(new.len(), "byte"))?,
            _ => self.opaque(old, new)?,
        }
        self.place.pop();
        Ok(())
    }
}

/// The bulk of two variants, when it can be compared: variants are passed through, for what differs in kind
/// may be the same in number.
fn bulks<'n>(a: &'n Node, b: &'n Node) -> Option<(&'n Records, &'n Records)> {
    let (a, b) = (a.bulk()?, b.bulk()?);
    a.has_common_columns(b).then_some((a, b))
}

fn find<'n>(fields: &'n [(Str, Node)], name: &Str) -> Option<&'n Node> {
    let found = fields.iter().find(|(known, _)| known == name);
    found.map(|(_, node)| node)
}
