//! Rest poses that no file has: what stands in for them is never taken for one.

use bytes::Bytes;
use formwork_convert::{
    Code, Converted, Files, Input, NoFiles, Options, OriginMode, Request, Target, convert,
};
use formwork_formats::{
    horde3d,
    urho3d::{
        Animation,
        animation::{Channels, Keyframe, Track, Version},
    },
};
use formwork_schema::{Packed, Quat, Result, Vec3, read, write};

use super::files;

fn converted(inputs: &[Input], target: Target, options: &Options) -> Result<Converted> {
    convert(Request {
        inputs: inputs.into(),
        files: &NoFiles as &dyn Files,
        name: "it",
        target,
        is_usual: false,
        split: false,
        options,
    })
}

/// A clip of one bone of the sample, with these channels.
fn clip(channels: Channels) -> Input {
    let quat = Quat {
        w: 1.0,
        ..Quat::default()
    };
    let key = |time| Keyframe {
        time,
        position: channels
            .contains(Channels::POSITION)
            .then(|| Vec3::from([1.0, 2.0, 3.0])),
        rotation: channels.contains(Channels::ROTATION).then_some(quat),
        scale: channels
            .contains(Channels::SCALE)
            .then(|| Vec3::from([2.0; 3])),
    };
    let track = Track {
        name: "Neck".into(),
        channels,
        weight: None,
        weights: None,
        base: None,
        keyframes: Packed::from_records((channels,), [key(0.0), key(1.0)]).unwrap(),
    };
    let tree = Animation {
        version: Version::new(b"UANI", 1).unwrap(),
        dialect: None,
        name: "Nod".into(),
        length: 1.0,
        tracks: vec![track],
        variant_tracks: None,
    };
    Input {
        path: "Nod.ani".into(),
        bytes: write::to_bytes(&tree).unwrap().into(),
    }
}

/// The glTF file of a clip alone.
fn gltf(clip: &Input, origin: OriginMode) -> Input {
    let options = Options {
        origin,
        ..Options::default()
    };
    let made = converted(std::slice::from_ref(clip), Target::Glb, &options).unwrap();
    Input {
        path: "it.glb".into(),
        bytes: made.outputs[0].bytes.clone(),
    }
}

/// The same file as a tool leaves it that drops extensions and keeps extras.
fn without_extensions(gltf: &Input) -> Input {
    let mut made = gltf.bytes.to_vec();
    let find = |made: &[u8]| made.windows(9).position(|it| it == b"FW_origin");
    assert!(find(&made).is_some());
    while let Some(place) = find(&made) {
        made[place..place + 2].copy_from_slice(b"XX");
    }
    Input {
        path: gltf.path.clone(),
        bytes: Bytes::from(made),
    }
}

#[test]
fn placeholders_are_refused_reported_or_not_needed() {
    let all = Channels::all_named().bits();
    for channels in (1..=all).map(Channels::from_bits_retain) {
        let clip = clip(channels);
        let gltf_files = [
            gltf(&clip, OriginMode::Facts),
            gltf(&clip, OriginMode::None),
        ];
        let edited = without_extensions(&gltf_files[0]);
        let ways = [clip.clone(), edited].into_iter().chain(gltf_files);
        for (way, input) in ways.enumerate() {
            for target in [Target::Horde3d, Target::Horde3dSls] {
                let what = format!("{channels:?} by way {way}");
                let made = converted(std::slice::from_ref(&input), target, &Options::default());
                if !channels.contains(Channels::POSITION | Channels::ROTATION) {
                    let error = made.expect_err(&what);
                    assert!(error.message().contains("C225"), "{what}: {error}");
                    continue;
                }
                let report = made.expect(&what).report;
                let is_whole = channels == Channels::all_named();
                assert_eq!(report.has(Code::C225), !is_whole, "{what}");
            }
        }
    }
}

#[test]
fn a_model_gives_the_rest_pose() {
    let clip = clip(Channels::ROTATION);
    let inputs = [files::sample("Figure.mdl"), clip];
    let made = converted(&inputs, Target::Horde3d, &Options::default()).unwrap();
    assert!(!made.report.has(Code::C225));
    let is_clip = |output: &&formwork_convert::Output| output.path.ends_with(".anim");
    let made = made.outputs.iter().find(is_clip).expect("a clip");
    let tree: horde3d::Animation = read::from_bytes(made.bytes.clone()).unwrap();
    let neck = tree
        .entities
        .iter()
        .find(|it| it.name.as_bytes() == b"Neck")
        .expect("the neck");
    let pose = neck.frames.get(0).expect("a frame");
    assert!(pose.translation != Vec3::default());
}

#[test]
fn glb_files_of_clips_say_what_they_lack() {
    for (channels, lacks) in [(Channels::ROTATION, true), (Channels::all_named(), false)] {
        let clip = clip(channels);
        for target in [Target::Glb, Target::GltfEmbedded] {
            let made = converted(std::slice::from_ref(&clip), target, &Options::default()).unwrap();
            assert_eq!(made.report.has(Code::C225), lacks, "{channels:?}");
        }
    }
}
