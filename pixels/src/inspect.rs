//! What a person wants to see of a picture file first, and what the engine makes of it.

use formwork_formats::{Inspection, PictureKind, pictures::rules, texture::Loads};
use formwork_schema::{Diagnostic, Diagnostics, Error, Kind, Limits, Result, Rule};

use crate::{header::header, limit::check, picture::decodes, verdict};

/// Pixels that are decoded to show a picture file: 2048 by 2048, in 16 MiB.
const GLANCE: u64 = 1 << 22;

/// Size, channels, and what the engine makes of a picture file.
///
/// # Errors
/// When the header is damaged.
pub fn inspect(kind: PictureKind, bytes: &[u8], limits: &Limits) -> Result<Inspection> {
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
    let mut minded = Diagnostics::new();
    minded.extend(diagnose(kind, bytes));
    minded.extend(undecodable_at_a_glance(kind, bytes, limits));
    let size = if kind == PictureKind::Hdr { 8 } else { 4 };
    Loads::of(&minded).tell(gpu_memory(header.width, header.height, size), &mut seen);
    Ok(seen)
}

/// What the engine minds about a picture file, as far as its header says.
#[must_use]
pub fn diagnose(kind: PictureKind, bytes: &[u8]) -> Option<Diagnostic> {
    match header(kind, bytes) {
        Ok(header) => verdict::judge(kind, header.bits, bytes),
        // A kind that is refused here as well is told by its own rule.
        Err(error) => {
            let is_told = matches!(kind, PictureKind::Bmp | PictureKind::Jpeg);
            let told = is_told.then(|| verdict::judge(kind, 0, bytes)).flatten();
            told.or_else(|| Some(about(&rules::PICTURE_REFUSED, &error)))
        }
    }
}

/// Why the pixels of a picture file cannot be decoded; `None` when they can.
#[must_use]
pub fn undecodable(kind: PictureKind, bytes: &[u8], limits: &Limits) -> Option<Diagnostic> {
    let error = decodes(kind, bytes, limits).err()?;
    let is_possible =
        || header(kind, bytes).is_ok_and(|it| check(it.width, it.height, bytes.len()).is_ok());
    let rule = match error.kind() {
        Kind::Unsupported => &rules::PICTURE_NOT_DECODED,
        // It may be a fine picture, for which there is too little memory.
        Kind::Limit if is_possible() => &rules::PICTURE_NOT_DECODED,
        _ => &rules::PICTURE_REFUSED,
    };
    Some(about(rule, &error))
}

/// The same of pictures that are decoded at once; of larger ones, nothing is said.
#[must_use]
pub fn undecodable_at_a_glance(
    kind: PictureKind,
    bytes: &[u8],
    limits: &Limits,
) -> Option<Diagnostic> {
    let header = header(kind, bytes).ok()?;
    let pixels = u64::from(header.width) * u64::from(header.height);
    // What no file of this length holds is refused before anything is decoded.
    let is_quick = pixels <= GLANCE || check(header.width, header.height, bytes.len()).is_err();
    is_quick.then(|| undecodable(kind, bytes, limits)).flatten()
}

fn about(rule: &'static Rule, error: &Error) -> Diagnostic {
    // The place is that of the error, what it means that of the rule.
    let Diagnostic {
        location, message, ..
    } = Diagnostic::from(error);
    Diagnostic::new(rule, location, message.trim_end())
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
