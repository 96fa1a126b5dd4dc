//! Strips, fans and loops as lists: what engines draw that have only those, and what can be split.

use crate::scene::{Level, Topology};

/// A list of primitives.
pub(crate) struct List {
    /// Triangles, lines, points or patches.
    pub(crate) topology: Topology,
    /// Indices of one primitive.
    pub(crate) size: usize,
    pub(crate) indices: Vec<u32>,
    /// Whether the input was not a list.
    pub(crate) is_rewritten: bool,
    /// Indices at the end that make no whole primitive.
    pub(crate) incomplete: usize,
}

/// The list that draws the same. Triangles of strips and fans that have no area are left out.
pub(crate) fn list(topology: Topology, indices: &[u32]) -> List {
    let (list, size) = match topology {
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan => {
            (Topology::Triangles, 3)
        }
        Topology::Lines | Topology::LineStrip | Topology::LineLoop => (Topology::Lines, 2),
        Topology::Patches | Topology::Points => (topology, 1),
    };
    let plain = |indices: Vec<u32>| List {
        topology: list,
        size,
        indices,
        is_rewritten: true,
        incomplete: 0,
    };
    let is_real = |[a, b, c]: &[u32; 3]| a != b && b != c && a != c;
    match topology {
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
            let rest = indices.get(1..).unwrap_or_default();
            let triangles = rest.windows(2).map(|two| [indices[0], two[0], two[1]]);
            plain(triangles.filter(is_real).flatten().collect())
        }
        Topology::LineStrip | Topology::LineLoop => {
            let mut lines: Vec<u32> = indices.windows(2).flatten().copied().collect();
            if let (Topology::LineLoop, [first, .., last]) = (topology, indices) {
                lines.extend([*last, *first]);
            }
            plain(lines)
        }
        Topology::Triangles | Topology::Lines | Topology::Points | Topology::Patches => {
            let incomplete = indices.len() % size;
            List {
                indices: indices[..indices.len() - incomplete].to_vec(),
                is_rewritten: false,
                incomplete,
                ..plain(Vec::new())
            }
        }
    }
}

impl Level {
    /// The triangles that are drawn, each counter-clockwise in front; `None` where there are none but lines and points. Those
    /// of strips and fans that have no area are left out.
    #[must_use]
    pub fn triangles(&self) -> Option<Vec<[u32; 3]>> {
        let list = list(self.topology, &self.indices);
        (list.topology == Topology::Triangles).then(|| list.indices.as_chunks::<3>().0.to_vec())
    }
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
            (Topology::LineLoop, &[4], &[]),
            (Topology::TriangleFan, &[], &[]),
            (Topology::TriangleStrip, &[0, 1, 1, 2], &[]),
            (Topology::Points, &[1], &[1]),
            (Topology::Patches, &[1], &[1]),
        ] {
            assert_eq!(list(topology, indices).indices, wanted, "{topology:?}");
        }
    }
}
