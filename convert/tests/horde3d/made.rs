//! Files that are made of a scene alone, without what it was read from.

use formwork_convert::{Files, Input, NoFiles, Options, Output, Report, Scene, Target, horde3d};

use super::{back::read, pose, real::Shelf};

/// Files that were written, found by their paths.
pub(crate) struct Written(pub(crate) Vec<Output>);

impl Files for Written {
    fn find(&self, _: &Input, reference: &str) -> Option<Input> {
        let found = self.0.iter().find(|output| output.path == reference)?;
        Some(Input {
            path: found.path.clone(),
            bytes: found.bytes.clone(),
        })
    }
}

pub(crate) fn write(scene: &Scene, split: bool) -> (Written, Report) {
    let mut report = Report::default();
    let options = Options::default();
    let outputs = horde3d::write(scene, "made", Target::Horde3d, split, &options, &mut report);
    (Written(outputs.expect("files")), report)
}

/// What was written, read again.
pub(crate) fn again(written: &Written) -> Scene {
    let is_input =
        |output: &&Output| output.format == "horde3d.scene" || output.format == "horde3d.animation";
    let inputs: Vec<Input> = written
        .0
        .iter()
        .filter(is_input)
        .map(|output| Input {
            path: output.path.clone(),
            bytes: output.bytes.clone(),
        })
        .collect();
    let read = horde3d::read(
        &inputs,
        written,
        &Options::default(),
        &mut Report::default(),
    );
    let scene = read.expect("what was written");
    scene.validate().expect("a whole scene");
    scene
}

#[test]
fn real_scenes_are_made_again_of_the_scene_alone() {
    let mut count = 0;
    for shelf in Shelf::all() {
        let clips = shelf.named(".anim");
        for input in shelf.named(".scene.xml") {
            let Some(still) = read(std::slice::from_ref(&input), &shelf) else {
                continue;
            };
            let name = input.path.clone();
            // The clip that moves most of it.
            let names: Vec<&[u8]> = still
                .nodes
                .iter()
                .map(|node| node.name.as_bytes())
                .collect();
            let moves = |clip: &&Input| {
                let has = |name: &[u8]| {
                    !name.is_empty() && clip.bytes.windows(name.len()).any(|at| at == name)
                };
                names.iter().filter(|name| has(name)).count()
            };
            let clip = (names.len() > 10)
                .then(|| clips.iter().max_by_key(moves))
                .flatten();
            let inputs: Vec<Input> = [&input].into_iter().chain(clip).cloned().collect();
            let mut scene = read(&inputs, &shelf).expect("the same with a clip");
            let facts = std::mem::take(&mut scene.sources);
            for split in [false, true] {
                let (written, _) = write(&scene, split);
                let found = again(&written);
                for time in [None, Some(0.0), Some(0.5)] {
                    let what = format!("{name} at {time:?}");
                    pose::assert_same(
                        &pose::corners(&scene, time),
                        &pose::corners(&found, time),
                        1e-4,
                        &what,
                    );
                }
            }
            count += usize::from(!facts.is_empty());
        }
    }
    assert!(count >= 1);
}

#[test]
fn clips_alone_come_back() {
    let shelf = Shelf::samples();
    let input = shelf.get("walk.anim");
    let mut report = Report::default();
    let scene = horde3d::read(
        std::slice::from_ref(&input),
        &NoFiles,
        &Options::default(),
        &mut report,
    );
    let scene = scene.expect("a clip");
    let (written, _) = write(&scene, false);
    assert_eq!(written.0.len(), 1);
    assert_eq!(written.0[0].path, "walk.anim");
    assert_eq!(written.0[0].bytes, input.bytes);
}
