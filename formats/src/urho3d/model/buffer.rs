//! Vertices, and what describes them.

use binrw::binrw;
use formwork_schema::{
    Each, Packed, Record, Schema, Vec2, Vec3, Vec4, Zip, count, each, enums, flags, item,
};
use serde::{Deserialize, Serialize};

use super::version::Version;

enums! {
    /// How the numbers of an attribute are stored.
    pub struct ElementType: u8 {
        /// A whole number of 32 bits.
        INT = 0;
        /// A number.
        FLOAT = 1;
        /// Two numbers.
        VECTOR2 = 2;
        /// Three numbers.
        VECTOR3 = 3;
        /// Four numbers.
        VECTOR4 = 4;
        /// Four bytes.
        UBYTE4 = 5;
        /// Four bytes, each standing for itself divided by 255.
        UBYTE4_NORM = 6;
    }
}

enums! {
    /// What an attribute means.
    pub struct Semantic: u8 {
        /// Where the vertex is.
        POSITION = 0;
        /// The normal.
        NORMAL = 1;
        /// The binormal: the direction of growing v.
        BINORMAL = 2;
        /// The tangent: the direction of growing u; the fourth number is the handedness.
        TANGENT = 3;
        /// Texture coordinates: u to the right, v down.
        TEXCOORD = 4;
        /// A colour: red, green, blue, opacity.
        COLOR = 5;
        /// How much each of four bones moves the vertex.
        BLENDWEIGHTS = 6;
        /// Which four bones move the vertex.
        BLENDINDICES = 7;
        /// Which object of several in one buffer the vertex belongs to.
        OBJECTINDEX = 8;
    }
}

/// One attribute of the vertices of a buffer.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// How its numbers are stored.
    #[br(assert(
        r#type <= ElementType::UBYTE4_NORM,
        "how large an attribute of this type is, no engine knows"
    ))]
    pub r#type: ElementType,
    /// What it means.
    pub semantic: Semantic,
    /// Which one, of several with this meaning.
    pub index: u8,
    /// Ignored by every engine; 0 in every known file.
    pub unknown_0x03: u8,
}

flags! {
    /// Attributes of the vertices of a buffer, stored in this order. Engines ignore other bits.
    pub struct VertexMask: u32 {
        /// Where the vertex is.
        POSITION = 1;
        /// The normal.
        NORMAL = 2;
        /// A colour.
        COLOR = 4;
        /// First texture coordinates.
        TEXCOORD1 = 8;
        /// Second texture coordinates.
        TEXCOORD2 = 0x10;
        /// First texture coordinates for a cube.
        CUBETEXCOORD1 = 0x20;
        /// Second texture coordinates for a cube.
        CUBETEXCOORD2 = 0x40;
        /// The tangent.
        TANGENT = 0x80;
        /// Weights of bones.
        BLENDWEIGHTS = 0x100;
        /// Indices of bones.
        BLENDINDICES = 0x200;
        /// First row of an instance's matrix.
        INSTANCEMATRIX1 = 0x400;
        /// Second row of an instance's matrix.
        INSTANCEMATRIX2 = 0x800;
        /// Third row of an instance's matrix.
        INSTANCEMATRIX3 = 0x1000;
        /// Index of an object.
        OBJECTINDEX = 0x2000;
    }
}

/// Vertices of one kind.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VertexBuffer {
    /// How many vertices there are.
    pub vertex_count: u32,

    /// Their attributes, in the order of the bits.
    #[br(if(version >= Version::MASKS))]
    pub mask: Option<VertexMask>,

    #[br(temp, if(version < Version::MASKS))]
    #[bw(if(elements.is_some()), try_calc(count(elements)))]
    element_count: u32,
    /// Their attributes, in the order of the file. Where two mean the same, the first counts.
    #[br(if(version < Version::MASKS), count = element_count)]
    #[schema(key = "semantic index")]
    pub elements: Option<Vec<Element>>,

    /// The first vertex that a morph may move.
    pub morph_range_start: u32,
    /// How many vertices from there morphs may move; 0 when there are none.
    pub morph_range_count: u32,

    /// The vertices, one after another without gaps.
    #[br(args(version, vertex_count, mask.unwrap_or_default(), each(&elements, |e| e.r#type)))]
    pub vertices: Vertices,
}

/// Vertices of one buffer.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, vertex_count: u32, mask: VertexMask, types: Each<ElementType>))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Vertices {
    /// Those that a mask describes.
    #[br(pre_assert(version >= Version::MASKS))]
    Masked(
        #[br(count = vertex_count, args { inner: (mask,) })]
        #[schema(item = "vertex")]
        Packed<Vertex>,
    ),
    /// Those that elements describe.
    #[br(pre_assert(version < Version::MASKS))]
    Declared(
        #[br(count = vertex_count, args { inner: (types.clone(),) })]
        #[schema(item = "vertex")]
        Packed<DeclaredVertex>,
    ),
}

/// A vertex that elements describe.
#[derive(Schema)]
#[binrw]
#[br(import(types: Each<ElementType>))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeclaredVertex {
    /// Its attributes, one for each element.
    #[schema(
        named_by = "elements: semantic index",
        words = "position normal binormal tangent texcoord_# color blend_weights blend_indices object_index",
        indices = "blend_indices",
        index_of = "bones unless geometries.bone_mapping"
    )]
    #[br(count = types.len(), args { inner: (item(&types),) })]
    pub attributes: Zip<ElementType, AttributeValue>,
}

/// An attribute of a vertex, as its element says.
#[derive(Schema)]
#[binrw]
#[br(import(r#type: ElementType))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum AttributeValue {
    /// A whole number of 32 bits.
    #[br(pre_assert(r#type == ElementType::INT))]
    Int(i32),
    /// A number.
    #[br(pre_assert(r#type == ElementType::FLOAT))]
    Float(f32),
    /// Two numbers.
    #[br(pre_assert(r#type == ElementType::VECTOR2))]
    Vector2(Vec2),
    /// Three numbers.
    #[br(pre_assert(r#type == ElementType::VECTOR3))]
    Vector3(Vec3),
    /// Four numbers.
    #[br(pre_assert(r#type == ElementType::VECTOR4))]
    Vector4(Vec4),
    /// Four bytes.
    #[br(pre_assert(r#type == ElementType::UBYTE4))]
    Ubyte4(Bytes4),
    /// Four bytes, each standing for itself divided by 255.
    #[br(pre_assert(r#type == ElementType::UBYTE4_NORM))]
    Ubyte4Norm(Bytes4),
}

/// A vertex that a mask describes.
#[derive(Schema, Record)]
#[binrw]
#[br(import(mask: VertexMask))]
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Vertex {
    /// Where it is, in model space.
    #[schema(unit = "world units")]
    #[br(if(mask.contains(VertexMask::POSITION)))]
    pub position: Option<Vec3>,
    /// The normal.
    #[br(if(mask.contains(VertexMask::NORMAL)))]
    pub normal: Option<Vec3>,
    /// A colour: red, green, blue, opacity, each standing for itself divided by 255.
    #[br(if(mask.contains(VertexMask::COLOR)))]
    pub color: Option<Bytes4>,
    /// First texture coordinates: u to the right, v down.
    #[br(if(mask.contains(VertexMask::TEXCOORD1)))]
    pub texcoord_0: Option<Vec2>,
    /// Second texture coordinates.
    #[br(if(mask.contains(VertexMask::TEXCOORD2)))]
    pub texcoord_1: Option<Vec2>,
    /// First texture coordinates for a cube.
    #[br(if(mask.contains(VertexMask::CUBETEXCOORD1)))]
    pub cube_texcoord_0: Option<Vec3>,
    /// Second texture coordinates for a cube.
    #[br(if(mask.contains(VertexMask::CUBETEXCOORD2)))]
    pub cube_texcoord_1: Option<Vec3>,
    /// The tangent: the direction of growing u; the fourth number is the handedness, 1 or -1.
    #[br(if(mask.contains(VertexMask::TANGENT)))]
    pub tangent: Option<Vec4>,
    /// How much each of four bones moves it: factors from 0 to 1.
    #[br(if(mask.contains(VertexMask::BLENDWEIGHTS)))]
    pub blend_weights: Option<Vec4>,
    /// Which four bones move it, counted in the bone mapping of the geometry, if that has one.
    #[schema(index_of = "bones unless geometries.bone_mapping")]
    #[br(if(mask.contains(VertexMask::BLENDINDICES)))]
    pub blend_indices: Option<Bytes4>,
    /// First row of an instance's matrix.
    #[br(if(mask.contains(VertexMask::INSTANCEMATRIX1)))]
    pub instance_matrix_1: Option<Vec4>,
    /// Second row of an instance's matrix.
    #[br(if(mask.contains(VertexMask::INSTANCEMATRIX2)))]
    pub instance_matrix_2: Option<Vec4>,
    /// Third row of an instance's matrix.
    #[br(if(mask.contains(VertexMask::INSTANCEMATRIX3)))]
    pub instance_matrix_3: Option<Vec4>,
    /// Which object of several in one buffer it belongs to.
    #[br(if(mask.contains(VertexMask::OBJECTINDEX)))]
    pub object_index: Option<i32>,
}

/// Four bytes: a colour, weights, or indices of bones.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bytes4 {
    /// The first.
    pub x: u8,
    /// The second.
    pub y: u8,
    /// The third.
    pub z: u8,
    /// The fourth.
    pub w: u8,
}
