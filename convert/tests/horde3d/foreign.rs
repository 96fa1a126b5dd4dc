//! Scenes that never were Horde3D's.

use formwork_convert::{
    Code, Options, Report, RootChain, Scene, Target, horde3d,
    scene::{
        Camera, Clip, Column, Delta, Image, Level, Light, LightKind, Material, MorphTarget, Path,
        Projection, Semantic, Skin, Texture, Topology,
    },
};
use formwork_formats::horde3d::Geometry;
use formwork_schema::{CString, Kind, read};

use super::{
    made::{Written, again},
    pose,
    scenes::{IDENTITY, attribute, chain, node, quad, rise, track},
};

pub(crate) fn write_as(
    scene: &Scene,
    target: Target,
    split: bool,
    options: &Options,
) -> (Written, Report) {
    scene.validate().expect("a whole scene");
    let mut report = Report::default();
    let outputs = horde3d::write(scene, "it", target, split, options, &mut report);
    (Written(outputs.expect("files")), report)
}

pub(crate) fn write(scene: &Scene) -> Written {
    write_as(scene, Target::Horde3d, false, &Options::default()).0
}

pub(crate) fn file<'a>(written: &'a Written, path: &str) -> &'a [u8] {
    let found = written.0.iter().find(|output| output.path == path);
    let paths: Vec<&str> = written.0.iter().map(|output| &*output.path).collect();
    &found
        .unwrap_or_else(|| panic!("no {path} in {paths:?}"))
        .bytes
}

fn text(written: &Written) -> String {
    String::from_utf8(file(written, "it.scene.xml").to_vec()).expect("text")
}

fn geometry(written: &Written) -> Geometry {
    read::from_slice(file(written, "it.geo")).expect("a geometry")
}

fn looks_the_same(scene: &Scene, options: &Options) {
    let (written, _) = write_as(scene, Target::Horde3d, false, options);
    let found = again(&written);
    for time in [None, Some(0.0), Some(1.0 / 12.0)] {
        let (wanted, found) = (pose::corners(scene, time), pose::corners(&found, time));
        pose::assert_same(&wanted, &found, 1e-5, "what was written");
    }
}

/// Lets a node turn around x in frames of a 24th.
fn turn(scene: &mut Scene, node: usize) {
    let values = (0..4_u8).flat_map(|key| {
        let half = f32::from(key) * 0.2;
        [half.sin(), 0.0, 0.0, half.cos()]
    });
    let track = track(node, Path::Rotation, 1.0 / 24.0, values.collect(), 4);
    scene.clips.push(Clip {
        name: CString::from("turn"),
        tracks: vec![track],
        ..Clip::default()
    });
}

#[test]
fn rigs_look_the_same() {
    let mut scene = chain(3);
    turn(&mut scene, 3);
    looks_the_same(&scene, &Options::default());
    let text = text(&write(&scene));
    assert!(
        text.starts_with("<Model name=\"rig\" geometry=\"it.geo\">\n\t<Joint name=\"joint0\""),
        "{text}"
    );
    let tree = geometry(&write(&scene));
    let weights = tree
        .joint_weights()
        .expect("weights")
        .get(1)
        .expect("a vertex");
    assert_eq!((weights.first, weights.second), (204, 51));
    let joints = tree
        .joint_indices()
        .expect("joints")
        .get(1)
        .expect("a vertex");
    assert_eq!((joints.first, joints.second), (1, 2));
}

#[test]
fn nodes_above_rigs_become_joints_or_are_folded() {
    let mut scene = chain(3);
    scene.nodes[1].transform.rotation = [0.5, 0.5, 0.5, 0.5];
    scene.nodes[1].transform.scale = [0.5; 3];
    // A second root, so that the first is not the model itself.
    scene.roots.push(scene.nodes.len());
    scene.nodes.push(node("other"));
    turn(&mut scene, 2);
    looks_the_same(&scene, &Options::default());
    assert!(text(&write(&scene)).contains("<Joint name=\"rig\""));
    let fold = Options {
        root_chain: RootChain::Fold,
        ..Options::default()
    };
    looks_the_same(&scene, &fold);
    let (written, _) = write_as(&scene, Target::Horde3d, false, &fold);
    assert!(!text(&written).contains("\"rig\""));
}

#[test]
fn too_many_joints_are_refused() {
    let mut report = Report::default();
    let options = Options::default();
    let error = super::written(&chain(300), "it", &options, &mut report);
    let error = error.expect_err("a refusal");
    assert_eq!(error.kind(), Kind::Invalid);
    assert!(report.has(Code::C151));
    assert!(error.message().starts_with("C151: "), "{error}");
    let mut most = chain(255);
    for joint in 2..most.nodes.len() {
        most.nodes[joint].children.clear();
    }
    most.nodes[1].children = (2..most.nodes.len()).collect();
    looks_the_same(&most, &options);
}

#[test]
fn two_skins_of_one_joint_get_a_joint_each() {
    let mut scene = chain(2);
    let mut second = scene.skins[0].clone();
    second.inverse_bind[1] = IDENTITY;
    second.inverse_bind[1][12] = 3.0;
    scene.skins.push(second);
    let mut other = node("other");
    (other.mesh, other.skin) = (Some(0), Some(1));
    scene.roots.push(scene.nodes.len());
    scene.nodes.push(other);
    turn(&mut scene, 3);
    looks_the_same(&scene, &Options::default());
}

#[test]
fn mirrored_meshes_keep_their_front() {
    let mut scene = quad();
    scene.nodes[0].transform.scale = [-1.0, 1.0, 1.0];
    let normals = Column::Vec3(vec![[0.0, 0.0, 1.0]; 4]);
    let streams = &mut scene.streams[0].attributes;
    streams.push(attribute(Semantic::Normal, 0, normals));
    let tree = geometry(&write(&scene));
    let positions = tree.positions().expect("positions");
    let corners: Vec<_> = tree
        .indices
        .iter()
        .take(3)
        .map(|index| positions[index as usize])
        .collect();
    // Counter-clockwise before, clockwise now; the scale turns it again.
    let (a, b, c) = (&corners[0], &corners[1], &corners[2]);
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    assert!(area < 0.0, "{corners:?}");
    // They come back as they were: from the files, and into the files they were read from.
    let mut below = node("below");
    below.mesh = Some(0);
    below.transform.scale = [1.0, 1.0, -2.0];
    scene.nodes[0].children = vec![1];
    scene.nodes.push(below);
    let written = write(&scene);
    let found = again(&written);
    let indices = |scene: &Scene, node: usize| {
        let mesh = &scene.meshes[scene.nodes[node].mesh.expect("a mesh")];
        mesh.parts[0].levels[0].indices.clone()
    };
    let places: Vec<usize> = (0..found.nodes.len())
        .filter(|place| found.nodes[*place].mesh.is_some())
        .collect();
    assert_eq!(places.len(), 2);
    for (place, expected) in places.into_iter().zip([0, 1]) {
        assert_eq!(indices(&found, place), indices(&scene, expected));
    }
    let kept = write(&found);
    assert!(file(&kept, "it.geo") == file(&written, "it.geo"));
}

#[test]
fn lights_and_cameras_come_back() {
    let mut scene = quad();
    let (mut lamp, mut eye) = (node("lamp"), node("eye"));
    (lamp.light, eye.camera) = (Some(0), Some(0));
    eye.transform.translation = [0.0, 1.0, 5.0];
    scene.nodes.extend([lamp, eye]);
    scene.roots.extend([1, 2]);
    scene.lights.push(Light {
        name: CString::from("lamp"),
        kind: LightKind::Spot {
            inner: 0.0,
            outer: 0.5,
        },
        color: [1.0, 0.5, 0.25],
        intensity: 3.0,
        range: Some(20.0),
    });
    scene.cameras.push(Camera {
        name: CString::from("eye"),
        projection: Projection::Perspective {
            y_fov: 0.8,
            aspect: Some(1.5),
        },
        near: 0.1,
        far: Some(500.0),
    });
    let (written, report) = write_as(&scene, Target::Horde3d, false, &Options::default());
    assert!(!report.has(Code::C603));
    let found = again(&written);
    let (light, camera) = (&found.lights[0], &found.cameras[0]);
    assert_eq!(
        (light.color, light.intensity, light.range),
        ([1.0, 0.5, 0.25], 3.0, Some(20.0))
    );
    let LightKind::Spot { outer, .. } = light.kind else {
        panic!("{light:?}");
    };
    assert!((outer - 0.5).abs() < 1e-6);
    let Projection::Perspective { y_fov, aspect } = camera.projection else {
        panic!("{camera:?}");
    };
    assert!((y_fov - 0.8).abs() < 1e-6 && (aspect.unwrap_or_default() - 1.5).abs() < 1e-6);
    assert_eq!((camera.near, camera.far), (0.1, Some(500.0)));
    let text = text(&written);
    assert!(
        text.contains("pipeline=\"pipelines/forward.pipeline.xml\""),
        "{text}"
    );
    let eye = found
        .nodes
        .iter()
        .find(|node| node.camera.is_some())
        .expect("a camera");
    assert_eq!(eye.transform.translation, [0.0, 1.0, 5.0]);
}

#[test]
fn empty_nodes_stay_where_nothing_hangs_from_them() {
    let mut scene = quad();
    let (mut above, hand) = (node("above"), node("hand"));
    above.children = vec![0];
    above.transform.translation = [0.0, 0.0, 7.0];
    scene.nodes[0].children = vec![2];
    scene.nodes.extend([above, hand]);
    let mut other = node("beside");
    other.mesh = Some(0);
    scene.nodes.push(other);
    scene.roots = vec![1, 3];
    rise(&mut scene, 0, 1.0 / 24.0);
    looks_the_same(&scene, &Options::default());
    let text = text(&write(&scene));
    assert!(
        text.contains("<Group name=\"hand\" />") && !text.contains("\"above\""),
        "{text}"
    );
}

#[test]
fn morph_targets_have_four_streams() {
    let mut scene = quad();
    scene.streams[0].attributes.extend([
        attribute(Semantic::Normal, 0, Column::Vec3(vec![[0.0, 0.0, 1.0]; 4])),
        attribute(
            Semantic::Tangent,
            0,
            Column::Vec4(vec![[1.0, 0.0, 0.0, -1.0]; 4]),
        ),
    ]);
    scene.meshes[0].targets = vec![MorphTarget {
        name: CString::from("smile"),
        weight: 0.0,
        deltas: vec![Delta {
            stream: 0,
            indices: vec![2, 1, 0],
            positions: Some(vec![[0.0, 0.5, 0.0], [0.0, 0.25, 0.0], [0.0; 3]]),
            normals: Some(vec![[0.0, 1.0, -1.0], [0.0; 3], [0.0; 3]]),
            ..Delta::default()
        }],
    }];
    let tree = geometry(&write(&scene));
    let target = &tree.morph_targets[0];
    assert!(target.name == "smile");
    // What adds nothing is left out, and vertices rise.
    assert_eq!(target.vertex_indices.iter().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(
        target
            .streams
            .iter()
            .map(|stream| stream.kind.0)
            .collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    let bitangents = tree.bitangents().expect("bitangents");
    assert_eq!((bitangents[0].y, bitangents[0].z), (-1.0, 0.0));
    let found = again(&write(&scene));
    let delta = &found.meshes[0].targets[0].deltas[0];
    // Normals turn to +Y: bitangents, from -Y to +Z.
    let turned = delta.bitangents.as_ref().expect("bitangents")[1];
    assert!(
        (turned[1] - 1.0).abs() < 1e-4 && (turned[2] - 1.0).abs() < 1e-4,
        "{turned:?}"
    );
}

#[test]
fn levels_of_detail_are_seen_at_all_distances() {
    let mut scene = quad();
    let near = scene.meshes[0].parts[0].clone();
    let mut far = near.clone();
    far.levels.push(Level {
        distance: 10.0,
        indices: vec![0, 1, 2],
        ..near.levels[0].clone()
    });
    scene.meshes[0].parts = vec![far, near];
    let text = text(&write(&scene));
    assert!(text.contains("lodDist1=\"10\""), "{text}");
    assert_eq!(text.matches("name=\"quad\"").count(), 2, "{text}");
    assert_eq!(text.matches("name=\"#quad\"").count(), 2, "{text}");
    assert_eq!(text.matches("lodLevel=\"1\"").count(), 2, "{text}");
}

#[test]
fn strips_become_lists() {
    let mut scene = quad();
    let level = &mut scene.meshes[0].parts[0].levels[0];
    (level.topology, level.indices) = (Topology::TriangleStrip, vec![0, 1, 3, 2]);
    // One list of two triangles whose vertices are split for their normals.
    let tree = geometry(&write(&scene));
    assert_eq!((tree.indices.len(), tree.vertex_count), (6, 6));
    assert!(tree.normals().is_some());
}

#[test]
fn folders_are_those_of_the_samples() {
    let mut scene = quad();
    rise(&mut scene, 0, 1.0 / 24.0);
    scene.images.push(Image {
        name: "wood".to_owned(),
        file: None,
        bytes: Some(vec![0x89, b'P', b'N', b'G', 0].into()),
        ..Image::default()
    });
    scene.materials.push(Material {
        name: "oak/1".to_owned(),
        metallic: 0.0,
        base_color: [0.5, 0.5, 0.5, 1.0],
        base_color_texture: Some(Texture {
            image: 0,
            set: 0,
            has_details: false,
        }),
        ..Material::default()
    });
    scene.meshes[0].parts[0].material = Some(0);
    let (written, _) = write_as(&scene, Target::Horde3d, true, &Options::default());
    let paths: Vec<&str> = written.0.iter().map(|output| &*output.path).collect();
    let all = [
        "models/it/it.scene.xml",
        "models/it/it.geo",
        "models/it/wood.png",
        "models/it/oak1.material.xml",
        "animations/it_rise.anim",
    ];
    assert_eq!(paths, all);
    let text = |path| String::from_utf8(file(&written, path).to_vec()).expect("text");
    let material = text("models/it/oak1.material.xml");
    assert!(
        material.contains("<Shader source=\"shaders/model.shader\" />"),
        "{material}"
    );
    assert!(
        material.contains("<Sampler name=\"albedoMap\" map=\"models/it/wood.png\" />"),
        "{material}"
    );
    assert!(material.contains("a=\"0.735357"), "{material}");
    let document = text("models/it/it.scene.xml");
    assert!(
        document.contains("geometry=\"models/it/it.geo\""),
        "{document}"
    );
    assert!(
        document.contains("material=\"models/it/oak1.material.xml\""),
        "{document}"
    );
}

#[test]
fn many_skins_of_one_mesh_are_refused() {
    let mut scene = chain(2);
    scene.meshes[0].parts[0].levels[0].indices = [0, 1, 2].repeat(4000);
    for number in 0..40 {
        let mut other = node(&format!("other{number}"));
        (other.mesh, other.skin) = (Some(0), Some(scene.skins.len()));
        scene.skins.push(Skin::clone(&scene.skins[0]));
        scene.roots.push(scene.nodes.len());
        scene.nodes.push(other);
    }
    let error = super::written(&scene, "it", &Options::default(), &mut Report::default());
    assert_eq!(error.expect_err("a refusal").kind(), Kind::Limit);
}

#[test]
fn deep_scenes_are_refused() {
    let mut scene = quad();
    for depth in 0..5000 {
        let mut it = node(&format!("n{depth}"));
        // Each below the next one.
        it.children = if depth > 0 { vec![depth] } else { Vec::new() };
        scene.nodes.push(it);
    }
    scene.roots = vec![0, 5000];
    let error = super::written(&scene, "it", &Options::default(), &mut Report::default());
    assert_eq!(error.expect_err("a refusal").kind(), Kind::Limit);
}

#[test]
fn parts_of_a_mesh_have_names_of_their_own() {
    let mut scene = quad();
    let part = scene.meshes[0].parts[0].clone();
    let (written, report) = write_as(&scene, Target::Horde3d, false, &Options::default());
    assert!(!report.has(Code::C215), "{}", text(&written));
    scene.meshes[0].parts.extend([part.clone(), part]);
    let (written, report) = write_as(&scene, Target::Horde3d, false, &Options::default());
    assert!(report.has(Code::C215));
    let text = text(&written);
    for name in ["\"quad\"", "\"#quad\"", "\"#quad_2\""] {
        assert_eq!(
            text.matches(&format!("<Mesh name={name}")).count(),
            1,
            "{text}"
        );
    }
    looks_the_same(&scene, &Options::default());
}

#[test]
fn a_geometry_that_is_given_is_no_other() {
    let bytes = |scene: &Scene| file(&write(scene), "it.geo").to_vec();
    let plain = quad();
    let mut shaded = quad();
    let normals = Column::Vec3(vec![[0.0, 0.0, 1.0]; 4]);
    let streams = &mut shaded.streams[0].attributes;
    streams.push(attribute(Semantic::Normal, 0, normals));
    let found = Written(vec![formwork_convert::Output {
        path: "a.geo".into(),
        format: "horde3d.geometry".into(),
        bytes: bytes(&plain).into(),
    }]);
    let model = |name: &str| {
        format!(
            "<Model name=\"{name}\" geometry=\"{name}.geo\"><Mesh name=\"{name}\" material=\"\" \
             batchStart=\"0\" batchCount=\"6\" vertRStart=\"0\" vertREnd=\"3\"/></Model>"
        )
    };
    let text = format!("<Group name=\"both\">{}{}</Group>", model("a"), model("b"));
    let input = |path: &str, bytes: Vec<u8>| formwork_convert::Input {
        path: path.into(),
        bytes: bytes.into(),
    };
    let inputs = [
        input("both.scene.xml", text.into_bytes()),
        input("b.geo", bytes(&shaded)),
    ];
    let (options, mut report) = (Options::default(), Report::default());
    let scene = horde3d::read(&inputs, &found, &options, &mut report).expect("a scene");
    let counts: Vec<usize> = scene.streams.iter().map(|stream| stream.count).collect();
    // Flat normals have split the first one.
    assert_eq!(counts, [6, 4]);
}

/// Candela and the engine's brightness are one number in two units; documents say the latter.
#[test]
fn light_is_measured_as_each_side_does() {
    let light = |kind: LightKind, intensity: f32| Light {
        name: CString::from("lamp"),
        kind,
        color: [1.0; 3],
        intensity,
        range: None,
    };
    let spot = LightKind::Spot {
        inner: 0.0,
        outer: 0.5,
    };
    for (kind, unit) in [
        (LightKind::Directional, 683.0),
        (LightKind::Point, 6830.0),
        (spot, 6830.0),
    ] {
        for brightness in [0.0, 0.5, 1.0, 3.0, 1e30] {
            let intensity = kind.intensity(brightness);
            assert_eq!(intensity, (f64::from(brightness) * unit) as f32);
            assert_eq!(light(kind, intensity).brightness(), brightness);
        }
    }
    // What Blender exports of a lamp of 1000 W.
    let lamp = light(LightKind::Point, 54351.414);
    assert!((lamp.brightness() - 7.957_747).abs() < 1e-5);
    let mut scene = quad();
    let mut node = node("lamp");
    node.light = Some(0);
    scene.roots.push(scene.nodes.len());
    scene.nodes.push(node);
    scene.lights.push(light(LightKind::Point, 2.0 * 6830.0));
    let (written, _) = write_as(&scene, Target::Horde3d, false, &Options::default());
    let text = text(&written);
    assert!(text.contains("colMult=\"2\""), "{text}");
}
