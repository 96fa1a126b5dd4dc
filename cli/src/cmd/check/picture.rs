//! The step `pixels`: every level, face and slice decodes.

use bytes::Bytes;
use formwork_formats::texture::{Dds, Ktx};
use formwork_pixels::every_surface;
use formwork_schema::{
    Result,
    read::{self, ReadOptions},
};

/// Whether files of a format have pixels.
pub(super) fn has_pixels(format: &str) -> bool {
    matches!(format, "texture.dds" | "texture.ktx")
}

/// Decodes every picture of a texture.
pub(super) fn pixels(format: &str, bytes: &Bytes, options: &ReadOptions) -> Result<()> {
    match format {
        "texture.dds" => every_surface(&read::document::<Dds>(bytes, options)?.tree),
        _ => every_surface(&read::document::<Ktx>(bytes, options)?.tree),
    }
    .map(drop)
}
