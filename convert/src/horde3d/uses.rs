//! What a scene says of a geometry that was read before.

use std::ops::Range;

use crate::scene::Level;

/// What one element draws.
pub(super) struct Drawn<'a> {
    /// Where its indices are in the file.
    pub(super) range: Range<usize>,
    pub(super) level: &'a Level,
    /// Whether the file has its triangles turned.
    pub(super) is_turned: bool,
    /// Its mesh, for morph targets.
    pub(super) mesh: usize,
}

/// What a scene says of one geometry.
#[derive(Default)]
pub(super) struct Uses<'a> {
    pub(super) drawn: Vec<Drawn<'a>>,
    pub(super) skin: Option<usize>,
    /// Nodes by their entry in the joint table.
    pub(super) joints: Vec<(usize, usize)>,
}
