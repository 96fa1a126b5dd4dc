//! Files into a scene and back: the same bytes.

use formwork_convert::{Input, Options, Report, Scene, horde3d};

use super::real::Shelf;

pub(crate) fn read(inputs: &[Input], shelf: &Shelf) -> Option<Scene> {
    horde3d::read(inputs, shelf, &Options::default(), &mut Report::default()).ok()
}

fn write(scene: &Scene) -> Vec<formwork_convert::Output> {
    let name = scene.name.clone();
    let mut report = Report::default();
    let options = Options::default();
    super::written(scene, &name, &options, &mut report).expect("files")
}

#[test]
fn real_files_come_back() {
    let (mut count, mut wrong) = (0, Vec::new());
    for shelf in Shelf::all() {
        for ending in [".scene.xml", ".geo", ".anim"] {
            for input in shelf.named(ending) {
                let Some(scene) = read(std::slice::from_ref(&input), &shelf) else {
                    continue;
                };
                let outputs = write(&scene);
                for source in &scene.sources {
                    let Some(file) = &source.file else {
                        continue;
                    };
                    if source.format == "horde3d.material" {
                        continue;
                    }
                    count += 1;
                    if !outputs.iter().any(|output| output.bytes == *file) {
                        wrong.push(format!("{} of {}", source.name, input.path));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}: {wrong:#?}", wrong.len());
    assert!(count >= 3);
}
