//! A wooden figure with a painted face, that smiles and breathes.

mod body;
mod face;
pub mod lathe;
mod morphs;
pub mod skeleton;
pub mod walk;

pub use self::morphs::{Look, MORPHS};

use self::lathe::{Detail, Tube};
use crate::{
    math::Transform,
    mesh::{Mesh, Vertex},
};

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

/// The vertices of all parts, each part's behind those of the parts before it.
pub(crate) fn vertices(parts: &[Part]) -> impl Iterator<Item = &Vertex> + Clone {
    parts.iter().flat_map(|part| &part.mesh.vertices)
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
