//! The figure as a picture: a drawing of its triangles, the farthest first.

use std::fmt::Write as _;

use crate::{
    figure::{self, Look, lathe::Detail, skeleton, walk},
    math::{Rotation, Transform, Vector, cross, dot, scale, sub, unit},
    mesh::{Mesh, Vertex},
};

/// Frames of the walk that are shown side by side.
const FRAMES: [usize; 3] = [0, 4, 12];
/// Units of the drawing for a metre.
const METRE: f64 = 450.0;
/// Units from one figure to the next.
const STEP: f64 = 480.0;
/// Units above and below the figures.
const MARGIN: f64 = 60.0;
/// Colours of the body and of the face: red, green and blue.
const COLOURS: [[f64; 3]; 2] = [[196.0, 148.0, 92.0], [70.0, 58.0, 52.0]];

/// A triangle to draw.
struct Face {
    corners: [Vector; 3],
    colour: [f64; 3],
    depth: f64,
}

/// The picture, as SVG.
#[must_use]
pub fn svg() -> String {
    let (width, height) = (STEP * FRAMES.len() as f64, METRE * 1.8 + MARGIN * 2.0);
    let (wide, high) = (width / 3.0, height / 3.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{wide}\" height=\"{high}\">\n"
    );
    // Lines close the gaps that smooth edges leave.
    out += "<g stroke-width=\"2\" stroke-linejoin=\"round\">\n";
    for (place, frame) in FRAMES.into_iter().enumerate() {
        let left = STEP * (place as f64 + 0.5);
        for face in faces(frame) {
            draw(&mut out, &face, left, height);
        }
    }
    out += "</g>\n</svg>\n";
    out
}

/// What is seen of the figure in one frame, the farthest first.
fn faces(frame: usize) -> Vec<Face> {
    let rest = skeleton::in_model(&skeleton::rest());
    let pose = skeleton::in_model(&walk::pose(frame));
    let parts = figure::parts(Look::default()).into_iter();
    let near = parts.filter(|part| part.detail == Detail::Near);
    let faces = near
        .zip(COLOURS)
        .flat_map(|(part, colour)| seen(&part.mesh, &rest, &pose, colour));
    let mut faces: Vec<Face> = faces.collect();
    faces.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    faces
}

fn seen(mesh: &Mesh, rest: &[Transform], pose: &[Transform], colour: [f64; 3]) -> Vec<Face> {
    let points: Vec<Vector> = mesh
        .vertices
        .iter()
        .map(|vertex| viewed(bent(vertex, rest, pose)))
        .collect();
    let faces = mesh.triangles.iter().map(|triangle| {
        let corners = triangle.map(|corner| points[corner]);
        Face {
            corners,
            colour,
            depth: corners.iter().map(|corner| corner[2]).sum(),
        }
    });
    faces.filter(|face| normal(face)[2] > 0.0).collect()
}

/// Where a vertex is in a pose.
fn bent(vertex: &Vertex, rest: &[Transform], pose: &[Transform]) -> Vector {
    let mut sum = [0.0; 3];
    for (bone, weight) in vertex.bones {
        let Rotation([w, x, y, z]) = rest[bone].rotation;
        let local = Rotation([w, -x, -y, -z]).turn(sub(vertex.position, rest[bone].position));
        sum = crate::math::add(sum, scale(pose[bone].point(local), weight));
    }
    sum
}

/// Seen from half left, with z towards the viewer. Left-handed space becomes right-handed: x changes its sign.
fn viewed([x, y, z]: Vector) -> Vector {
    Rotation::from_degrees([8.0, 38.0, 0.0]).turn([-x, y, z])
}

/// Mirrored triangles turn the other way round.
fn normal(face: &Face) -> Vector {
    let [a, b, c] = face.corners;
    unit(cross(sub(b, a), sub(c, a)))
}

fn draw(out: &mut String, face: &Face, left: f64, height: f64) {
    let light = unit([-0.4, 0.7, 0.6]);
    let shade = 0.55 + 0.45 * dot(normal(face), light).max(0.0);
    // One of 16 steps for each of red, green and blue.
    let [r, g, b] = face.colour.map(|part| (part * shade / 17.0).round() as u8);
    let [p, q, s] = face.corners.map(|[x, y, _]| {
        let (x, y) = (left + x * METRE, height - MARGIN - y * METRE);
        [x.round() as i32, y.round() as i32]
    });
    let step = |from: [i32; 2], to: [i32; 2]| format!("{} {}", to[0] - from[0], to[1] - from[1]);
    let colour = format!("#{r:x}{g:x}{b:x}");
    let _ = writeln!(
        out,
        "<path fill=\"{colour}\" stroke=\"{colour}\" d=\"M{} {}l{} {}z\"/>",
        p[0],
        p[1],
        step(p, q),
        step(q, s)
    );
}
