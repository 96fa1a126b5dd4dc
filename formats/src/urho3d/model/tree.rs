//! [`Model`]: all of a file.

use binrw::binrw;
use formwork_schema::{Packed, Peek, Record, Remaining, Schema, Vec3, count, enums, len};
use serde::{Deserialize, Serialize};

use super::{
    bone::Bone,
    bounds::BoundingBox,
    buffer::VertexBuffer,
    index::IndexBuffer,
    morph::Morph,
    tail::{AtomicTail, LodLevels},
    version::Version,
};

/// A model of the Urho3D family: vertices, what is drawn of them, and how they move with bones and morphs.
#[derive(Schema)]
#[schema(format = "urho3d.model", extension = "mdl")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Magic and version.
    pub version: Version,

    #[br(temp)]
    #[brw(if(version < Version::NO_MAGIC))]
    #[bw(try_calc(count(vertex_buffers)))]
    vertex_buffer_count: u32,
    /// The vertices.
    #[br(
        count = if version == Version::NO_MAGIC { 1 } else { vertex_buffer_count },
        args { inner: (version,) }
    )]
    pub vertex_buffers: Vec<VertexBuffer>,

    #[br(temp)]
    #[bw(try_calc(count(index_buffers)))]
    index_buffer_count: u32,
    /// The order in which vertices are drawn.
    #[br(count = index_buffer_count)]
    pub index_buffers: Vec<IndexBuffer>,

    #[br(temp)]
    #[bw(try_calc(count(geometries)))]
    geometry_count: u32,
    /// What is drawn; each has a material of its own.
    #[br(count = geometry_count)]
    pub geometries: Vec<Geometry>,

    #[br(temp)]
    #[bw(try_calc(count(morphs)))]
    morph_count: u32,
    /// Shapes that the vertices can be moved towards.
    #[br(count = morph_count, args { inner: (version,) })]
    pub morphs: Vec<Morph>,

    #[br(temp)]
    #[bw(try_calc(count(bones)))]
    bone_count: u32,
    /// The skeleton; none for what does not bend. A parent may follow its children.
    #[br(count = bone_count)]
    pub bones: Vec<Bone>,

    /// Where the vertices are, in model space.
    pub bounding_box: BoundingBox,

    #[br(temp)]
    #[bw(ignore)]
    after_box: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    first: Peek<0>,
    #[br(temp)]
    #[bw(ignore)]
    second: Peek<4>,
    #[br(temp)]
    #[bw(ignore)]
    third: Peek<8>,
    /// The middle of each geometry, in model space, to sort what is transparent. Many writers leave them out.
    #[schema(unit = "world units")]
    #[br(
        if(after_box > 0
            && geometry_count > 0
            && !(version >= Version::MASKS_OF_URHO3D
                && after_box == 12
                && (geometry_count != 1
                    || (first < 256 || first == 0xffff_ffff)
                        && (second < 256 || second == 0xffff_ffff)
                        && (third < 256 || third == 0xffff_ffff)
                        && (first != 0 || second != 0 || third != 0)))),
        count = geometry_count
    )]
    pub geometry_centers: Option<Packed<Vec3>>,

    #[br(temp)]
    #[bw(ignore)]
    after_centers: Remaining,
    /// Levels of detail of special uses; Urho3D 1.0 and before.
    #[br(
        if(version >= Version::MASKS_OF_URHO3D && after_box == 12 && after_centers == 12),
        args(version, len(&geometry_centers))
    )]
    pub lod_levels: Option<LodLevels>,

    /// What Atomic adds.
    #[br(
        if(version >= Version::ATOMIC && version < Version::MASKS_OF_URHO3D && after_centers > 0),
        args(version, geometry_count, len(&geometry_centers))
    )]
    pub atomic: Option<AtomicTail>,

    // Anything may begin with a 1, so without magic only the end tells that this was a model.
    #[br(
        temp,
        assert(
            version < Version::NO_MAGIC || trailing_bytes == 0,
            "a file without magic is a model only when nothing follows its end"
        )
    )]
    #[bw(ignore)]
    trailing_bytes: Remaining,
}

/// What is drawn with one material.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    #[br(temp)]
    #[bw(try_calc(count(bone_mapping)))]
    bone_mapping_count: u32,
    /// The bone that each index of a vertex stands for; none: the bone with that index.
    #[br(count = bone_mapping_count)]
    #[schema(item = "bone", index_of = "bones")]
    pub bone_mapping: Packed<u32>,

    #[br(temp)]
    #[bw(try_calc(count(lods)))]
    lod_count: u32,
    /// Levels of detail, the nearest first.
    #[br(count = lod_count)]
    pub lods: Packed<Lod>,
}

enums! {
    /// What indices make.
    pub struct PrimitiveType: u32 {
        /// Triangles, three indices each.
        TRIANGLE_LIST = 0;
        /// Lines, two indices each.
        LINE_LIST = 1;
        /// Points.
        POINT_LIST = 2;
        /// Triangles, each with the last two corners of the one before.
        TRIANGLE_STRIP = 3;
        /// Lines, each from the end of the one before.
        LINE_STRIP = 4;
        /// Triangles, all with the first corner.
        TRIANGLE_FAN = 5;
    }
}

/// A level of detail: a range of indices.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Lod {
    /// From which distance on it is drawn, in world units, before bias and scale: 1 unit is 1 metre by convention.
    #[schema(unit = "world units")]
    pub distance: f32,
    /// What the indices make.
    pub primitive_type: PrimitiveType,
    /// Which vertex buffer.
    #[schema(index_of = "vertex_buffers")]
    pub vertex_buffer: u32,
    /// Which index buffer.
    #[schema(index_of = "index_buffers")]
    pub index_buffer: u32,
    /// The first index.
    pub index_start: u32,
    /// How many indices.
    pub index_count: u32,
}
