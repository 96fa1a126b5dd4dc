//! glTF 2.0: `.glb`, `.gltf` with its `.bin`, and `.gltf` that has everything in it.
//!
//! The writer makes values such as glTF allows them and says which it changed. What glTF has no place for goes to `extras.formwork` of
//! the object that it belongs to, where people and other programs can read it, and in bulk to the extension `FW_origin`, from
//! which [`read()`] gives back the scene as it was, but for what was edited since.

mod builder;
mod column;
mod deflate;
mod draft;
mod extras;
mod glb;
mod json;
mod mend;
mod morph;
mod names;
mod origin;
mod prepare;
mod proof;
mod read;
mod typed;
mod uri;
mod write;

use formwork_schema::Result;

pub(crate) use self::{mend::perpendicular, prepare::is_as_it_was};

pub use self::{draft::Draft, proof::Proof};
use crate::{Files, Input, Options, Output, Report, Scene, Target};

/// Reads the scene of one glTF file.
///
/// # Errors
///
/// [`Malformed`](formwork_schema::Kind::Malformed) with a JSON pointer for a file that cannot be read without guessing,
/// [`Unsupported`](formwork_schema::Kind::Unsupported) for one that needs an extension that is not known, and
/// [`Limit`](formwork_schema::Kind::Limit) for one that would need far more memory than it has bytes.
pub fn read(
    input: &[Input],
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<Scene> {
    read_proved(input, files, options, report).map(|(scene, _)| scene)
}

/// Reads the scene of one glTF file, and what it says of each of the scene's sources, in their order.
///
/// # Errors
///
/// Those of [`read()`].
pub fn read_proved(
    input: &[Input],
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<(Scene, Vec<Proof>)> {
    read::read(input, files, options, report)
}

/// Makes the files of a scene: the glTF file first, with the stem `name`, then its bytes and pictures.
///
/// # Errors
///
/// [`Limit`](formwork_schema::Kind::Limit) when a `.glb` would be longer than its format allows,
/// [`Invalid`](formwork_schema::Kind::Invalid) when the scene contradicts itself or the target is not glTF.
pub fn write(
    scene: &Scene,
    name: &str,
    target: Target,
    _split: bool,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    Draft::new(scene, name, target, options, report)?.finish()
}
