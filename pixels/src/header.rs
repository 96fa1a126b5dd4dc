//! [`Header`]: what a picture file says of its pixels.

use ::image::{ExtendedColorType, ImageDecoder};
use formwork_formats::PictureKind;
use formwork_schema::Result;

use crate::{
    picture::{decoder, library_format},
    psd::Psd,
};

/// What a picture file says of its pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Channels in words.
    pub channels: String,
    /// Bits of a channel, of the one that has the most.
    pub bits: u16,
}

/// Reads the header of a picture file.
///
/// # Errors
/// When it is damaged.
pub fn header(kind: PictureKind, bytes: &[u8]) -> Result<Header> {
    let Some(format) = library_format(kind) else {
        let psd = Psd::new(bytes)?;
        return Ok(Header {
            width: psd.width,
            height: psd.height,
            channels: format!("{}, {} channels", psd.mode_name(), psd.channels),
            bits: psd.bits,
        });
    };
    let decoder = decoder(format, bytes)?;
    let (width, height) = decoder.dimensions();
    let color = decoder.original_color_type();
    let count = u16::from(color.channel_count()).max(1);
    Ok(Header {
        width,
        height,
        channels: channels(color).into(),
        bits: if kind == PictureKind::Hdr {
            8
        } else {
            color.bits_per_pixel() / count
        },
    })
}

fn channels(color: ExtendedColorType) -> &'static str {
    match color.channel_count() {
        1 => "grey",
        2 => "grey, alpha",
        3 => "red, green, blue",
        _ if matches!(color, ExtendedColorType::Cmyk8 | ExtendedColorType::Cmyk16) => {
            "cyan, magenta, yellow, black"
        }
        _ => "red, green, blue, alpha",
    }
}
