//! Which item of one list is which item of another.

use std::collections::HashMap;

/// What an item is known by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key<'b> {
    /// Its name.
    pub(super) name: Option<&'b [u8]>,
    /// A hash of all of it.
    pub(super) whole: u64,
    /// A hash of all but its name.
    pub(super) rest: u64,
}

/// Which item of one list is which item of another.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Alignment {
    /// Items of both, in the order of A.
    pub(super) pairs: Vec<Pair>,
    /// Items that only A has, in order.
    pub(super) only_a: Vec<usize>,
    /// Items that only B has, in order.
    pub(super) only_b: Vec<usize>,
}

/// An item of both lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Whether it stands elsewhere among the others.
    pub(super) moved: bool,
}

impl Alignment {
    /// Counts items from further ahead: both lists have so many items before them.
    pub(super) fn shift(&mut self, by: usize) {
        for pair in &mut self.pairs {
            (pair.a, pair.b) = (pair.a + by, pair.b + by);
        }
        for at in self.only_a.iter_mut().chain(&mut self.only_b) {
            *at += by;
        }
    }
}

impl Pair {
    pub(super) const fn stays(a: usize, b: usize) -> Self {
        Self { a, b, moved: false }
    }
}

/// Aligns two lists, in `n log n` steps.
///
/// Items belong together that have, in this order of preference, the same name and content, the
/// same name, the same content under another name, or no name and the same place between
/// neighbours that belong together. The first of several equal ones belongs to the first.
/// `moves` says whether items may change places; otherwise those that did are two items.
pub(super) fn align(a: &[Key<'_>], b: &[Key<'_>], moves: bool) -> Alignment {
    let mut matching = Matching {
        to_b: vec![None; a.len()],
        taken: vec![false; b.len()],
    };
    matching.by(a, b, |key| Some((key.name, key.whole)));
    matching.by(a, b, |key| key.name);
    matching.by(a, b, |key| key.name.map(|_| key.rest));
    let mut stays = matching.in_order();
    if !moves {
        matching.part(&stays);
    }
    matching.fill(a, b, &mut stays);
    matching.finish(&stays)
}

struct Matching {
    to_b: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Matching {
    fn pair(&mut self, a: usize, b: usize) {
        self.to_b[a] = Some(b);
        self.taken[b] = true;
    }

    /// Pairs the items that have the same trait, the first with the first.
    fn by<'k, T: std::hash::Hash + Eq>(
        &mut self,
        a: &[Key<'k>],
        b: &[Key<'k>],
        of: impl Fn(&Key<'k>) -> Option<T>,
    ) {
        let mut free: HashMap<T, Vec<usize>> = HashMap::new();
        // From the end, so that the first is taken first.
        for (at, key) in b.iter().enumerate().rev() {
            if let Some(known) = of(key).filter(|_| !self.taken[at]) {
                free.entry(known).or_default().push(at);
            }
        }
        for (at, key) in a.iter().enumerate() {
            if self.to_b[at].is_none()
                && let Some(known) = of(key)
                && let Some(b) = free.get_mut(&known).and_then(Vec::pop)
            {
                self.pair(at, b);
            }
        }
    }

    /// The most pairs that stand in the same order in both lists: a longest rising sequence.
    fn in_order(&self) -> Vec<(usize, usize)> {
        let pairs: Vec<(usize, usize)> = self
            .to_b
            .iter()
            .enumerate()
            .filter_map(|(a, b)| b.map(|b| (a, b)))
            .collect();
        // The end of the best sequence of each length, and what comes before each pair.
        let mut ends: Vec<usize> = Vec::new();
        let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
        for (at, (_, b)) in pairs.iter().enumerate() {
            let length = ends.partition_point(|end| pairs[*end].1 < *b);
            before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
            ends.truncate(ends.len().max(length));
            match ends.get_mut(length) {
                Some(end) => *end = at,
                None => ends.push(at),
            }
        }
        let mut next = ends.last().copied();
        let mut sequence = Vec::with_capacity(ends.len());
        while let Some(at) = next {
            sequence.push(pairs[at]);
            next = before[at];
        }
        sequence.reverse();
        sequence
    }

    /// Parts the pairs that are not among these.
    fn part(&mut self, stays: &[(usize, usize)]) {
        self.to_b.fill(None);
        self.taken.fill(false);
        for (a, b) in stays {
            self.pair(*a, *b);
        }
    }

    /// Pairs nameless items in the gaps between pairs that stay, the first with the first.
    fn fill(&mut self, a: &[Key<'_>], b: &[Key<'_>], stays: &mut Vec<(usize, usize)>) {
        let ends = stays.iter().copied().chain([(a.len(), b.len())]);
        let mut all = Vec::new();
        let (mut from_a, mut from_b) = (0, 0);
        for (end_a, end_b) in ends {
            let free_a =
                (from_a..end_a).filter(|at| self.to_b[*at].is_none() && a[*at].name.is_none());
            let free_b = (from_b..end_b).filter(|at| !self.taken[*at] && b[*at].name.is_none());
            all.extend(free_a.zip(free_b));
            all.push((end_a, end_b));
            (from_a, from_b) = (end_a + 1, end_b + 1);
        }
        // The end of both lists is no pair.
        all.pop();
        for (a, b) in &all {
            self.pair(*a, *b);
        }
        *stays = all;
    }

    fn finish(self, stays: &[(usize, usize)]) -> Alignment {
        let mut alignment = Alignment::default();
        for (a, b) in self.to_b.iter().enumerate() {
            match *b {
                Some(b) => alignment.pairs.push(Pair {
                    a,
                    b,
                    moved: stays.binary_search(&(a, b)).is_err(),
                }),
                None => alignment.only_a.push(a),
            }
        }
        let free = self.taken.iter().enumerate().filter(|(_, taken)| !**taken);
        alignment.only_b = free.map(|(b, _)| b).collect();
        alignment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items written as `name=content`, or content alone.
    fn keys<'t>(items: &[&'t str]) -> Vec<Key<'t>> {
        let hash = |text: &str| {
            text.bytes()
                .fold(7, |hash, byte| hash * 31 + u64::from(byte))
        };
        let key = |item: &&'t str| {
            let (name, content) = match item.split_once('=') {
                Some((name, content)) => (Some(name.as_bytes()), content),
                None => (None, *item),
            };
            Key {
                name,
                whole: hash(item),
                rest: hash(content),
            }
        };
        items.iter().map(key).collect()
    }

    /// `0-1` for a pair, `0~1` for one that moved; then what only A has, and what only B has.
    fn said(a: &[&str], b: &[&str], moves: bool) -> String {
        let alignment = align(&keys(a), &keys(b), moves);
        let pairs = alignment.pairs.iter().map(|pair| {
            let sign = if pair.moved { '~' } else { '-' };
            format!("{}{sign}{}", pair.a, pair.b)
        });
        let pairs: Vec<String> = pairs.collect();
        format!(
            "{} {:?} {:?}",
            pairs.join(" "),
            alignment.only_a,
            alignment.only_b
        )
    }

    #[test]
    fn names_count_first() {
        assert_eq!(
            said(&["x=1", "y=2"], &["x=1", "y=3"], true),
            "0-0 1-1 [] []"
        );
        assert_eq!(
            said(&["x=1", "y=2"], &["x=2", "y=1"], true),
            "0-0 1-1 [] []"
        );
        assert_eq!(
            said(&["x=1", "y=2", "z=3"], &["x=1", "z=3"], true),
            "0-0 2-1 [1] []"
        );
    }

    #[test]
    fn what_moved_is_the_least_that_can_have_moved() {
        let (a, b) = (["x=1", "y=2", "z=3", "w=4"], ["w=4", "x=1", "y=2", "z=3"]);
        assert_eq!(said(&a, &b, true), "0-1 1-2 2-3 3~0 [] []");
        assert_eq!(said(&b, &a, true), "0~3 1-0 2-1 3-2 [] []");
    }

    #[test]
    fn another_name_for_the_same_is_a_new_name() {
        assert_eq!(
            said(&["x=1", "y=2"], &["x=1", "z=2"], true),
            "0-0 1-1 [] []"
        );
        assert_eq!(said(&["x=1", "y=2"], &["x=1", "z=3"], true), "0-0 [1] [1]");
    }

    #[test]
    fn repeated_names_are_told_apart_by_content_and_then_by_order() {
        let (a, b) = (["x=1", "x=2", "x=3"], ["x=2", "x=3"]);
        assert_eq!(said(&a, &b, true), "1-0 2-1 [0] []");
        assert_eq!(
            said(&["x=1", "x=2"], &["x=4", "x=5"], true),
            "0-0 1-1 [] []"
        );
    }

    #[test]
    fn nameless_items_are_paired_between_equal_neighbours() {
        assert_eq!(
            said(&["p", "q", "r"], &["p", "x", "r"], true),
            "0-0 1-1 2-2 [] []"
        );
        assert_eq!(said(&["p", "q"], &["n", "p", "q"], true), "0-1 1-2 [] [0]");
        assert_eq!(said(&["p", "q"], &["q", "p"], true), "0~1 1-0 [] []");
        assert_eq!(said(&["p", "q"], &["q", "p"], false), "1-0 [0] [1]");
        assert_eq!(said(&["p", "p", "q"], &["p", "q"], true), "0-0 2-1 [1] []");
        assert_eq!(said(&[], &["p"], true), " [] [0]");
    }
}
