//! What holds values of other types.

use super::{Json, Shown, Slot};

impl<T: Json> Json for Box<T> {
    fn slot(&mut self) -> Slot<'_> {
        (**self).slot()
    }

    fn shown(&self) -> Shown<'_> {
        (**self).shown()
    }
}

impl<T: Json + Default> Json for Option<T> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::Option(self)
    }

    fn shown(&self) -> Shown<'_> {
        Shown::Option(self.as_ref().map(|value| value as _))
    }

    fn at(&mut self, _: usize) -> Option<&mut dyn Json> {
        Some(self.get_or_insert_default())
    }
}

impl<T: Json + Default> Json for Vec<T> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::List(self)
    }

    fn shown(&self) -> Shown<'_> {
        Shown::List(self)
    }

    fn get(&self, place: usize) -> Option<Shown<'_>> {
        self.as_slice().get(place).map(T::shown)
    }

    fn at(&mut self, place: usize) -> Option<&mut dyn Json> {
        if place == self.len() {
            self.push(T::default());
        }
        self.get_mut(place).map(|item| item as _)
    }
}
