//! Names that come again in a list.

use formwork_schema::sorted;

/// How a name is one that came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// Byte for byte.
    Same,
    /// But for letter case.
    ButForCase,
}

/// Names that came before in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Repeated {
    pub(crate) again: Again,
    /// The place of the first of them.
    pub(crate) place: usize,
    /// How many they are.
    pub(crate) count: u64,
}

/// Which of so many names came before, in the order of the first places. Takes four bytes a name.
pub(crate) fn repeated<'a>(count: usize, name: &dyn Fn(usize) -> &'a [u8]) -> Vec<Repeated> {
    let name = |place: u32| name(place as usize);
    let lower = |place: u32| name(place).iter().map(u8::to_ascii_lowercase);
    let mut order: Vec<u32> = (0..count as u32).collect();
    sorted::indices(&mut order, &|a, b| {
        let exactly = || name(a).cmp(name(b));
        lower(a).cmp(lower(b)).then_with(exactly)
    });
    let mut ways: [Option<Repeated>; 2] = [None; 2];
    let mut add = |again: Again, places: &[u32]| {
        let Some(first) = places.iter().min() else {
            return;
        };
        let (place, count) = (*first as usize, places.len() as u64);
        let known = ways[again as usize].get_or_insert(Repeated {
            again,
            place,
            count: 0,
        });
        known.place = known.place.min(place);
        known.count += count;
    };
    for alike in order.chunk_by(|&a, &b| lower(a).eq(lower(b))) {
        let first = alike.iter().min();
        for same in alike.chunk_by(|&a, &b| name(a) == name(b)) {
            add(Again::Same, &same[1..]);
            if Some(&same[0]) != first {
                add(Again::ButForCase, &same[..1]);
            }
        }
    }
    let mut all: Vec<Repeated> = ways.into_iter().flatten().collect();
    sorted::by_key(&mut all, |one| one.place);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_come_again_are_told_by_the_first_one() {
        use Again::{ButForCase, Same};
        let told = |names: &[&'static str]| {
            let all = repeated(names.len(), &|place| names[place].as_bytes()).into_iter();
            let all = all.map(|one| (one.again, one.place, one.count));
            all.collect::<Vec<_>>()
        };
        assert_eq!(told(&[]), []);
        assert_eq!(told(&["a", "b", "ab", ""]), []);
        assert_eq!(told(&["b", "a", "b", "b"]), [(Same, 2, 2)]);
        assert_eq!(
            told(&["aB", "Ab", "aB", "c", "Ab", "ab"]),
            [(ButForCase, 1, 2), (Same, 2, 2)]
        );
        assert_eq!(told(&["a", "a", "A"]), [(Same, 1, 1), (ButForCase, 2, 1)]);
    }
}
