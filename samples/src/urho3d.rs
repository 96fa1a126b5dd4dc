//! The set for the Urho3D family, whose space is the one that the shapes are made in.

mod animation;
mod bones;
mod model;
mod morphs;
mod values;
mod vertices;

use formwork_formats::{
    package::{Packed, lz4::Compression},
    urho3d::package::Builder,
};
use formwork_schema::{Result, write};

use crate::file::File;

/// The files, below `urho3d/`.
///
/// # Errors
/// Those of writing.
pub fn files() -> Result<Vec<File>> {
    let model = |path, bytes| File {
        path,
        format: Some("urho3d.model"),
        bytes,
    };
    let mut files = vec![
        model("urho3d/Figure.mdl", write::to_bytes(&model::figure()?)?),
        model("urho3d/Crate.mdl", write::to_bytes(&model::the_crate()?)?),
        File {
            path: "urho3d/Walk.ani",
            format: Some("urho3d.animation"),
            bytes: write::to_bytes(&animation::walk()?)?,
        },
    ];
    files.push(package(&files)?);
    Ok(files)
}

/// The files in one package, where the engine looks for such things.
fn package(files: &[File]) -> Result<File> {
    /// As the engine's own tool cuts them, in bytes.
    const BLOCK: u16 = 32_768;
    let mut builder = Builder::new(true);
    // By name, as `formwork pack` orders them.
    for file in files.iter().rev() {
        let name = file.path.rsplit('/').next().unwrap_or(file.path);
        let folder = if name.ends_with(".mdl") {
            "Models"
        } else {
            "Animations"
        };
        let bytes = file.bytes.clone().into();
        let blocks = Some((Compression::Fast, BLOCK));
        builder.push(Packed::new(&*format!("{folder}/{name}"), bytes, blocks)?)?;
    }
    Ok(File {
        path: "urho3d/Figure.pak",
        format: Some("urho3d.package"),
        bytes: builder.finish()?.to_vec(),
    })
}
