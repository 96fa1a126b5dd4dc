//! Files of others: what of them is lost, and why they are refused.

use std::collections::BTreeSet;

use formwork_convert::{
    Code, Input, NoFiles, Options, OriginMode, Report, Scene, Target, gltf,
    scene::{AlphaMode, Image, Material},
};
use serde_json::{Value, json};

use super::{
    codes::{codes, morphed, moved},
    scenes::{self, node},
};

/// A file of the base scene, as JSON.
fn file() -> Value {
    let options = Options {
        origin: OriginMode::None,
        ..Options::default()
    };
    let mut scene = morphed();
    scene.clips = moved().clips;
    scene.materials = vec![Material {
        alpha: AlphaMode::Blend,
        ..Material::default()
    }];
    scene.images = vec![Image {
        bytes: Some(scenes::DOT.into()),
        ..Image::default()
    }];
    scene.nodes.push(node("Other"));
    scene.roots.push(1);
    let (outputs, _) = super::roundtrip::write(&scene, Target::GltfEmbedded, &options);
    let mut file: Value = serde_json::from_slice(&outputs[0].bytes).unwrap();
    file["asset"]["generator"] = json!("another program");
    file
}

fn read(file: &Value) -> formwork_schema::Result<(Scene, Report)> {
    let input = Input {
        path: "test.gltf".into(),
        bytes: serde_json::to_vec(file).unwrap().into(),
    };
    let mut report = Report::default();
    let scene = gltf::read(&[input], &NoFiles, &Options::default(), &mut report)?;
    Ok((scene, report))
}

fn mesh(it: &mut Value, name: &str) {
    let mut mesh = it["meshes"][0].clone();
    mesh["name"] = json!(name);
    it["meshes"].as_array_mut().unwrap().push(mesh);
}

type Edit = (Code, fn(&mut Value));

const EDITS: &[Edit] = &[
    (Code::C101, |it| {
        it["meshes"][0]["primitives"]
            .as_array_mut()
            .unwrap()
            .push(json!({"attributes": {}}));
    }),
    (Code::C107, |it| {
        // Positions of three vertices are drawn with the fourth.
        it["accessors"][0]["count"] = json!(2);
        for accessor in it["accessors"].as_array_mut().unwrap() {
            if accessor["count"] == json!(4) {
                accessor["count"] = json!(2);
            }
        }
    }),
    (Code::C121, |it| {
        mesh(it, "Square_LOD5");
        mesh(it, "Square_LOD5.0");
    }),
    (Code::C122, |it| {
        mesh(it, "far");
        it["nodes"][0]["extensions"] = json!({"MSFT_lod": {"ids": [1]}});
        it["nodes"][1]["mesh"] = json!(1);
    }),
    (Code::C136, |it| {
        let normal = it["meshes"][0]["primitives"][0]["attributes"]["NORMAL"].clone();
        it["meshes"][0]["primitives"][0]["attributes"]["WHAT"] = normal;
    }),
    (Code::C331, |it| {
        it["animations"][0]["channels"][0]["target"] = json!({"path": "pointer"})
    }),
    (Code::C406, |it| {
        it["meshes"][0]["extras"] = json!({"targetNames": []})
    }),
    (Code::C407, |it| {
        let position = it["meshes"][0]["primitives"][0]["targets"][0]["POSITION"].clone();
        it["meshes"][0]["primitives"][0]["targets"][0]["COLOR_0"] = position;
    }),
    (Code::C503, |it| {
        it["textures"][0] = json!({"extensions": {"EXT_texture_webp": {"source": 0}}});
        it["materials"][0]["pbrMetallicRoughness"] = json!({"baseColorTexture": {"index": 0}});
    }),
    (Code::C506, |it| {
        it["materials"][0]["extensions"] = json!({"KHR_materials_ior": {"ior": 1.5}})
    }),
    (Code::C507, |it| {
        it["images"][0] = json!({"uri": "lost.png"})
    }),
    (Code::C604, |it| {
        it["scenes"] = json!([{"nodes": [0]}, {"nodes": [1]}]);
    }),
    (Code::C605, |it| it["nodes"][0]["extras"] = json!("mine")),
];

#[test]
fn each_loss_on_the_way_from_gltf() {
    let (_, report) = read(&file()).unwrap();
    assert_eq!(codes(&report), BTreeSet::new());
    for (code, edit) in EDITS {
        let mut file = file();
        edit(&mut file);
        let (_, report) = read(&file).unwrap();
        assert_eq!(
            codes(&report),
            BTreeSet::from([*code]),
            "{code}: {report:?}"
        );
    }
}

#[test]
fn errors_have_a_pointer() {
    let cases: &[(&str, Value, &str, &str)] = &[
        (
            "/accessors/0/count",
            json!(99),
            "/accessors/0/count",
            "malformed",
        ),
        (
            "/accessors/0/type",
            json!("VEC9"),
            "/accessors/0/type",
            "malformed",
        ),
        (
            "/accessors/0/componentType",
            json!("x"),
            "/accessors/0/componentType",
            "malformed",
        ),
        (
            "/bufferViews/1/byteLength",
            json!(1_u64 << 40),
            "/bufferViews/1",
            "malformed",
        ),
        (
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(99),
            "/meshes/0/primitives/0/attributes/POSITION",
            "malformed",
        ),
        (
            "/meshes/0/primitives/0/mode",
            json!(9),
            "/meshes/0/primitives/0/mode",
            "malformed",
        ),
        ("/nodes/0/mesh", json!(9), "/nodes/0/mesh", "malformed"),
        ("/nodes/0", json!({"children": [1]}), "", ""),
        (
            "/nodes/0",
            json!({"children": [0]}),
            "/nodes/0",
            "malformed",
        ),
        (
            "/scenes/0/nodes",
            json!([7]),
            "/scenes/0/nodes/0",
            "malformed",
        ),
        (
            "/asset/version",
            json!("1.0"),
            "/asset/version",
            "unsupported",
        ),
        (
            "/buffers/0/uri",
            json!("../x.bin"),
            "/buffers/0/uri",
            "malformed",
        ),
        (
            "/buffers/0/uri",
            json!("http://host/x.bin"),
            "/buffers/0/uri",
            "malformed",
        ),
        ("/buffers/0/uri", json!("x.bin"), "/buffers/0/uri", "system"),
        (
            "/animations/0/samplers/0/interpolation",
            json!("FAST"),
            "/animations/0/samplers/0/interpolation",
            "malformed",
        ),
    ];
    for (place, value, pointer, kind) in cases {
        let mut file = file();
        match file.pointer_mut(place) {
            Some(found) => *found = value.clone(),
            None => {
                let (above, name) = place.rsplit_once('/').unwrap();
                file.pointer_mut(above).unwrap()[name] = value.clone();
            }
        }
        match read(&file) {
            Ok(_) => assert_eq!(*kind, "", "{place}"),
            Err(error) => {
                assert_eq!(
                    (error.path(), error.kind().name()),
                    (*pointer, *kind),
                    "{error}"
                );
            }
        }
    }
    for name in [
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_texture_basisu",
    ] {
        let mut file = file();
        file["extensionsRequired"] = json!([name]);
        let error = read(&file).unwrap_err();
        assert_eq!(error.kind().name(), "unsupported");
        assert!(error.to_string().contains(name), "{error}");
    }
}
