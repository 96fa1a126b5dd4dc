//! Each loss on the way to glTF and back: the smallest scene or file that raises it, and nothing else.

use std::{collections::BTreeSet, sync::Arc};

use formwork_convert::{
    Code, Options, OriginMode, Report, Scene, StreamLayout, Target,
    scene::{
        Clip, Column, Delta, Image, Interpolation, Level, Light, LightKind, Material, MorphTarget,
        Path, Semantic, Skin, Source, Texture, Topology, Track,
    },
};
use serde_json::json;

use super::scenes::{self, attribute, level, node, part, plain, square, still};

fn base() -> Scene {
    still(vec![plain()], vec![part(vec![level(0, &[0, 1, 2])])])
}

/// A square that two bones bend.
fn bent() -> Scene {
    let mut scene = still(vec![square()], vec![part(vec![level(0, &[0, 1, 2])])]);
    let mut hip = node("Hip");
    hip.children = vec![2, 3, 4];
    scene
        .nodes
        .extend([hip, node("Spine"), node("Left"), node("Right")]);
    scene.roots.push(1);
    let mut matrix = [0.0; 16];
    (matrix[0], matrix[5], matrix[10], matrix[15]) = (1.0, 1.0, 1.0, 1.0);
    scene.skins.push(Skin {
        joints: vec![1, 2, 3, 4],
        inverse_bind: vec![matrix; 4],
        ..Skin::default()
    });
    scene.nodes[0].skin = Some(0);
    scene
}

/// A square that a clip moves.
pub(crate) fn moved() -> Scene {
    let mut scene = base();
    let times: Arc<[f32]> = [0.0, 1.0].into();
    scene.clips.push(Clip {
        name: "Clip".into(),
        tracks: vec![Track {
            node: 0,
            path: Path::Rotation,
            times,
            values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            interpolation: Interpolation::Linear,
            weight: None,
        }],
        ..Clip::default()
    });
    scene
}

/// A square with a morph target of one record.
pub(crate) fn morphed() -> Scene {
    let mut scene = base();
    scene.meshes[0].targets.push(MorphTarget {
        name: "Target".into(),
        weight: 0.0,
        deltas: vec![Delta {
            stream: 0,
            indices: vec![1],
            positions: Some(vec![[1.0; 3]]),
            ..Delta::default()
        }],
    });
    scene
}

fn painted() -> Scene {
    let mut scene = base();
    scene.meshes[0].parts[0].material = Some(0);
    scene.materials.push(Material::default());
    scene
}

fn first_level(scene: &mut Scene) -> &mut Level {
    &mut scene.meshes[0].parts[0].levels[0]
}

fn set(scene: &mut Scene, semantic: Semantic, values: Column) {
    let attributes = &mut scene.streams[0].attributes;
    let found = attributes
        .iter_mut()
        .find(|it| it.semantic == semantic && it.set == 0);
    found.unwrap().values = values;
}

pub(crate) fn codes(report: &Report) -> BTreeSet<Code> {
    report.losses().map(|loss| loss.code).collect()
}

type Case = (Code, fn() -> Scene, fn(&mut Scene));

const CASES: &[Case] = &[
    (Code::C101, base, |it| {
        it.meshes[0].parts.push(part(Vec::new()))
    }),
    (Code::C104, base, |it| {
        let mut patches = level(0, &[0, 1, 2]);
        patches.topology = Topology::Patches;
        it.meshes[0].parts.push(part(vec![patches]));
    }),
    (Code::C106, base, |it| first_level(it).indices.push(0)),
    (Code::C107, base, |it| {
        it.meshes[0].parts.push(part(vec![level(0, &[0, 1, 4])]))
    }),
    (Code::C110, base, |it| {
        set(
            it,
            Semantic::Position,
            Column::Vec4(vec![[0.0, 0.0, 0.0, 2.0]; 4]),
        );
    }),
    (Code::C111, base, |it| {
        set(
            it,
            Semantic::TexCoord,
            Column::Vec2(vec![[f32::NAN, 0.0]; 4]),
        )
    }),
    (Code::C112, base, |it| {
        set(it, Semantic::Normal, Column::Vec3(vec![[0.0, 0.0, 2.0]; 4]))
    }),
    (Code::C113, base, |it| {
        set(
            it,
            Semantic::Tangent,
            Column::Vec4(vec![[0.0, 0.0, 0.0, 1.0]; 4]),
        )
    }),
    (Code::C114, base, |it| {
        set(
            it,
            Semantic::Tangent,
            Column::Vec4(vec![[1.0, 0.0, 0.0, 0.0]; 4]),
        )
    }),
    (Code::C115, base, |it| {
        let column = attribute(Semantic::Other("INT".into()), 0, Column::I32(vec![7; 4]));
        it.streams[0].attributes.push(column);
    }),
    (Code::C116, base, |it| {
        let column = attribute(Semantic::TexCoord, 2, Column::Vec2(vec![[0.0; 2]; 4]));
        it.streams[0].attributes.push(column);
    }),
    (Code::C117, base, |it| {
        set(it, Semantic::Color, Column::Vec4(vec![[2.0; 4]; 4]))
    }),
    (Code::C120, base, |it| {
        it.meshes[0].parts[0].levels.push(level(0, &[0, 2, 3]))
    }),
    (Code::C140, bent, |it| {
        set(it, Semantic::Joints, Column::U8x4(vec![[0, 9, 0, 0]; 4]));
        set(
            it,
            Semantic::Weights,
            Column::Vec4(vec![[1.0, f32::MIN_POSITIVE, 0.0, 0.0]; 4]),
        );
    }),
    (Code::C141, bent, |it| {
        set(it, Semantic::Joints, Column::U8x4(vec![[1, 1, 0, 0]; 4]));
        set(
            it,
            Semantic::Weights,
            Column::Vec4(vec![[0.5, 0.5, 0.0, 0.0]; 4]),
        );
    }),
    (Code::C142, bent, |it| {
        set(it, Semantic::Weights, Column::Vec4(vec![[0.0; 4]; 4]))
    }),
    (Code::C143, bent, |it| {
        set(it, Semantic::Joints, Column::U8x4(vec![[0, 1, 0, 0]; 4]));
        set(
            it,
            Semantic::Weights,
            Column::Vec4(vec![[0.5, 0.25, 0.0, 0.0]; 4]),
        );
    }),
    (Code::C144, bent, |it| {
        set(it, Semantic::Joints, Column::U8x4(vec![[0, 1, 2, 3]; 4]));
        set(
            it,
            Semantic::Weights,
            Column::Vec4(vec![[1.0, 0.0, 0.0, 0.0]; 4]),
        );
    }),
    (Code::C201, base, |it| {
        it.nodes[0].transform.rotation = [0.0, 0.0, 0.0, 2.0]
    }),
    (Code::C201, moved, |it| {
        it.clips[0].tracks[0].values[7] = -1.0
    }),
    (Code::C202, bent, |it| {
        it.streams.push(plain());
        it.meshes[0].parts.push(part(vec![level(1, &[0, 1, 2])]));
    }),
    (Code::C203, bent, |it| it.streams[0] = plain()),
    (Code::C205, bent, |it| {
        it.nodes[1].children.pop();
        it.roots.push(4);
    }),
    (Code::C305, moved, |it| {
        it.clips[0].tracks[0].times = [-1.0, 1.0].into()
    }),
    (Code::C306, moved, |it| {
        it.clips[0].tracks[0].times = [1.0, 1.0].into()
    }),
    (Code::C309, moved, |it| it.clips[0].length = Some(2.0)),
    (Code::C310, moved, |it| it.clips.push(Clip::default())),
    (Code::C311, moved, |it| {
        let track = it.clips[0].tracks[0].clone();
        it.clips[0].tracks.push(track);
    }),
    (Code::C312, moved, |it| {
        it.clips[0].tracks[0].weight = Some(0.5)
    }),
    (Code::C402, morphed, |it| {
        it.streams[0]
            .attributes
            .retain(|it| it.semantic == Semantic::Position);
        it.meshes[0].targets[0].deltas[0].normals = Some(vec![[1.0; 3]]);
    }),
    (Code::C403, morphed, |it| {
        let delta = &mut it.meshes[0].targets[0].deltas[0];
        (delta.indices, delta.positions) = (vec![1, 1], Some(vec![[1.0; 3]; 2]));
    }),
    (Code::C404, morphed, |it| {
        it.meshes[0].targets[0].deltas[0].positions = Some(vec![[f32::NAN; 3]]);
    }),
    (Code::C405, morphed, |it| {
        it.meshes[0].targets[0].deltas[0].indices = vec![4]
    }),
    (Code::C408, morphed, |it| {
        it.meshes[0].targets[0].deltas[0].bitangents = Some(vec![[1.0; 3]]);
    }),
    (Code::C502, painted, |it| {
        it.materials[0]
            .notes
            .insert("technique".into(), json!("Diff"));
    }),
    (Code::C503, painted, |it| {
        it.images.push(Image {
            bytes: Some(b"DDS ".as_slice().into()),
            ..Image::default()
        });
    }),
    (Code::C504, painted, |it| {
        it.images.push(Image {
            bytes: Some(scenes::DOT.into()),
            ..Image::default()
        });
        it.materials[0].base_color_texture = Some(Texture {
            image: 0,
            set: 3,
            has_details: false,
        });
    }),
    (Code::C503, painted, |it| {
        it.images.push(Image {
            bytes: Some(scenes::DOT[..40].into()),
            ..Image::default()
        });
    }),
    (Code::C507, painted, |it| it.images.push(Image::default())),
    (Code::C509, painted, |it| {
        let mut bytes = scenes::DOT.to_vec();
        bytes.splice(33..33, *b"\0\0\0\x04gAMA\0\0\0\x01\xfc\x22\x50\xdb");
        it.images.push(Image {
            bytes: Some(bytes.into()),
            ..Image::default()
        });
    }),
    (Code::C603, base, |it| {
        it.lights.push(Light {
            name: "Light".into(),
            kind: LightKind::Point,
            color: [2.0, 1.0, 1.0],
            intensity: 1.0,
            range: None,
        });
        it.nodes[0].light = Some(0);
    }),
];

#[test]
fn each_loss_on_the_way_to_gltf() {
    let mut files = Vec::new();
    for make in [base, bent, moved, morphed, painted] {
        let (outputs, report) = super::roundtrip::write(&make(), Target::Glb, &Options::default());
        assert_eq!(codes(&report), BTreeSet::new());
        files.push((format!("{}", files.len()), outputs));
    }
    for (code, make, change) in CASES {
        let mut scene = make();
        change(&mut scene);
        let (outputs, report) = super::roundtrip::write(&scene, Target::Glb, &Options::default());
        assert_eq!(codes(&report), BTreeSet::from([*code]), "{report:?}");
        files.push((format!("{}-{code}", files.len()), outputs.clone()));
        match code {
            // Of such a picture only the name is kept.
            Code::C503 => scene.images[0].bytes = None,
            Code::C509 => scene.images[0].bytes = Some(scenes::DOT.into()),
            _ => {}
        }
        super::roundtrip::assert_same(&super::roundtrip::read(outputs).0, &scene);
    }
    super::validator::assert_valid(&files);
}

#[test]
fn losses_that_options_choose() {
    let compact = Options {
        layout: StreamLayout::Compact,
        ..Options::default()
    };
    let (_, report) = super::roundtrip::write(&base(), Target::Glb, &compact);
    assert_eq!(codes(&report), BTreeSet::from([Code::C103]));
    let bare = Options {
        origin: OriginMode::None,
        ..Options::default()
    };
    let mut scene = base();
    scene.sources.push(Source::default());
    let (_, report) = super::roundtrip::write(&scene, Target::Glb, &bare);
    assert_eq!(codes(&report), BTreeSet::from([Code::C903]));
}

/// A zero with a sign is zero: nothing is lost where a bind matrix has one, and it comes back.
#[test]
fn zeros_of_bind_matrices_may_have_a_sign() {
    let mut scene = scenes::figure();
    let plain = super::roundtrip::write(&scene, Target::Glb, &Options::default());
    for matrix in &mut scene.skins[0].inverse_bind {
        for value in matrix.iter_mut().filter(|value| **value == 0.0) {
            *value = -0.0;
        }
    }
    let (outputs, report) = super::roundtrip::write(&scene, Target::Glb, &Options::default());
    assert_eq!(report.has(Code::C111), plain.1.has(Code::C111));
    let (read, _) = super::roundtrip::read(outputs);
    let bits = |scene: &formwork_convert::Scene| {
        let matrices = scene.skins[0].inverse_bind.as_flattened().iter();
        matrices.map(|value| value.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(bits(&read), bits(&scene));
    // Another number there is one that is lost.
    scene.skins[0].inverse_bind[0][3] = 0.5;
    let (_, report) = super::roundtrip::write(&scene, Target::Glb, &Options::default());
    assert!(report.has(Code::C111));
}
