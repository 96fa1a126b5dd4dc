//! Common picture files.

use std::io::Cursor;

use ::image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, error::LimitErrorKind,
};
use formwork_formats::PictureKind;
use formwork_schema::{Error, Kind, Result};

use crate::{
    image::{Image, Pixels},
    jpeg, limit,
    pic::Pic,
    png,
    psd::Psd,
};

/// Decodes a picture file; of several frames the first.
///
/// # Errors
/// When the file is damaged, of a variety that is not known, or has more pixels than its bytes can hold.
pub fn picture(kind: PictureKind, bytes: &[u8]) -> Result<Image> {
    let format = match reader(kind) {
        Reader::Photoshop => return Psd::new(bytes)?.image(),
        Reader::Softimage => return Pic::new(bytes)?.image(),
        Reader::Library(format) => format,
    };
    if kind == PictureKind::Png {
        // It says where, and the library does not.
        png::check(bytes)?;
    }
    let decoder = decoder(format, bytes)?;
    let (width, height) = decoder.dimensions();
    limit::check(width, height, bytes.len())?;
    if kind == PictureKind::Jpeg {
        jpeg::check(bytes)?;
    }
    let decoded = DynamicImage::from_decoder(decoder).map_err(told)?;
    let pixels = if kind == PictureKind::Hdr {
        Pixels::Floats(decoded.into_rgba32f().into_raw())
    } else {
        Pixels::Bytes(decoded.into_rgba8().into_raw())
    };
    Ok(Image {
        width,
        height,
        pixels,
    })
}

/// Who reads a kind of file.
pub(crate) enum Reader {
    Library(ImageFormat),
    Photoshop,
    Softimage,
}

/// Who reads a kind of file.
pub(crate) fn reader(kind: PictureKind) -> Reader {
    Reader::Library(match kind {
        PictureKind::Bmp => ImageFormat::Bmp,
        PictureKind::Gif => ImageFormat::Gif,
        PictureKind::Hdr => ImageFormat::Hdr,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Pnm => ImageFormat::Pnm,
        PictureKind::Tga => ImageFormat::Tga,
        PictureKind::Psd => return Reader::Photoshop,
        PictureKind::Pic => return Reader::Softimage,
    })
}

/// A decoder that has read the header.
pub(crate) fn decoder(format: ImageFormat, bytes: &[u8]) -> Result<impl ImageDecoder + '_> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    // Twice 16384 by 16384 pixels of 8 bytes.
    limits.max_alloc = Some(1 << 32);
    reader.limits(limits);
    reader.into_decoder().map_err(told)
}

/// What the library says, in our words.
pub(crate) fn told(error: ImageError) -> Error {
    match error {
        ImageError::Unsupported(error) => Error::new(Kind::Unsupported, error.to_string()),
        ImageError::Limits(error) => match error.kind() {
            LimitErrorKind::InsufficientMemory => {
                Error::new(Kind::Limit, "more memory needed than is allowed")
            }
            _ => Error::new(Kind::Limit, error.to_string()),
        },
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Error::new(Kind::Malformed, "the file ends before the picture does")
        }
        ImageError::Decoding(error) => {
            let inner = std::error::Error::source(&error).map(ToString::to_string);
            let why = plain(&inner.unwrap_or_else(|| error.to_string()));
            Error::new(Kind::Malformed, format!("the picture is damaged: {why}"))
        }
        other => Error::new(Kind::Malformed, other.to_string()),
    }
}

/// What a decoder says, without the insides of its types: `ChunkType { type: IHDR, critical: true }` is `IHDR`.
fn plain(said: &str) -> String {
    let Some((before, rest)) = said.split_once("ChunkType { type: ") else {
        return said.trim_matches('"').to_owned();
    };
    let name = rest.split(", critical").next().unwrap_or_default();
    let after = rest.rsplit_once(" }").map_or("", |(_, after)| after);
    format!("{before}`{name}`{after}")
}
