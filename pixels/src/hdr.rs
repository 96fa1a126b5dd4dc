//! The pixels of a Radiance picture, some rows at a time.

use std::io::{Cursor, Read};

use ::image::{ImageDecoder, codecs::hdr::HdrDecoder};
use formwork_schema::Result;

use crate::told::told;

/// Bytes that a pixel of a row takes while rows are decoded: three floats, and as it is stored.
pub(crate) const PIXEL: u64 = 3 * 4 + 4;

/// Pixels that are decoded at once, but at least a row.
const STRIP: u32 = 1 << 14;

/// How many rows are decoded at once.
pub(crate) fn rows(width: u32) -> u32 {
    (STRIP / width.max(1)).max(1)
}

/// Decodes all rows behind a header.
///
/// # Errors
/// What the library says.
pub(crate) fn strips(mut bytes: impl Read, width: u32, height: u32) -> Result<()> {
    HdrDecoder::new(&mut bytes).map_err(told)?;
    let mut pixels = Vec::new();
    let mut left = height;
    while left > 0 {
        // The library has no strips: each is a picture of its own to it, and where a row ends does not depend on those before.
        let rows = rows(width).min(left);
        let header = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {rows} +X {width}\n");
        let strip = Cursor::new(header).chain(&mut bytes);
        let decoder = HdrDecoder::new(strip).map_err(told)?;
        pixels.resize(usize::try_from(decoder.total_bytes()).unwrap_or(0), 0);
        decoder.read_image(&mut pixels).map_err(told)?;
        left -= rows;
    }
    Ok(())
}
