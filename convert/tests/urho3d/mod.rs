//! Urho3D, U3D, Dry, rbfx and Atomic: from files to a scene and back.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod again;
mod anew;
mod blender;
mod build;
mod by_gltf;
mod cases;
mod clips;
mod codes;
mod curves;
pub(crate) mod files;
mod folders;
mod forks;
mod hosts;
mod parts;
mod poses;
mod read;
mod scenes;
mod tangents;
mod write;

use formwork_convert::{Files, Input, Options, Report, Scene, urho3d};
use formwork_schema::Result;

/// The scene in files, as it is read where nothing is chosen.
pub(crate) fn opened(inputs: &[Input], files: &dyn Files, report: &mut Report) -> Result<Scene> {
    urho3d::read(inputs, files, &Options::default(), report)
}
