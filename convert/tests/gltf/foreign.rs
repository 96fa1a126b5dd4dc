//! Files of others: what of them is lost, and why they are refused.

use std::collections::BTreeSet;

use base64::{Engine, prelude::BASE64_STANDARD};
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

/// What turns by 90° around Z, is 100 times smaller, and leans by so much.
fn matrix(shear: f64) -> Value {
    let leans = 0.01 * shear;
    json!([
        0.0, 0.01, 0.0, 0.0, -0.01, leans, 0.0, 0.0, 0.0, 0.0, 0.01, 0.0, 1.0, 2.0, 3.0, 1.0
    ])
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
    (Code::C212, |it| it["nodes"][1]["matrix"] = matrix(0.5)),
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
        "KHR_meshopt_compression",
        "EXT_of_the_future",
    ] {
        let mut file = file();
        file["extensionsRequired"] = json!([name]);
        let error = read(&file).unwrap_err();
        assert_eq!(error.kind().name(), "unsupported");
        assert_eq!(error.path(), "/extensionsRequired/0");
        assert!(error.to_string().contains(name), "{error}");
        let remedy = "`gltf-transform copy in.glb out.glb`";
        let is_compressed = name.ends_with("compression");
        assert_eq!(format!("{error:?}").contains(remedy), is_compressed);
    }
}

/// Compressed numbers may be there beside the plain ones; where they are not, nothing is read as if it were zero.
#[test]
fn numbers_that_are_only_compressed_are_refused() {
    let draco = json!({"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {}}});
    let mut file = file();
    file["meshes"][0]["primitives"][0]["extensions"] = draco;
    read(&file).unwrap();
    file["accessors"][0]
        .as_object_mut()
        .unwrap()
        .remove("bufferView");
    let error = read(&file).unwrap_err();
    let pointer = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";
    assert_eq!(error.path(), pointer);
}

#[test]
fn extensions_that_cost_a_part_cost_that_part() {
    for name in [
        "EXT_texture_webp",
        "EXT_texture_avif",
        "KHR_texture_basisu",
        "KHR_materials_ior",
        "KHR_animation_pointer",
    ] {
        let mut file = file();
        file["extensionsRequired"] = json!([name]);
        let (_, report) = read(&file).unwrap();
        assert!(codes(&report).is_empty(), "{name}: {report:?}");
    }
    for name in ["KHR_physics_rigid_bodies", "VRMC_vrm", "KHR_xmp_json_ld"] {
        let mut file = file();
        file["extensionsRequired"] = json!([name]);
        let (_, report) = read(&file).unwrap();
        assert_eq!(codes(&report), BTreeSet::from([Code::C605]), "{name}");
    }
}

#[test]
fn pictures_that_nobody_reads_cost_themselves() {
    const WEBP: &[u8] =
        b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";
    const AVIF: &[u8] = b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf";
    let textured = |bytes: &[u8]| {
        let mut file = file();
        let encoded = BASE64_STANDARD.encode(bytes);
        file["images"][0] = json!({"uri": format!("data:image/png;base64,{encoded}")});
        file["textures"] = json!([{"source": 0}]);
        file["materials"][0]["pbrMetallicRoughness"] = json!({"baseColorTexture": {"index": 0}});
        file
    };
    const GIF: &[u8] =
        b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    for whole in [GIF, scenes::DOT] {
        let (scene, report) = read(&textured(whole)).unwrap();
        assert_eq!(codes(&report), BTreeSet::new());
        assert_eq!(scene.images[0].bytes.as_deref(), Some(whole));
    }
    let mut flipped = scenes::DOT.to_vec();
    flipped[45] ^= 1;
    let damaged: [&[u8]; 5] = [
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"BM\0\0\0\0\0\0\0\0\0\0\0\0",
        b"\xff\xd8\xff\xe0\0\x10JFIF",
        b"DDS \x7c\0\0\0",
        &flipped,
    ];
    let cut = (0..scenes::DOT.len()).map(|end| &scenes::DOT[..end]);
    let foreign = [WEBP, AVIF, b"not a picture"];
    for bytes in foreign.into_iter().chain(damaged).chain(cut) {
        let (scene, report) = read(&textured(bytes)).unwrap();
        assert_eq!(codes(&report), BTreeSet::from([Code::C503]));
        assert!(scene.images.is_empty(), "{bytes:?}");
        assert!(scene.materials[0].base_color_texture.is_none());
        // Another picture stands in, so that nothing is lost.
        let mut file = textured(scenes::DOT);
        let mut images = textured(bytes)["images"].as_array().unwrap().clone();
        images.extend(file["images"].as_array().unwrap().clone());
        file["images"] = json!(images);
        let webp = json!({"EXT_texture_webp": {"source": 0}});
        file["textures"] = json!([{"source": 1, "extensions": webp}]);
        let (scene, report) = read(&file).unwrap();
        assert_eq!(codes(&report), BTreeSet::new());
        let texture = scene.materials[0].base_color_texture.as_ref().unwrap();
        assert_eq!(
            scene.images[texture.image].bytes.as_deref(),
            Some(scenes::DOT)
        );
    }
}

/// A sampler is told only where it is another one than engines have.
#[test]
fn samplers_that_engines_use_anyway_are_no_loss() {
    let transform = |value: Value| json!({"KHR_texture_transform": value});
    let plain = json!({});
    for (sampler, extensions, is_lost) in [
        (json!({}), plain.clone(), false),
        (
            json!({"magFilter": 9729, "minFilter": 9987}),
            plain.clone(),
            false,
        ),
        (
            json!({"wrapS": 10497, "wrapT": 10497}),
            plain.clone(),
            false,
        ),
        (json!({"magFilter": 9728}), plain.clone(), true),
        (json!({"minFilter": 9729}), plain.clone(), true),
        (json!({"wrapS": 33071}), plain.clone(), true),
        (json!({"wrapT": 33648}), plain.clone(), true),
        (json!({}), transform(json!({})), false),
        (
            json!({}),
            transform(json!({"offset": [0, 0], "scale": [1, 1], "rotation": 0})),
            false,
        ),
        (json!({}), transform(json!({"offset": [0.5, 0]})), true),
        (json!({}), transform(json!({"scale": [2, 2]})), true),
        (json!({}), transform(json!({"rotation": 1})), true),
    ] {
        let mut file = file();
        file["samplers"] = json!([sampler]);
        file["textures"] = json!([{"source": 0, "sampler": 0}]);
        let texture = json!({"index": 0, "extensions": extensions});
        file["materials"][0]["pbrMetallicRoughness"] = json!({"baseColorTexture": texture});
        let (scene, _) = read(&file).unwrap();
        let texture = scene.materials[0].base_color_texture.clone().unwrap();
        assert_eq!(texture.has_details, is_lost, "{sampler} {extensions}");
    }
    let mut file = file();
    let texture = json!({"index": 0, "extensions": transform(json!({"texCoord": 1}))});
    file["materials"][0]["pbrMetallicRoughness"] = json!({"baseColorTexture": texture});
    file["textures"] = json!([{"source": 0}]);
    let (scene, _) = read(&file).unwrap();
    assert_eq!(
        scene.materials[0].base_color_texture.clone().unwrap().set,
        1
    );
}

/// Instances become nodes, and a count costs what it makes.
#[test]
fn instances_become_nodes() {
    let instanced = |attributes: Value| {
        let mut file = file();
        // Three places: those of vertices, and of zeros.
        let accessors = file["accessors"].as_array_mut().unwrap();
        let zeros =
            |count: u64, kind: &str| json!({"componentType": 5126, "count": count, "type": kind});
        accessors.push(zeros(4, "VEC4"));
        accessors.push(zeros(4_000_000_000, "VEC3"));
        accessors.push(zeros(3_000_000, "VEC3"));
        accessors.push(zeros(5, "VEC3"));
        let extension = json!({"EXT_mesh_gpu_instancing": {"attributes": attributes}});
        file["nodes"][0]["extensions"] = extension;
        file
    };
    let first = file()["accessors"].as_array().unwrap().len();
    let position = file()["meshes"][0]["primitives"][0]["attributes"]["POSITION"].clone();
    let (scene, report) = read(&instanced(
        json!({"TRANSLATION": position, "ROTATION": first}),
    ))
    .unwrap();
    assert_eq!(codes(&report), BTreeSet::new());
    assert_eq!(scene.nodes[0].mesh, None);
    let instances: Vec<_> = scene.nodes[0]
        .children
        .iter()
        .map(|it| &scene.nodes[*it])
        .collect();
    let names: Vec<String> = instances.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(names, ["Square_0", "Square_1", "Square_2", "Square_3"]);
    assert!(instances.iter().all(|it| it.mesh == Some(0)));
    assert_eq!(instances[2].transform.translation, [1.0, 1.0, 0.0]);
    scene.validate().unwrap();
    for hostile in [first + 1, first + 2] {
        let error = read(&instanced(json!({"TRANSLATION": hostile}))).unwrap_err();
        assert_eq!(error.kind().name(), "limit", "{error}");
    }
    let error = read(&instanced(
        json!({"TRANSLATION": position, "SCALE": first + 3}),
    ))
    .unwrap_err();
    assert_eq!(error.kind().name(), "malformed", "{error}");
}

/// `_LOD0`, `_LOD1` and so on count levels, also where some are missing; other numbers are metres.
#[test]
fn names_of_levels_count_them_or_say_distances() {
    let levels = |names: &[&str]| {
        let mut file = file();
        file["meshes"][0]["name"] = json!(names[0]);
        for name in &names[1..] {
            mesh(&mut file, name);
        }
        let (scene, report) = read(&file).unwrap();
        let levels = &scene.meshes[0].parts[0].levels;
        let distances: Vec<f32> = levels.iter().map(|level| level.distance).collect();
        (distances, codes(&report), scene.meshes[0].name.to_string())
    };
    let made_up = BTreeSet::from([Code::C122]);
    for names in [
        &["Rock_LOD0", "Rock_LOD1", "Rock_LOD2"][..],
        &["Rock", "Rock_LOD1", "Rock_LOD2"],
        &["Rock_LOD1", "Rock_LOD2", "Rock_LOD3"],
    ] {
        let found = levels(names);
        assert_eq!(
            found,
            (vec![0.0, 10.0, 20.0], made_up.clone(), "Rock".into())
        );
    }
    for numbers in [
        &[0, 2][..],
        &[0, 3],
        &[1, 3],
        &[0, 9],
        &[0, 1, 3, 4],
        &[0, 1, 2, 3, 4, 10],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ] {
        let names: Vec<String> = numbers.iter().map(|it| format!("Rock_LOD{it}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (distances, codes, _) = levels(&names);
        let doubled = (0..numbers.len() - 1).map(|it| 10.0 * 2f32.powi(it as i32));
        let expected: Vec<f32> = std::iter::once(0.0).chain(doubled).collect();
        assert_eq!((distances, codes), (expected, made_up.clone()), "{names:?}");
    }
    for (names, distances) in [
        (&["Rock_LOD0", "Rock_LOD10"][..], &[0.0, 10.0][..]),
        (&["Rock_LOD0", "Rock_LOD5", "Rock_LOD50"], &[0.0, 5.0, 50.0]),
        (&["Rock", "Rock_LOD20"][..], &[0.0, 20.0][..]),
        (
            &["Rock_LOD0", "Rock_LOD10", "Rock_LOD25"],
            &[0.0, 10.0, 25.0],
        ),
        (&["Rock", "Rock_LOD1.0", "Rock_LOD2"], &[0.0, 1.0, 2.0]),
        (&["Rock_LOD0", "Rock_LOD1.5"], &[0.0, 1.5]),
    ] {
        let found = levels(names);
        assert_eq!(found, (distances.to_vec(), BTreeSet::new(), "Rock".into()));
    }
    assert_eq!(levels(&["Rock_LOD0"]).1, BTreeSet::new());
}

#[test]
fn a_skin_without_joints_is_refused() {
    let mut file = file();
    file["skins"] = json!([{"joints": []}]);
    let error = read(&file).unwrap_err();
    assert_eq!(
        (error.path(), error.kind().name()),
        ("/skins/0/joints", "malformed")
    );
}

#[test]
fn shear_is_reported_of_every_node_that_something_follows() {
    let mut file = file();
    // A mesh that two joints move, and what is above them.
    file["nodes"][0]["skin"] = json!(0);
    file["nodes"].as_array_mut().unwrap().extend([
        json!({"name": "above", "children": [3]}),
        json!({"name": "root", "children": [4]}),
        json!({"name": "tip"}),
    ]);
    file["skins"] = json!([{"joints": [3, 4]}]);
    file["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    for place in 0..5 {
        for (shear, is_sheared) in [(0.0, false), (1e-6, false), (1e-3, true), (0.5, true)] {
            let mut file = file.clone();
            file["nodes"][place]["matrix"] = matrix(shear);
            let (_, report) = read(&file).unwrap();
            let mut losses = report.losses();
            let lost = losses.find(|loss| loss.code == Code::C212);
            let at = lost.map(|loss| loss.place.clone());
            // The skin moves the mesh, and its node does not.
            let expected = is_sheared && place > 0;
            let expected = expected.then(|| format!("/nodes/{place}/matrix"));
            assert_eq!(at, expected, "{shear}");
        }
    }
}
