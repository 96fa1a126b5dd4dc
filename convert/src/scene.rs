//! What is between reading and writing: nodes, meshes, skins and clips in the axes of glTF.
//!
//! Right-handed, +Y up, +Z to the front, lengths in metres, rotations as unit quaternions x y z w, texture coordinates with v
//! downwards, counter-clockwise triangles in front. Numbers are those of the file wherever a mirrored axis allows it: nothing is
//! normalised, clamped or widened here.
//!
//! References between parts are places in the lists of [`Scene`]. A reader makes only such as exist, and parents that do not go
//! round in circles; writers may rely on both ([`Scene::validate`] says so in tests).

mod animation;
mod column;
mod material;
mod mesh;
mod node;
mod origin;
mod prepare;
mod validate;

pub use self::{
    animation::{Clip, Interpolation, Path, Track, Trigger},
    column::{Attribute, Column, Semantic, Stream},
    material::{AlphaMode, Image, Material, Texture},
    mesh::{Delta, Level, Mesh, MorphTarget, Part, Topology},
    node::{BoneShape, Camera, Light, LightKind, Node, Projection, Skin, Trs},
    origin::{Facts, Source},
    prepare::{prepare, unit_rotations},
};

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
