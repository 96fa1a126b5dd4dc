//! Numbers that are not finite: wherever a glTF file has one, it is refused or C111 reports it, and no output has one.

use base64::{Engine, prelude::BASE64_STANDARD};
use formwork_convert::{
    Code, Converted, Input, NoFiles, Options, Output, Request, Target, convert,
};
use formwork_formats::open;
use formwork_schema::{
    Limits, Result,
    walk::{Leaf, Visitor, WalkOptions, walk},
};
use serde_json::{Value, json};

const TARGETS: [Target; 7] = [
    Target::Urho3d,
    Target::Rbfx,
    Target::Urho3dLegacy,
    Target::Horde3d,
    Target::Horde3dSls,
    Target::Glb,
    Target::Obj,
];

/// A glTF file in parts: the JSON, the bytes, and where in them the numbers of each accessor of floats are.
struct File {
    json: Value,
    bytes: Vec<u8>,
    floats: Vec<(String, std::ops::Range<usize>)>,
}

impl File {
    fn view(&mut self, bytes: &[u8]) -> usize {
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        views.push(json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()}));
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.json["bufferViews"].as_array().unwrap().len() - 1
    }

    fn view_of(&mut self, name: &str, numbers: &[f32]) -> usize {
        let start = self.bytes.len();
        let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        self.floats.push((name.into(), start..start + bytes.len()));
        self.view(&bytes)
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        let accessors = self.json["accessors"].as_array_mut().unwrap();
        accessors.push(accessor);
        accessors.len() - 1
    }

    fn add(&mut self, name: &str, kind: &str, width: usize, numbers: &[f32]) -> usize {
        let view = self.view_of(name, numbers);
        let count = numbers.len() / width;
        self.accessor(
            json!({"bufferView": view, "componentType": 5126, "count": count, "type": kind}),
        )
    }

    fn joints(&mut self) -> usize {
        let view = self.view(&[0, 1, 0, 0].repeat(3));
        self.accessor(
            json!({"bufferView": view, "componentType": 5121, "count": 3, "type": "VEC4"}),
        )
    }

    fn sparse(&mut self, name: &str, base: bool) -> usize {
        let (indices, values) = (self.view(&[1]), self.view_of(name, &[0.1; 3]));
        let mut accessor = json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {
            "count": 1,
            "indices": {"bufferView": indices, "componentType": 5121},
            "values": {"bufferView": values},
        }});
        if base {
            accessor["bufferView"] = json!(self.view_of(&format!("base of {name}"), &[0.2; 9]));
        }
        self.accessor(accessor)
    }

    /// A file with every semantic, and with every number of JSON that a scene takes.
    fn whole() -> Self {
        let mut it = Self {
            json: json!({"bufferViews": [], "accessors": []}),
            bytes: Vec::new(),
            floats: Vec::new(),
        };
        let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let identity = [
            1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
        ];
        let attributes = json!({
            "POSITION": it.add("POSITION", "VEC3", 3, &corners),
            "NORMAL": it.add("NORMAL", "VEC3", 3, &[0.0, 0.0, 1.0].repeat(3)),
            "TANGENT": it.add("TANGENT", "VEC4", 4, &[1.0, 0.0, 0.0, 1.0].repeat(3)),
            "TEXCOORD_0": it.add("TEXCOORD_0", "VEC2", 2, &[0.5; 6]),
            "TEXCOORD_1": it.add("TEXCOORD_1", "VEC2", 2, &[0.5; 6]),
            "COLOR_0": it.add("COLOR_0", "VEC4", 4, &[0.5; 12]),
            "JOINTS_0": it.joints(),
            "WEIGHTS_0": it.add("WEIGHTS_0", "VEC4", 4, &[0.5, 0.5, 0.0, 0.0].repeat(3)),
        });
        let targets = json!([
            {
                "POSITION": it.add("POSITION of a target", "VEC3", 3, &[0.1; 9]),
                "NORMAL": it.add("NORMAL of a target", "VEC3", 3, &[0.1; 9]),
                "TANGENT": it.add("TANGENT of a target", "VEC3", 3, &[0.1; 9]),
            },
            {"POSITION": it.sparse("sparse values", false), "NORMAL": it.sparse("values on others", true)},
        ]);
        let spline = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4]]
            .concat()
            .repeat(2);
        let times = it.add("times", "SCALAR", 1, &[0.0, 1.0]);
        let samplers = json!([
            {"input": times, "output": it.add("translations", "VEC3", 3, &[0.5; 6])},
            {"input": times, "output": it.add("rotations", "VEC4", 4, &spline), "interpolation": "CUBICSPLINE"},
            {"input": times, "output": it.add("scales", "VEC3", 3, &[2.0, 2.0, 2.0, 3.0, 3.0, 3.0])},
            {"input": times, "output": it.add("weights", "SCALAR", 1, &[0.0, 0.5, 1.0, 0.5])},
        ]);
        let paths = [
            (1, "translation"),
            (1, "rotation"),
            (1, "scale"),
            (0, "weights"),
        ];
        let channels = paths.iter().enumerate().map(|(sampler, (node, path))| {
            json!({"sampler": sampler, "target": {"node": node, "path": path}})
        });
        let (channels, matrices): (Vec<Value>, _) = (
            channels.collect(),
            it.add("bind matrices", "MAT4", 16, &identity.repeat(2)),
        );
        let own = json!({
            "asset": {"version": "2.0"},
            "extensionsUsed": ["KHR_lights_punctual"],
            "extensions": {"KHR_lights_punctual": {"lights": [
                {"type": "spot", "color": [1.0, 0.5, 0.25], "intensity": 3.0, "range": 10.0,
                 "spot": {"innerConeAngle": 0.25, "outerConeAngle": 0.5}},
            ]}},
            "scene": 0,
            "scenes": [{"nodes": [0, 1, 3, 4, 5]}],
            "nodes": [
                {"mesh": 0, "skin": 0, "weights": [0.25, 0.0], "name": "body"},
                {"name": "hip", "children": [2], "translation": [0.5, 1.0, 0.0],
                 "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]},
                {"name": "leg"},
                {"name": "box", "mesh": 0, "matrix": identity},
                {"name": "lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}},
                {"name": "eye", "camera": 0},
            ],
            "cameras": [{"type": "perspective",
                "perspective": {"yfov": 0.8, "znear": 0.1, "zfar": 100.0, "aspectRatio": 1.5}}],
            "materials": [{
                "name": "skin",
                "pbrMetallicRoughness": {
                    "baseColorFactor": [1.0, 0.5, 0.5, 1.0], "metallicFactor": 0.25, "roughnessFactor": 0.75},
                "emissiveFactor": [0.5, 0.5, 0.5],
                "alphaMode": "MASK", "alphaCutoff": 0.25,
            }],
            "meshes": [{"name": "body", "weights": [0.0, 0.5],
                "primitives": [{"attributes": attributes, "targets": targets, "material": 0}]}],
            "skins": [{"joints": [1, 2], "inverseBindMatrices": matrices}],
            "animations": [{"name": "walk", "channels": channels, "samplers": samplers}],
        });
        it.json
            .as_object_mut()
            .unwrap()
            .extend(own.as_object().unwrap().clone());
        it
    }

    fn input(&self) -> Input {
        let mut json = self.json.clone();
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            BASE64_STANDARD.encode(&self.bytes)
        );
        json["buffers"] = json!([{"uri": uri, "byteLength": self.bytes.len()}]);
        Input {
            path: "it.gltf".into(),
            bytes: json.to_string().into_bytes().into(),
        }
    }
}

fn converted(input: Input, target: Target, split: bool) -> Result<Converted> {
    convert(Request {
        inputs: vec![input].into(),
        files: &NoFiles,
        name: "it",
        target,
        is_usual: false,
        split,
        options: &Options::default(),
    })
}

/// The first number of a file that is not finite.
#[derive(Default)]
struct Search(Option<String>);

impl Visitor for Search {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let text = format!("{:?}", leaf.value);
        if text.contains("NaN") || text.contains("inf") {
            self.0
                .get_or_insert_with(|| format!("{:?}: {text}", leaf.range));
        }
        Ok(())
    }
}

/// A number of an output that is not finite.
fn infinite(output: &Output) -> Option<String> {
    let is_text = !output.bytes.contains(&0);
    if is_text {
        let text = String::from_utf8_lossy(&output.bytes);
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        let found = words.find(|word| ["nan", "inf", "infinity"].contains(&&*word.to_lowercase()));
        return found.map(str::to_owned);
    }
    if output.bytes.starts_with(b"glTF") {
        // The reader looks at every number of every accessor.
        let input = Input {
            path: output.path.clone(),
            bytes: output.bytes.clone(),
        };
        let made = converted(input, Target::Urho3d, false).expect("our own file");
        return made.report.has(Code::C111).then(|| "an accessor".into());
    }
    let limits = Limits::default();
    let asset = open(output.bytes.clone(), &output.path, &limits).expect("a known file");
    let (layout, mut search) = (asset.layout()?, Search::default());
    let options = WalkOptions {
        limits,
        dialect: None,
    };
    walk(layout, &output.bytes, &options, &mut search).expect("a whole file");
    search.0
}

/// What is wrong with the conversions of a file that has a number which is not finite.
fn faults(input: &Input, what: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (target, split) in TARGETS
        .into_iter()
        .flat_map(|target| [(target, false), (target, true)])
    {
        let Ok(made) = converted(input.clone(), target, split) else {
            continue;
        };
        if !made.report.has(Code::C111) {
            faults.push(format!("{what}: {target:?} reports nothing"));
        }
        let found = made
            .outputs
            .iter()
            .filter_map(|it| Some((&it.path, infinite(it)?)));
        faults.extend(found.map(|(path, number)| format!("{what}: {target:?}: {path}: {number}")));
    }
    faults
}

#[test]
fn a_file_of_finite_numbers_is_converted() {
    let file = File::whole().input();
    for target in TARGETS {
        let made = converted(file.clone(), target, false).expect("a good file");
        assert!(!made.report.has(Code::C111), "{target:?}");
        let found: Vec<_> = made.outputs.iter().filter_map(infinite).collect();
        assert!(found.is_empty(), "{target:?}: {found:?}");
    }
}

#[test]
fn no_accessor_carries_them_over() {
    let mut all = Vec::new();
    let file = File::whole();
    assert!(file.floats.len() > 15);
    for (name, range) in &file.floats {
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for place in [range.start, range.end - 4] {
                let mut file = File {
                    bytes: file.bytes.clone(),
                    json: file.json.clone(),
                    floats: Vec::new(),
                };
                file.bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
                all.extend(faults(&file.input(), &format!("{name} {number}")));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn no_number_of_json_carries_them_over() {
    let file = File::whole();
    let mut pointers = Vec::new();
    let mut open = vec![(String::new(), &file.json)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::Number(number) if number.is_f64() => pointers.push(pointer),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(place, item)| (format!("{pointer}/{place}"), item)));
            }
            Value::Object(members) => {
                open.extend(
                    members
                        .iter()
                        .map(|(name, item)| (format!("{pointer}/{name}"), item)),
                );
            }
            _ => {}
        }
    }
    assert!(pointers.len() > 40, "{pointers:?}");
    let mut all = Vec::new();
    for pointer in pointers {
        for number in [1e39, -1e39] {
            let mut json = file.json.clone();
            *json.pointer_mut(&pointer).unwrap() = json!(number);
            let file = File {
                bytes: file.bytes.clone(),
                json,
                floats: Vec::new(),
            };
            all.extend(faults(&file.input(), &pointer));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}
