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
mod finite;
mod graph;
mod material;
mod mesh;
mod node;
mod origin;
mod prepare;
mod validate;

pub use self::{
    animation::{Clip, Interpolation, Path, Track, Trigger},
    column::{Attribute, Column, Semantic, Stream},
    finite::make_finite,
    graph::Scene,
    material::{AlphaMode, Image, Material, Texture},
    mesh::{Delta, Level, Mesh, MorphTarget, Part, Topology},
    node::{BoneShape, Camera, Light, LightKind, Node, Projection, Skin, Trs},
    origin::{Facts, Source},
    prepare::{drop_still_records, prepare, report_hidden, unit_rotations},
};
