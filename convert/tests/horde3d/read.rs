//! Files into scenes.

use formwork_convert::{
    Code, Options, Report, Scene, horde3d,
    scene::{Column, Path, Semantic},
};

use super::real::Shelf;

fn figure() -> (Scene, Report) {
    let shelf = Shelf::samples();
    let inputs = [shelf.get("figure.scene.xml"), shelf.get("walk.anim")];
    let mut report = Report::default();
    let scene = horde3d::read(&inputs, &shelf, &Options::default(), &mut report);
    (scene.expect("the figure"), report)
}

#[test]
fn the_figure_has_joints_levels_and_steps() {
    let (scene, report) = figure();
    scene.validate().expect("a whole scene");
    let names: Vec<String> = scene
        .roots
        .iter()
        .map(|root| scene.nodes[*root].name.to_string())
        .collect();
    assert_eq!(names, ["Figure", "Body", "Face"]);
    assert_eq!(scene.skins[0].joints.len(), 17);
    let body = &scene.meshes[scene.nodes[scene.roots[1]].mesh.expect("a mesh")];
    let levels = &body.parts[0].levels;
    assert_eq!(
        levels
            .iter()
            .map(|level| level.distance)
            .collect::<Vec<_>>(),
        [0.0, 12.0]
    );
    assert_eq!(
        levels
            .iter()
            .map(|level| level.indices.len())
            .collect::<Vec<_>>(),
        [3036, 918]
    );
    let stream = &scene.streams[0];
    assert!(matches!(
        stream.get(&Semantic::Normal, 0),
        Some(Column::Snorm16x3(_))
    ));
    assert!(matches!(
        stream.get(&Semantic::Weights, 0),
        Some(Column::Unorm8x4(_))
    ));
    let clip = &scene.clips[0];
    assert!(
        clip.tracks
            .iter()
            .any(|track| track.path == Path::Rotation && track.times.len() > 1)
    );
    assert!(report.has(Code::C340) && report.has(Code::C801));
    assert_eq!(scene.materials.len(), 2);
    let sources: Vec<&str> = scene.sources.iter().map(|source| &*source.name).collect();
    let all = [
        "figure.scene.xml",
        "figure.geo",
        "walk.anim",
        "figure.material.xml",
        "face.material.xml",
    ];
    assert_eq!(sources, all);
}

#[test]
fn real_files_become_whole_scenes() {
    let mut count = 0;
    for shelf in Shelf::all() {
        for ending in [".geo", ".scene.xml", ".anim"] {
            for input in shelf.named(ending) {
                let path = input.path.clone();
                let mut report = Report::default();
                match horde3d::read(&[input], &shelf, &Options::default(), &mut report) {
                    Ok(scene) => scene
                        .validate()
                        .unwrap_or_else(|error| panic!("{path}: {error}")),
                    Err(error) => {
                        assert!(error.message().contains("is not found"), "{path}: {error}")
                    }
                }
                count += 1;
            }
        }
    }
    assert!(count >= 3);
}
