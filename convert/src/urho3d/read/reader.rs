//! [`Reader`]: the scene that models and clips are read into.

use std::collections::HashMap;

use crate::{Files, Options, Report, Scene, urho3d::frame::Frame};

/// A scene while it is read.
pub(super) struct Reader<'a> {
    pub(super) scene: Scene,
    /// Images of the scene, by how materials refer to them.
    pub(super) images: HashMap<String, usize>,
    pub(super) frame: Frame,
    pub(super) options: &'a Options,
    pub(super) files: &'a dyn Files,
    pub(super) report: &'a mut Report,
}
