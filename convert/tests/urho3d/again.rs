//! Read and written again, through the scene alone: the same bytes, and after an edit all but the edit.

use formwork_convert::{
    Input, NoFiles, Options, Report, Scene, Target,
    scene::{Column, Semantic},
    urho3d,
};

use super::files::{Beside, all, sample};

fn scene_of(input: &[Input]) -> Scene {
    let mut report = Report::default();
    let mut scene = super::opened(input, &NoFiles, &mut report).unwrap();
    for source in &mut scene.sources {
        // What is written must come from the scene and the facts.
        source.file = None;
    }
    scene
}

fn target_of(scene: &Scene) -> Target {
    urho3d::target_of(&scene.sources[0].version)
}

fn written(scene: &Scene) -> (Vec<u8>, Report) {
    let mut report = Report::default();
    let options = Options::default();
    let outputs = urho3d::write(
        scene,
        "again",
        target_of(scene),
        false,
        &options,
        &mut report,
    );
    let outputs = outputs.unwrap();
    (outputs[0].bytes.to_vec(), report)
}

#[test]
fn every_file_comes_back() {
    let mut wrong = Vec::new();
    let files = all();
    for input in &files {
        let mut report = Report::default();
        let mut scene = super::opened(std::slice::from_ref(input), &Beside, &mut report).unwrap();
        for source in &mut scene.sources {
            source.file = None;
        }
        let (bytes, report) = written(&scene);
        if bytes != input.bytes {
            let same = bytes
                .iter()
                .zip(&input.bytes)
                .take_while(|(a, b)| a == b)
                .count();
            let path = &input.path;
            wrong.push(format!("{path}: from {same:#x} on: {report:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        files.len(),
        wrong.join("\n")
    );
}

#[test]
fn all_but_the_edit() {
    let input = sample("Figure.mdl");
    let mut scene = scene_of(std::slice::from_ref(&input));
    scene.nodes[2].name = "Renamed".into();
    let positions = scene.streams[0]
        .attributes
        .iter_mut()
        .find(|it| it.semantic == Semantic::Position);
    let Some(Column::Vec3(places)) = positions.map(|it| &mut it.values) else {
        panic!("positions")
    };
    places[7][1] += 0.001;
    let (bytes, report) = written(&scene);
    assert_eq!(report.losses().count(), 1, "{report:?}");
    let model = |bytes: &[u8]| {
        formwork_schema::read::from_slice::<formwork_formats::urho3d::Model>(bytes).unwrap()
    };
    let (mut before, after) = (model(&input.bytes), model(&bytes));
    assert_eq!(after.bones[2].name, "Renamed");
    before.bones[2].name = "Renamed".into();
    let place = after.vertex_buffers[0].positions().unwrap().nth(7).unwrap();
    let mut count = 0;
    before.vertex_buffers[0]
        .map_positions(|old| {
            count += 1;
            if count == 8 { place } else { old }
        })
        .unwrap();
    assert!(before == after);
}
