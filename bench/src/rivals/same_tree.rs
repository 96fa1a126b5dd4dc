//! The tree that formwork makes of a clip, made by hand, and written by hand: how fast anybody could be who makes this tree. Nothing
//! is checked, and no mistake is told.

use bytes::Bytes;
use formwork_formats::urho3d::animation::{Animation, Channels, Keyframe, Track, Version};
use formwork_schema::{CString, Packed, Record as _, layout::Endian};

/// Reads a `UANI` whose keyframes stay slices of the file.
pub(crate) fn open(file: &Bytes) -> Option<Animation> {
    let mut at = 0;
    let magic: [u8; 4] = array(file, &mut at)?;
    let version = Version::new(&magic, 1)?;
    let name = string(file, &mut at)?;
    let length = f32::from_le_bytes(array(file, &mut at)?);
    let count = u32::from_le_bytes(array(file, &mut at)?) as usize;
    let mut tracks = Vec::with_capacity(count.min(file.len()));
    for _ in 0..count {
        let name = string(file, &mut at)?;
        let [mask] = array(file, &mut at)?;
        let channels = Channels::from_bits_retain(mask);
        let keys = u32::from_le_bytes(array(file, &mut at)?) as usize;
        let stride = Keyframe::stride(&Keyframe::shape((channels,)));
        let start = at;
        at = at.checked_add(stride.checked_mul(keys)?)?;
        if at > file.len() {
            return None;
        }
        let slice = file.slice(start..at);
        tracks.push(Track {
            name,
            channels,
            weight: None,
            weights: None,
            base: None,
            keyframes: Packed::from_bytes((channels,), Endian::Little, keys, slice).ok()?,
        });
    }
    Some(Animation {
        version,
        dialect: None,
        name,
        length,
        tracks,
        variant_tracks: None,
    })
}

/// Writes such a clip into memory of the right size, which somebody has told.
pub(crate) fn write(tree: &Animation, size: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(size);
    out.extend_from_slice(b"UANI");
    out.extend_from_slice(tree.name.as_bytes());
    out.push(0);
    out.extend_from_slice(&tree.length.to_le_bytes());
    out.extend_from_slice(&(tree.tracks.len() as u32).to_le_bytes());
    for track in &tree.tracks {
        out.extend_from_slice(track.name.as_bytes());
        out.extend_from_slice(&[0, track.channels.bits()]);
        out.extend_from_slice(&(track.keyframes.len() as u32).to_le_bytes());
        out.extend_from_slice(track.keyframes.bytes());
    }
    out
}

fn array<const N: usize>(file: &[u8], at: &mut usize) -> Option<[u8; N]> {
    let array = *file.get(*at..)?.first_chunk()?;
    *at += N;
    Some(array)
}

fn string(file: &[u8], at: &mut usize) -> Option<CString> {
    let rest = file.get(*at..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    *at += end + 1;
    Some(CString::from(&rest[..end]))
}
