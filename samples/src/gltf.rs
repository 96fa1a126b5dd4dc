//! The figure and its walk as glTF.

use formwork_convert::{Input, NoFiles, Options, Request, Target, convert};
use formwork_schema::Result;

use crate::file::File;

/// The file, below `gltf/`, made of those of the Urho3D family.
///
/// # Errors
/// Those of the conversion.
pub fn files(urho3d: &[File]) -> Result<Vec<File>> {
    let wanted = ["urho3d/Figure.mdl", "urho3d/Walk.ani"];
    let inputs = wanted.into_iter().flat_map(|path| {
        let file = urho3d.iter().find(|file| file.path == path)?;
        Some(Input {
            path: path.into(),
            bytes: file.bytes.clone().into(),
        })
    });
    let inputs: Vec<Input> = inputs.collect();
    let made = convert(Request {
        inputs: inputs.into(),
        files: &NoFiles,
        name: "figure",
        target: Target::Glb,
        is_usual: false,
        split: false,
        options: &Options::default(),
    })?;
    let files = made.outputs.into_iter().map(|output| File {
        path: "gltf/figure.glb",
        format: None,
        bytes: output.bytes.to_vec(),
    });
    Ok(files.collect())
}
