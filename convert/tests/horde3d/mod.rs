//! Horde3D: files into scenes and back.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod back;
mod clips;
mod codes;
mod codes_read;
mod edit;
mod foreign;
mod fork;
mod made;
mod pose;
mod read;
pub(crate) mod real;
mod scenes;
mod through;

use formwork_convert::{Options, Output, Report, Scene, Target, horde3d};
use formwork_schema::Result;

/// The files of a scene, beside each other.
pub(crate) fn written(
    scene: &Scene,
    name: &str,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    horde3d::write(scene, name, Target::Horde3d, false, options, report)
}
