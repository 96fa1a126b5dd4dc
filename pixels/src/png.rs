//! Whether a PNG is whole, and its pixels can be decoded.
//!
//! The library ignores parts that are not needed for the pixels when their checksum is wrong, though some of them say
//! which pixels are transparent, and stops before the last one.

use std::io::{BufRead, Seek};

use ::image::{
    ImageError, ImageFormat,
    error::{DecodingError, LimitError, LimitErrorKind},
};
use formwork_schema::{Error, Kind, Result};
use png::{Decoder, DecodingError as Png, Limits, Transformations};

use crate::{reader::Reader, told::told};

/// Bytes that a pixel of a row takes at most: four channels of 16 bits.
pub(crate) const PIXEL: u64 = 8;

/// Rows that are there at once while one is decoded: this one, and up to six as they are stored, in a list that may have twice the room and is moved when it grows.
pub(crate) const ROWS: u32 = 16;

/// Bytes of a colour profile, which is compressed, so that a short file can have a long one: real ones have up to 4 MB. Nobody looks at it, and of a longer one the library makes none.
const PROFILE: u64 = 1 << 24;

/// Bytes of memory that the library may take for all that is not a pixel of another row: chunks, each read into a list that doubles, one row, and the profile.
pub(crate) fn beside(bytes: &[u8]) -> u64 {
    let width = bytes.get(16..).and_then(|it| it.first_chunk()).copied();
    let row = u64::from(width.map_or(0, u32::from_be_bytes)) * PIXEL;
    PROFILE + row + (bytes.len() as u64).saturating_mul(4)
}

/// Asks that the file has its last chunk, and that every checksum is right.
///
/// # Errors
/// [`Kind::Malformed`] with the offset of the chunk that is cut off or wrong.
pub(crate) fn check(bytes: &[u8]) -> Result<()> {
    let mut reader = Reader::new(bytes);
    reader.take(8)?;
    loop {
        let at = reader.at();
        let length = reader.number(4)?;
        let mut chunk = reader;
        let named = reader.take(4)?;
        let content = chunk.take(length.saturating_add(4) as usize)?;
        reader = chunk;
        if reader.number(4)? != crc32fast::hash(content) {
            let name = named.escape_ascii();
            let message = format!("the checksum of the chunk `{name}` is wrong");
            return Err(Error::new(Kind::Malformed, message).at(at as u64));
        }
        if named == b"IEND" {
            return Ok(());
        }
    }
}

/// Decodes all rows, one at a time, as the library decodes all of them; it may take so much memory beside them, see [`beside`].
///
/// # Errors
/// What the library says.
pub(crate) fn rows(bytes: impl BufRead + Seek, beside: u64) -> Result<()> {
    let most = usize::try_from(beside).unwrap_or(usize::MAX);
    let mut decoder = Decoder::new_with_limits(bytes, Limits { bytes: most });
    decoder.set_transformations(Transformations::EXPAND);
    let rows = || {
        let mut reader = decoder.read_info()?;
        while reader.next_row()?.is_some() {}
        Ok(())
    };
    rows().map_err(|error| told(in_its_words(error)))
}

/// What `image` makes of an error of the library.
fn in_its_words(error: Png) -> ImageError {
    match error {
        Png::IoError(error) => ImageError::IoError(error),
        Png::LimitsExceeded => {
            ImageError::Limits(LimitError::from_kind(LimitErrorKind::InsufficientMemory))
        }
        error @ (Png::Format(_) | Png::Parameter(_)) => {
            ImageError::Decoding(DecodingError::new(ImageFormat::Png.into(), error))
        }
    }
}
