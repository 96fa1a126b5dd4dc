//! Diagnoses of picture files, by their bytes.
//!
//! All of them hand pictures to one small library (`stb_image`): Horde3D to version 2.15, Urho3D 1.7 and Atomic to 2.12, Urho3D 1.8 to 2.18, U3D
//! to 2.27.

use formwork_formats::{PictureKind, pictures::rules};
use formwork_schema::{Diagnostic, Location, Rule};

use crate::psd::Psd;

/// What the engine minds, by the bytes of the file.
pub(crate) fn judge(kind: PictureKind, bits: u16, bytes: &[u8]) -> Option<Diagnostic> {
    let (rule, message) = match kind {
        PictureKind::Bmp => bitmap(bytes),
        PictureKind::Gif => frames(bytes),
        PictureKind::Hdr => Some((
            &rules::HDR_BROKEN,
            "Horde3D mixes up the bytes of its floats, and the Urho3D family keeps 8 bits a channel".into(),
        )),
        PictureKind::Jpeg => jpeg(bytes),
        PictureKind::Pic => None,
        PictureKind::Png => reduced(bits),
        PictureKind::Pnm => netpbm(bits, bytes),
        PictureKind::Psd => photoshop(bits, bytes),
        PictureKind::Tga => mirrored(bytes),
    }?;
    Some(Diagnostic::new(rule, Location::default(), message))
}

/// What is minded: the rule, and why.
type Minded = Option<(&'static Rule, String)>;

fn reduced(bits: u16) -> Minded {
    let message = "the engine keeps 8 of 16 bits a channel";
    (bits > 8).then(|| (&rules::SIXTEEN_BIT_REDUCED, message.into()))
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..)?
        .first_chunk()
        .map(|bytes| u32::from_le_bytes(*bytes))
}

fn bitmap(bytes: &[u8]) -> Minded {
    let size = number(bytes, 14)?;
    if !matches!(size, 12 | 40 | 56 | 108 | 124) {
        let message = format!("the engine refuses headers of {size} bytes");
        return Some((&rules::BMP_HEADER_REFUSED, message));
    }
    let old = size == 12;
    let bits = number(bytes, if old { 24 } else { 28 })? & 0xffff;
    let compression = if old { 0 } else { number(bytes, 30)? };
    if matches!(compression, 1 | 2) {
        let message = "the engine refuses run lengths";
        return Some((&rules::BMP_RLE_REFUSED, message.into()));
    }
    let message = "the engine refuses pixels of one bit";
    (bits == 1).then(|| (&rules::BMP_ONE_BIT_REFUSED, message.into()))
}

fn jpeg(bytes: &[u8]) -> Minded {
    let kind = start_of_frame(bytes)?;
    let message =
        format!("the engine knows baseline and progressive only, and refuses kind {kind}");
    (kind > 2).then_some((&rules::JPEG_KIND_REFUSED, message))
}

/// Which kind of JPEG it is: 0 to 15.
fn start_of_frame(bytes: &[u8]) -> Option<u8> {
    let mut rest = bytes.get(2..)?;
    loop {
        let [0xff, marker, after @ ..] = rest else {
            return None;
        };
        match marker {
            // A marker may begin with any number of these.
            0xff => rest = rest.get(1..)?,
            0xc4 | 0xc8 | 0xcc => rest = skip(after)?,
            0xc0..=0xcf => return Some(marker - 0xc0),
            0xd0..=0xd9 | 0x01 => rest = after,
            _ => rest = skip(after)?,
        }
    }
}

/// What follows a part with its size before it.
fn skip(part: &[u8]) -> Option<&[u8]> {
    let size = part.first_chunk().map(|size| u16::from_be_bytes(*size))?;
    part.get(usize::from(size.max(2))..)
}

fn frames(bytes: &[u8]) -> Minded {
    let count = frame_count(bytes);
    let message = format!("the engine takes the first of {count} frames");
    (count > 1).then_some((&rules::GIF_FIRST_FRAME, message))
}

/// How many frames a GIF has, as far as its blocks can be followed.
pub(crate) fn frame_count(bytes: &[u8]) -> u64 {
    let table = |flags: u8| {
        if flags & 0x80 == 0 {
            0
        } else {
            3 << ((flags & 7) + 1)
        }
    };
    let mut count = 0;
    let flags = bytes.get(10).copied().unwrap_or_default();
    let mut rest = bytes.get(13 + table(flags)..).unwrap_or_default();
    loop {
        let blocks = match rest {
            [0x21, _, blocks @ ..] => blocks,
            [0x2c, frame @ ..] => {
                count += 1;
                let flags = frame.get(8).copied().unwrap_or_default();
                frame.get(10 + table(flags)..).unwrap_or_default()
            }
            _ => return count,
        };
        rest = behind(blocks);
    }
}

/// What follows blocks that each have their size before it.
fn behind(mut blocks: &[u8]) -> &[u8] {
    loop {
        match blocks {
            [0, rest @ ..] => return rest,
            [size, rest @ ..] => blocks = rest.get(usize::from(*size)..).unwrap_or_default(),
            [] => return blocks,
        }
    }
}

fn netpbm(bits: u16, bytes: &[u8]) -> Minded {
    if !matches!(bytes, [_, b'5' | b'6', ..]) {
        let message = "the engine takes only P5 and P6 of these, and refuses others";
        return Some((&rules::PNM_KIND_REFUSED, message.into()));
    }
    let message = "the engine refuses numbers above 255";
    (bits > 8).then(|| (&rules::PNM_DEPTH_REFUSED, message.into()))
}

fn photoshop(bits: u16, bytes: &[u8]) -> Minded {
    let psd = Psd::new(bytes).ok()?;
    if psd.mode != 3 {
        let message = format!("the engine takes RGB only, and refuses {}", psd.mode_name());
        return Some((&rules::PSD_MODE_REFUSED, message));
    }
    if !matches!(bits, 8 | 16) {
        let message = format!("the engine refuses {bits} bits a channel");
        return Some((&rules::PSD_DEPTH_REFUSED, message));
    }
    if psd.compression > 1 {
        let message = "the engine refuses a zipped merged image";
        return Some((&rules::PSD_COMPRESSION_REFUSED, message.into()));
    }
    reduced(bits)
}

fn mirrored(bytes: &[u8]) -> Minded {
    let right_to_left = bytes.get(17).is_some_and(|flags| flags & 0x10 != 0);
    let message = "rows from right to left, which the engine takes from left to right";
    right_to_left.then(|| (&rules::TGA_MIRRORED, message.into()))
}
