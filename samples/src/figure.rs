//! A wooden figure with a painted face, that smiles and breathes.

mod body;
mod face;
pub mod lathe;
pub mod skeleton;
pub mod walk;

use self::lathe::{Detail, Section};
use crate::{math::Transform, mesh::Mesh};

/// How far the figure does what its morphs do: factors from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Look {
    /// Draws up the corners of the mouth.
    pub smile: f64,
    /// Fills the chest.
    pub breathe: f64,
}

/// The morphs: their names, and the figure with each of them alone.
pub const MORPHS: [(&str, Look); 2] = [
    (
        "Smile",
        Look {
            smile: 1.0,
            breathe: 0.0,
        },
    ),
    (
        "Breathe",
        Look {
            smile: 0.0,
            breathe: 1.0,
        },
    ),
];

/// A part of the figure that has a material of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// How finely it is made.
    pub detail: Detail,
    /// Its shape, in the space of the model.
    pub mesh: Mesh,
}

/// A tube, and how many sides it has when seen from near and from far. What has none is left out.
struct Tube {
    sections: Vec<Section>,
    sides: [usize; 2],
}

/// The body and the face, as seen from near and then from far.
#[must_use]
pub fn parts(look: Look) -> Vec<Part> {
    let rest = skeleton::in_model(&skeleton::rest());
    let mut parts = Vec::new();
    for detail in [Detail::Near, Detail::Far] {
        let shapes = [("Body", body::tubes(look)), ("Face", face::tubes(look))];
        parts.extend(shapes.map(|(name, tubes)| Part {
            name,
            detail,
            mesh: joined(&tubes, &rest, detail),
        }));
    }
    parts
}

fn joined(tubes: &[Tube], rest: &[Transform], detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    for Tube { sections, sides } in tubes {
        let sides = sides[usize::from(detail == Detail::Far)];
        if sides > 0 {
            mesh.append(lathe::turn(sections, rest, sides, detail));
        }
    }
    mesh
}
