//! Urho3D model: `.mdl`, magic `UMDL`, `UMD2`, `UMD3`, `AMDL` or `AMD2`.
//!
//! Vertices are interleaved in buffers. Older files say with one mask which attributes they have, in the
//! order of its bits; newer ones list the attributes, each with a type, in any order. Geometries are what
//! a material is put on; each draws ranges of an index buffer, one per level of detail. Bones, and shapes
//! to morph towards, stand behind them. What stands behind the bounding box came later, so files of every
//! kind end before it or in the middle of it.
//!
//! After `Model::BeginLoad` and `Model::Save` of Urho3D, rbfx and Atomic; the oldest tails after the files
//! that exist.

mod declared;
mod inspect;
mod meaning;
mod skeleton;
mod triangles;
mod vertices;

use binrw::binrw;
use formwork_schema::{
    Ahead, CString, Each, MaybeList as _, Packed, Quat, Record, Remaining, Schema, Vec2, Vec3,
    Vec4, Vle, Zip, count, each, enums, flags, item, versions,
};
use serde::{Deserialize, Serialize};

pub use self::{
    skeleton::Affine,
    triangles::Triangles,
    vertices::{Attribute, Values},
};

versions! {
    /// Magic and version of a model. Only `UMD3` stores a number; the others count as one that says what
    /// they have in common with their neighbours.
    pub struct Version {
        /// Urho3D since 1.6, and every engine after it.
        b"UMD2" is 1;
        /// rbfx, since 2021-10: a version number follows.
        b"UMD3" then 1..=2;
        /// Atomic, since 2016-08.
        b"AMD2" is 100;
        /// Atomic before 2016-08.
        b"AMDL" is 101;
        /// Every engine of the family.
        b"UMDL" is 102;
        /// Urho3D before 2011-03, without magic: these four bytes are the number of vertex buffers.
        b"\x01\0\0\0" is 103;
    }
    points {
        /// Morphs have an initial weight.
        MORPH_WEIGHTS = 2;
        /// Names may follow the geometry centers.
        ATOMIC = 100;
        /// A mask, not a list, says which attributes vertices have.
        MASKS = 101;
        /// Urho3D's own: levels of detail may follow the bounding box.
        MASKS_OF_URHO3D = 102;
        /// There is no magic, and always one vertex buffer.
        NO_MAGIC = 103;
    }
}

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
    /// The skeleton; none for what does not bend. A parent may stand behind its children.
    #[br(count = bone_count)]
    pub bones: Vec<Bone>,

    /// Where the vertices are, in model space.
    pub bounding_box: BoundingBox,

    #[br(temp)]
    #[bw(ignore)]
    behind_box: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    first: Ahead<0>,
    #[br(temp)]
    #[bw(ignore)]
    second: Ahead<4>,
    #[br(temp)]
    #[bw(ignore)]
    third: Ahead<8>,
    /// The middle of each geometry, in model space, to sort what is transparent. Many writers leave them out.
    #[br(
        if(behind_box > 0
            && geometry_count > 0
            && !(version >= Version::MASKS_OF_URHO3D
                && behind_box == 12
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
    behind_centers: Remaining,
    /// Levels of detail of special uses; Urho3D 1.0 and before.
    #[br(
        if(version >= Version::MASKS_OF_URHO3D && behind_box == 12 && behind_centers == 12),
        args(version, geometry_centers.len() as u64)
    )]
    pub lod_levels: Option<LodLevels>,

    /// What Atomic adds.
    #[br(
        if(version >= Version::ATOMIC && version < Version::MASKS_OF_URHO3D && behind_centers > 0),
        args(version, geometry_count, geometry_centers.len() as u64)
    )]
    pub atomic: Option<AtomicTail>,
}

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
    #[br(if(mask.contains(VertexMask::POSITION)))]
    pub position: Option<Vec3>,
    /// The normal.
    #[br(if(mask.contains(VertexMask::NORMAL)))]
    pub normal: Option<Vec3>,
    /// A colour.
    #[br(if(mask.contains(VertexMask::COLOR)))]
    pub color: Option<Color>,
    /// First texture coordinates: u to the right, v down.
    #[br(if(mask.contains(VertexMask::TEXCOORD1)))]
    pub tex_coord_1: Option<Vec2>,
    /// Second texture coordinates.
    #[br(if(mask.contains(VertexMask::TEXCOORD2)))]
    pub tex_coord_2: Option<Vec2>,
    /// First texture coordinates for a cube.
    #[br(if(mask.contains(VertexMask::CUBETEXCOORD1)))]
    pub cube_tex_coord_1: Option<Vec3>,
    /// Second texture coordinates for a cube.
    #[br(if(mask.contains(VertexMask::CUBETEXCOORD2)))]
    pub cube_tex_coord_2: Option<Vec3>,
    /// The tangent: the direction of growing u; the fourth number is the handedness, 1 or -1.
    #[br(if(mask.contains(VertexMask::TANGENT)))]
    pub tangent: Option<Vec4>,
    /// How much each of four bones moves it: factors from 0 to 1.
    #[br(if(mask.contains(VertexMask::BLENDWEIGHTS)))]
    pub blend_weights: Option<Vec4>,
    /// Which four bones move it, counted in the bone mapping of the geometry, if that has one.
    #[br(if(mask.contains(VertexMask::BLENDINDICES)))]
    pub blend_indices: Option<BlendIndices>,
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

/// A colour: each number stands for itself divided by 255.
#[derive(Schema, Record)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
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

/// Which four bones move a vertex.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BlendIndices {
    /// The first bone.
    pub first: u8,
    /// The second bone.
    pub second: u8,
    /// The third bone.
    pub third: u8,
    /// The fourth bone.
    pub fourth: u8,
}

/// The order in which vertices are drawn.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndexBuffer {
    /// How many indices there are.
    pub index_count: u32,
    /// Size of one index, in bytes.
    #[br(assert(index_size == 2 || index_size == 4, "indices have 2 or 4 bytes"))]
    pub index_size: u32,
    /// Vertices, counted from the first of the vertex buffer that is drawn.
    #[br(args(index_count, index_size))]
    pub indices: Indices,
}

/// Indices of one size.
#[derive(Schema)]
#[binrw]
#[br(import(index_count: u32, index_size: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Indices {
    /// Of 16 bits.
    #[br(pre_assert(index_size == 2))]
    Short(
        #[br(count = index_count)]
        #[schema(item = "index")]
        Packed<u16>,
    ),
    /// Of 32 bits.
    #[br(pre_assert(index_size == 4))]
    Long(
        #[br(count = index_count)]
        #[schema(item = "index")]
        Packed<u32>,
    ),
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
    #[schema(item = "bone")]
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
    /// From which distance on it is drawn, in metres, before bias and scale.
    pub distance: f32,
    /// What the indices make.
    pub primitive_type: PrimitiveType,
    /// Which vertex buffer.
    pub vertex_buffer: u32,
    /// Which index buffer.
    pub index_buffer: u32,
    /// The first index.
    pub index_start: u32,
    /// How many indices.
    pub index_count: u32,
}

/// A shape that vertices can be moved towards.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Morph {
    /// Name by which weights find it.
    pub name: CString,

    /// The weight it has when nobody says another: a factor from 0 to 1.
    #[br(if(version == Version::MORPH_WEIGHTS))]
    pub initial_weight: Option<f32>,

    #[br(temp)]
    #[bw(try_calc(count(buffers)))]
    buffer_count: u32,
    /// What it moves, one per vertex buffer. Where two are for the same one, the later counts.
    #[br(count = buffer_count)]
    pub buffers: Vec<MorphBuffer>,
}

flags! {
    /// What a morph adds to. Engines ignore other bits.
    pub struct MorphElements: u32 {
        /// Where the vertex is.
        POSITION = 1;
        /// The normal.
        NORMAL = 2;
        /// The tangent, without its handedness.
        TANGENT = 0x80;
    }
}

/// What a morph adds to the vertices of one buffer.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphBuffer {
    /// Which vertex buffer.
    pub vertex_buffer: u32,
    /// What it adds to.
    pub elements: MorphElements,

    #[br(temp)]
    #[bw(try_calc(count(vertices)))]
    vertex_count: u32,
    /// The vertices it moves, in any order.
    #[br(count = vertex_count, args { inner: (elements,) })]
    pub vertices: Packed<MorphVertex>,
}

/// What a morph adds to one vertex.
#[derive(Schema, Record)]
#[binrw]
#[br(import(elements: MorphElements))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MorphVertex {
    /// Which vertex, counted from the first of the buffer.
    pub index: u32,
    /// How far it moves.
    #[br(if(elements.contains(MorphElements::POSITION)))]
    pub position: Option<Vec3>,
    /// What is added to the normal.
    #[br(if(elements.contains(MorphElements::NORMAL)))]
    pub normal: Option<Vec3>,
    /// What is added to the tangent.
    #[br(if(elements.contains(MorphElements::TANGENT)))]
    pub tangent: Option<Vec3>,
}

flags! {
    /// The shapes of a bone for ray casts.
    pub struct BoneCollision: u8 {
        /// A sphere around the origin of the bone.
        SPHERE = 1;
        /// A box.
        BOX = 2;
    }
}

/// A bone: where it rests, and where it was when vertices were bound to it. The two may differ.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bone {
    /// Name by which animations find it.
    pub name: CString,
    /// Which bone it hangs on; a root says its own index.
    pub parent: u32,
    /// Where it rests, in the space of its parent.
    pub position: Vec3,
    /// How it is turned at rest.
    pub rotation: Quat,
    /// How it is scaled at rest.
    pub scale: Vec3,
    /// From model space into the space of the bone when vertices were bound to it.
    pub offset_matrix: Matrix3x4,
    /// Its shapes for ray casts.
    pub collision: BoneCollision,
    /// Radius of the sphere, in metres.
    #[br(if(collision.contains(BoneCollision::SPHERE)))]
    pub radius: Option<f32>,
    /// The box, in the space of the bone.
    #[br(if(collision.contains(BoneCollision::BOX)))]
    pub bounding_box: Option<BoundingBox>,
}

/// A matrix of 3 rows and 4 columns, row by row; the last column is the translation.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Matrix3x4 {
    /// First row, first column.
    pub m00: f32,
    /// First row, second column.
    pub m01: f32,
    /// First row, third column.
    pub m02: f32,
    /// First row, fourth column.
    pub m03: f32,
    /// Second row, first column.
    pub m10: f32,
    /// Second row, second column.
    pub m11: f32,
    /// Second row, third column.
    pub m12: f32,
    /// Second row, fourth column.
    pub m13: f32,
    /// Third row, first column.
    pub m20: f32,
    /// Third row, second column.
    pub m21: f32,
    /// Third row, third column.
    pub m22: f32,
    /// Third row, fourth column.
    pub m23: f32,
}

/// A box along the axes.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BoundingBox {
    /// Its corner with the smallest numbers.
    pub min: Vec3,
    /// Its corner with the greatest numbers.
    pub max: Vec3,
}

/// Levels of detail of special uses, usually 4294967295 for the one that is drawn.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, geometry_centers: u64))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LodLevels {
    /// The level that collisions use.
    #[br(assert(
        version >= Version::MASKS_OF_URHO3D && geometry_centers == 0,
        "only the oldest models have these, in place of geometry centers"
    ))]
    pub collision: u32,
    /// The level that ray casts use.
    pub raycast: u32,
    /// The level that hides what is behind it.
    pub occlusion: u32,
}

/// What Atomic adds: nothing, the animations of the model, or names of its geometries.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, geometry_count: u32, geometry_centers: u64))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AtomicTail {
    /// Revision of what follows; Atomic writes 1 whatever that is.
    #[br(assert(
        version >= Version::ATOMIC
            && version < Version::MASKS_OF_URHO3D
            && geometry_centers == u64::from(geometry_count),
        "only models of Atomic have this, behind the geometry centers"
    ))]
    pub revision: u32,

    #[br(temp)]
    #[bw(ignore)]
    behind_revision: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    first: Ahead<0>,

    /// The animations of the model: 2015-08 to 2015-11.
    #[br(if(first == ANIMATION))]
    pub animations: Option<Animations>,

    /// Names of the geometries: since 2015-12.
    #[br(
        if(behind_revision > 0 && first != ANIMATION),
        count = geometry_count
    )]
    pub geometry_names: Option<Vec<CString>>,
}

/// Hash of the name of the class of animations.
const ANIMATION: u32 = 0x5ca6_a6c4;

/// Resources of the class of animations.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Animations {
    /// Hash of the name of the class.
    #[schema(unit = "hash")]
    #[br(assert(type_hash == ANIMATION, "only animations are listed here"))]
    pub type_hash: u32,
    #[br(temp)]
    #[bw(try_calc(count(names)))]
    name_count: Vle,
    /// Paths of the animations below a resource folder.
    #[br(count = name_count)]
    pub names: Vec<CString>,
}
