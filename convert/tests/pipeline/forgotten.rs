//! Files that went through a tool which leaves `extras` and drops the stored facts.

use formwork_convert::{Code, Converted, Input, NoFiles, Options, Request, Target, convert};
use formwork_formats::urho3d::Model;
use formwork_schema::read;
use serde_json::Value;

use super::files;

fn converted(input: &Input, target: Target) -> Converted {
    let request = Request {
        inputs: std::slice::from_ref(input).into(),
        files: &NoFiles,
        name: "it",
        target,
        is_usual: true,
        split: false,
        options: &Options::default(),
    };
    convert(request).unwrap()
}

/// The file as glTF without stored facts.
fn stripped(input: &Input) -> Input {
    let made = converted(input, Target::GltfEmbedded);
    let mut document: Value = serde_json::from_slice(&made.outputs[0].bytes).unwrap();
    for list in ["extensions", "extensionsUsed"] {
        document.as_object_mut().unwrap().remove(list).expect(list);
    }
    Input {
        path: "it.gltf".into(),
        bytes: document.to_string().into_bytes().into(),
    }
}

#[test]
fn what_is_made_anew_is_told_and_centers_stay() {
    let input = files::sample("Figure.mdl");
    let made = converted(&stripped(&input), Target::Urho3d);
    for code in [Code::C118, Code::C160, Code::C162, Code::C903] {
        assert!(made.report.has(code), "{code}");
    }
    let centers = |bytes: &bytes::Bytes| {
        let model: Model = read::from_bytes(bytes.clone()).unwrap();
        let centers = model.geometry_centers.expect("centers");
        (0..centers.len())
            .map(|place| centers.get(place))
            .collect::<Vec<_>>()
    };
    assert_eq!(centers(&made.outputs[0].bytes), centers(&input.bytes));
    assert!(made.outputs[0].bytes != input.bytes);
}

#[test]
fn files_of_others_had_no_facts() {
    let mut foreign = stripped(&files::sample("Crate.mdl"));
    let mut document: Value = serde_json::from_slice(&foreign.bytes).unwrap();
    document["asset"]["generator"] = "another".into();
    for list in ["nodes", "meshes"] {
        for one in document[list].as_array_mut().unwrap() {
            one.as_object_mut().unwrap().remove("extras");
        }
    }
    foreign.bytes = document.to_string().into_bytes().into();
    let made = converted(&foreign, Target::Urho3d);
    for code in [Code::C118, Code::C160, Code::C162, Code::C903] {
        assert!(!made.report.has(code), "{code}");
    }
}
