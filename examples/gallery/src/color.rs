//! The colours of palettes.

use binrw::binrw;
use formwork_schema::{Record, Schema, bits};
use serde::{Deserialize, Serialize};

bits! {
    /// What is said of a palette of a GIF.
    pub struct Palette: u8, low first {
        /// How many colours: 2 to the power of this, plus 1.
        size: 3;
        /// Of the screen: the lowest of it says that the first colours matter most, and the others are the bits of a colour, less one.
        screen: 3;
        /// Of a picture: its rows come in four passes.
        interlaced: bool;
        /// Whether the colours follow.
        present: bool;
    }
}

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
