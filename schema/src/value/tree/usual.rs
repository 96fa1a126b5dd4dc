//! What structs share that are alike.

use std::sync::Arc;

use super::{Fields, Spot, Usual, Value, fields::Iter};

/// The fields that most structs of a kind have. Those of a struct that are the same need not be kept with it.
#[derive(Clone)]
pub struct UsualFields(Arc<Box<[Option<Value>]>>);

impl From<Vec<Option<Value>>> for UsualFields {
    fn from(all: Vec<Option<Value>>) -> Self {
        Self(Arc::new(all.into()))
    }
}

impl UsualFields {
    /// The fields of a struct, which shares those that are as usual. One that is not said is the usual one.
    #[must_use]
    pub fn sharing(&self, all: Vec<Option<Value>>) -> Fields {
        let mut spots: Vec<Spot> = Vec::with_capacity(all.len());
        for (place, field) in all.into_iter().enumerate() {
            let usual = self.0.get(place);
            let is_usual = usual.is_some_and(|usual| field.is_none() || *usual == field);
            match (spots.last_mut(), field) {
                (Some(Spot::Usual(run)), _) if is_usual => run.len += 1,
                (Some(Spot::Gone(count)), None) if !is_usual => *count += 1,
                (_, None) if !is_usual => spots.push(Spot::Gone(1)),
                (_, Some(value)) if !is_usual => spots.push(Spot::Here(value)),
                _ => spots.push(Spot::Usual(self.one(place))),
            }
        }
        // To shorten what they were collected in would leave pieces of that, which are of little use.
        Fields(spots.drain(..).collect())
    }

    /// The one at a place.
    fn one(&self, place: usize) -> Usual {
        Usual {
            all: Arc::clone(&self.0),
            start: place as u32,
            len: 1,
        }
    }
}

impl Usual {
    pub(super) fn fields(&self) -> &[Option<Value>] {
        &self.all[self.start as usize..][..self.len as usize]
    }
}

impl Fields {
    /// Those that are there, in order, without those that are shared.
    pub fn own_values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().filter_map(|spot| match spot {
            Spot::Here(value) => Some(value),
            Spot::Gone(_) | Spot::Usual(_) => None,
        })
    }

    /// Fields made of these. The function is called for those of [`own_values`](Self::own_values); those that are shared stay so.
    #[must_use]
    pub fn map_own(&self, mut map: impl FnMut(&Value) -> Value) -> Self {
        let spots = self.0.iter().map(|spot| match spot {
            Spot::Here(value) => Spot::Here(map(value)),
            run => run.clone(),
        });
        Self(spots.collect())
    }

    /// Shares nothing any more, so that it can be changed.
    pub(super) fn unshare(&mut self) {
        let is_usual = |spot: &Spot| matches!(spot, Spot::Usual(_));
        if self.0.iter().any(is_usual) {
            self.change(|_| ());
        }
    }
}

impl PartialEq for Fields {
    /// The same at every place, however it is kept.
    fn eq(&self, other: &Self) -> bool {
        for (at, pair) in self.0.iter().zip(&other.0).enumerate() {
            match pair {
                (Spot::Here(a), Spot::Here(b)) if a == b => {}
                (Spot::Here(_), Spot::Here(_)) => return false,
                (Spot::Gone(a), Spot::Gone(b)) if a == b => {}
                _ => return Iter::of(&self.0[at..]).eq(Iter::of(&other.0[at..])),
            }
        }
        self.0.len() == other.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(bits: u32, places: u32, value: i128) -> Vec<Option<Value>> {
        let there = |place: u32| (bits >> place & 1 == 1).then(|| Value::int(value));
        (0..places).map(there).collect()
    }

    /// Whatever is shared, they are as fields of their own. What is not said is usual.
    #[test]
    fn shared_fields_are_as_their_own() {
        let usual = (0..5).flat_map(|places| (0..1 << places).map(move |bits| (bits, places)));
        for (bits, places) in usual {
            let usual = UsualFields::from(values(bits, places, 1));
            for (there, value) in (0..16).flat_map(|there| [(there, 1), (there, 2)]) {
                let mut all = values(there, 4, value);
                all[2] = Some(Value::int(1));
                let shared = usual.sharing(all.clone());
                for (field, usual) in all.iter_mut().zip(values(bits, places, 1)) {
                    *field = field.take().or(usual);
                }
                let own = Fields::from(all.clone());
                assert_eq!((&own, &shared, shared.len()), (&shared, &own, 4));
                let mut seek = shared.seek();
                for place in [3, 0, 2, 1, 4] {
                    let expected = all.get(place).and_then(Option::as_ref);
                    assert_eq!((shared.get(place), seek.get(place)), (expected, expected));
                    let (mut one, mut other) = (own.clone(), shared.clone());
                    one.set(place, Some(Value::int(9)));
                    other.set(place, Some(Value::int(9)));
                    assert_eq!(one, other);
                    assert_eq!(one.get_mut(place), other.get_mut(place));
                    assert_eq!(shared, own);
                }
                let mut changed = shared.clone();
                changed
                    .iter_mut()
                    .flatten()
                    .for_each(|field| *field = Value::int(3));
                assert!(changed.values().all(|field| *field == Value::int(3)));
                let kept = shared.own_values().count();
                let mapped = shared.map_own(|_| Value::int(5));
                let fives = mapped.values().filter(|field| **field == Value::int(5));
                assert_eq!(
                    (fives.count(), mapped.values().count()),
                    (kept, all.iter().flatten().count())
                );
            }
        }
    }
}
