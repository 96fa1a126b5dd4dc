//! [`Header`]: what a picture file says of its pixels.

use ::image::{ExtendedColorType, ImageDecoder, ImageFormat};
use formwork_formats::PictureKind;
use formwork_schema::Result;

use crate::{
    pic::Pic,
    picture::{Reader, decoder, reader},
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
    match reader(kind) {
        Reader::Photoshop => Psd::new(bytes).map(|psd| photoshop(&psd)),
        Reader::Softimage => Pic::new(bytes).map(|pic| softimage(&pic)),
        Reader::Library(format) => library(format, bytes),
    }
}

fn photoshop(psd: &Psd<'_>) -> Header {
    Header {
        width: psd.width,
        height: psd.height,
        channels: format!("{}, {} channels", psd.mode_name(), psd.channels),
        bits: psd.bits,
    }
}

fn softimage(pic: &Pic<'_>) -> Header {
    Header {
        width: pic.width.into(),
        height: pic.height.into(),
        channels: if pic.has_alpha() { RGBA } else { RGB }.into(),
        bits: 8,
    }
}

fn library(format: ImageFormat, bytes: &[u8]) -> Result<Header> {
    let decoder = decoder(format, bytes)?;
    let (width, height) = decoder.dimensions();
    let color = decoder.original_color_type();
    let count = u16::from(color.channel_count()).max(1);
    Ok(Header {
        width,
        height,
        channels: channels(color).into(),
        bits: if format == ImageFormat::Hdr {
            8
        } else {
            color.bits_per_pixel() / count
        },
    })
}

const RGB: &str = "red, green, blue";
const RGBA: &str = "red, green, blue, alpha";

fn channels(color: ExtendedColorType) -> &'static str {
    match color.channel_count() {
        1 => "grey",
        2 => "grey, alpha",
        3 => RGB,
        _ if matches!(color, ExtendedColorType::Cmyk8 | ExtendedColorType::Cmyk16) => {
            "cyan, magenta, yellow, black"
        }
        _ => RGBA,
    }
}
