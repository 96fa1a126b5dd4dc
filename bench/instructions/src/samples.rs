//! What the hot paths work on: files of the repository, and files made here.

use formwork_formats::urho3d::animation::{Channels, Keyframe};
use formwork_schema::{Packed, Quat, Result, Vec3};

/// A model with bones and several geometries.
pub(crate) const FIGURE: &[u8] = include_bytes!("../../../samples/urho3d/Figure.mdl");

/// A package of compressed files.
pub(crate) const PACKAGE: &[u8] = include_bytes!("../../../samples/urho3d/Figure.pak");

/// A clip of many short tracks: every key has a time, a position and a rotation.
pub(crate) fn clip() -> Vec<u8> {
    const TRACKS: u32 = 500;
    const KEYS: u32 = 4;
    let mut out = b"UANIMade\0".to_vec();
    out.extend(1_f32.to_le_bytes());
    out.extend(TRACKS.to_le_bytes());
    for track in 0..TRACKS {
        out.extend(format!("Bone{track:05}\0").bytes());
        out.push((Channels::POSITION | Channels::ROTATION).bits());
        out.extend(KEYS.to_le_bytes());
        for key in 0..KEYS {
            // No library of mathematics, which machines have in many versions.
            let time = key as f32 / 30.0;
            let values = [
                time,
                time * 0.7,
                1.0,
                track as f32 * 0.1,
                1.0,
                0.0,
                0.25,
                0.0,
            ];
            out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    out
}

/// Keyframes with these parts.
pub(crate) fn keys(channels: Channels) -> Result<Packed<Keyframe>> {
    let keys = (0..50_000_u16).map(|key| {
        let value = f32::from(key) * 0.01;
        let vector = Vec3 {
            x: value,
            y: 1.0,
            z: -value,
        };
        Keyframe {
            time: value,
            position: channels.contains(Channels::POSITION).then_some(vector),
            rotation: channels.contains(Channels::ROTATION).then_some(Quat {
                w: 1.0,
                x: 0.0,
                y: value,
                z: 0.0,
            }),
            scale: channels.contains(Channels::SCALE).then_some(vector),
        }
    });
    Packed::from_records((channels,), keys)
}

/// Compiled shaders of Direct3D 11 and of Direct3D 9, as many of each.
pub(crate) fn shaders() -> Vec<Vec<u8>> {
    (0..100)
        .flat_map(|number| [direct3d_11(number), direct3d_9(number)])
        .collect()
}

fn direct3d_11(number: u32) -> Vec<u8> {
    let mut out = b"USHD\0\0\x04\0".to_vec();
    out.extend(number.to_le_bytes());
    let parameters = 4 + number % 12;
    out.extend(parameters.to_le_bytes());
    for parameter in 0..parameters {
        out.extend(format!("Parameter{parameter}\0").bytes());
        out.push(1);
        out.extend((parameter * 16).to_le_bytes());
        out.extend(16_u32.to_le_bytes());
    }
    units(&mut out);
    bytecode(&mut out);
    out
}

fn direct3d_9(number: u32) -> Vec<u8> {
    let mut out = b"USHD\x01\0\x03\0".to_vec();
    let parameters = 4 + number % 12;
    out.extend(parameters.to_le_bytes());
    for parameter in 0..parameters {
        out.extend(format!("Parameter{parameter}\0").bytes());
        out.extend([parameter as u8, 1]);
    }
    units(&mut out);
    bytecode(&mut out);
    out
}

fn units(out: &mut Vec<u8>) {
    out.extend(3_u32.to_le_bytes());
    for unit in 0..3 {
        out.extend(format!("Texture{unit}\0").bytes());
        out.push(unit);
    }
}

fn bytecode(out: &mut Vec<u8>) {
    out.extend(1024_u32.to_le_bytes());
    out.extend([0xfe; 1024]);
}
