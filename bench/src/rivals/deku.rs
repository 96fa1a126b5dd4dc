//! The clip as one would write it with deku, in the byte order of this machine.

// The derives make code that is told of.
#![allow(clippy::all, unused_qualifications)]

use std::ffi::CString;

use deku::{DekuContainerRead as _, DekuContainerWrite as _, DekuError, DekuRead, DekuWrite};

/// A clip.
#[derive(DekuRead, DekuWrite)]
#[deku(magic = b"UANI")]
pub(crate) struct Animation {
    name: CString,
    length: f32,
    track_count: u32,
    #[deku(count = "track_count")]
    tracks: Vec<Track>,
}

/// The motion of one bone.
#[derive(DekuRead, DekuWrite)]
struct Track {
    name: CString,
    mask: u8,
    keyframe_count: u32,
    #[deku(count = "keyframe_count", ctx = "*mask")]
    keyframes: Vec<Keyframe>,
}

/// The pose of a bone at one moment.
#[derive(DekuRead, DekuWrite)]
#[deku(ctx = "mask: u8")]
struct Keyframe {
    time: f32,
    #[deku(cond = "mask & 1 != 0")]
    position: Option<Vec3>,
    #[deku(cond = "mask & 2 != 0")]
    rotation: Option<Quat>,
    #[deku(cond = "mask & 4 != 0")]
    scale: Option<Vec3>,
}

/// Three numbers.
#[derive(DekuRead, DekuWrite)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

/// A rotation.
#[derive(DekuRead, DekuWrite)]
struct Quat {
    w: f32,
    x: f32,
    y: f32,
    z: f32,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Animation, DekuError> {
    Animation::from_bytes((bytes, 0)).map(|(_, clip)| clip)
}

pub(crate) fn write(clip: &Animation) -> Result<Vec<u8>, DekuError> {
    clip.to_bytes()
}
