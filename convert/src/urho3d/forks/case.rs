//! Names that differ by the case of their letters only: some engines take them for one.

use formwork_schema::sorted;

/// How many names are those of others, but for the case of letters.
pub(super) fn equal_but_for_case<'a>(names: impl Iterator<Item = &'a [u8]>) -> usize {
    let mut all: Vec<&[u8]> = names.collect();
    sorted::ascending(&mut all);
    all.dedup();
    let count = all.len();
    let mut folded: Vec<Vec<u8>> = all.iter().map(|name| name.to_ascii_lowercase()).collect();
    sorted::ascending(&mut folded);
    folded.dedup();
    count - folded.len()
}
