//! Every code is raised somewhere, and has a case that raises it.

use std::{collections::BTreeSet, fs, path::Path};

use formwork_convert::{
    Code, Input, Options, Report, Request, Scene, Target, convert,
    scene::{Column, Semantic},
    urho3d,
};

use super::files;

/// The codes that the files below a folder name.
fn named(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The list itself proves nothing.
        if path.is_dir() {
            named(&path, found);
        } else if path.file_name().is_some_and(|name| name != "code.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            found.extend(
                words
                    .filter(|word| word.starts_with('C'))
                    .map(str::to_owned),
            );
        }
    }
}

#[test]
fn every_code_is_raised_and_has_a_case() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests"] {
        let mut found = BTreeSet::new();
        named(&root.join(folder), &mut found);
        let lacking: Vec<String> = Code::ALL
            .iter()
            .map(ToString::to_string)
            .filter(|code| !found.contains(code))
            .collect();
        assert!(lacking.is_empty(), "not in {folder}: {lacking:?}");
    }
}

#[test]
fn a_node_between_joints_becomes_one_for_horde3d() {
    let (options, mut report) = (Options::default(), Report::default());
    let input = files::sample("Figure.mdl");
    let mut scene = urho3d::read(&[input], &files::Beside, &options, &mut report).unwrap();
    // The second bone is a plain node from now on, and its vertices follow the first.
    scene.sources.clear();
    scene.skins[0].joints.remove(1);
    scene.skins[0].inverse_bind.remove(1);
    for attribute in scene
        .streams
        .iter_mut()
        .flat_map(|stream| &mut stream.attributes)
    {
        if let (Semantic::Joints, Column::U8x4(values)) =
            (&attribute.semantic, &mut attribute.values)
        {
            for joint in values.iter_mut().flatten() {
                *joint = joint.saturating_sub(1);
            }
        }
    }
    scene.validate().unwrap();
    let codes = |scene: &Scene| {
        let mut report = Report::default();
        crate::horde3d::written(scene, "figure", &options, &mut report).unwrap();
        report
    };
    assert!(codes(&scene).has(Code::C222));
}

#[test]
fn lengths_are_multiplied_with_a_word() {
    let input: Input = files::sample("Crate.mdl");
    let made = |scale: f64| {
        let options = Options {
            scale,
            ..Options::default()
        };
        convert(Request {
            inputs: std::slice::from_ref(&input).into(),
            files: &files::Beside,
            name: "Crate",
            target: Target::Ply,
            is_usual: false,
            split: false,
            options: &options,
        })
        .unwrap()
    };
    let (plain, large) = (made(1.0), made(100.0));
    assert!(!plain.report.has(Code::C003));
    let all: BTreeSet<Code> = large.report.losses().map(|loss| loss.code).collect();
    let others: BTreeSet<Code> = plain.report.losses().map(|loss| loss.code).collect();
    assert_eq!(
        all.difference(&others).copied().collect::<Vec<_>>(),
        [Code::C003]
    );
    assert!(plain.outputs[0].bytes != large.outputs[0].bytes);
}

fn report_of(file: &serde_json::Value, target: Target) -> Report {
    let input = Input {
        path: "thing.gltf".into(),
        bytes: serde_json::to_vec(file).unwrap().into(),
    };
    let made = convert(Request {
        inputs: vec![input].into(),
        files: &files::Beside,
        name: "thing",
        target,
        is_usual: false,
        split: false,
        options: &Options::default(),
    });
    made.unwrap().report
}

/// A triangle whose first corner a morph target moves, and whose normals have other last digits everywhere.
fn noisy() -> serde_json::Value {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let rows: [[f32; 3]; 12] = [
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
        // What is added to places, then to normals.
        [0.0, 0.0, 0.5],
        [0.0; 3],
        [0.0, 0.0, 1e-8],
        [0.1, 0.0, 0.0],
        [2e-5, -1e-5, 0.0],
        [0.0, 1e-4, 0.0],
    ];
    let bytes: Vec<u8> = rows
        .as_flattened()
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    let uri = format!("data:;base64,{}", BASE64_STANDARD.encode(&bytes));
    let accessor = |place: u64| {
        let (kind, offset) = ("VEC3", place * 36);
        serde_json::json!({"bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": 3, "type": kind})
    };
    serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": bytes.len(), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "accessors": [accessor(0), accessor(1), accessor(2), accessor(3)],
        "meshes": [{
            "name": "thing",
            "extras": {"targetNames": ["Smile"]},
            "primitives": [{
                "attributes": {"POSITION": 0, "NORMAL": 1},
                "targets": [{"POSITION": 2, "NORMAL": 3}],
            }],
        }],
        "nodes": [{"mesh": 0}],
    })
}

#[test]
fn vertices_that_only_seem_to_move_get_no_record() {
    use formwork_formats::{horde3d::Geometry, urho3d::Model};
    use formwork_schema::read::from_bytes;
    let made = |target: Target| {
        let input = Input {
            path: "thing.gltf".into(),
            bytes: serde_json::to_vec(&noisy()).unwrap().into(),
        };
        let made = convert(Request {
            inputs: vec![input].into(),
            files: &files::Beside,
            name: "thing",
            target,
            is_usual: false,
            split: false,
            options: &Options::default(),
        });
        made.unwrap()
    };
    let urho = made(Target::Urho3d);
    assert!(urho.report.has(Code::C410));
    let model: Model = from_bytes(urho.outputs[0].bytes.clone()).unwrap();
    let records = &model.morphs[0].buffers[0].vertices;
    assert_eq!(records.len(), 1);
    assert_eq!(records.get(0).unwrap().index, 0);
    let horde = made(Target::Horde3d);
    let geometry = horde.outputs.iter().find(|it| it.path.ends_with(".geo"));
    let geometry: Geometry = from_bytes(geometry.unwrap().bytes.clone()).unwrap();
    assert_eq!(geometry.morph_targets[0].vertex_indices.len(), 1);
    // Other programs get what the file says.
    assert!(!made(Target::Glb).report.has(Code::C410));
}

#[test]
fn what_nobody_shows_is_told() {
    let mut file = noisy();
    file["nodes"] = serde_json::json!([{"name": "empty"}]);
    for target in [Target::Urho3d, Target::Horde3d, Target::Obj] {
        let report = report_of(&file, target);
        assert!(
            report.has(Code::C606) && report.has(Code::C607),
            "{target:?}"
        );
    }
    let report = report_of(&file, Target::Glb);
    assert!(!report.has(Code::C606) && report.has(Code::C607));
    let report = report_of(&noisy(), Target::Urho3d);
    assert!(!report.has(Code::C606) && !report.has(Code::C607));
}
