//! Prefabs, as the engine loads them: what hangs on a bone is below the node that a model takes for that bone.

use formwork_convert::{
    Code, Options, Output, RootChain, Scene, Target,
    scene::{Light, LightKind, Path},
};
use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::read;

use super::{
    scenes::{moved, moving, node, skinned, track},
    write::outputs,
};

/// A node of a prefab.
#[derive(Debug, Default)]
struct Loaded {
    name: String,
    parent: Option<usize>,
    /// Where it is, in a prefab without rotations and scales.
    place: [f32; 3],
    /// The files of its animated models.
    models: Vec<String>,
    has_light: bool,
}

/// Reads a prefab, in the order of the file.
fn load(text: &str) -> Vec<Loaded> {
    let mut nodes: Vec<Loaded> = Vec::new();
    let mut open = Vec::new();
    let mut is_animated = false;
    for line in text.lines().map(str::trim) {
        let value = |name: &str| {
            let start = format!("<attribute name=\"{name}\" value=\"");
            line.strip_prefix(&*start)?.split('"').next()
        };
        let own = open.last().copied();
        if line.starts_with("<node") {
            let place = own.map_or([0.0; 3], |parent: usize| nodes[parent].place);
            open.push(nodes.len());
            nodes.push(Loaded {
                parent: own,
                place,
                ..Loaded::default()
            });
        } else if line == "</node>" {
            open.pop();
        } else if let Some(own) = own {
            let own = &mut nodes[own];
            if line.starts_with("<component") {
                is_animated = line.contains("\"AnimatedModel\"");
                own.has_light |= line.contains("\"Light\"");
            }
            if let Some(name) = value("Name") {
                own.name = name.to_owned();
            }
            if let Some(position) = value("Position") {
                let parts = position.split(' ').map(|part| part.parse().unwrap());
                for (own, part) in own.place.iter_mut().zip(parts.collect::<Vec<f32>>()) {
                    *own += part;
                }
            }
            if let Some(file) = value("Model").filter(|_| is_animated) {
                own.models
                    .push(file.trim_start_matches("Model;").to_owned());
            }
        }
    }
    nodes
}

fn is_below(nodes: &[Loaded], node: usize, above: usize) -> bool {
    std::iter::successors(nodes[node].parent, |it| nodes[*it].parent).any(|it| it == above)
}

/// The bones of a prefab: which node the engine takes for each bone of each model. It takes the first of the name below the model.
fn bones(nodes: &[Loaded], made: &[Output]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (place, node) in nodes.iter().enumerate() {
        for file in &node.models {
            let file = made.iter().find(|output| output.path == *file).unwrap();
            let model: Model = read::from_bytes(file.bytes.clone()).unwrap();
            let taken: Vec<Option<usize>> = (model.bones.iter())
                .map(|bone| {
                    let mut below = 0..nodes.len();
                    below.find(|it| {
                        is_below(nodes, *it, place) && nodes[*it].name == bone.name.to_string()
                    })
                })
                .collect();
            let count = taken.iter().flatten().count();
            assert!(
                count == 0 || count == model.bones.len(),
                "bones of {} are missing: {nodes:?}",
                file.path
            );
            for (bone, taken) in model.bones.iter().zip(taken) {
                let Some(taken) = taken else { continue };
                assert!(!found.contains(&(bone.name.to_string(), taken)) || node.models.len() > 1);
                found.push((bone.name.to_string(), taken));
            }
        }
    }
    found
}

/// Hangs a lamp on a node, half a metre above it.
fn hang(scene: &mut Scene, on: usize, name: &str) {
    let lamp = scene.nodes.len();
    scene.nodes.push(node(name, &[]));
    scene.nodes[lamp].transform = moved(0.0, 0.5, 0.0);
    scene.nodes[lamp].light = Some(scene.lights.len());
    scene.nodes[on].children.push(lamp);
    scene.lights.push(Light {
        name: name.into(),
        kind: LightKind::Point,
        color: [1.0; 3],
        intensity: 6830.0,
        range: None,
    });
}

/// Shows the mesh of a scene once more, bent by a skin of these joints.
fn dress(scene: &mut Scene, joints: &[usize]) {
    let skin = scene.skins.len();
    let mut own = scene.skins[0].clone();
    own.joints = joints.to_vec();
    own.inverse_bind.resize(joints.len(), super::scenes::UNIT);
    scene.skins.push(own);
    let place = scene.nodes.len();
    scene.nodes.push(node("coat", &[]));
    (scene.nodes[place].mesh, scene.nodes[place].skin) = (Some(0), Some(skin));
    scene.roots.push(place);
}

type Made = (&'static str, fn(&mut Scene), &'static [f32]);

/// What is done to a scene with the bones `hip` (1) and `head` (2), and how high the lamps are that hang on bones then.
const SCENES: &[Made] = &[
    ("nothing hangs", |_| {}, &[]),
    ("on the last bone", |it| hang(it, 2, "lamp"), &[1.5]),
    ("on the root", |it| hang(it, 1, "lamp"), &[0.5]),
    ("called as a bone", |it| hang(it, 1, "head"), &[0.5]),
    (
        "below an armature",
        |it| {
            it.nodes.push(node("armature", &[1]));
            it.roots = vec![0, 3];
            hang(it, 2, "lamp");
        },
        &[1.5],
    ),
    (
        "below an armature that is elsewhere",
        |it| {
            it.nodes.push(node("armature", &[1, 0]));
            it.nodes[3].transform = moved(0.0, 4.0, 0.0);
            it.roots = vec![3];
            hang(it, 2, "lamp");
        },
        &[5.5],
    ),
    (
        "two models of one skin",
        |it| {
            let place = it.nodes.len();
            it.nodes.push(node("coat", &[]));
            (it.nodes[place].mesh, it.nodes[place].skin) = (Some(0), Some(0));
            it.roots.push(place);
            hang(it, 2, "lamp");
        },
        &[1.5],
    ),
    (
        "two skins with one skeleton",
        |it| {
            dress(it, &[2, 1]);
            hang(it, 2, "lamp");
        },
        &[1.5],
    ),
    (
        "a skin with fewer joints, first",
        |it| {
            dress(it, &[1, 2]);
            it.skins[0].joints.truncate(1);
            it.skins[0].inverse_bind.truncate(1);
            hang(it, 2, "lamp");
        },
        &[1.5],
    ),
    (
        "joints without a common parent",
        |it| {
            it.nodes[1].children.clear();
            it.roots.push(2);
            hang(it, 2, "lamp");
            hang(it, 1, "other");
        },
        &[0.5, 1.5],
    ),
    (
        "two skeletons of the same names",
        |it| {
            it.nodes.push(node("hip", &[4]));
            it.nodes.push(node("head", &[]));
            it.roots.push(3);
            dress(it, &[3, 4]);
            hang(it, 2, "lamp");
            hang(it, 4, "lamp");
        },
        &[0.5, 1.5],
    ),
];

#[test]
fn what_hangs_on_a_bone_follows_it() {
    for root_chain in [RootChain::Auto, RootChain::Bones, RootChain::Fold] {
        for target in [Target::Urho3d, Target::Rbfx, Target::Atomic] {
            for (what, change, heights) in SCENES {
                let mut scene = skinned();
                change(&mut scene);
                let options = Options {
                    root_chain,
                    ..Options::default()
                };
                let (made, _) = outputs(&scene, target, true, &options);
                let prefab = made.iter().find(|it| it.path == "thing.xml").unwrap();
                let text = std::str::from_utf8(&prefab.bytes).unwrap();
                let nodes = load(text);
                let bones = bones(&nodes, &made);
                let mut places = Vec::new();
                for lamp in nodes.iter().filter(|node| node.has_light) {
                    // The light looks the other way, on a node of its own.
                    let lamp = lamp.parent.unwrap();
                    let holder = nodes[lamp].parent.unwrap();
                    let is_bone = bones.iter().any(|(_, node)| *node == holder);
                    assert!(is_bone, "{what}: {text}");
                    places.push(nodes[lamp].place);
                }
                // Nothing moved by that.
                places.sort_by(|a, b| a[1].total_cmp(&b[1]));
                assert_eq!(
                    places,
                    heights.iter().map(|it| [0.0, *it, 0.0]).collect::<Vec<_>>(),
                    "{what}: {text}"
                );
                assert_eq!(bones.is_empty(), heights.is_empty(), "{what}: {text}");
            }
        }
    }
}

/// Several models with the same bones share them, and the first one, on which clips play, has all of them.
#[test]
fn models_share_the_bones_on_which_something_hangs() {
    let mut scene = skinned();
    dress(&mut scene, &[1, 2]);
    scene.skins[0].joints.truncate(1);
    scene.skins[0].inverse_bind.truncate(1);
    hang(&mut scene, 2, "lamp");
    let (made, _) = outputs(&scene, Target::Urho3d, true, &Options::default());
    let prefab = made.iter().find(|it| it.path == "thing.xml").unwrap();
    let nodes = load(std::str::from_utf8(&prefab.bytes).unwrap());
    let hosts: Vec<&Loaded> = nodes.iter().filter(|it| !it.models.is_empty()).collect();
    let [host] = hosts[..] else {
        panic!("{hosts:?}");
    };
    let count = |file: &String| {
        let file = made.iter().find(|output| output.path == *file).unwrap();
        let model: Model = read::from_bytes(file.bytes.clone()).unwrap();
        model.bones.len()
    };
    assert_eq!(host.models.iter().map(count).collect::<Vec<_>>(), [2, 1]);
}

/// Clips name nodes and models by where they are in the prefab.
#[test]
fn addresses_lead_through_the_prefab() {
    let mut scene = skinned();
    // Without a common root, what hangs on bones is none itself.
    scene.nodes[1].children.clear();
    scene.roots.push(2);
    hang(&mut scene, 2, "lamp");
    let path = Path::Translation;
    let scene = moving(scene, track(3, path, &[0.0, 1.0], &[0.0; 6]));
    let (made, codes) = outputs(&scene, Target::Rbfx, true, &Options::default());
    assert!(codes.contains(&Code::C210), "{codes:?}");
    let clip = made.iter().find(|it| it.path.ends_with(".ani")).unwrap();
    let clip: Animation = read::from_bytes(clip.bytes.clone()).unwrap();
    let variants = clip.variant_tracks.unwrap();
    assert_eq!(variants[0].name, "thing/Root/head/lamp/@/Position");
}
