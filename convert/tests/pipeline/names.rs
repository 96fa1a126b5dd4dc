//! Names that files, engines or systems do not take.

use formwork_convert::{Converted, Input, NoFiles, Options, Request, Target, convert};
use formwork_formats::package::names::problem;
use serde_json::{Value, json};

/// Nodes that show one triangle each and move in one clip each, all with these names.
fn named(names: &[&str]) -> Input {
    const DATA: &str = "data:application/octet-stream;base64,\
        AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8=";
    let each = |made: &dyn Fn(usize, &str) -> Value| -> Vec<Value> {
        let all = names.iter().enumerate();
        all.map(|(place, name)| made(place, name)).collect()
    };
    let text = json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": (0..names.len()).collect::<Vec<_>>()}],
        "nodes": each(&|place, name| json!({"name": name, "mesh": place})),
        "meshes": each(&|place, name| json!({"name": name, "primitives": [
            {"attributes": {"POSITION": 0}, "material": place}
        ]})),
        "materials": each(&|_, name| json!({"name": name})),
        "animations": each(&|place, name| json!({
            "name": name,
            "channels": [{"sampler": 0, "target": {"node": place, "path": "translation"}}],
            "samplers": [{"input": 1, "output": 2}],
        })),
        "buffers": [{"uri": DATA, "byteLength": 44}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 8},
            {"buffer": 0, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"},
        ],
    });
    Input {
        path: "it.gltf".into(),
        bytes: text.to_string().into_bytes().into(),
    }
}

fn converted(input: Input, target: Target, split: bool) -> Converted {
    let request = Request {
        inputs: vec![input].into(),
        files: &NoFiles,
        name: "it",
        target,
        is_usual: true,
        split,
        options: &Options::default(),
    };
    convert(request).unwrap()
}

#[test]
fn every_file_has_a_name_that_every_system_takes() {
    let long = "n".repeat(300);
    let names = [
        &*long,
        "CON",
        "Nul.mdl",
        "line\nbreak",
        "ends. ",
        "a",
        "A",
        ".",
    ];
    for target in [Target::Urho3d, Target::Rbfx, Target::Horde3d] {
        for split in [false, true] {
            let made = converted(named(&names), target, split);
            for output in &made.outputs {
                assert_eq!(problem(output.path.as_bytes()), None, "{}", output.path);
                assert!(!output.path.contains("\\x0a"), "{}", output.path);
                let parts = output.path.split('/');
                assert!(parts.max_by_key(|part| part.len()).unwrap().len() <= 255);
            }
            let clips = made.outputs.iter();
            let clips = clips.filter(|output| output.format.ends_with(".animation"));
            assert_eq!(clips.count(), names.len());
        }
    }
}

#[test]
fn lists_of_materials_name_files_that_are_there() {
    let made = converted(named(&["Wood", "wood", "WOOD"]), Target::Urho3d, false);
    let list = made.outputs.iter().find(|output| output.path == "it.txt");
    let list = String::from_utf8(list.unwrap().bytes.to_vec()).unwrap();
    for line in list.lines() {
        let is_it = |output: &&formwork_convert::Output| output.path == line;
        assert!(made.outputs.iter().any(|output| is_it(&output)), "{line}");
    }
    assert_eq!(list.lines().count(), 3);
}
