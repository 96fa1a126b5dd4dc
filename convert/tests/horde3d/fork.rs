//! Versions into one another.

use formwork_convert::{Code, Input, Options, Report, Target, horde3d};
use formwork_formats::horde3d::{Geometry, geometry::StreamKind};
use formwork_schema::read;

use super::real::Shelf;

fn fork(input: &Input, target: Target) -> (Input, Report) {
    let mut report = Report::default();
    let output = horde3d::fork(input, target, &Options::default(), &mut report).expect("a file");
    let input = Input {
        path: output.path,
        bytes: output.bytes,
    };
    (input, report)
}

/// A geometry of version 4 with three vertices, whose sets of texture coordinates from the third on say something.
pub(crate) fn coarse(sets: bool) -> Input {
    let mut bytes = b"H3DG\x04\0\0\0\0\0\0\0\x03\0\0\0".to_vec();
    for vertex in 0..3_u8 {
        for number in [f32::from(vertex % 2), f32::from(vertex / 2), 0.0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0, 0, 127, 127, 0, 0, 0, 127, 128]);
        for set in 0..4_u8 {
            let u = f32::from(if sets || set == 0 { set + vertex } else { 0 });
            bytes.extend(u.to_le_bytes());
            bytes.extend((u / 10.0).to_le_bytes());
        }
    }
    for number in [3, 0, 1, 2, 0] {
        bytes.extend(u32::to_le_bytes(number));
    }
    Input {
        path: "coarse.geo".to_owned(),
        bytes: bytes.into(),
    }
}

#[test]
fn geometries_of_version_4_become_version_5() {
    let (output, report) = fork(&coarse(false), Target::Horde3d);
    assert_eq!(report.losses().count(), 0);
    let tree: Geometry = read::from_bytes(output.bytes.clone()).expect("a geometry");
    assert_eq!(tree.version.number(), 5);
    let kinds: Vec<StreamKind> = tree
        .streams
        .iter()
        .flatten()
        .map(|stream| stream.kind)
        .collect();
    let all = [
        StreamKind::POSITION,
        StreamKind::NORMAL,
        StreamKind::TANGENT,
        StreamKind::BITANGENT,
        StreamKind::TEX_COORDS_0,
    ];
    assert_eq!(kinds, all);
    let normals = tree.normals().expect("normals");
    assert_eq!((normals[0].x, normals[0].z), (0.0, 1.0));
    let (again, _) = fork(&output, Target::Horde3dSls);
    assert_eq!(again.bytes, output.bytes);
    let (_, report) = fork(&coarse(true), Target::Horde3d);
    let codes: Vec<Code> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(codes, [Code::C804]);
}

#[test]
fn clips_go_through_all_versions() {
    let shelf = Shelf::samples();
    let third = shelf.get("walk.anim");
    let (fourth, report) = fork(&third, Target::Horde3dSls);
    assert_eq!(report.losses().count(), 0);
    assert_eq!(fourth.bytes[4], 4);
    let (back, report) = fork(&fourth, Target::Horde3d);
    assert_eq!(report.losses().count(), 0);
    assert_eq!(back.bytes, third.bytes);
    assert_eq!(fork(&third, Target::Horde3d).0.bytes, third.bytes);
}

#[test]
fn old_clips_get_flags() {
    let mut bytes = b"H3DA\x02\0\0\0\x01\0\0\0\x02\0\0\0".to_vec();
    let mut name = [0xcd; 256];
    name[..5].copy_from_slice(b"Hips\0");
    bytes.extend(name);
    bytes.extend([0; 80]);
    let input = Input {
        path: "old.anim".to_owned(),
        bytes: bytes.clone().into(),
    };
    let (output, _) = fork(&input, Target::Horde3d);
    bytes[4] = 3;
    bytes.insert(16 + 256, 0);
    assert_eq!(output.bytes, bytes);
}

#[test]
fn weights_of_morph_targets_need_the_fork() {
    let input = super::codes_read::clip_with_weights(b"smile");
    let (output, report) = fork(&input, Target::Horde3d);
    assert_eq!(output.bytes[4], 3);
    let codes: Vec<Code> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(codes, [Code::C351]);
    assert_eq!(fork(&input, Target::Horde3dSls).0.bytes, input.bytes);
}

#[test]
fn real_files_fork() {
    for shelf in Shelf::all() {
        for ending in [".geo", ".anim", ".scene.xml", ".material.xml"] {
            for input in shelf.named(ending) {
                for target in [Target::Horde3d, Target::Horde3dSls] {
                    let (output, _) = fork(&input, target);
                    assert_eq!(
                        fork(&output, target).0.bytes,
                        output.bytes,
                        "{}",
                        input.path
                    );
                }
            }
        }
    }
}
