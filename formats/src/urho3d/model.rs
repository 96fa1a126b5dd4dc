//! Urho3D model: `.mdl`, magic `UMDL`, `UMD2`, `UMD3`, `AMDL` or `AMD2`.
//!
//! Vertices are interleaved in buffers. Older files say with one mask which attributes they have, in the
//! order of its bits; newer ones list the attributes, each with a type, in any order. Geometries are what
//! a material is put on; each draws ranges of an index buffer, one per level of detail. Bones, and shapes
//! to morph towards, follow them. What follows the bounding box came later, so files of every
//! kind end before it or in the middle of it.
//!
//! After `Model::BeginLoad` and `Model::Save` of Urho3D, rbfx and Atomic; the oldest tails after the files
//! that exist.

mod bone;
mod bounds;
mod buffer;
mod declared;
mod diagnose;
mod edit;
mod index;
mod inspect;
mod measure;
mod morph;
pub mod rules;
mod shapes;
mod skeleton;
mod tail;
mod tree;
mod triangles;
mod version;
mod vertices;
mod weights;

pub use self::{
    bone::{Bone, BoneCollision, Matrix3x4},
    bounds::BoundingBox,
    buffer::{
        AttributeValue, Bytes4, DeclaredVertex, Element, ElementType, Semantic, Vertex,
        VertexBuffer, VertexMask, Vertices,
    },
    index::{IndexBuffer, Indices},
    morph::{Morph, MorphBuffer, MorphElements, MorphVertex},
    shapes::{BoneExtents, LEAST_WEIGHT},
    skeleton::Affine,
    tail::{Animations, AtomicTail, LodLevels},
    tree::{Geometry, Lod, Model, PrimitiveType},
    triangles::Triangles,
    version::Version,
    vertices::{Attribute, Values},
};
