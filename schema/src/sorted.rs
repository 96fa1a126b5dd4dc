//! Sorting that is compiled once, and not for each type and order: what is generic here is a few calls.
//!
//! For lists that no time is spent on. A comparison is a call through a pointer, and a list is sorted by way of its
//! indices; what is sorted for each vertex or each key has the standard library's.

use std::cmp::Ordering;

/// Sorts a list. Items that are equal keep their order.
pub fn ascending<T: Ord>(list: &mut [T]) {
    by(list, T::cmp);
}

/// Sorts a list by a key of each item, which is made for each comparison. Items with the same key keep their order.
pub fn by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list. Items that are equal keep their order.
///
/// # Panics
///
/// Of 2³² items or more, for which there are no indices.
pub fn by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(list.len(), &|a, b| {
        compare(&list[a as usize], &list[b as usize])
    });
    arrange(order, &mut |a, b| list.swap(a, b));
}

/// What an iterator has, in a set or map, one by one: `Iterator::collect` sorts it first, which is compiled for each type.
pub fn collect<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

/// Sorts indices of whatever is compared. Those that are equal are in the order of the indices themselves, so that an
/// index must not be there twice.
pub fn indices(all: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    // With indices that are all different this order is total: as good as a stable sort, which takes memory of its own.
    all.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
}

/// Where the items of a sorted list of this length come from.
fn order(count: usize, compare: &dyn Fn(u32, u32) -> Ordering) -> Vec<u32> {
    let count = u32::try_from(count).expect("less than 2³² items");
    let mut order: Vec<u32> = (0..count).collect();
    indices(&mut order, compare);
    order
}

/// Brings items from where they are to their places: along each cycle, so every swap brings one of them home.
fn arrange(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place as u32) as usize;
            if from == start {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut list: Vec<(u8, usize)> = (0..1000).map(|at| ((at * 7 % 5) as u8, at)).collect();
        let mut expected = list.clone();
        expected.sort_by_key(|item| item.0);
        by_key(&mut list, |item| item.0);
        assert_eq!(list, expected);
        expected.sort_by_key(|item| std::cmp::Reverse(item.0));
        by(&mut list, |a, b| b.0.cmp(&a.0));
        assert_eq!(list, expected);
    }

    #[test]
    fn short_lists_stay_as_they_are() {
        let mut list: [String; 0] = [];
        ascending(&mut list);
        let mut list = ["a".to_owned()];
        ascending(&mut list);
        assert_eq!(list, ["a"]);
        indices(&mut [], &|_, _| Ordering::Equal);
    }

    #[test]
    fn a_cycle_takes_a_swap_for_each_item() {
        let count = 10_000;
        let sorted: Vec<u32> = (0..count as u32).collect();
        for shift in [1, 2, 5_000, 9_999] {
            let mut list = sorted.clone();
            list.rotate_right(shift);
            let order = order(count, &|a, b| list[a as usize].cmp(&list[b as usize]));
            let mut swaps = 0;
            arrange(order, &mut |a, b| {
                list.swap(a, b);
                swaps += 1;
            });
            assert_eq!(list, sorted);
            assert!(swaps < count, "{swaps} for a rotation by {shift}");
        }
    }

    #[test]
    fn indices_of_equal_items_are_in_order() {
        let mut all = [5, 0, 4, 1, 3];
        indices(&mut all, &|a, b| (a % 2).cmp(&(b % 2)));
        assert_eq!(all, [0, 4, 1, 3, 5]);
    }

    proptest! {
        #[test]
        fn any_list_is_as_the_standard_library_sorts_it(
            keys in proptest::collection::vec(0_u16..300, 0..600),
        ) {
            let mut list: Vec<(String, usize)> = keys.iter().map(u16::to_string).zip(0..).collect();
            let mut expected = list.clone();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            by(&mut list, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(&list, &expected);
            expected.reverse();
            let mut list = expected.clone();
            ascending(&mut list);
            expected.sort();
            prop_assert_eq!(list, expected);
        }
    }
}
