//! Names that differ by the case of their letters only: some engines take them for one.

/// How many names are those of others, but for the case of letters.
pub(super) fn equal_but_for_case<'a>(names: impl Iterator<Item = &'a [u8]>) -> usize {
    let mut all: Vec<&[u8]> = names.collect();
    all.sort_unstable();
    all.dedup();
    let count = all.len();
    let mut folded: Vec<Vec<u8>> = all.iter().map(|name| name.to_ascii_lowercase()).collect();
    folded.sort_unstable();
    folded.dedup();
    count - folded.len()
}
