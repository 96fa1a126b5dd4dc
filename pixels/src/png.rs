//! Whether a PNG is whole.
//!
//! The library ignores parts that are not needed for the pixels when their checksum is wrong, though some of them say
//! which pixels are transparent, and stops before the last one.

use formwork_schema::{Error, Kind, Result};

use crate::reader::Reader;

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
