//! Work on long lists, on all cores; on this one where the list is short. What comes of it is the same, however many cores there are.

use rayon::prelude::*;

/// From how many values on several cores are faster.
const MANY: usize = 1 << 16;

/// Whether all values are good. They are looked at by blocks without a way out, which processors do several at a time.
pub(crate) fn all<T: Sync>(values: &[T], is_good: impl Fn(&T) -> bool + Sync) -> bool {
    let is_whole = |values: &[T]| {
        let mut blocks = values.chunks(1024);
        blocks.all(|block| block.iter().fold(true, |all, value| all & is_good(value)))
    };
    if values.len() < MANY {
        return is_whole(values);
    }
    values.par_chunks(MANY / 4).all(is_whole)
}

/// Changes values by blocks of so many, the last of which may be shorter.
pub(crate) fn change<T: Send>(
    values: &mut [T],
    size: usize,
    change: impl Fn(&mut [T]) + Sync + Send,
) {
    if values.len() < MANY {
        values.chunks_mut(size).for_each(change);
    } else {
        values.par_chunks_mut(size).for_each(change);
    }
}

/// What comes of a list by its parts, two of which are put together at a time, in order.
pub(crate) fn fold<T: Sync, U: Send>(
    values: &[T],
    part: impl Fn(&[T]) -> U + Sync,
    both: impl Fn(U, U) -> U + Sync + Send,
) -> U {
    let parts = values.par_chunks(MANY).map(&part);
    let found = if values.len() < MANY {
        None
    } else {
        parts.reduce_with(both)
    };
    found.unwrap_or_else(|| part(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_as_short_ones() {
        for length in [0, 5, MANY - 1, MANY, MANY * 3 + 77] {
            let values: Vec<u32> = (0..length as u32).map(|it| it.wrapping_mul(7919)).collect();
            let greatest = fold(&values, |part| part.iter().copied().max(), Ord::max);
            assert_eq!(greatest, values.iter().copied().max());
            assert!(all(&values, |it| Some(*it) <= greatest));
            assert_eq!(length > 0, !all(&values, |it| Some(*it) < greatest));
            let mut turned = values.clone();
            change(&mut turned, 512, <[u32]>::reverse);
            change(&mut turned, 512, <[u32]>::reverse);
            assert!(turned == values);
        }
    }
}
