//! Scenes that come back as they were.

use formwork_convert::{
    Input, NoFiles, Options, Output, Report, Scene, StreamLayout, Target, gltf,
    scene::{Column, Semantic},
};

use super::{
    broken,
    scenes::{self, level, part},
    validator::assert_valid,
};

pub(crate) fn write(scene: &Scene, target: Target, options: &Options) -> (Vec<Output>, Report) {
    let mut report = Report::default();
    let outputs = gltf::write(scene, "test", target, false, options, &mut report).unwrap();
    (outputs, report)
}

struct Written(Vec<Output>);

impl formwork_convert::Files for Written {
    fn find(&self, _: &Input, reference: &str) -> Option<Input> {
        let found = self.0.iter().find(|output| output.path == reference)?;
        Some(input(found))
    }
}

pub(crate) fn input(output: &Output) -> Input {
    Input {
        path: output.path.clone(),
        bytes: output.bytes.clone(),
    }
}

pub(crate) fn read(outputs: Vec<Output>) -> (Scene, Report) {
    let mut report = Report::default();
    let first = [input(&outputs[0])];
    let scene = gltf::read(&first, &Written(outputs), &Options::default(), &mut report).unwrap();
    (scene, report)
}

/// NaN is not equal to itself; its text is.
#[track_caller]
pub(crate) fn assert_same(read: &Scene, written: &Scene) {
    let (a, b) = (format!("{read:#?}"), format!("{written:#?}"));
    for (number, (a, b)) in a.lines().zip(b.lines()).enumerate() {
        let context: Vec<_> = format!("{written:#?}")
            .lines()
            .skip(number.saturating_sub(12))
            .take(14)
            .map(str::to_string)
            .collect();
        assert_eq!(a, b, "line {number}:\n{}", context.join("\n"));
    }
    assert_eq!(a.len(), b.len());
}

#[test]
fn scenes_come_back() {
    let mut files = Vec::new();
    for (name, scene) in [
        ("figure", scenes::figure()),
        ("room", scenes::room()),
        ("broken", broken::broken()),
    ] {
        for target in [Target::Glb, Target::Gltf, Target::GltfEmbedded] {
            let (outputs, _) = write(&scene, target, &Options::default());
            files.push((format!("{name}-{target:?}"), outputs.clone()));
            let (again, _) = read(outputs.clone());
            assert_same(&again, &scene);
            assert_eq!(outputs, write(&scene, target, &Options::default()).0);
        }
    }
    assert_valid(&files);
}

#[test]
fn compact_layouts_and_files_without_facts_are_valid() {
    let options = [
        Options {
            layout: StreamLayout::Compact,
            ..Options::default()
        },
        Options {
            origin: formwork_convert::OriginMode::None,
            ..Options::default()
        },
        Options {
            lods: formwork_convert::Lods::First,
            linear_colors: true,
            ..Options::default()
        },
    ];
    let mut files = Vec::new();
    for (number, options) in options.iter().enumerate() {
        for (name, scene) in [
            ("figure", scenes::figure()),
            ("room", scenes::room()),
            ("broken", broken::broken()),
        ] {
            let (outputs, _) = write(&scene, Target::Glb, options);
            read(outputs.clone());
            files.push((format!("{name}{number}"), outputs));
        }
    }
    assert_valid(&files);
}

#[test]
fn hidden_meshes_come_back() {
    let scene = scenes::still(
        vec![scenes::plain()],
        vec![part(vec![level(0, &[])]), part(Vec::new())],
    );
    let (outputs, _) = write(&scene, Target::Glb, &Options::default());
    assert_same(&read(outputs.clone()).0, &scene);
    assert_valid(&[("hidden".into(), outputs)]);
}

/// What a tool does that edits positions and keeps the rest.
#[test]
fn an_edited_value_stays_and_the_others_come_back() {
    let scene = broken::broken();
    let (outputs, _) = write(&scene, Target::Gltf, &Options::default());
    let mut bin = outputs[1].bytes.to_vec();
    let json: serde_json::Value = serde_json::from_slice(&outputs[0].bytes).unwrap();
    let accessor = json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]
        .as_u64()
        .unwrap();
    let view = &json["bufferViews"][json["accessors"][accessor as usize]["bufferView"]
        .as_u64()
        .unwrap() as usize];
    let at = view["byteOffset"].as_u64().unwrap() as usize;
    // The first normal had no length and became +Y.
    assert_eq!(bin[at + 4..at + 8], 1_f32.to_le_bytes());
    bin[at..at + 12].copy_from_slice(&[0; 12]);
    bin[at..at + 4].copy_from_slice(&1_f32.to_le_bytes());
    let mut edited = outputs;
    edited[1].bytes = bin.into();
    let (again, _) = read(edited);
    let normals = |scene: &Scene| match scene.streams[0].get(&Semantic::Normal, 0) {
        Some(Column::Vec3(rows)) => rows.clone(),
        _ => panic!(),
    };
    let (then, now) = (normals(&scene), normals(&again));
    assert_eq!(now[0], [1.0, 0.0, 0.0]);
    assert!(now[1][0].is_nan() && then[1][0].is_nan());
    assert_eq!(now[2..], then[2..]);
}

/// The way back is proved between making and writing a file.
#[test]
fn a_draft_takes_proofs() {
    let (scene, options) = (scenes::figure(), Options::default());
    let mut report = Report::default();
    let mut draft = gltf::Draft::new(&scene, "test", Target::Glb, &options, &mut report).unwrap();
    let again = draft.scene(&NoFiles, &options, &mut report).unwrap();
    assert_same(&again, &scene);
    assert!(draft.keeps_sources());
    let proof = gltf::Proof {
        size: Some(5),
        sha256: Some("0123".into()),
        rebuilt: Some(0xabcd),
        patch: Some(vec![1, 2, 3].into()),
    };
    draft.prove(0, &proof);
    draft.prove(7, &gltf::Proof::default());
    let outputs = draft.finish().unwrap();
    let first = [input(&outputs[0])];
    let (again, read) = gltf::read_proved(&first, &NoFiles, &options, &mut report).unwrap();
    assert_same(&again, &scene);
    assert_eq!(read, [proof]);
    assert_valid(&[("proved".into(), outputs)]);
}
