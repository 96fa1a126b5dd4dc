//! Clips of scenes that never were Horde3D's.

use formwork_convert::{
    Code, Fps, Input, NoFiles, Options, Report, Target, horde3d,
    scene::{Clip, Delta, MorphTarget, Path},
};
use formwork_formats::horde3d::Animation;
use formwork_schema::{CString, Kind, read};

use super::{
    foreign::{file, write, write_as},
    made::again,
    scenes::{quad, rise, track},
};

#[test]
fn frames_are_found_and_counted() {
    for fps in [24.0, 25.0, 30.0, 60.0, 12.0, 15.0, 48.0, 50.0, 120.0] {
        let mut scene = quad();
        rise(&mut scene, 0, 1.0 / fps);
        let (written, report) = write_as(&scene, Target::Horde3d, false, &Options::default());
        let said = report
            .losses()
            .find(|loss| loss.code == Code::C344)
            .expect("a rate");
        // Keys of 12 and 15 are on frames of twice as many as well.
        let found = if fps < 20.0 { 2.0 * fps } else { fps };
        assert_eq!(said.detail, format!("{found} frames per second"));
        let clip: Animation = read::from_slice(file(&written, "it_rise.anim")).expect("a clip");
        assert_eq!(f64::from(clip.frame_count), 4.0 * found / fps + 1.0);
        let input = Input {
            path: "rise.anim".to_owned(),
            bytes: file(&written, "it_rise.anim").to_vec().into(),
        };
        let options = Options {
            fps: Fps::Exactly(found),
            ..Options::default()
        };
        let back =
            horde3d::read(&[input], &NoFiles, &options, &mut Report::default()).expect("a clip");
        let before = &scene.clips[0].tracks[0];
        let after = &back.clips[0].tracks[0];
        assert_eq!(after.path, Path::Translation);
        for (key, value) in before.times.iter().zip(before.values.as_chunks::<3>().0) {
            let at = after
                .times
                .iter()
                .position(|time| (time - key).abs() < 1e-6)
                .expect("a frame");
            assert_eq!(&after.values[3 * at..][..3], value);
        }
    }
}

#[test]
fn durations_become_whole_frames() {
    for (length, is_exact) in [(1.25, true), (1.26, false)] {
        let mut scene = quad();
        let fps = Options {
            fps: Fps::Exactly(24.0),
            ..Options::default()
        };
        rise(&mut scene, 0, 1.0 / 24.0);
        scene.clips[0].length = Some(length);
        let (written, report) = write_as(&scene, Target::Horde3d, false, &fps);
        let clip: Animation = read::from_slice(file(&written, "it_rise.anim")).expect("a clip");
        assert_eq!(clip.frame_count, 31);
        assert_eq!(report.has(Code::C343), !is_exact);
        let entity = &clip.entities[0];
        assert_eq!(
            entity.frames.get(30).expect("the last frame").translation.y,
            4.0
        );
    }
}

#[test]
fn what_stays_is_stored_once() {
    let mut scene = quad();
    rise(&mut scene, 0, 0.25);
    scene.clips[0].tracks[0].values.fill(2.0);
    let written = write(&scene);
    let clip: Animation = read::from_slice(file(&written, "it_rise.anim")).expect("a clip");
    let entity = &clip.entities[0];
    assert_eq!(
        (entity.frames.len(), entity.compressed.map(|flag| flag.0)),
        (1, Some(1))
    );
    assert!(clip.frame_count > 1);
    // A clip of one frame needs no flag.
    scene.clips[0].tracks[0].values.truncate(3);
    scene.clips[0].tracks[0].times = [0.0].into();
    let written = write(&scene);
    let clip: Animation = read::from_slice(file(&written, "it_rise.anim")).expect("a clip");
    assert_eq!(
        (
            clip.frame_count,
            clip.entities[0].compressed.map(|flag| flag.0)
        ),
        (1, Some(0))
    );
}

/// No file says how fast it is played.
#[test]
fn the_rate_of_every_clip_is_told() {
    let mut scene = quad();
    for (number, rate) in [24.0, 30.0, 24.0].into_iter().enumerate() {
        rise(&mut scene, 0, 1.0 / rate);
        scene.clips[number].name = CString::from(format!("clip{number}").as_str());
    }
    let (_, report) = write_as(&scene, Target::Horde3d, false, &Options::default());
    let rates = report.losses().find(|loss| loss.code == Code::C344);
    let rates = rates.expect("of all clips");
    assert_eq!((rates.count, &*rates.place), (3, "clip0"));
    assert_eq!(
        rates.detail,
        "24 frames per second; clip1: 30 frames per second"
    );
}

#[test]
fn too_many_frames_are_refused() {
    let mut scene = quad();
    rise(&mut scene, 0, 1.0);
    scene.clips[0].length = Some(1e6);
    let error = super::written(&scene, "it", &Options::default(), &mut Report::default());
    assert_eq!(error.expect_err("a refusal").kind(), Kind::Limit);
}

#[test]
fn weights_of_morph_targets_move_in_the_fork() {
    let mut scene = quad();
    scene.meshes[0].targets = vec![MorphTarget {
        name: CString::from("smile"),
        weight: 0.0,
        deltas: vec![Delta {
            stream: 0,
            indices: vec![1],
            positions: Some(vec![[0.0, 0.5, 0.0]]),
            ..Delta::default()
        }],
    }];
    scene.clips.push(Clip {
        name: CString::from("smile"),
        tracks: vec![track(0, Path::Weights, 0.5, vec![0.0, 1.0, 0.5], 1)],
        ..Clip::default()
    });
    let (written, report) = write_as(&scene, Target::Horde3dSls, false, &Options::default());
    assert!(!report.has(Code::C351));
    let found = again(&written);
    let track = &found.clips[0].tracks;
    let track = track
        .iter()
        .find(|track| track.path == Path::Weights)
        .expect("weights");
    let at = |time: f32| {
        let place = track.times.iter().position(|key| (key - time).abs() < 1e-5);
        track.values[place.expect("a frame")]
    };
    // Frames are taken for 30 a second where nothing says so, and were 24.
    assert_eq!((at(0.0), at(12.0 / 30.0), at(24.0 / 30.0)), (0.0, 1.0, 0.5));
}
