//! Horde3D geometry: `.geo`, magic `H3DG`.
//!
//! Vertices are stored as streams, one per attribute, in any order; the scene says which ranges of
//! indices make a mesh and with which material. Joint 0 is the identity by convention of the official
//! converter. Morph targets list the vertices they move and by how much.
//!
//! After `egGeometry.cpp` of Horde3D and its converter; version 4, of which no reader is known, after the
//! files that exist.

mod inspect;
pub mod rules;
mod upgrade;
mod vertices;
mod view;

use binrw::binrw;
use formwork_schema::{
    Blob, FixedString, Packed, Record, RecordField, Schema, Vec2, Vec3, Vec4, count, enums,
    versions, wide,
};
use serde::{Deserialize, Serialize};

versions! {
    /// Magic and version of a geometry.
    pub struct Version {
        /// 5 in every engine; 4 before the first public one.
        b"H3DG" followed by 4..=5;
    }
    milestones {
        /// Vertices are stored as streams, one per attribute.
        STREAMS = 5;
    }
}

/// A geometry of Horde3D: vertices, triangles, and how they move with joints and morph targets.
#[derive(Schema)]
#[schema(format = "horde3d.geometry", extension = "geo")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// Magic and version.
    pub version: Version,

    #[br(temp)]
    #[bw(try_calc(count(joints)))]
    #[br(assert(
        version >= Version::STREAMS || joint_count == 0,
        "how version 4 stores joints is not known"
    ))]
    joint_count: u32,
    /// Inverse bind matrices: from model space into the space of each joint at rest.
    #[br(count = joint_count)]
    pub joints: Packed<Joint>,

    #[br(temp, if(version >= Version::STREAMS))]
    #[bw(if(streams.is_some()), try_calc(count(streams)))]
    stream_count: u32,

    /// How many vertices there are; every stream has that many elements.
    pub vertex_count: u32,

    /// The attributes of the vertices, in any order. A repeated one replaces the earlier.
    #[br(
        if(version >= Version::STREAMS),
        count = stream_count,
        args { inner: (vertex_count,) }
    )]
    #[schema(key = "kind")]
    pub streams: Option<Vec<Stream>>,

    /// The vertices of version 4, all attributes together.
    #[br(if(version < Version::STREAMS), count = vertex_count)]
    pub vertices: Option<Packed<Vertex>>,

    #[br(temp)]
    #[bw(try_calc(count(indices)))]
    index_count: u32,
    /// Vertices of the triangles, three each, counted from the first vertex of the file.
    #[br(count = index_count)]
    pub indices: Packed<u32>,

    #[br(temp)]
    #[bw(try_calc(count(morph_targets)))]
    #[br(assert(
        version >= Version::STREAMS || morph_target_count == 0,
        "how version 4 stores morph targets is not known"
    ))]
    morph_target_count: u32,
    /// Shapes that the vertices can be moved towards.
    #[br(count = morph_target_count)]
    pub morph_targets: Vec<MorphTarget>,
}

/// From model space into the space of a joint at rest: a matrix by its columns.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// First column: where the x axis goes.
    pub x_axis: Vec4,
    /// Second column: where the y axis goes.
    pub y_axis: Vec4,
    /// Third column: where the z axis goes.
    pub z_axis: Vec4,
    /// Fourth column: where the origin goes, in model units; its last number is 1.
    #[schema(unit = "model units")]
    pub translation: Vec4,
}

enums! {
    /// Which attribute of the vertices a stream holds.
    pub struct StreamKind: u32 {
        /// Where the vertex is.
        POSITION = 0;
        /// The normal.
        NORMAL = 1;
        /// The tangent: the direction of growing u.
        TANGENT = 2;
        /// The bitangent: the direction of growing v.
        BITANGENT = 3;
        /// Which four joints move the vertex.
        JOINT_INDICES = 4;
        /// How much each of the four joints moves it.
        JOINT_WEIGHTS = 5;
        /// First set of texture coordinates.
        TEX_COORDS_0 = 6;
        /// Second set of texture coordinates.
        TEX_COORDS_1 = 7;
    }
}

/// One attribute of all vertices.
#[derive(Schema)]
#[binrw]
#[br(import(vertex_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    /// Which attribute.
    pub kind: StreamKind,

    /// Size of one element, in bytes.
    #[schema(unit = "bytes")]
    #[br(assert(
        kind > StreamKind::TEX_COORDS_1
            || element_size
                == if kind == StreamKind::POSITION {
                    12
                } else if kind <= StreamKind::BITANGENT {
                    6
                } else if kind <= StreamKind::JOINT_WEIGHTS {
                    4
                } else {
                    8
                },
        "the engine refuses this attribute with elements of this size"
    ))]
    pub element_size: u32,

    /// One element per vertex.
    #[br(args(kind, element_size, vertex_count))]
    pub elements: Elements,
}

/// The elements of a stream.
#[derive(Schema)]
#[binrw]
#[br(import(kind: StreamKind, element_size: u32, vertex_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Elements {
    /// Places, in model units.
    #[br(pre_assert(kind == StreamKind::POSITION))]
    Positions(
        #[br(count = vertex_count)]
        #[schema(item = "position", unit = "model units")]
        Packed<Vec3>,
    ),
    /// Directions: normals, tangents, bitangents.
    #[br(pre_assert(kind >= StreamKind::NORMAL && kind <= StreamKind::BITANGENT))]
    Directions(
        #[br(count = vertex_count)]
        #[schema(item = "direction")]
        Packed<Direction>,
    ),
    /// Four joints each.
    #[br(pre_assert(kind == StreamKind::JOINT_INDICES))]
    Joints(
        #[br(count = vertex_count)]
        #[schema(item = "joints", index_of = "joints")]
        Packed<JointIndices>,
    ),
    /// Four weights each.
    #[br(pre_assert(kind == StreamKind::JOINT_WEIGHTS))]
    Weights(
        #[br(count = vertex_count)]
        #[schema(item = "weights")]
        Packed<JointWeights>,
    ),
    /// Texture coordinates: u to the right, v up.
    #[br(pre_assert(kind == StreamKind::TEX_COORDS_0 || kind == StreamKind::TEX_COORDS_1))]
    TexCoords(
        #[br(count = vertex_count)]
        #[schema(item = "tex_coord")]
        Packed<Vec2>,
    ),
    /// An attribute that the engine skips.
    #[br(pre_assert(kind > StreamKind::TEX_COORDS_1))]
    Unknown(#[br(count = wide(element_size) * vertex_count)] Blob),
}

/// A direction: each number stands for itself divided by 32767.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Direction {
    /// Along the x axis.
    pub x: i16,
    /// Along the y axis.
    pub y: i16,
    /// Along the z axis.
    pub z: i16,
}

/// Which four joints move a vertex, the strongest first.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointIndices {
    /// The first joint.
    pub first: u8,
    /// The second joint.
    pub second: u8,
    /// The third joint.
    pub third: u8,
    /// The fourth joint.
    pub fourth: u8,
}

/// How much four joints move a vertex: each number stands for itself divided by 255.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointWeights {
    /// Weight of the first joint.
    pub first: u8,
    /// Weight of the second joint.
    pub second: u8,
    /// Weight of the third joint.
    pub third: u8,
    /// Weight of the fourth joint.
    pub fourth: u8,
}

/// A direction of version 4: each number stands for itself divided by 127.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoarseDirection {
    /// Along the x axis.
    pub x: i8,
    /// Along the y axis.
    pub y: i8,
    /// Along the z axis.
    pub z: i8,
}

/// A vertex of version 4.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Vertex {
    /// Where it is, in model units.
    #[schema(unit = "model units")]
    pub position: Vec3,
    /// The normal.
    pub normal: CoarseDirection,
    /// The tangent: the direction of growing u.
    pub tangent: CoarseDirection,
    /// The bitangent: the direction of growing v.
    pub bitangent: CoarseDirection,
    /// First set of texture coordinates.
    pub tex_coords_0: Vec2,
    /// Second set of texture coordinates.
    pub tex_coords_1: Vec2,
    /// Third set of texture coordinates.
    pub tex_coords_2: Vec2,
    /// Fourth set of texture coordinates.
    pub tex_coords_3: Vec2,
}

impl Vertex {
    /// The sets of texture coordinates.
    pub const TEX_COORDS: [RecordField<Self, Vec2>; 4] = [
        Self::FIELDS.tex_coords_0,
        Self::FIELDS.tex_coords_1,
        Self::FIELDS.tex_coords_2,
        Self::FIELDS.tex_coords_3,
    ];
}

/// A shape that some vertices can be moved towards.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphTarget {
    /// Name by which weights find it; need not be unique.
    pub name: FixedString<256>,

    #[br(temp)]
    #[bw(try_calc(count(vertex_indices)))]
    vertex_index_count: u32,
    /// The vertices it moves, counted from the first vertex of the file.
    #[br(count = vertex_index_count)]
    #[schema(item = "vertex_index")]
    pub vertex_indices: Packed<u32>,

    #[br(temp)]
    #[bw(try_calc(count(streams)))]
    stream_count: u32,
    /// What it adds to which attribute, one difference per vertex it moves.
    #[br(count = stream_count, args { inner: (vertex_index_count,) })]
    #[schema(key = "kind")]
    pub streams: Vec<MorphStream>,
}

/// What a morph target adds to one attribute.
#[derive(Schema)]
#[binrw]
#[br(import(vertex_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphStream {
    /// Which attribute; the engine uses position, normal and tangent.
    pub kind: StreamKind,

    /// Size of one element, in bytes.
    #[schema(unit = "bytes")]
    #[br(assert(
        kind > StreamKind::BITANGENT || element_size == 12,
        "the engine refuses this attribute with elements of this size"
    ))]
    pub element_size: u32,

    /// One difference per vertex that the target moves.
    #[br(args(kind, element_size, vertex_count))]
    pub elements: MorphElements,
}

/// The elements of a stream of a morph target.
#[derive(Schema)]
#[binrw]
#[br(import(kind: StreamKind, element_size: u32, vertex_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MorphElements {
    /// Differences from the base shape, in its units.
    #[br(pre_assert(kind <= StreamKind::BITANGENT))]
    Deltas(
        #[br(count = vertex_count)]
        #[schema(item = "delta")]
        Packed<Vec3>,
    ),
    /// An attribute that the engine skips.
    #[br(pre_assert(kind > StreamKind::BITANGENT))]
    Unknown(#[br(count = wide(element_size) * vertex_count)] Blob),
}
