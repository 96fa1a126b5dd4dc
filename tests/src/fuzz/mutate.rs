//! Changes that know where the numbers of a file stand.

use formwork_formats::{format, identify};
use formwork_schema::{
    Limits, Result,
    walk::{Items, Leaf, ListNode, Scalar, Visitor, WalkOptions, walk},
};

/// Numbers of a file that are looked at: more would take longer than what is asked of it.
const MOST: usize = 1 << 12;

/// Changes a number of a file to one that hurts, in place. None where the file has none, or is none that is known.
///
/// Counts, sizes and offsets are numbers like others here; most of what goes wrong in readers begins with them.
pub fn mutate(bytes: &mut [u8], seed: u32) -> Option<()> {
    let layout = identify(bytes, "").format.and_then(format)?.layout()?;
    let mut numbers = Numbers::default();
    // What is malformed is shown up to the mistake.
    let _ = walk(
        layout,
        bytes,
        &WalkOptions {
            limits: Limits::default(),
            dialect: None,
        },
        &mut numbers,
    );
    let seed = seed as usize;
    let (range, value) = numbers.0.get(seed % numbers.0.len().max(1))?.clone();
    let rest = (bytes.len() - range.start) as i128;
    let hurting = [
        0,
        1,
        -1,
        value + 1,
        value - 1,
        value * 2,
        rest,
        rest + 1,
        i128::MAX,
        1 << 31,
        1 << 24,
    ];
    let new = hurting[(seed / numbers.0.len().max(1)) % hurting.len()];
    let place = bytes.get_mut(range)?;
    let size = place.len().min(16);
    place[..size].copy_from_slice(&new.to_le_bytes()[..size]);
    Some(())
}

/// Where whole numbers stand, and what they are.
#[derive(Default)]
struct Numbers(Vec<(std::ops::Range<usize>, i128)>);

impl Visitor for Numbers {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if let Scalar::Int(value) = leaf.value
            && leaf.range.start < leaf.range.end
            && self.0.len() < MOST
        {
            let range = leaf.range.start as usize..leaf.range.end as usize;
            self.0.push((range, value));
        }
        Ok(())
    }

    fn items(&mut self, _: &ListNode<'_>) -> Items {
        Items::these(0..2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn a_number_changes_and_nothing_else() {
        let mut changed = 0;
        for fixture in fixtures::all() {
            for seed in [0, 7, 1000, u32::MAX] {
                let mut bytes = fixture.bytes.clone();
                if mutate(&mut bytes, seed).is_none() {
                    continue;
                }
                let differs = bytes.iter().zip(&fixture.bytes).filter(|(a, b)| a != b);
                let differs = differs.count();
                assert!(differs <= 16, "{}: {differs} bytes", fixture.path);
                changed += usize::from(differs > 0);
            }
        }
        assert!(changed > 100, "{changed}");
    }
}
