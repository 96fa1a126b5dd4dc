//! The set for Horde3D: right-handed, so x is mirrored and with it what turns around y and z; v grows up.

mod animation;
mod geometry;
mod morphs;
mod scene;
mod surfaces;

use formwork_formats::{DocumentFile, DocumentFormat};
use formwork_schema::{FixedString, QuatXyzw, Result, Vec3, write};

use crate::{
    File,
    figure::{self, Look, Part},
    math::{Rotation, Vector, round_all},
};

/// The files, below `horde3d/`.
///
/// # Errors
/// Those of writing.
pub fn files() -> Result<Vec<File>> {
    let parts = figure::parts(Look::default());
    Ok(vec![
        File {
            path: "horde3d/figure.geo",
            format: Some("horde3d.geometry"),
            bytes: write::to_bytes(&geometry::figure(&parts)?)?,
        },
        File {
            path: "horde3d/walk.anim",
            format: Some("horde3d.animation"),
            bytes: write::to_bytes(&animation::walk()?)?,
        },
        document("horde3d/figure.scene.xml", scene::figure(&parts))?,
        document(
            "horde3d/figure.material.xml",
            surfaces::material([0.76, 0.56, 0.33], [0.3, 0.3, 0.3, 0.4]),
        )?,
        document(
            "horde3d/face.material.xml",
            surfaces::material([0.14, 0.09, 0.07], [0.1, 0.1, 0.1, 0.2]),
        )?,
        document("horde3d/forward.pipeline.xml", surfaces::pipeline())?,
        document("horde3d/dust.particle.xml", surfaces::dust())?,
        document("horde3d/points.compute.xml", surfaces::points())?,
    ])
}

fn document<T: DocumentFormat>(path: &'static str, tree: T) -> Result<File> {
    Ok(File {
        path,
        format: Some(&T::layout().format),
        bytes: DocumentFile::new(tree).canonical()?,
    })
}

/// The numbers as stored, each part's behind those of the parts before it.
fn vertices(parts: &[Part]) -> impl Iterator<Item = &crate::mesh::Vertex> + Clone {
    parts.iter().flat_map(|part| &part.mesh.vertices)
}

fn mirrored([x, y, z]: Vector) -> Vector {
    [-x, y, z]
}

fn vec3(vector: Vector) -> Vec3 {
    round_all(mirrored(vector), 4).into()
}

fn quat(Rotation([w, x, y, z]): Rotation) -> QuatXyzw {
    let [x, y, z, w] = round_all([x, -y, -z, w], 6);
    QuatXyzw { x, y, z, w }
}

fn name(text: &str) -> Result<FixedString<256>> {
    FixedString::new(text.as_bytes())
}
