//! Morphs.

use binrw::binrw;
use formwork_schema::{CString, Packed, Record, Schema, Vec3, count, flags};
use serde::{Deserialize, Serialize};

use super::version::Version;

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
    #[schema(key = "vertex_buffer")]
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
    #[schema(index_of = "vertex_buffers")]
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
    #[schema(unit = "world units")]
    #[br(if(elements.contains(MorphElements::POSITION)))]
    pub position: Option<Vec3>,
    /// What is added to the normal.
    #[br(if(elements.contains(MorphElements::NORMAL)))]
    pub normal: Option<Vec3>,
    /// What is added to the tangent.
    #[br(if(elements.contains(MorphElements::TANGENT)))]
    pub tangent: Option<Vec3>,
}
