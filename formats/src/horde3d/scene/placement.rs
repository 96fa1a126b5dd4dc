//! What all nodes have.

use formwork_schema::Schema;
use serde::{Deserialize, Serialize};

/// Name and place of a node. Its matrix is translation · rotation · scale, and the rotation `Ry · Rx · Rz`.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml)]
#[serde(default, deny_unknown_fields)]
pub struct Placement {
    /// Name, by which animations and programs find it.
    pub name: String,
    /// Translation along x, in the space of the parent.
    #[schema(unit = "world units")]
    pub tx: f32,
    /// Translation along y, in the space of the parent.
    #[schema(unit = "world units")]
    pub ty: f32,
    /// Translation along z, in the space of the parent.
    #[schema(unit = "world units")]
    pub tz: f32,
    /// Rotation around x, in degrees.
    #[schema(unit = "degrees")]
    pub rx: f32,
    /// Rotation around y, in degrees.
    #[schema(unit = "degrees")]
    pub ry: f32,
    /// Rotation around z, in degrees.
    #[schema(unit = "degrees")]
    pub rz: f32,
    /// Scale along x.
    #[schema(default = 1.0)]
    pub sx: f32,
    /// Scale along y.
    #[schema(default = 1.0)]
    pub sy: f32,
    /// Scale along z.
    #[schema(default = 1.0)]
    pub sz: f32,
}
