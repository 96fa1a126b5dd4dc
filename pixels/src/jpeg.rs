//! Whether a JPEG is whole.
//!
//! Decoders conceal what is missing: they show grey, or the colours next to it. So the file is walked before it is decoded,
//! with all codes of all scans and without their pixels: each scan must have every unit of the picture and nothing more.
//! What is left unseen is damage that leaves valid codes for just as many units.

mod bits;
mod codes;
mod frame;
mod scan;
mod state;

use formwork_schema::{Error, Kind, Limits, Result};

use self::{
    bits::malformed,
    frame::{Frame, Short},
    scan::Scan,
    state::State,
};
use crate::reader::Reader;

/// No encoder makes so many; each may go through the whole picture.
const SCANS: u32 = 256;

/// Asks that a JPEG has all of its picture, and that its codes are right; gives the first row of units, for the library to
/// be asked of. `None` for kinds that are not decoded, which are not looked at.
///
/// # Errors
/// [`Kind::Malformed`] with the offset where it is not.
pub(crate) fn check(bytes: &[u8], limits: &Limits) -> Result<Option<Short>> {
    let mut state = State::new();
    let (mut short, mut kept) = (Vec::new(), 0);
    let mut keep = |end: usize, next: usize| {
        short.extend_from_slice(bytes.get(kept..end).unwrap_or_default());
        kept = next;
    };
    let mut reader = Reader::new(bytes);
    reader.take(2)?;
    let mut scans = 0;
    loop {
        let at = reader.at();
        let marker = marker(&mut reader)?;
        if marker == 0xd9 {
            let Some(frame) = &state.frame else {
                return Err(malformed(at, "the file ends before any picture"));
            };
            frame.complete(at)?;
            keep(reader.at(), reader.at());
            return Ok(frame.shortened(short));
        }
        let length = usize::from(reader.short()?);
        let Some(length) = length.checked_sub(2) else {
            return Err(malformed(at, "a segment shorter than its own length"));
        };
        let mut segment = reader.part(length)?;
        match marker {
            0xc4 => state.read_codes(&mut segment)?,
            0xc0..=0xc2 if state.frame.is_some() => {
                return Err(malformed(
                    at,
                    "a second picture begins before the end of the first",
                ));
            }
            0xc0..=0xc2 => {
                match Frame::read(&mut segment, marker == 0xc2, (bytes.len(), limits))? {
                    Some(frame) => state.frame = Some(frame),
                    None => return Ok(None),
                }
            }
            // Without loss, by differences, or with another code: the decoder says that it does not know them.
            0xc3 | 0xc5..=0xcf => return Ok(None),
            0xda if scans == SCANS => {
                let message = format!("more than {SCANS} scans");
                return Err(Error::new(Kind::Limit, message).at(at as u64));
            }
            0xda => {
                scans += 1;
                let scan = Scan::read(&mut segment, &mut state)?;
                let [first, end] = scan.walk(bytes, reader.at())?;
                keep(first, end);
                reader.skip_to(end);
            }
            0xdb => state.read_steps(&mut segment)?,
            0xdd => state.interval = segment.short()?.into(),
            0x01 | 0xd0..=0xd8 => {
                return Err(malformed(
                    at,
                    format!("marker {marker:#04x} where none can be"),
                ));
            }
            _ => {}
        }
    }
}

/// The next marker, which any number of bytes 0xff may precede.
fn marker(reader: &mut Reader<'_>) -> Result<u8> {
    let at = reader.at();
    if reader.byte()? != 0xff {
        return Err(malformed(
            at,
            "expected a marker: bytes are missing, or too many",
        ));
    }
    loop {
        match reader.byte()? {
            0xff => {}
            marker => return Ok(marker),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_bounded() {
        for bytes in [
            &b"\xff\xd8"[..],
            b"\xff\xd8\xff",
            b"\xff\xd8\xff\xda\0\x01",
            b"\xff\xd8\xff\xd9",
        ] {
            assert!(check(bytes, &Limits::default()).is_err(), "{bytes:x?}");
        }
        let error = check(b"\xff\xd8\xff\xe0\0\x04ab?", &Limits::default()).err();
        let error = error.expect("no marker");
        assert_eq!(error.offset(), Some(8), "{error}");
    }
}
