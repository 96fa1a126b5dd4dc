//! Every file becomes a scene that holds together.

use formwork_convert::{Code, NoFiles, Report, scene::Path};

use super::files::{Beside, all, sample};

#[test]
fn every_file_becomes_a_sound_scene() {
    for input in all() {
        let mut report = Report::default();
        let scene = super::opened(std::slice::from_ref(&input), &Beside, &mut report);
        let scene = scene.unwrap_or_else(|error| panic!("{}: {error}", input.path));
        scene
            .validate()
            .unwrap_or_else(|error| panic!("{}: {error}", input.path));
        assert!(report.has(Code::C001));
    }
}

#[test]
fn the_figure_walks() {
    let mut report = Report::default();
    let input = [sample("Figure.mdl"), sample("Walk.ani")];
    let scene = super::opened(&input, &NoFiles, &mut report).unwrap();
    scene.validate().unwrap();
    assert_eq!(scene.name, "Figure");
    let names: Vec<_> = scene
        .roots
        .iter()
        .map(|node| scene.nodes[*node].name.to_string())
        .collect();
    assert_eq!(names, ["Figure_skeleton", "Figure"]);
    let [skin] = &scene.skins[..] else {
        panic!("one skin")
    };
    assert_eq!(skin.joints, (0..skin.joints.len()).collect::<Vec<_>>());
    let [clip] = &scene.clips[..] else {
        panic!("one clip")
    };
    assert!(clip.tracks.iter().any(|track| track.path == Path::Rotation));
    let said: Vec<_> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(said, [Code::C001], "{report:?}");
}
