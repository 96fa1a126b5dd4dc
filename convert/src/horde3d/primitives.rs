//! Primitives as the lists that Horde3D draws.

use formwork_formats::horde3d::scene::PrimitiveType;

use crate::scene::Topology;

/// A list of primitives.
pub(super) struct List {
    pub(super) kind: PrimitiveType,
    pub(super) indices: Vec<u32>,
    /// Whether it was no list.
    pub(super) is_rewritten: bool,
    /// Indices at the end that make no whole primitive.
    pub(super) incomplete: usize,
}

/// The list that draws the same; `None` for points, which are not drawn.
pub(super) fn list(topology: Topology, indices: &[u32]) -> Option<List> {
    let (kind, size) = match topology {
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan => {
            (PrimitiveType::TriangleList, 3)
        }
        Topology::Lines | Topology::LineStrip | Topology::LineLoop => (PrimitiveType::LineList, 2),
        Topology::Patches => (PrimitiveType::Patches, 1),
        Topology::Points => return None,
    };
    let plain = |indices: Vec<u32>| List {
        kind: kind.clone(),
        indices,
        is_rewritten: true,
        incomplete: 0,
    };
    let is_real = |[a, b, c]: &[u32; 3]| a != b && b != c && a != c;
    Some(match topology {
        Topology::TriangleStrip => {
            let triangles = indices
                .windows(3)
                .enumerate()
                .filter_map(|(place, corners)| {
                    let [a, b, c] = *corners else {
                        return None;
                    };
                    Some(if place % 2 == 0 { [a, b, c] } else { [b, a, c] }).filter(is_real)
                });
            plain(triangles.flatten().collect())
        }
        Topology::TriangleFan => {
            let (first, rest) = indices.split_first()?;
            let triangles = rest.windows(2).map(|two| [*first, two[0], two[1]]);
            plain(triangles.filter(is_real).flatten().collect())
        }
        Topology::LineStrip | Topology::LineLoop => {
            let mut lines: Vec<u32> = indices.windows(2).flatten().copied().collect();
            if let (Topology::LineLoop, [first, .., last]) = (topology, indices) {
                lines.extend([*last, *first]);
            }
            plain(lines)
        }
        _ => {
            let incomplete = indices.len() % size;
            List {
                indices: indices[..indices.len() - incomplete].to_vec(),
                is_rewritten: false,
                incomplete,
                ..plain(Vec::new())
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_fans_and_loops_become_lists() {
        for (topology, indices, wanted) in [
            (Topology::Triangles, &[0, 1, 2, 3][..], &[0, 1, 2][..]),
            (
                Topology::TriangleStrip,
                &[0, 1, 2, 3, 3],
                &[0, 1, 2, 2, 1, 3],
            ),
            (Topology::TriangleFan, &[0, 1, 2, 3], &[0, 1, 2, 0, 2, 3]),
            (Topology::LineStrip, &[4, 5, 6], &[4, 5, 5, 6]),
            (Topology::LineLoop, &[4, 5, 6], &[4, 5, 5, 6, 6, 4]),
            (Topology::Patches, &[1], &[1]),
        ] {
            let found = list(topology, indices).map(|list| list.indices);
            assert_eq!(found.as_deref(), Some(wanted), "{topology:?}");
        }
        assert!(list(Topology::Points, &[0]).is_none());
    }
}
