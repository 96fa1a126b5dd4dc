//! Folders: what nodes do to the models that they show, and what clips find.

use formwork_convert::{
    Code, Options, Output, Report, Scene, Target,
    scene::{AlphaMode, Image, Material, Path, Texture, Trs},
    urho3d,
};
use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::read;

use super::{
    scenes::{dressed, morphed, moving, node, skinned, track, triangle},
    write::outputs,
};

fn folder(scene: &Scene, target: Target) -> (Vec<Output>, Vec<Code>) {
    outputs(scene, target, true, &Options::default())
}

fn text(made: &[Output], path: &str) -> String {
    let found = made.iter().find(|output| output.path == path);
    let found = found.unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(found.bytes.to_vec()).expect("text")
}

fn tracks(made: &[Output]) -> Vec<String> {
    let clips = made.iter().filter(|output| output.path.ends_with(".ani"));
    let clips = clips.map(|clip| read::from_bytes::<Animation>(clip.bytes.clone()));
    let names = clips.flat_map(|clip| {
        let clip = clip.expect("a clip");
        let bones = clip.tracks.iter().map(|track| track.name.to_string());
        let variants = clip.variant_tracks.iter().flatten();
        let variants = variants.map(|track| track.name.to_string());
        bones.chain(variants).collect::<Vec<_>>()
    });
    names.collect()
}

/// The engine draws triangles as their corners come to stand.
#[test]
fn a_mirrored_node_has_a_model_whose_triangles_are_turned() {
    let mut scene = triangle();
    let mut mirrored = node("mirrored", &[]);
    mirrored.mesh = Some(0);
    mirrored.transform = Trs {
        scale: [-1.0, 1.0, 1.0],
        ..Trs::IDENTITY
    };
    let mut twice = node("twice", &[3]);
    twice.transform = mirrored.transform;
    scene.nodes.extend([mirrored.clone(), twice, mirrored]);
    scene.nodes[3].name = "not mirrored".into();
    scene.roots.extend([1, 2]);
    let (made, _) = folder(&scene, Target::Urho3d);
    let corners = |path: &str| {
        let found = made.iter().find(|output| output.path == path);
        let model: Model = read::from_bytes(found.expect("a model").bytes.clone()).expect("one");
        let lod = model.geometries[0].lods.get(0).expect("a level");
        model
            .triangles(&lod)
            .expect("triangles")
            .flatten()
            .collect::<Vec<_>>()
    };
    assert_eq!(corners("thing.mdl"), [0, 2, 1]);
    assert_eq!(corners("thing_1.mdl"), [0, 1, 2]);
    let prefab = text(&made, "thing.xml");
    let shows = |model: &str| prefab.matches(&format!("Model;{model}\"")).count();
    assert_eq!((shows("thing.mdl"), shows("thing_1.mdl")), (2, 1));
}

#[test]
fn clips_find_the_nodes_that_they_move() {
    for target in [Target::Urho3d, Target::Rbfx] {
        let mut scene = triangle();
        scene
            .nodes
            .extend([node("door", &[]), node("door", &[]), node("", &[])]);
        scene.roots.extend([1, 2, 3]);
        let move_of = |node| track(node, Path::Translation, &[0.0, 1.0], &[0.0; 6]);
        scene = moving(scene, move_of(2));
        scene.clips[0].tracks.push(move_of(3));
        let (made, codes) = folder(&scene, target);
        assert_eq!(codes, [Code::C215]);
        let prefab = text(&made, "thing.xml");
        for name in ["door", "door_1", "Node"] {
            assert_eq!(
                prefab.matches(&format!("value=\"{name}\"")).count(),
                1,
                "{prefab}"
            );
        }
        let names = tracks(&made);
        let expected = ["door_1", "Node"].map(|name| match target {
            Target::Rbfx => format!("{name}/@/Position"),
            _ => name.to_owned(),
        });
        assert_eq!(names, expected);
    }
}

/// Joints alone say where such a mesh is; what hangs below its node follows the node.
#[test]
fn the_node_of_a_skinned_mesh_moves_nothing_but_what_it_carries() {
    for target in [Target::Urho3d, Target::Rbfx] {
        let own = track(
            0,
            Path::Translation,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0],
        );
        let mut scene = moving(skinned(), own);
        let (made, _) = folder(&scene, target);
        assert!(tracks(&made).iter().all(|name| !name.contains("thing")));
        let lamp = scene.nodes.len();
        scene.nodes[0].children.push(lamp);
        scene.nodes.push(node("lamp", &[]));
        let (made, _) = folder(&scene, target);
        assert_eq!(
            tracks(&made)
                .iter()
                .filter(|name| name.starts_with("thing"))
                .count(),
            1
        );
        let prefab = text(&made, "thing.xml");
        assert_eq!(
            prefab.matches("value=\"thing_skin\"").count(),
            1,
            "{prefab}"
        );
    }
}

#[test]
fn a_prefab_says_the_weights_that_are_others_than_those_of_the_model() {
    let mut scene = morphed();
    scene.nodes[0].weights = Some(vec![2.0]);
    for (name, weight) in [("plain", 0.0), ("beyond", 1.5)] {
        let mut other = node(name, &[]);
        (other.mesh, other.weights) = (Some(0), Some(vec![weight]));
        scene.roots.push(scene.nodes.len());
        scene.nodes.push(other);
    }
    let morphs = |target| {
        let (made, codes) = folder(&scene, target);
        assert!(codes.contains(&Code::C401));
        let prefab = text(&made, "thing.xml");
        let lines = prefab.lines().filter(|line| line.contains("Morphs"));
        let value = |line: &str| line.split('"').nth(3).map(str::to_owned);
        lines.filter_map(value).collect::<Vec<_>>()
    };
    assert_eq!(morphs(Target::Rbfx), ["0", "255"]);
    assert_eq!(morphs(Target::Urho3d), ["255", "255"]);
}

#[test]
fn what_shaders_do_not_know_of_a_material_is_told() {
    let lost = |material: Material, target: Target| {
        let mut scene = dressed(Material {
            metallic: 0.0,
            ..material
        });
        scene.images.push(Image {
            file: Some("Textures/glow.png".into()),
            ..Image::default()
        });
        let mut report = Report::default();
        let options = Options::default();
        let made = urho3d::write(&scene, "thing", target, true, &options, &mut report);
        let made = made.expect("a folder");
        let path = made
            .iter()
            .find(|output| output.path.starts_with("Materials/"));
        let path = path.expect("a material").path.clone();
        (report.has(Code::C501), text(&made, &path))
    };
    let texture = || {
        Some(Texture {
            image: 0,
            set: 0,
            has_details: false,
        })
    };
    let glows = Material {
        emissive: [1.0; 3],
        emissive_texture: texture(),
        ..Material::default()
    };
    let (is_told, xml) = lost(glows.clone(), Target::Urho3d);
    assert!(is_told && !xml.contains("missive"), "{xml}");
    let colored = Material {
        base_color_texture: texture(),
        ..glows
    };
    let (is_told, xml) = lost(colored, Target::Urho3d);
    assert!(!is_told && xml.contains("DiffEmissive"), "{xml}");
    for (cutoff, is_lost) in [(0.5, false), (0.9, true)] {
        let cut = Material {
            alpha: AlphaMode::Mask(cutoff),
            ..Material::default()
        };
        assert_eq!(lost(cut.clone(), Target::Urho3d).0, is_lost);
        assert!(!lost(cut, Target::Rbfx).0);
    }
    let bumpy = Material {
        normal_texture: texture(),
        normal_scale: 0.25,
        ..Material::default()
    };
    assert!(lost(bumpy, Target::Urho3d).0);
}
