//! Names that come again in a list.

/// How a name is one that came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Again {
    /// Byte for byte.
    Same,
    /// But for letter case.
    ButForCase,
}

/// Which names came before, by their places, in order. Takes some twenty bytes a name, however long it is, and as many for each that comes again.
pub(crate) fn repeated<'a>(names: impl Iterator<Item = &'a [u8]>) -> Vec<(usize, Again)> {
    let names: Vec<&[u8]> = names.collect();
    let lower = |place: u32| names[place as usize].iter().map(u8::to_ascii_lowercase);
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let exactly = || (names[a as usize], a).cmp(&(names[b as usize], b));
        lower(a).cmp(lower(b)).then_with(exactly)
    });
    let mut again = Vec::new();
    for alike in order.chunk_by(|&a, &b| lower(a).eq(lower(b))) {
        let first = alike.iter().min();
        for same in alike.chunk_by(|&a, &b| names[a as usize] == names[b as usize]) {
            again.extend(same[1..].iter().map(|place| (*place as usize, Again::Same)));
            if Some(&same[0]) != first {
                again.push((same[0] as usize, Again::ButForCase));
            }
        }
    }
    again.sort_unstable_by_key(|(place, _)| *place);
    again
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_come_again_are_told_by_the_first_one() {
        use Again::{ButForCase, Same};
        let told = |names: &[&'static str]| repeated(names.iter().map(|name| name.as_bytes()));
        assert_eq!(told(&[]), []);
        assert_eq!(told(&["a", "b", "ab", ""]), []);
        assert_eq!(told(&["b", "a", "b", "b"]), [(2, Same), (3, Same)]);
        let all = [(1, ButForCase), (2, Same), (4, Same), (5, ButForCase)];
        assert_eq!(told(&["aB", "Ab", "aB", "c", "Ab", "ab"]), all);
    }
}
