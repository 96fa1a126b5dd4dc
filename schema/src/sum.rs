//! Sums over the items of lists.

use crate::{Wide, wide};

/// A list that may be summed over; an absent one adds nothing.
pub trait Summed {
    /// What the list consists of.
    type Item;

    /// The items.
    fn items(&self) -> &[Self::Item];
}

impl<T> Summed for [T] {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

impl<T> Summed for Vec<T> {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

impl<L: Summed> Summed for Option<L> {
    type Item = L::Item;

    fn items(&self) -> &[L::Item] {
        self.as_ref().map_or(&[], L::items)
    }
}

impl<L: Summed + ?Sized> Summed for &L {
    type Item = L::Item;

    fn items(&self) -> &[L::Item] {
        (**self).items()
    }
}

/// Sum over the items of a list, 0 when it is absent. Conditions, counts and arguments use it.
pub fn sum<'a, L: Summed + ?Sized, F: Fn(&'a L::Item) -> N, N: Into<Wide>>(
    list: &'a L,
    item: F,
) -> Wide {
    let numbers = list.items().iter().map(item);
    numbers.fold(wide(0_u8), |sum, number| sum + number)
}
