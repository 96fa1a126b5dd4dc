//! Turned wood: tubes around a line, row by row, that follow the bones.

use super::skeleton::{BONES, index};
use crate::{
    math::{Rotation, Transform, Vector, add, cross, length, scale, sin_cos, sub, unit},
    mesh::{Mesh, Vertex},
};

/// A ring of a tube.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// How far along the line, in metres.
    pub along: f64,
    /// How far it reaches to both sides along x and z; 0 for an end.
    pub reach: [f64; 2],
    /// How far its middle is off the line along x and z.
    pub off: [f64; 2],
}

/// Rows that hang on one bone.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The bone.
    pub bone: usize,
    /// Where their line begins and how it is turned, in the space of the bone.
    pub place: Transform,
    /// The rows, in order along y.
    pub rows: Vec<Row>,
}

/// How finely a shape is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// To be seen from near.
    Near,
    /// To be seen from far: every other row, and fewer corners around.
    Far,
}

/// A tube, and how many sides it has when seen from near and from far. What has none is left out.
pub(super) struct Tube {
    pub(super) sections: Vec<Section>,
    pub(super) sides: [usize; 2],
}

/// A ring in the space of the model.
struct Ring {
    middle: Vector,
    x: Vector,
    z: Vector,
    bones: [(usize, f64); 2],
}

/// A row of rings around a middle line: `[along, x, z]` or with the last two numbers `[…, off x, off z]`.
#[must_use]
pub fn section(bone: &str, rows: &[[f64; 5]]) -> Section {
    section_at(bone, [0.0; 3], [0.0; 3], rows)
}

/// The same with its line elsewhere in the space of the bone.
#[must_use]
pub fn section_at(bone: &str, position: Vector, degrees: Vector, rows: &[[f64; 5]]) -> Section {
    let row = |[along, x, z, off_x, off_z]: &[f64; 5]| Row {
        along: *along,
        reach: [*x, *z],
        off: [*off_x, *off_z],
    };
    Section {
        bone: index(bone),
        place: Transform {
            position,
            rotation: Rotation::from_degrees(degrees),
        },
        rows: rows.iter().map(row).collect(),
    }
}

/// Makes a tube of sections, the bones of which bend it where they meet.
#[must_use]
pub fn turn(sections: &[Section], rest: &[Transform], sides: usize, detail: Detail) -> Mesh {
    let mut rings = Vec::new();
    for (place, section) in sections.iter().enumerate() {
        let next = sections.get(place + 1).map(|next| next.bone);
        let before = place.checked_sub(1).map(|before| sections[before].bone);
        let space = rest[section.bone].child(&section.place);
        rings.extend(section.rows.iter().map(|row| Ring {
            bones: influence(section.bone, row.along, before, next),
            ..row.ring(&space)
        }));
    }
    // Short tubes are nothing without one of their rings.
    if detail == Detail::Far && rings.len() > 5 {
        thin(&mut rings);
    }
    surface(&rings, sides)
}

impl Row {
    fn ring(&self, space: &Transform) -> Ring {
        Ring {
            middle: space.point([self.off[0], self.along, self.off[1]]),
            x: space.rotation.turn([self.reach[0], 0.0, 0.0]),
            z: space.rotation.turn([0.0, 0.0, self.reach[1]]),
            bones: [(0, 0.0); 2],
        }
    }
}

/// Within 6 cm of where two bones of a tube meet, both move it.
fn influence(
    bone: usize,
    along: f64,
    before: Option<usize>,
    next: Option<usize>,
) -> [(usize, f64); 2] {
    const SOFT: f64 = 0.06;
    let share = |distance: f64| (0.5 - distance / (2.0 * SOFT)).clamp(0.0, 0.5);
    let to_next = next.map(|next| (next, share(BONES[next].position[1] - along)));
    let to_before = before.map(|before| (before, share(along)));
    let others = [to_before, to_next].into_iter().flatten();
    let (other, weight) = others.fold((bone, 0.0), |a, b| if b.1 > a.1 { b } else { a });
    // Twentieths, so that weights add up to exactly 1 whatever they are stored as.
    let weight = (weight * 20.0).round() / 20.0;
    if weight == 0.0 {
        return [(bone, 1.0), (0, 0.0)];
    }
    [(bone, 1.0 - weight), (other, weight)]
}

/// Keeps every other ring, and the last one.
fn thin(rings: &mut Vec<Ring>) {
    let last = rings.len() - 1;
    let mut place = 0;
    rings.retain(|_| {
        let keep = place == last || place % 2 == 0;
        place += 1;
        keep
    });
}

/// Rows of points: one more than there are sides, for the seam of the picture; a single one at an end.
fn surface(rings: &[Ring], sides: usize) -> Mesh {
    let mut mesh = Mesh::default();
    let lengths = lengths(rings);
    for (row, ring) in rings.iter().enumerate() {
        let columns = if ring.is_end() { 0..=0 } else { 0..=sides };
        mesh.vertices.extend(columns.map(|column| Vertex {
            position: ring.point(column, sides),
            normal: normal(rings, row, column, sides),
            tex_coord: [
                if ring.is_end() {
                    0.5
                } else {
                    column as f64 / sides as f64
                },
                1.0 - lengths[row],
            ],
            bones: ring.bones,
        }));
    }
    let mut low = 0;
    for pair in rings.windows(2) {
        let high = low + if pair[0].is_end() { 1 } else { sides + 1 };
        let bands = (0..sides).map(|side| [low + side, high + side]);
        mesh.triangles
            .extend(bands.flat_map(|[low_side, high_side]| {
                match (pair[0].is_end(), pair[1].is_end()) {
                    (true, _) => vec![[low, high_side, high_side + 1]],
                    (_, true) => vec![[low_side, high, low_side + 1]],
                    _ => vec![
                        [low_side, high_side, low_side + 1],
                        [high_side, high_side + 1, low_side + 1],
                    ],
                }
            }));
        low = high;
    }
    mesh
}

impl Ring {
    fn is_end(&self) -> bool {
        self.x == [0.0; 3]
    }

    /// A point of it, from the x axis towards the z axis.
    fn point(&self, column: usize, sides: usize) -> Vector {
        // The seam is where it began, whatever rounding says.
        let (sin, cos) = sin_cos((column % sides) as f64 * 360.0 / sides as f64);
        add(self.middle, add(scale(self.x, cos), scale(self.z, sin)))
    }
}

/// Upright on the lines to the neighbours; at an end, out of the tube.
fn normal(rings: &[Ring], row: usize, column: usize, sides: usize) -> Vector {
    let (before, after) = (row.saturating_sub(1), (row + 1).min(rings.len() - 1));
    let ring = &rings[row];
    if ring.is_end() {
        let inner = if row == 0 { after } else { before };
        return unit(sub(ring.middle, rings[inner].middle));
    }
    let along = sub(
        rings[after].point(column, sides),
        rings[before].point(column, sides),
    );
    let around = sub(
        ring.point(column + 1, sides),
        ring.point(column + sides - 1, sides),
    );
    unit(cross(along, around))
}

/// How far along the tube each ring is, from 0 to 1.
fn lengths(rings: &[Ring]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut lengths = vec![0.0];
    for pair in rings.windows(2) {
        sum += length(sub(pair[1].middle, pair[0].middle));
        lengths.push(sum);
    }
    lengths.into_iter().map(|length| length / sum).collect()
}
