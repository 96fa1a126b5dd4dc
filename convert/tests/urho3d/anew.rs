//! Without stored facts: every scene becomes files of every target, which say the same but for what the report names.

use formwork_convert::{
    Code, Input, NoFiles, Options, Report, Scene, Severity, Target,
    scene::{Column, Interpolation, Level, Semantic, Topology, Track},
    urho3d,
};

use super::files::{all, sample};

const TARGETS: [Target; 4] = [
    Target::Urho3d,
    Target::Urho3dLegacy,
    Target::Rbfx,
    Target::Atomic,
];

fn read(input: &Input) -> Scene {
    let mut report = Report::default();
    super::opened(std::slice::from_ref(input), &NoFiles, &mut report).unwrap()
}

/// The files of a scene whose sources are forgotten.
fn written(scene: &mut Scene, target: Target) -> (Vec<Input>, Report) {
    scene.sources.clear();
    let mut report = Report::default();
    let outputs = urho3d::write(
        scene,
        "anew",
        target,
        false,
        &Options::default(),
        &mut report,
    );
    let outputs = outputs.unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    let inputs = outputs.into_iter().map(|output| Input {
        path: output.path,
        bytes: output.bytes,
    });
    (inputs.collect(), report)
}

/// The places of all corners that are drawn, as bits.
fn corners(scene: &Scene) -> Vec<[u32; 3]> {
    let levels = scene
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.parts)
        .flat_map(|part| &part.levels);
    let levels = levels.filter(|level| level.topology == Topology::Triangles);
    let corners = |level: &Level| {
        let places = match scene.streams[level.stream].get(&Semantic::Position, 0) {
            Some(Column::Vec3(places)) => places.clone(),
            Some(Column::Vec4(places)) => places.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect(),
            _ => Vec::new(),
        };
        let indices = level.indices.clone().into_iter();
        indices
            .filter_map(move |index| {
                places
                    .get(index as usize)
                    .map(|place| place.map(f32::to_bits))
            })
            .collect::<Vec<_>>()
    };
    let mut all: Vec<[u32; 3]> = levels.flat_map(corners).collect();
    all.sort_unstable();
    all
}

#[test]
fn every_model_is_the_same_anew() {
    for input in all().iter().filter(|input| !input.path.ends_with(".ani")) {
        for target in TARGETS {
            let mut scene = read(input);
            let (files, report) = written(&mut scene, target);
            let Some(file) = files.first() else { continue };
            let again = read(file);
            again.validate().unwrap();
            let left_out = [Code::C104, Code::C107, Code::C123, Code::C130]
                .into_iter()
                .any(|code| report.has(code));
            if !left_out {
                assert!(
                    corners(&again) == corners(&scene),
                    "{} for {target:?}: {report:?}",
                    input.path
                );
            }
            assert_eq!(again.skins.len(), scene.skins.len(), "{}", input.path);
        }
    }
}

#[test]
fn every_clip_is_the_same_anew() {
    for input in all().iter().filter(|input| input.path.ends_with(".ani")) {
        let mut scene = read(input);
        let (files, report) = written(
            &mut scene,
            urho3d::target_of(if input.bytes.starts_with(b"UAN2") {
                "UAN2"
            } else {
                "UANI"
            }),
        );
        let again = read(&files[0]);
        let said = report
            .losses()
            .filter(|loss| loss.code.severity() == Severity::Loss)
            .count();
        let (before, after) = (&scene.clips[0], &again.clips[0]);
        assert_eq!(
            before.length.map(f32::to_bits),
            after.length.map(f32::to_bits)
        );
        for track in &after.tracks {
            let own = |it: &&Track| {
                scene.nodes[it.node].name == again.nodes[track.node].name && it.path == track.path
            };
            let Some(old) = before.tracks.iter().find(own).filter(|_| said == 0) else {
                continue;
            };
            let width = track.values.len() / track.times.len().max(1);
            for (place, time) in old.times.iter().enumerate() {
                let Some(found) = place_of(track, place, *time, &old.times) else {
                    // What says the same all the time has one key, which others' keys may join.
                    continue;
                };
                let each = old.values.len() / old.times.len();
                if each != width || old.interpolation != Interpolation::Linear {
                    continue;
                }
                let bits = |values: &[f32]| {
                    values
                        .iter()
                        .map(|value| value.to_bits())
                        .collect::<Vec<_>>()
                };
                let (a, b) = (
                    &old.values[place * width..][..width],
                    &track.values[found * width..][..width],
                );
                assert!(
                    bits(a) == bits(b) || a == b,
                    "{} at {time}: {a:?} {b:?}",
                    input.path
                );
            }
        }
    }
}

/// Where a track has a key of another one. Two keys may have one time.
fn place_of(track: &Track, place: usize, time: f32, times: &[f32]) -> Option<usize> {
    if *track.times == *times {
        return Some(place);
    }
    track.times.iter().position(|own| *own == time)
}

/// Splines of rbfx become those of a scene and again those of rbfx.
#[test]
fn tangents_come_back() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let input =
        super::files::input(&root.join("../tests/fixtures/urho3d/animation/uan2-3-tangents.ani"));
    let scene = read(&input);
    assert!(
        scene.nodes.is_empty() || scene.clips[0].tracks.is_empty(),
        "paths of other attributes"
    );
    let times = [0.0, 0.3, 1.1];
    let values: Vec<f32> = (0..27).map(|number| (number as f32 * 0.37).sin()).collect();
    let mut scene = super::scenes::skinned();
    scene.nodes.push(super::scenes::node("door", &[]));
    scene.roots.push(3);
    let mut track = super::scenes::track(
        3,
        formwork_convert::scene::Path::Translation,
        &times,
        &values,
    );
    track.interpolation = Interpolation::Cubic;
    let mut scene = super::scenes::moving(scene, track);
    let (files, _) = written(&mut scene, Target::Rbfx);
    let clip = files
        .iter()
        .find(|file| file.path.ends_with(".ani"))
        .unwrap();
    let model = files
        .iter()
        .find(|file| file.path.ends_with(".mdl"))
        .unwrap();
    let mut report = Report::default();
    let door = Input {
        path: "door.ani".into(),
        bytes: clip.bytes.clone(),
    };
    let mut again = super::opened(&[model.clone(), door], &NoFiles, &mut report).unwrap();
    // A model has no door; the clip alone does.
    assert!(report.has(Code::C314));
    again.clips.clear();
    let alone = super::opened(std::slice::from_ref(clip), &NoFiles, &mut report).unwrap();
    let track = alone.clips[0].tracks.first().expect("the door moves");
    assert_eq!(track.interpolation, Interpolation::Cubic);
    for (a, b) in track.values.iter().zip(&values) {
        assert!((a - b).abs() <= 2.0 * f32::EPSILON * b.abs(), "{a} {b}");
    }
}

#[test]
fn what_is_stored_is_small() {
    for (name, most) in [("Figure.mdl", 20), ("Crate.mdl", 40), ("Walk.ani", 20)] {
        let input = sample(name);
        let scene = read(&input);
        let stored: usize = scene.sources[0]
            .facts
            .0
            .values()
            .map(bytes::Bytes::len)
            .sum();
        assert!(
            stored * 100 <= input.bytes.len() * most,
            "{name}: {stored} of {}",
            input.bytes.len()
        );
    }
}
