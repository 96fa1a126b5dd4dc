//! Triangles in the space of a model: left-handed, y up, z forward, clockwise from outside, v down.

use crate::math::{Vector, cross, dot, sub};

/// A corner of triangles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Where it is, in metres.
    pub position: Vector,
    /// The normal, of length 1.
    pub normal: Vector,
    /// Where in the picture it is: u to the right, v down.
    pub tex_coord: [f64; 2],
    /// The bone that moves it most and its weight, and another one with the rest.
    pub bones: [(usize, f64); 2],
}

/// Vertices and the triangles between them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Three vertices each.
    pub triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// Adds what another mesh has.
    pub fn append(&mut self, other: Self) {
        let first = self.vertices.len();
        self.vertices.extend(other.vertices);
        let moved = other
            .triangles
            .into_iter()
            .map(|corners| corners.map(|corner| corner + first));
        self.triangles.extend(moved);
    }

    /// Adds two triangles between four corners that stand in a circle.
    pub fn quad(&mut self, [a, b, c, d]: [usize; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a triangle, in the order that makes it face where the normal of its first corner points.
    pub fn triangle(&mut self, [a, b, c]: [usize; 3]) {
        let [p, q, r] = [a, b, c].map(|corner| self.vertices[corner].position);
        let facing = dot(cross(sub(q, p), sub(r, p)), self.vertices[a].normal);
        let triangle = if facing > 0.0 { [a, b, c] } else { [a, c, b] };
        self.triangles.push(triangle);
    }

    /// The corners of the smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> [Vector; 2] {
        bounds(self.vertices.iter().map(|vertex| vertex.position))
    }
}

/// The corners of the smallest box around points; of none, a point at the origin.
pub fn bounds(points: impl Iterator<Item = Vector>) -> [Vector; 2] {
    let boxes = points.map(|point| [point, point]);
    let around = |a: [Vector; 2], b: [Vector; 2]| {
        let least = std::array::from_fn(|axis| a[0][axis].min(b[0][axis]));
        [
            least,
            std::array::from_fn(|axis| a[1][axis].max(b[1][axis])),
        ]
    };
    boxes.reduce(around).unwrap_or_default()
}
