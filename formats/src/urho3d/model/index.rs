//! Indices.

use binrw::binrw;
use formwork_schema::{Packed, Schema};
use serde::{Deserialize, Serialize};

/// The order in which vertices are drawn.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndexBuffer {
    /// How many indices there are.
    pub index_count: u32,
    /// Size of one index, in bytes.
    #[schema(unit = "bytes")]
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
