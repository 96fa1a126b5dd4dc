//! Animations, written as clips.

use formwork_convert::{
    Code, Options, RootChain, Scene, Target,
    scene::{Interpolation, Path, Track},
};
use formwork_formats::urho3d::{
    Animation, Model,
    animation::{Interpolation as Between, Keyframes as _},
    variant::VariantValue,
};
use formwork_schema::{Vec3, read};

use super::scenes::{morphed, moved, moving, node, skinned, track, triangle};

use super::write::{clip_of, outputs};

fn cubic() -> Track {
    let mut track = track(
        1,
        Path::Translation,
        &[0.0, 2.0],
        &[
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 1.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0,
            0.0,
        ],
    );
    track.interpolation = Interpolation::Cubic;
    track
}

#[test]
fn channels_of_a_node_become_one_track() {
    let mut scene = moving(
        skinned(),
        track(
            1,
            Path::Translation,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
        ),
    );
    let turn = [0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8, 0.0, 1.0, 0.0, 0.0];
    scene.clips[0]
        .tracks
        .push(track(1, Path::Rotation, &[0.0, 0.5, 1.0], &turn));
    let (clip, codes) = clip_of(&scene, Target::Urho3d);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!((clip.name.to_string(), clip.length), ("walk".into(), 1.0));
    assert_eq!(clip.tracks.len(), 1);
    let keys = &clip.tracks[0].keyframes;
    assert_eq!(keys.len(), 3);
    assert_eq!(keys.get(1).unwrap().position, Some([-1.0, 0.0, 0.0].into()));
    let turned = keys.get(1).unwrap().rotation.unwrap();
    assert_eq!(
        (turned.w, turned.x, turned.y, turned.z),
        (0.8, 0.0, -0.6, -0.0)
    );
}

#[test]
fn steps_splines_and_late_starts() {
    let mut step = track(
        1,
        Path::Translation,
        &[0.5, 0.7],
        &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0],
    );
    step.interpolation = Interpolation::Step;
    let (clip, codes) = clip_of(&moving(skinned(), step.clone()), Target::Urho3d);
    assert_eq!(codes, [Code::C320]);
    let times: Vec<f32> = clip.tracks[0].keyframes.times().collect();
    assert_eq!(times, [0.0, 0.5, 0.7_f32.next_down(), 0.7]);
    let places: Vec<f32> = clip.tracks[0]
        .keyframes
        .positions()
        .unwrap()
        .map(|it| it.x)
        .collect();
    assert_eq!(places, [-1.0, -1.0, -1.0, -2.0]);
    let (clip, _) = clip_of(&moving(skinned(), step), Target::Rbfx);
    assert_eq!(clip.tracks[0].keyframes.len(), 3);
    let (clip, codes) = clip_of(&moving(skinned(), cubic()), Target::Urho3d);
    assert_eq!(codes, [Code::C321]);
    let ends = [0, clip.tracks[0].keyframes.len() - 1]
        .map(|key| clip.tracks[0].keyframes.get(key).unwrap().position);
    assert_eq!(
        ends,
        [Some([-0.0, 0.0, 0.0].into()), Some([-2.0, 0.0, 0.0].into())]
    );
}

#[test]
fn splines_of_nodes_stay_splines_in_rbfx() {
    let mut scene = skinned();
    scene.nodes.push(node("door", &[]));
    scene.roots.push(3);
    let mut track = cubic();
    track.node = 3;
    let scene = moving(scene, track);
    let (clip, codes) = clip_of(&scene, Target::Rbfx);
    assert_eq!(codes, [Code::C135, Code::C602]);
    let variants = clip.variant_tracks.unwrap();
    assert_eq!(variants[0].name, "door/@/Position");
    assert_eq!(variants[0].interpolation, Between::TANGENT_SPLINE);
    let tangents = variants[0].tangents.as_ref().unwrap();
    // The interval is 2 s long.
    let VariantValue::Vector3(Vec3 { x, z, .. }) = tangents[0].outgoing else {
        panic!("a vector")
    };
    assert_eq!((x, z), (-6.0, 2.0));
    let VariantValue::Vector3(Vec3 { x, .. }) = tangents[1].incoming else {
        panic!("a vector")
    };
    assert_eq!(x, -2.0);
}

#[test]
fn weights_of_morph_targets_are_tracks_of_attributes() {
    let scene = moving(morphed(), track(0, Path::Weights, &[0.0, 1.0], &[0.0, 1.0]));
    let (clip, codes) = clip_of(&scene, Target::Rbfx);
    assert!(codes.is_empty(), "{codes:?}");
    let variants = clip.variant_tracks.unwrap();
    assert_eq!(variants[0].name, "thing/@AnimatedModel#0/Morphs/Smile");
    assert_eq!(variants[0].keyframes[1].value, VariantValue::Float(1.0));
}

#[test]
fn a_folded_root_moves_with_what_was_above_it() {
    let mut scene = moving(
        skinned(),
        track(
            3,
            Path::Translation,
            &[0.0, 1.0],
            &[0.0, 0.0, 5.0, 4.0, 0.0, 5.0],
        ),
    );
    scene.nodes.push(node("above", &[1]));
    scene.nodes[3].transform = moved(0.0, 0.0, 5.0);
    scene.nodes[1].transform = moved(0.0, 2.0, 0.0);
    *scene.roots.last_mut().unwrap() = 3;
    let options = Options {
        root_chain: RootChain::Fold,
        ..Options::default()
    };
    for split in [false, true] {
        let (made, _) = outputs(&scene, Target::Urho3d, split, &options);
        let clips = made.iter().filter(|output| output.path.ends_with(".ani"));
        let clips: Vec<_> = clips.collect();
        let [clip] = clips[..] else {
            panic!("{clips:?}");
        };
        assert_eq!(clip.path, "thing_walk.ani");
        let clip: Animation = read::from_bytes(clip.bytes.clone()).unwrap();
        let names: Vec<String> = clip.tracks.iter().map(|it| it.name.to_string()).collect();
        assert_eq!(names, ["hip"]);
        let places = clip.tracks[0].keyframes.positions().unwrap();
        let places: Vec<Vec3> = places.collect();
        assert_eq!(places, [[-0.0, 2.0, 5.0].into(), [-4.0, 2.0, 5.0].into()]);
    }
}

/// In a folder there is the node; a model alone has a bone for it.
#[test]
fn clips_of_nodes_have_something_that_plays_them() {
    let moves = track(
        0,
        Path::Translation,
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
    );
    let above = |scene: &mut Scene| {
        scene.nodes.push(node("above", &[0]));
        scene.nodes[1].transform = moved(0.0, 3.0, 0.0);
        scene.roots = vec![1];
        scene.clips[0].tracks[0].node = 1;
    };
    for target in [Target::Urho3d, Target::Rbfx] {
        for is_above in [false, true] {
            let mut scene = moving(triangle(), moves.clone());
            if is_above {
                above(&mut scene);
            }
            let (made, _) = outputs(&scene, target, false, &Options::default());
            let paths: Vec<&str> = made.iter().map(|output| &*output.path).collect();
            assert_eq!(paths, ["thing.mdl", "thing_walk.ani"]);
            let model: Model = read::from_bytes(made[0].bytes.clone()).unwrap();
            let clip: Animation = read::from_bytes(made[1].bytes.clone()).unwrap();
            let bones: Vec<String> = model.bones.iter().map(|it| it.name.to_string()).collect();
            let expected: &[&str] = if is_above {
                &["above", "thing"]
            } else {
                &["thing"]
            };
            assert_eq!(bones, expected);
            assert_eq!(clip.tracks[0].name, expected[0]);
            assert!(clip.variant_tracks.is_none_or(|it| it.is_empty()));
            // Every vertex follows the bone of its node.
            let last = bones.len() as u8 - 1;
            let indices = model.vertex_buffers[0].blend_indices().unwrap();
            assert!(indices.eq([[last, 0, 0, 0]; 3]));
        }
    }
    let scene = moving(triangle(), moves);
    let (made, codes) = outputs(&scene, Target::Urho3d, true, &Options::default());
    let clips = made.iter().filter(|output| output.path.ends_with(".ani"));
    let paths: Vec<&str> = clips.map(|output| &*output.path).collect();
    assert_eq!((paths, codes), (vec!["thing_walk_nodes.ani"], vec![]));
}

/// Nothing plays a clip of nodes beside a model, so there is none.
#[test]
fn what_a_model_alone_does_not_have_is_not_animated() {
    let mut scene = moving(
        triangle(),
        track(
            1,
            Path::Translation,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
        ),
    );
    scene.nodes.push(node("eye", &[]));
    scene.roots.push(1);
    let (made, codes) = outputs(&scene, Target::Urho3d, false, &Options::default());
    let paths: Vec<&str> = made.iter().map(|output| &*output.path).collect();
    assert_eq!((paths, codes), (vec!["thing.mdl"], vec![Code::C602]));
}
