//! [`BoundingBox`]: a box along the axes.

use binrw::binrw;
use formwork_schema::{Schema, Vec3};
use serde::{Deserialize, Serialize};

/// A box along the axes.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BoundingBox {
    /// Its corner with the smallest numbers.
    #[schema(unit = "world units")]
    pub min: Vec3,
    /// Its corner with the greatest numbers.
    #[schema(unit = "world units")]
    pub max: Vec3,
}
