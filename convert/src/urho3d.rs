//! Urho3D, U3D, Dry, rbfx and Atomic.

mod bake;
mod curve;
mod elements;
mod facts;
mod file;
mod forks;
mod frame;
mod keys;
mod measure;
mod moved;
mod read;
mod refill;
mod target;
mod write;
mod xml_text;

use crate::{Options, Scene};

/// Takes out of the facts of sources what the scene leads to anyway, as it is read again.
pub(crate) fn trim(scene: &mut Scene, options: &Options) {
    let frame = frame::Frame::new(options.mirror);
    let mut sources = std::mem::take(&mut scene.sources);
    let models = sources
        .iter_mut()
        .filter(|source| source.format == "urho3d.model");
    for source in models {
        facts::trim(&mut source.facts, &source.version, scene, frame);
    }
    scene.sources = sources;
}

pub use self::{forks::fork, moved::moved, read::read, target::target_of, write::write};
pub(crate) use self::{
    forks::{report_sidecars, sidecars},
    write::rebuild,
};
