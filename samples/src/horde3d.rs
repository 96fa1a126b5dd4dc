//! The set for Horde3D: right-handed, so x is mirrored and with it what turns around y and z; v grows up.

mod animation;
mod geometry;
mod morphs;
mod scene;
mod surfaces;
mod values;

use formwork_formats::{DocumentFile, DocumentFormat};
use formwork_schema::{Result, write};

use crate::{
    figure::{self, Look},
    file::File,
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
