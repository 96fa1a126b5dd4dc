//! The animation as one would write it with binrw alone: a value per field, a field per value.

use binrw::{NullString, binrw};

/// A clip.
#[binrw]
#[brw(little, magic = b"UANI")]
#[derive(Debug, PartialEq)]
pub(crate) struct Animation {
    name: NullString,
    length: f32,
    #[br(temp)]
    #[bw(calc = tracks.len() as u32)]
    track_count: u32,
    #[br(count = track_count)]
    tracks: Vec<Track>,
}

/// The motion of one bone.
#[binrw]
#[derive(Debug, PartialEq)]
pub(crate) struct Track {
    name: NullString,
    mask: u8,
    #[br(temp)]
    #[bw(calc = keyframes.len() as u32)]
    keyframe_count: u32,
    #[br(count = keyframe_count, args { inner: (mask,) })]
    keyframes: Vec<Keyframe>,
}

/// The pose of a bone at one moment.
#[binrw]
#[br(import(mask: u8))]
#[derive(Debug, PartialEq)]
pub(crate) struct Keyframe {
    time: f32,
    #[br(if(mask & 1 != 0))]
    position: Option<Vec3>,
    #[br(if(mask & 2 != 0))]
    rotation: Option<Quat>,
    #[br(if(mask & 4 != 0))]
    scale: Option<Vec3>,
}

/// Three numbers.
#[binrw]
#[derive(Debug, PartialEq)]
pub(crate) struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

/// A rotation.
#[binrw]
#[derive(Debug, PartialEq)]
pub(crate) struct Quat {
    w: f32,
    x: f32,
    y: f32,
    z: f32,
}
