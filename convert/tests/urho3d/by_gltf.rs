//! Through glTF and back.

use formwork_convert::{Input, NoFiles, Options, Report, Target, gltf, urho3d};

use super::files::{Beside, all};

#[test]
fn every_file_comes_back_through_gltf() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for input in all() {
        let mut report = Report::default();
        let options = Options::default();
        let scene =
            urho3d::read(std::slice::from_ref(&input), &Beside, &options, &mut report).unwrap();
        let made = gltf::write(&scene, "there", Target::Glb, false, &options, &mut report);
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                wrong.push(format!("{}: cannot be glTF: {error}", input.path));
                continue;
            }
        };
        let there = Input {
            path: made[0].path.clone(),
            bytes: made[0].bytes.clone(),
        };
        let mut report = Report::default();
        let scene = match gltf::read(&[there], &NoFiles, &options, &mut report) {
            Ok(scene) => scene,
            Err(error) => {
                wrong.push(format!("{}: is no glTF: {error}", input.path));
                continue;
            }
        };
        count += 1;
        let target = scene
            .sources
            .first()
            .map_or(Target::Urho3d, |it| urho3d::target_of(&it.version));
        let back = urho3d::write(&scene, "back", target, false, &options, &mut report);
        let bytes = back
            .unwrap()
            .into_iter()
            .next()
            .map(|output| output.bytes)
            .unwrap_or_default();
        if bytes != input.bytes {
            let same = bytes
                .iter()
                .zip(&input.bytes)
                .take_while(|(a, b)| a == b)
                .count();
            let differ = bytes
                .iter()
                .zip(&input.bytes)
                .filter(|(a, b)| a != b)
                .count();
            let refused = report
                .losses()
                .find(|loss| loss.code.to_string() == "C901")
                .map(|loss| loss.detail.clone());
            wrong.push(format!(
                "{}: from {same:#x} on, {differ} differ, {} {}: {refused:?}",
                input.path,
                bytes.len(),
                input.bytes.len()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
