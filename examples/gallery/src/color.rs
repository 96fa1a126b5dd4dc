//! The colours of palettes.

use binrw::binrw;
use formwork_schema::{Record, Schema};
use serde::{Deserialize, Serialize};

/// A colour without opacity.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}
