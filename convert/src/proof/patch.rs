//! Differences between two strings of bytes, as a string of bytes.
//!
//! A run is its place and its length, 32 bits each and little-endian, and its bytes. Runs stand in rising order.

use formwork_schema::Result;

use crate::error::malformed;

/// Bytes in front of a run.
const HEAD: usize = 8;

/// What turns `from` into `to`; empty where nothing is to be done.
pub(super) fn patch(from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(start) = difference(from, to, at) {
        at = end_of_run(from, to, start);
        push(&mut runs, start, &to[start..at]);
        // What differs nearly everywhere is best stored as it is.
        if runs.len() >= to.len() + HEAD {
            runs.clear();
            push(&mut runs, 0, to);
            return runs;
        }
    }
    runs
}

/// The first place from `at` on where they differ.
fn difference(from: &[u8], to: &[u8], at: usize) -> Option<usize> {
    let common = from.len().min(to.len());
    let rest = at.min(common);
    let same = from[rest..common]
        .iter()
        .zip(&to[rest..common])
        .position(|(a, b)| a != b);
    match same {
        Some(same) => Some(rest + same),
        None => (at.max(common) < to.len()).then_some(at.max(common)),
    }
}

/// Where a run ends that begins at `start`: so many equal bytes follow that another run is shorter.
fn end_of_run(from: &[u8], to: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    for (at, byte) in to.iter().enumerate().skip(end) {
        if from.get(at) != Some(byte) {
            end = at + 1;
        } else if at - end >= HEAD {
            break;
        }
    }
    end
}

fn push(runs: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    // Longer files are not read at all: offsets of all formats have 32 bits.
    let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    runs.extend(word(at));
    runs.extend(word(bytes.len()));
    runs.extend(bytes);
}

/// Does to `bytes`, which are cut or filled with zeros to `size` first, what a patch says.
///
/// # Errors
/// A patch that is cut, or goes beyond `size`.
pub(super) fn apply(mut bytes: Vec<u8>, size: usize, mut patch: &[u8]) -> Result<Vec<u8>> {
    bytes.resize(size, 0);
    while let Some((head, rest)) = patch.split_first_chunk::<HEAD>() {
        let [a, b, c, d, e, f, g, h] = *head;
        let at = u32::from_le_bytes([a, b, c, d]) as usize;
        let length = u32::from_le_bytes([e, f, g, h]) as usize;
        let place = bytes.get_mut(at..at.saturating_add(length));
        let (Some(place), Some((run, after))) = (place, rest.split_at_checked(length)) else {
            return Err(malformed("the stored differences go beyond the file"));
        };
        place.copy_from_slice(run);
        patch = after;
    }
    if patch.is_empty() {
        Ok(bytes)
    } else {
        Err(malformed("the stored differences are cut"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_file_comes_back(from: Vec<u8>, to: Vec<u8>, same in 0..64_usize) {
            let mut to = to;
            to.splice(0..0, from.iter().take(same).copied());
            let patch = patch(&from, &to);
            prop_assert!(patch.len() <= to.len() + HEAD);
            prop_assert_eq!(apply(from.clone(), to.len(), &patch).unwrap(), to.clone());
            prop_assert_eq!(super::patch(&to, &to), Vec::<u8>::new());
        }

        #[test]
        fn damaged_patches_are_refused(from: Vec<u8>, size in 0..100_usize, patch: Vec<u8>) {
            let _ = apply(from, size, &patch);
        }
    }

    #[test]
    fn one_byte_costs_one_run() {
        let from = vec![0; 1000];
        let mut to = from.clone();
        to[500] = 1;
        to[505] = 2;
        assert_eq!(patch(&from, &to).len(), HEAD + 6);
    }
}
