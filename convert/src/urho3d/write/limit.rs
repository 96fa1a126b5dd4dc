//! Parts that use more bones than one draw call may.

use std::collections::BTreeSet;

use formwork_schema::sorted;

/// No bone: of weights that are 0.
pub(super) const NO_BONE: u32 = u32::MAX;

/// Indices, and the bones that their vertices follow, rising.
pub(super) type Piece = (Vec<u32>, Vec<u32>);

/// The bones of these vertices.
pub(super) fn used(indices: &[u32], bones: &[[u32; 4]]) -> BTreeSet<u32> {
    let found = indices
        .iter()
        .filter_map(|index| bones.get(*index as usize));
    let bones = found.flatten().copied();
    sorted::collect(bones.filter(|bone| *bone != NO_BONE))
}

/// Primitives of so many indices in their order, in pieces that each follow at most so many bones. A primitive that alone
/// follows more is a piece of its own.
pub(super) fn split(indices: &[u32], each: usize, bones: &[[u32; 4]], most: usize) -> Vec<Piece> {
    let mut pieces: Vec<(Vec<u32>, BTreeSet<u32>)> = Vec::new();
    for primitive in indices.chunks_exact(each) {
        let own = used(primitive, bones);
        let fits = pieces
            .last()
            .is_some_and(|(_, known)| known.union(&own).count() <= most);
        if !fits {
            pieces.push((Vec::new(), BTreeSet::new()));
        }
        if let Some((indices, known)) = pieces.last_mut() {
            indices.extend(primitive);
            known.extend(own);
        }
    }
    let pieces = pieces.into_iter();
    pieces
        .map(|(indices, bones)| (indices, bones.into_iter().collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_follow_few_bones() {
        let bones: Vec<[u32; 4]> = (0..6)
            .map(|bone| [bone, NO_BONE, NO_BONE, NO_BONE])
            .collect();
        let indices = [0, 1, 2, 2, 1, 3, 3, 4, 5];
        let pieces = split(&indices, 3, &bones, 4);
        let expected: [Piece; 2] = [
            (vec![0, 1, 2, 2, 1, 3], vec![0, 1, 2, 3]),
            (vec![3, 4, 5], vec![3, 4, 5]),
        ];
        assert_eq!(pieces, expected);
    }
}
