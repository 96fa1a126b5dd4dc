//! What structs share that are alike.

use std::sync::Arc;

use super::{Fields, Spot, Usual, Value, fields::boxed};

/// The fields that most structs of a kind have. Those of a struct that are the same need not be kept with it.
#[derive(Clone)]
pub struct UsualFields(Arc<Box<[Option<Value>]>>);

impl From<Vec<Option<Value>>> for UsualFields {
    fn from(all: Vec<Option<Value>>) -> Self {
        Self(Arc::new(all.into()))
    }
}

impl UsualFields {
    /// The fields of a struct, which shares those that are as usual.
    #[must_use]
    pub fn sharing(&self, all: Vec<Option<Value>>) -> Fields {
        let mut spots: Vec<Spot> = Vec::with_capacity(all.len());
        for (place, field) in all.into_iter().enumerate() {
            let is_usual = self.0.get(place) == Some(&field);
            match (spots.last_mut(), field) {
                (Some(Spot::Usual(run)), _) if is_usual => run.len += 1,
                (Some(Spot::Gone(count)), None) if !is_usual => *count += 1,
                (_, None) if !is_usual => spots.push(Spot::Gone(1)),
                (_, Some(value)) if !is_usual => spots.push(Spot::Here(value)),
                _ => spots.push(Spot::Usual(self.from(place))),
            }
        }
        Fields(boxed(spots))
    }

    /// The one at a place.
    fn from(&self, place: usize) -> Usual {
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
    /// Fields made of these. Those that are shared stay so, and are not asked for.
    #[must_use]
    pub fn map_own(&self, mut map: impl FnMut(&Value) -> Value) -> Self {
        let spots = self.0.iter().map(|spot| match spot {
            Spot::Here(value) => Spot::Here(map(value)),
            run => run.clone(),
        });
        Self(spots.collect())
    }

    /// Shares nothing any more, so that it can be changed.
    pub(super) fn own(&mut self) {
        let is_usual = |spot: &Spot| matches!(spot, Spot::Usual(_));
        if self.0.iter().any(is_usual) {
            self.change(|_| ());
        }
    }
}

impl PartialEq for Fields {
    /// The same at every place, however it is kept.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}
