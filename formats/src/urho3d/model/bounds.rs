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

impl BoundingBox {
    /// The smallest box around two.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let both = |choose: fn(f32, f32) -> f32, a: Vec3, b: Vec3| Vec3 {
            x: choose(a.x, b.x),
            y: choose(a.y, b.y),
            z: choose(a.z, b.z),
        };
        Self {
            min: both(f32::min, self.min, other.min),
            max: both(f32::max, self.max, other.max),
        }
    }
}
