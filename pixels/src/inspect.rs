//! What a person wants to see of a picture file first, and what the engine makes of it.

use formwork_formats::{Inspection, PictureKind, texture::Loads};
use formwork_schema::{Kind, Result};

use crate::{header::header, picture::picture, verdict};

/// Size, channels, and what the engine makes of a picture file.
///
/// # Errors
/// When the header is damaged.
pub fn inspect(kind: PictureKind, bytes: &[u8]) -> Result<Inspection> {
    let header = header(kind, bytes)?;
    let mut seen = Inspection::default();
    seen.measure("width", "Width", header.width, "pixels");
    seen.measure("height", "Height", header.height, "pixels");
    seen.fact("channels", "Channels", header.channels);
    seen.measure("bits", "Depth", u32::from(header.bits), "bits a channel");
    if kind == PictureKind::Gif {
        seen.fact("frames", "Frames", verdict::frame_count(bytes));
    }
    let space = if kind == PictureKind::Hdr {
        "linear"
    } else {
        "not said"
    };
    seen.fact("color_space", "Colour space", space);
    let mut loads = verdict::judge(kind, header.bits, bytes, &mut seen);
    if let Err(error) = picture(kind, bytes) {
        seen.odd("not-decoded", String::new, error.message());
        if error.kind() != Kind::Unsupported {
            loads = Loads::Not;
            seen.refuse(error.message());
        }
    }
    let bytes = if kind == PictureKind::Hdr { 8 } else { 4 };
    loads.tell(gpu_memory(header.width, header.height, bytes), &mut seen);
    Ok(seen)
}

/// Why the engine refuses a picture file, as far as its header says; `None` when it does not.
#[must_use]
pub fn refusal(kind: PictureKind, bytes: &[u8]) -> Option<String> {
    let mut seen = Inspection::default();
    match header(kind, bytes) {
        Ok(header) => {
            verdict::judge(kind, header.bits, bytes, &mut seen);
            seen.refused
        }
        Err(error) => Some(error.message().to_owned()),
    }
}

/// What the engine's upload takes, without compression: the picture, and all its halves down to one pixel when there
/// are more than two.
fn gpu_memory(width: u32, height: u32, bytes: u64) -> u64 {
    let halvings = width.max(height).max(1).ilog2();
    let levels = if halvings > 1 { halvings + 1 } else { 1 };
    let level =
        |level: u32| u64::from((width >> level).max(1)) * u64::from((height >> level).max(1));
    let pixels = (0..levels).map(level).fold(0, u64::saturating_add);
    pixels.saturating_mul(bytes)
}

#[cfg(test)]
mod tests {
    use super::gpu_memory;

    #[test]
    fn memory_counts_all_halves() {
        assert_eq!(gpu_memory(2, 2, 4), 16);
        assert_eq!(gpu_memory(4, 4, 4), (16 + 4 + 1) * 4);
        // What a header may claim, and no memory holds.
        assert_eq!(gpu_memory(u32::MAX, u32::MAX, 8), u64::MAX);
    }
}
