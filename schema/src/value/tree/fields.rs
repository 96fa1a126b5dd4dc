//! What is done with [`Fields`], of which only those that are there take memory.

use std::fmt;

use super::{Fields, Spot, Value};

impl Fields {
    /// How many places there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(Spot::width).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The field at a place, where it is there.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&Value> {
        self.seek().get(place)
    }

    /// Finds fields by their places, in as many steps as there are places where these come in order.
    #[must_use]
    pub fn seek(&self) -> Seek<'_> {
        Seek {
            spots: &self.0,
            spot: 0,
            start: 0,
        }
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut Value> {
        let spot = self.spot(place)?;
        if matches!(self.0.get(spot), Some(Spot::Usual(_))) {
            self.unshare();
            return self.get_mut(place);
        }
        match self.0.get_mut(spot)? {
            Spot::Here(value) => Some(value),
            Spot::Gone(_) | Spot::Usual(_) => None,
        }
    }

    /// Where a place is kept.
    fn spot(&self, place: usize) -> Option<usize> {
        let mut end = 0;
        self.0.iter().position(|spot| {
            end += spot.width();
            end > place
        })
    }

    /// Every place, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter::of(&self.0)
    }

    /// Those that are there, in order.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter().flatten()
    }

    /// Every place, in order, to change what is there.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = Option<&mut Value>> {
        self.unshare();
        self.0.iter_mut().flat_map(|spot| {
            let (here, gone) = match spot {
                Spot::Here(value) => (Some(Some(value)), 0),
                other => (None, other.width()),
            };
            here.into_iter().chain((0..gone).map(|_| None))
        })
    }

    /// Puts a value to a place, or takes it away; nothing where there is no such place.
    pub fn set(&mut self, place: usize, value: Option<Value>) {
        match (self.get_mut(place), value) {
            (Some(here), Some(value)) => *here = value,
            (_, value) => self.change(|all| {
                if let Some(empty) = all.get_mut(place) {
                    *empty = value;
                }
            }),
        }
    }

    /// Changes any places, also whether something is there.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Vec<Option<Value>>) -> R) -> R {
        let mut all = Vec::with_capacity(self.len());
        for spot in std::mem::take(&mut self.0) {
            match spot {
                Spot::Here(value) => all.push(Some(value)),
                Spot::Gone(count) => all.resize_with(all.len() + count, || None),
                Spot::Usual(usual) => all.extend_from_slice(usual.fields()),
            }
        }
        let result = change(&mut all);
        *self = all.into();
        result
    }
}

impl Spot {
    /// How many places it stands for.
    fn width(&self) -> usize {
        match self {
            Self::Here(_) => 1,
            Self::Gone(count) => *count,
            Self::Usual(usual) => usual.fields().len(),
        }
    }
}

/// Finds fields by their places.
#[derive(Debug, Clone)]
pub struct Seek<'v> {
    spots: &'v [Spot],
    /// The spot that was found last, and the place where it begins.
    spot: usize,
    start: usize,
}

impl<'v> Seek<'v> {
    /// The field at a place, where it is there.
    pub fn get(&mut self, place: usize) -> Option<&'v Value> {
        if place < self.start {
            (self.spot, self.start) = (0, 0);
        }
        loop {
            let spot = self.spots.get(self.spot)?;
            let end = self.start + spot.width();
            if place < end {
                return match spot {
                    Spot::Here(value) => Some(value),
                    Spot::Gone(_) => None,
                    Spot::Usual(usual) => usual.fields()[place - self.start].as_ref(),
                };
            }
            (self.spot, self.start) = (self.spot + 1, end);
        }
    }
}

/// The places of [`Fields`], in order.
#[derive(Debug, Clone)]
pub struct Iter<'v> {
    spots: std::slice::Iter<'v, Spot>,
    /// How many of a run come before the next spot.
    more: usize,
    /// What is there of these.
    usual: &'v [Option<Value>],
}

impl<'v> Iter<'v> {
    #[inline]
    pub(super) fn of(spots: &'v [Spot]) -> Self {
        Self {
            spots: spots.iter(),
            more: 0,
            usual: &[],
        }
    }
}

impl<'v> Iterator for Iter<'v> {
    type Item = Option<&'v Value>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.more == 0 {
            match self.spots.next()? {
                Spot::Here(value) => return Some(Some(value)),
                Spot::Gone(count) => self.more = *count,
                Spot::Usual(usual) => {
                    (self.more, self.usual) = (usual.len as usize, usual.fields())
                }
            }
        }
        self.more -= 1;
        Some(self.usual.split_off_first().and_then(Option::as_ref))
    }
}

impl<'v> IntoIterator for &'v Fields {
    type Item = Option<&'v Value>;
    type IntoIter = Iter<'v>;

    fn into_iter(self) -> Iter<'v> {
        self.iter()
    }
}

impl From<Vec<Option<Value>>> for Fields {
    fn from(all: Vec<Option<Value>>) -> Self {
        // Spots are as large as what they come from, and take its place.
        let spots = all.into_iter();
        let mut spots: Vec<Spot> = spots
            .map(|field| field.map_or(Spot::Gone(1), Spot::Here))
            .collect();
        spots.dedup_by(|spot, before| match (spot, before) {
            (Spot::Gone(more), Spot::Gone(count)) => {
                *count += *more;
                true
            }
            _ => false,
        });
        // To shorten a list by much leaves a piece of memory that is of little use.
        match spots.len() * 2 <= spots.capacity() {
            true => Self(spots.drain(..).collect()),
            false => Self(spots.into()),
        }
    }
}

impl FromIterator<Option<Value>> for Fields {
    fn from_iter<I: IntoIterator<Item = Option<Value>>>(all: I) -> Self {
        Vec::from_iter(all).into()
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spot").field(&self.width()).finish()
    }
}

/// Fields that come in order, and are found there as long as they are the last.
pub(in crate::value) struct Filling {
    spots: Vec<Spot>,
    /// How many places there are at least.
    places: usize,
    /// How many places came.
    len: usize,
}

impl Filling {
    /// For at least so many.
    pub(in crate::value) fn new(places: usize) -> Self {
        Self {
            spots: Vec::with_capacity(places),
            places,
            len: 0,
        }
    }

    /// Leaves places empty until so many came.
    fn skip(&mut self, len: usize) {
        if let Some(gone) = len.checked_sub(self.len).filter(|gone| *gone > 0) {
            self.spots.push(Spot::Gone(gone));
            self.len = len;
        }
    }

    /// Puts a value to a place behind all that came.
    pub(in crate::value) fn put(&mut self, place: usize, value: Value) {
        if place >= self.len {
            self.skip(place);
            self.spots.push(Spot::Here(value));
            self.len += 1;
        } else if let Some(last) = self.last(place) {
            *last = value;
        }
    }

    /// The value at a place, if it came last.
    pub(in crate::value) fn last(&mut self, place: usize) -> Option<&mut Value> {
        match self.spots.last_mut()? {
            Spot::Here(value) if place + 1 == self.len => Some(value),
            _ => None,
        }
    }

    /// The one value that came last.
    pub(in crate::value) fn only(mut self) -> Option<Value> {
        match self.spots.pop()? {
            Spot::Here(value) => Some(value),
            Spot::Gone(_) | Spot::Usual(_) => None,
        }
    }

    pub(in crate::value) fn filled(mut self) -> Fields {
        self.skip(self.places);
        Fields(self.spots.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(fields: &Fields) -> Vec<Option<Value>> {
        fields.iter().map(Option::<&Value>::cloned).collect()
    }

    /// Whatever is put where, they are as a list of all places would be.
    #[test]
    fn fields_are_what_all_places_say() {
        for bits in 0..64_i128 {
            let there = |place: usize| (bits >> place & 1 == 1).then(|| Value::int(place as i128));
            let all: Vec<_> = (0..6).map(there).collect();
            let fields = Fields::from(all.clone());
            assert_eq!((dense(&fields), fields.len()), (all.clone(), 6));
            let mut seek = fields.seek();
            for place in [6, 0, 3, 5, 1, 2, 4] {
                let expected = all.get(place).and_then(Option::as_ref);
                assert_eq!((fields.get(place), seek.get(place)), (expected, expected));
                for value in [None, Some(Value::int(9))] {
                    let (mut all, mut set) = (all.clone(), fields.clone());
                    all.get_mut(place)
                        .into_iter()
                        .for_each(|here| *here = value.clone());
                    set.set(place, value);
                    assert_eq!(set, Fields::from(all));
                }
            }
            let mut filling = Filling::new(6);
            let filled = (0..6).filter_map(|place| Some((place, there(place)?)));
            filled.for_each(|(place, value)| filling.put(place, value));
            assert_eq!(filling.filled(), fields);
            let mut changed = fields.clone();
            let widths = changed.iter_mut().map(|field| usize::from(field.is_some()));
            assert_eq!(widths.sum::<usize>(), bits.count_ones() as usize);
        }
    }
}
