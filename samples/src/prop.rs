//! A crate: boards around six panels that lie deeper, and bevelled edges.

use crate::{
    math::{Vector, add, cross, dot, length, scale, sub},
    mesh::{Mesh, Vertex},
};

/// Half as wide as the crate, in metres.
const HALF: f64 = 0.4;
/// How much its edges are cut off.
const BEVEL: f64 = 0.03;
/// How wide the boards are.
const BOARD: f64 = 0.09;
/// How much deeper the panels lie.
const DEPTH: f64 = 0.04;

/// From the middle of a side to the end of its flat part, and to the end of its panel.
const FLAT: f64 = HALF - BEVEL;
const PANEL: f64 = FLAT - BOARD;

/// A side of the crate: which way it faces, and which way u and v grow.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Side {
    out: Vector,
    u: Vector,
    v: Vector,
}

/// The crate as seen from near.
#[must_use]
pub fn near() -> Mesh {
    let mut mesh = Mesh::default();
    for side in sides() {
        boards(&mut mesh, side);
        let panel = square(&mut mesh, side, PANEL, HALF - DEPTH);
        mesh.quad(panel);
        for towards in [side.u, side.v] {
            wall(&mut mesh, side, towards);
            wall(&mut mesh, side, scale(towards, -1.0));
        }
    }
    bevel(&mut mesh);
    mesh
}

/// The crate as seen from far: a box.
#[must_use]
pub fn far() -> Mesh {
    let mut mesh = Mesh::default();
    for side in sides() {
        let corners = square(&mut mesh, side, HALF, HALF);
        mesh.quad(corners);
    }
    mesh
}

fn sides() -> [Side; 6] {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let outward: [Vector; 6] =
        std::array::from_fn(|side| scale(axes[side / 2], if side % 2 == 0 { 1.0 } else { -1.0 }));
    outward.map(|out| {
        let v = scale(if out[1] == 0.0 { axes[1] } else { axes[2] }, -1.0);
        // To the right for who looks at the side: the space is left-handed.
        Side {
            out,
            u: cross(out, v),
            v,
        }
    })
}

/// Four corners, `half` from the middle of a side that is `out` from the middle of the crate.
fn square(mesh: &mut Mesh, side: Side, half: f64, out: f64) -> [usize; 4] {
    [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(u, v)| {
        let across = add(scale(side.u, u), scale(side.v, v));
        let place = add(scale(side.out, out), across);
        vertex(mesh, side, place, across, side.out)
    })
}

/// A vertex at `place`, seen from the middle of the crate, with the picture of `drawn`.
fn vertex(mesh: &mut Mesh, side: Side, place: Vector, drawn: Vector, normal: Vector) -> usize {
    let along = |axis: Vector| 0.5 + dot(drawn, axis) / (2.0 * HALF);
    mesh.vertices.push(Vertex {
        // It stands on the ground.
        position: add(place, [0.0, HALF, 0.0]),
        normal,
        tex_coord: [along(side.u), along(side.v)],
        bones: [(0, 1.0), (0, 0.0)],
    });
    mesh.vertices.len() - 1
}

/// The boards around the panel of a side.
fn boards(mesh: &mut Mesh, side: Side) {
    let outer = square(mesh, side, FLAT, HALF);
    let inner = square(mesh, side, PANEL, HALF);
    for corner in 0..4 {
        let next = (corner + 1) % 4;
        mesh.quad([outer[corner], outer[next], inner[next], inner[corner]]);
    }
}

/// From a board down to the panel.
fn wall(mesh: &mut Mesh, side: Side, towards: Vector) {
    let along = scale(cross(side.out, towards), PANEL);
    let corners = [(-1.0, 0.0), (1.0, 0.0), (1.0, DEPTH), (-1.0, DEPTH)].map(|(end, deep)| {
        let edge = add(scale(towards, PANEL), scale(along, end));
        let place = add(edge, scale(side.out, HALF - deep));
        // The picture goes on down the wall, so that none of it is stretched.
        let drawn = sub(edge, scale(towards, deep));
        vertex(mesh, side, place, drawn, scale(towards, -1.0))
    });
    mesh.quad(corners);
}

/// Joins the sides: four of their corners at each edge of the crate, three at each of its corners.
fn bevel(mesh: &mut Mesh) {
    let signs = [-1.0, 1.0];
    let corner = |x: usize, y: usize, z: usize| [signs[x], signs[y], signs[z]];
    for axis in 0..3 {
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let end = |sign: f64| {
                let mut end = [sign; 3];
                (end[first], end[second]) = (signs[a], signs[b]);
                end
            };
            let (low, high) = (end(-1.0), end(1.0));
            let edge = [(low, first), (low, second), (high, second), (high, first)];
            let edge = edge.map(|(end, side)| corner_of(mesh, end, side));
            mesh.quad(edge);
        }
    }
    for number in 0..8 {
        let end = corner(number & 1, number >> 1 & 1, number >> 2);
        let corners = [0, 1, 2].map(|side| corner_of(mesh, end, side));
        mesh.triangle(corners);
    }
}

/// The vertex that a side along `axis` has at a corner of the crate.
fn corner_of(mesh: &Mesh, end: Vector, axis: usize) -> usize {
    let mut place = scale(end, FLAT);
    place[axis] = end[axis] * HALF;
    place[1] += HALF;
    let is_there = |vertex: &Vertex| {
        vertex.normal[axis] == end[axis] && length(sub(vertex.position, place)) < 1e-9
    };
    let found = mesh.vertices.iter().position(is_there);
    found.expect("every side has its four corners")
}
