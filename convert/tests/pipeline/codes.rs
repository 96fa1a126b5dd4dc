//! Every code is raised somewhere, and has a case that raises it.

use std::{collections::BTreeSet, fs, path::Path};

use formwork_convert::{
    Code, Input, Options, Report, Request, Scene, Target, convert,
    scene::{Column, Semantic},
    urho3d,
};

use super::files;

/// The codes that the files below a folder name.
fn named(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The list itself proves nothing.
        if path.is_dir() {
            named(&path, found);
        } else if path.file_name().is_some_and(|name| name != "code.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            found.extend(
                words
                    .filter(|word| word.starts_with('C'))
                    .map(str::to_owned),
            );
        }
    }
}

#[test]
fn every_code_is_raised_and_has_a_case() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests"] {
        let mut found = BTreeSet::new();
        named(&root.join(folder), &mut found);
        let lacking: Vec<String> = Code::ALL
            .iter()
            .map(ToString::to_string)
            .filter(|code| !found.contains(code))
            .collect();
        assert!(lacking.is_empty(), "not in {folder}: {lacking:?}");
    }
}

#[test]
fn a_node_between_joints_becomes_one_for_horde3d() {
    let (options, mut report) = (Options::default(), Report::default());
    let input = files::sample("Figure.mdl");
    let mut scene = urho3d::read(&[input], &files::Beside, &options, &mut report).unwrap();
    // The second bone is a plain node from now on, and its vertices follow the first.
    scene.sources.clear();
    scene.skins[0].joints.remove(1);
    scene.skins[0].inverse_bind.remove(1);
    for attribute in scene
        .streams
        .iter_mut()
        .flat_map(|stream| &mut stream.attributes)
    {
        if let (Semantic::Joints, Column::U8x4(values)) =
            (&attribute.semantic, &mut attribute.values)
        {
            for joint in values.iter_mut().flatten() {
                *joint = joint.saturating_sub(1);
            }
        }
    }
    scene.validate().unwrap();
    let codes = |scene: &Scene| {
        let mut report = Report::default();
        crate::horde3d::written(scene, "figure", &options, &mut report).unwrap();
        report
    };
    assert!(codes(&scene).has(Code::C222));
}

#[test]
fn lengths_are_multiplied_with_a_word() {
    let input: Input = files::sample("Crate.mdl");
    let made = |scale: f64| {
        let options = Options {
            scale,
            ..Options::default()
        };
        convert(Request {
            inputs: std::slice::from_ref(&input).into(),
            files: &files::Beside,
            name: "Crate",
            target: Target::Ply,
            is_usual: false,
            split: false,
            options: &options,
        })
        .unwrap()
    };
    let (plain, large) = (made(1.0), made(100.0));
    assert!(!plain.report.has(Code::C003));
    let all: BTreeSet<Code> = large.report.losses().map(|loss| loss.code).collect();
    let others: BTreeSet<Code> = plain.report.losses().map(|loss| loss.code).collect();
    assert_eq!(
        all.difference(&others).copied().collect::<Vec<_>>(),
        [Code::C003]
    );
    assert!(plain.outputs[0].bytes != large.outputs[0].bytes);
}
