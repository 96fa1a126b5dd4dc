//! Which of two lists belong together: by name, in order; and by shape between those.

use std::collections::HashMap;

use formwork_schema::layout::Str;

/// Renames that are looked for between two neighbours, at most.
const MAX_RENAMES: usize = 10_000;

/// What stands at one place of either list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Both(usize, usize),
    Old(usize),
    New(usize),
}

/// Matches two lists in which each name stands once. `alike` says whether two of different names may be one that was
/// renamed.
pub(super) fn align(old: &[&str], new: &[&str], alike: impl Fn(usize, usize) -> bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut from, mut to) = (0, 0);
    let mut anchors = anchors(old, new);
    anchors.push((old.len(), new.len()));
    for (i, j) in anchors {
        between((from..i, to..j), &alike, &mut steps);
        if i < old.len() {
            steps.push(Step::Both(i, j));
        }
        (from, to) = (i + 1, j + 1);
    }
    steps
}

/// The longest run of equal names that stand in the same order in both.
fn anchors(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let places: HashMap<&str, usize> = new.iter().enumerate().map(|(j, name)| (*name, j)).collect();
    let pairs = old.iter().enumerate();
    let pairs: Vec<(usize, usize)> = pairs
        .filter_map(|(i, name)| Some((i, *places.get(name)?)))
        .collect();
    // Of each length the run that ends lowest, as in patience sorting.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, j)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *j);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut run = Vec::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        run.push(pairs[at]);
        next = before[at];
    }
    run.reverse();
    run
}

/// What stands between two that belong together.
fn between(
    (old, new): (std::ops::Range<usize>, std::ops::Range<usize>),
    alike: &impl Fn(usize, usize) -> bool,
    steps: &mut Vec<Step>,
) {
    let mut next = new.start;
    let search = old.len().saturating_mul(new.len()) <= MAX_RENAMES;
    for i in old {
        let found = if search {
            (next..new.end).find(|j| alike(i, *j))
        } else {
            None
        };
        match found {
            Some(j) => {
                steps.extend((next..j).map(Step::New));
                steps.push(Step::Both(i, j));
                next = j + 1;
            }
            None => steps.push(Step::Old(i)),
        }
    }
    steps.extend((next..new.end).map(Step::New));
}

/// What one list has and the other has not.
pub(super) fn missing<'a>(of: &'a [Str], from: &'a [Str]) -> impl Iterator<Item = &'a str> {
    let all = of.iter().map(|one| &**one);
    all.filter(|one| !from.iter().any(|other| **other == **one))
}

#[cfg(test)]
mod tests {
    use super::{Step::*, *};

    fn aligned(old: &str, new: &str) -> Vec<Step> {
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        let (old, new) = (words(Box::leak(old.into())), words(Box::leak(new.into())));
        // Upper case is one shape, lower case another.
        let upper = |text: &str| text.chars().all(char::is_uppercase);
        align(&old, &new, |i, j| upper(old[i]) == upper(new[j]))
    }

    #[test]
    fn names_in_order_are_anchors() {
        assert_eq!(aligned("a b c", "a c"), [Both(0, 0), Old(1), Both(2, 1)]);
        assert_eq!(aligned("a c", "a b c"), [Both(0, 0), New(1), Both(1, 2)]);
        assert_eq!(aligned("a B c", "c a B").len(), 4);
    }

    #[test]
    fn what_is_alike_between_them_was_renamed() {
        assert_eq!(
            aligned("a b c", "a x c"),
            [Both(0, 0), Both(1, 1), Both(2, 2)]
        );
        assert_eq!(
            aligned("a b c", "a X c"),
            [Both(0, 0), Old(1), New(1), Both(2, 2)]
        );
        assert_eq!(aligned("", "x"), [New(0)]);
    }
}
