//! [`inputs`]: what a SPIR-V shader reads of every vertex, as far as its names say.

use std::collections::{HashMap, HashSet};

/// Instructions and their operands, by the numbers of SPIR-V.
const NAME: u32 = 5;
const VARIABLE: u32 = 59;
const DECORATE: u32 = 71;
const STORAGE_INPUT: u32 = 1;
const LOCATION: u32 = 30;

/// Words before the first instruction.
const HEADER: usize = 5;

/// An input variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Input {
    /// Its name in the source; empty in a shader without names.
    pub(super) name: String,
    /// Where vertices are bound to it.
    pub(super) location: u32,
}

/// The inputs that have a location, in the order of their declaration.
pub(super) fn inputs(bytes: &[u8]) -> Vec<Input> {
    let words: Vec<u32> = bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect();
    let (mut names, mut locations, mut variables) = (HashMap::new(), HashMap::new(), Vec::new());
    for (code, operands) in instructions(&words) {
        match (code, operands) {
            (NAME, [id, text @ ..]) => drop(names.insert(*id, text)),
            (DECORATE, [id, LOCATION, at]) => drop(locations.insert(*id, *at)),
            (VARIABLE, [_, id, STORAGE_INPUT, ..]) => variables.push(*id),
            _ => {}
        }
    }
    let input = |id| {
        Some(Input {
            location: *locations.get(&id)?,
            name: names.get(&id).map(|words| text(words)).unwrap_or_default(),
        })
    };
    // A variable is declared once; a hostile file could ask for one long name many times.
    let mut declared = HashSet::new();
    variables
        .into_iter()
        .filter(|id| declared.insert(*id))
        .filter_map(input)
        .collect()
}

/// Each instruction and its operands. What follows one that is cut off is none.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let operands = rest.get(1..(first >> 16) as usize)?;
        rest = &rest[1 + operands.len()..];
        Some((first & 0xffff, operands))
    })
}

/// A text, up to its NUL.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|byte| *byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(instructions: &[&[u32]]) -> Vec<u8> {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 9, 0];
        for instruction in instructions {
            words.push((instruction.len() as u32) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn inputs_have_a_name_and_a_location() {
        let in_z = u32::from_le_bytes(*b"inZ\0");
        let bytes = module(&[
            &[NAME, 2, in_z],
            &[DECORATE, 2, LOCATION, 3],
            &[DECORATE, 4, LOCATION, 0],
            // An output, and an input without location.
            &[VARIABLE, 1, 5, 3],
            &[VARIABLE, 1, 6, STORAGE_INPUT],
            &[VARIABLE, 1, 4, STORAGE_INPUT],
            &[VARIABLE, 1, 2, STORAGE_INPUT],
        ]);
        let found = inputs(&bytes);
        let found: Vec<_> = found
            .iter()
            .map(|input| (&*input.name, input.location))
            .collect();
        assert_eq!(found, [("", 0), ("inZ", 3)]);
        let twice: &[u32] = &[VARIABLE, 1, 4, STORAGE_INPUT];
        let bytes_twice = module(&[&[DECORATE, 4, LOCATION, 0], twice, twice]);
        assert_eq!(inputs(&bytes_twice).len(), 1);
        for end in 0..bytes.len() {
            inputs(&bytes[..end]);
        }
        assert_eq!(inputs(&module(&[&[NAME]])), []);
        assert_eq!(inputs(&[0; 100]), []);
    }
}
