//! The scene as a whole: lists of parts, which name one another by their places.

use std::collections::BTreeSet;

use super::{Camera, Clip, Image, Light, Material, Mesh, Node, Path, Skin, Source, Stream};

/// One scene: what one conversion is about.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Its name: the stem of the file.
    pub name: String,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// The nodes without a parent, in order.
    pub roots: Vec<usize>,
    /// Vertices.
    pub streams: Vec<Stream>,
    /// What nodes show.
    pub meshes: Vec<Mesh>,
    /// Skeletons.
    pub skins: Vec<Skin>,
    /// Animations.
    pub clips: Vec<Clip>,
    /// Surfaces.
    pub materials: Vec<Material>,
    /// Pictures that materials use.
    pub images: Vec<Image>,
    /// What shines.
    pub lights: Vec<Light>,
    /// What looks.
    pub cameras: Vec<Camera>,
    /// What the files were that all this comes from: the model or scene first, then the clips in their order.
    pub sources: Vec<Source>,
}

impl Scene {
    /// Nodes without a rest pose that some clip leaves at their placeholder, all of it or a part.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = usize> {
        let moves = |track: &super::Track| track.path != Path::Weights && !track.times.is_empty();
        let moved = self.clips.iter().map(|clip| {
            let tracks = clip.tracks.iter().filter(|track| moves(track));
            tracks.map(|track| (track.node, track.path)).collect()
        });
        let moved: Vec<BTreeSet<(usize, Path)>> = moved.collect();
        let is_whole = move |node: usize| {
            let mut paths = [Path::Translation, Path::Rotation, Path::Scale].into_iter();
            paths.all(|path| moved.iter().all(|moved| moved.contains(&(node, path))))
        };
        let lacking = (0..self.nodes.len()).filter(|node| self.nodes[*node].lacks_rest_pose);
        lacking.filter(move |node| !is_whole(*node))
    }
}
