//! The container of `.glb` files.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::builder::GAP;
use crate::error::malformed;

pub(super) const MAGIC: &[u8] = b"glTF";
const JSON: [u8; 4] = *b"JSON";
const BIN: [u8; 4] = *b"BIN\0";

/// Both chunks of one file; the bytes stand behind a gap of [`GAP`].
pub(super) fn join(mut json: Vec<u8>, mut bytes: Vec<u8>) -> Result<Bytes> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let padded = (bytes.len() - GAP).next_multiple_of(4);
    let chunk = if padded == 0 { 0 } else { 8 + padded };
    let total = 12 + 8 + json.len() + chunk;
    let length = u32::try_from(total).map_err(|_| {
        let message = format!("{total} bytes are more than a .glb can hold");
        Error::new(Kind::Limit, message).help("write a .gltf with its .bin")
    })?;
    let mut front = Vec::with_capacity(total - padded);
    front.extend(MAGIC);
    front.extend(2_u32.to_le_bytes());
    front.extend(length.to_le_bytes());
    let head = |front: &mut Vec<u8>, length: usize, kind: [u8; 4]| {
        front.extend((length as u32).to_le_bytes());
        front.extend(kind);
    };
    head(&mut front, json.len(), JSON);
    front.extend(json);
    if padded > 0 {
        head(&mut front, padded, BIN);
    }
    bytes.resize(GAP + padded, 0);
    // What fits into the gap goes there; nothing else has to be moved then.
    let start = GAP.saturating_sub(front.len());
    if start > 0 {
        bytes[start..GAP].copy_from_slice(&front);
    } else {
        bytes.splice(..GAP, front);
    }
    Ok(Bytes::from(bytes).slice(start..))
}

/// The JSON and the bytes of a file.
pub(super) fn split(file: &Bytes) -> Result<(Bytes, Option<Bytes>)> {
    let word = |at: usize| {
        let bytes = file.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let cut = |at: usize| malformed("the file ends within a chunk").at(at as u64);
    let version = word(4).ok_or_else(|| cut(4))?;
    if version != 2 {
        let message = format!("version {version} of the container is not known");
        return Err(Error::new(Kind::Unsupported, message).at(4));
    }
    let mut at = 12;
    let (mut json, mut bytes) = (None, None);
    while at + 8 <= file.len() {
        let length = word(at).ok_or_else(|| cut(at))? as usize;
        let kind = file.get(at + 4..at + 8).unwrap_or_default();
        let start = at + 8;
        let end = start.checked_add(length).filter(|end| *end <= file.len());
        let end = end.ok_or_else(|| cut(at))?;
        let chunk = file.slice(start..end);
        if kind == JSON && json.is_none() {
            json = Some(chunk);
        } else if kind == BIN && bytes.is_none() {
            bytes = Some(chunk);
        }
        at = end.next_multiple_of(4);
    }
    let json = json.ok_or_else(|| malformed("no JSON chunk").at(12))?;
    Ok((json, bytes))
}
