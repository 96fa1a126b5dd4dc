//! The scene as a whole: lists of parts, which name one another by their places.

use super::{Camera, Clip, Image, Light, Material, Mesh, Node, Skin, Source, Stream};

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
