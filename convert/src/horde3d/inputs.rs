//! What the files are that are read, and where the others are that they name.

use formwork_formats::identify;
use formwork_schema::Result;

use crate::{
    Files, Input,
    error::{invalid, unsupported},
};

/// Files of one conversion by what they are.
#[derive(Default)]
pub(super) struct Inputs<'a> {
    pub(super) scene: Option<&'a Input>,
    pub(super) geometries: Vec<&'a Input>,
    pub(super) clips: Vec<&'a Input>,
    pub(super) materials: Vec<&'a Input>,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(inputs: &'a [Input]) -> Result<Self> {
        let mut sorted = Self::default();
        for input in inputs {
            match identify(&input.bytes, input.name()).format {
                Some("horde3d.geometry") => sorted.geometries.push(input),
                Some("horde3d.animation") => sorted.clips.push(input),
                Some("horde3d.material") => sorted.materials.push(input),
                Some("horde3d.scene") => {
                    if sorted.scene.replace(input).is_some() {
                        return Err(invalid("two scenes cannot become one")
                            .of(&input.path)
                            .help("convert one scene after the other"));
                    }
                }
                _ => {
                    let message =
                        "neither a scene nor a geometry, animation or material of Horde3D";
                    return Err(unsupported(message).of(&input.path));
                }
            }
        }
        if sorted.scene.is_none() && sorted.geometries.len() > 1 {
            let error = invalid("several geometries without a scene cannot become one");
            return Err(error.help("name the scene that uses them as well"));
        }
        Ok(sorted)
    }
}

/// The file that a document calls so: below the content roots, as the engine has it, or beside the document.
pub(super) fn find(files: &dyn Files, from: &Input, reference: &str) -> Option<Input> {
    let slashes = reference.replace('\\', "/");
    files
        .find(from, &slashes)
        .or_else(|| files.find(from, base_name(&slashes)))
}

/// The last part of a reference.
pub(super) fn base_name(reference: &str) -> &str {
    reference.rsplit(['/', '\\']).next().unwrap_or_default()
}
