//! The rows of a Radiance picture, one at a time.

use std::io::{Cursor, Read};

use ::image::{ImageDecoder, codecs::hdr::HdrDecoder};
use formwork_schema::Result;

use crate::told::told;

/// Bytes that a pixel of a row takes while rows are decoded: three floats, and as it is stored.
pub(crate) const PIXEL: u64 = 3 * 4 + 4;

/// Decodes all rows behind a header, which may be of any picture.
///
/// # Errors
/// What the library says.
pub(crate) fn rows(mut bytes: impl Read, width: u32, height: u32) -> Result<()> {
    // The library has no rows: each is a picture of its own to it, and where one ends does not depend on those before.
    HdrDecoder::new(&mut bytes).map_err(told)?;
    let header = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X {width}\n");
    let mut pixels = Vec::new();
    for _ in 0..height {
        let row = Cursor::new(&header).chain(&mut bytes);
        let decoder = HdrDecoder::new(row).map_err(told)?;
        pixels.resize(usize::try_from(decoder.total_bytes()).unwrap_or(0), 0);
        decoder.read_image(&mut pixels).map_err(told)?;
    }
    Ok(())
}
