//! Between scenes and Horde3D: `.scene.xml` with its `.geo` and `.material.xml`, and `.anim`.
//!
//! The axes are those of glTF. The second texture coordinate is turned, angles become quaternions, and joint *k* of a skin is entry
//! *k + 1* of the joint table, whose first entry is the identity.
//!
//! A Mesh becomes a node with a mesh of one part; meshes of one name below one parent, one for each level of detail, become one such
//! node. A mesh whose vertices follow joints becomes a root of the scene, for glTF has it so.

mod angles;
mod batches;
mod build;
mod build_morphs;
mod clip;
mod columns;
mod document;
mod downgrade;
mod elements;
mod facts;
mod fork;
mod frames;
mod geometry;
mod influences;
mod inputs;
mod kept;
mod layout;
mod lights;
mod material;
mod materials;
mod meshes;
mod morphs;
mod moved;
mod names;
mod nodes;
mod notes;
mod order;
mod plan;
mod read;
mod reader;
mod restore;
mod restore_clip;
mod restore_morphs;
mod roles;
mod sampling;
mod stage;
mod table;
mod turned;
mod uses;
mod vertices;
mod writer;

pub(crate) use self::fork::make_readable;
pub use self::{
    fork::fork,
    moved::moved,
    read::{geometries, read},
    writer::write,
};
