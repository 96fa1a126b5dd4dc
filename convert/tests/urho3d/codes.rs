//! For every code that this family raises, the least that raises it, and nothing else but what every conversion says.

use std::{collections::BTreeSet, fs, path::Path as FilePath};

use formwork_convert::{
    Code, Input, NoFiles, Options, Report, Scene, Severity, Target,
    scene::{AlphaMode, Topology},
    urho3d,
};
use formwork_formats::urho3d::{
    Animation,
    animation::{Dialect, Interpolation as Between, Version as ClipVersion},
    variant::VariantValue,
};
use formwork_schema::write;

use super::files::Beside;

use super::{
    cases::cases,
    parts::{bones, clip, few_bones, fork, read, split_scene, to_with, variant},
};

/// What is done.
pub(crate) enum Case {
    Read(Vec<(&'static str, Vec<u8>)>),
    Write(Box<Scene>, Target, Box<Options>),
    Folder(Box<Scene>),
    Fork(Vec<u8>, Target, Box<Options>),
}

fn run(case: &Case) -> Report {
    let mut report = Report::default();
    let wrote = match case {
        Case::Read(files) => {
            let input = |(path, bytes): &(&str, Vec<u8>)| Input {
                path: (*path).into(),
                bytes: bytes.clone().into(),
            };
            let input: Vec<Input> = files.iter().map(input).collect();
            let options = Options {
                mirror: MIRROR.with(std::cell::Cell::get),
                ..Options::default()
            };
            urho3d::read(&input, &NoFiles, &options, &mut report)
                .map(|scene| scene.validate().unwrap())
        }
        Case::Write(scene, target, options) => {
            scene.validate().unwrap();
            urho3d::write(scene, "thing", *target, false, options, &mut report).map(drop)
        }
        Case::Folder(scene) => urho3d::write(
            scene,
            "thing",
            Target::Urho3d,
            true,
            &Options::default(),
            &mut report,
        )
        .map(drop),
        Case::Fork(bytes, target, options) => {
            let input = Input {
                path: "thing".into(),
                bytes: bytes.clone().into(),
            };
            urho3d::fork(&input, *target, options, &mut report).map(drop)
        }
    };
    wrote.unwrap();
    report
}

thread_local! {
    static MIRROR: std::cell::Cell<formwork_convert::Mirror> = const { std::cell::Cell::new(formwork_convert::Mirror::X) };
}

/// Codes that come together with another.
fn companions(code: Code) -> &'static [Code] {
    match code {
        Code::C901 => &[Code::C160, Code::C162],
        _ => &[],
    }
}

#[test]
fn every_code_has_a_least_case() {
    let mut wrong = Vec::new();
    for (place, (code, case)) in cases().iter().enumerate() {
        let report = run(case);
        let is_other = |said: &Code| said != code && !companions(*code).contains(said);
        let losses = report
            .losses()
            .filter(|loss| loss.code.severity() == Severity::Loss);
        let others = losses.map(|loss| loss.code).filter(is_other).count();
        if !report.has(*code) || others > 0 {
            wrong.push(format!("case {place}, {code}: {report:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_code_is_without_a_case() {
    let mut tried: BTreeSet<String> = cases().iter().map(|(code, _)| code.to_string()).collect();
    // In tests of their own: axes, what goes with C901, other levels of split parts, rest poses, materials, sidecars, forks of weights,
    // ambiguous types, textures.
    let elsewhere = [
        "C001", "C002", "C105", "C123", "C160", "C162", "C225", "C511", "C608", "C702", "C715",
    ];
    tried.extend(elsewhere.map(String::from));
    let mut raised = BTreeSet::new();
    let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("src/urho3d");
    let mut open = vec![root];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let text = fs::read_to_string(path).unwrap();
            let codes = text
                .split("Code::C")
                .skip(1)
                .filter_map(|rest| rest.get(..3));
            raised.extend(codes.map(|digits| format!("C{digits}")));
        }
    }
    let missing: Vec<_> = raised.difference(&tried).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_other_mirror_says_where_the_front_is() {
    MIRROR.with(|mirror| mirror.set(formwork_convert::Mirror::Z));
    let report = run(&read(bones()));
    MIRROR.with(|mirror| mirror.set(formwork_convert::Mirror::X));
    let codes: Vec<Code> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(codes, [Code::C001, Code::C002]);
}

#[test]
fn strips_and_levels_of_split_parts() {
    let scene = split_scene(|scene| {
        let level = &mut scene.meshes[0].parts[0].levels[0];
        level.topology = Topology::TriangleStrip;
        let far = formwork_convert::scene::Level {
            distance: 9.0,
            ..level.clone()
        };
        scene.meshes[0].parts[0].levels.push(far);
    });
    let report = run(&to_with(scene, Target::Urho3d, few_bones()));
    let codes: Vec<Code> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(codes, [Code::C001, Code::C105, Code::C123, Code::C150]);
}

#[test]
fn types_that_two_numberings_have() {
    // 7 is a rotation of four numbers, or two of double precision.
    let quat = VariantValue::Quaternion(formwork_schema::Quat::default());
    let mut track = variant("door/@/Rotation", 7, Between::LINEAR, &[quat]);
    track.keyframes[0].time = 0.0;
    let mut made = clip(1.0, Vec::new());
    made.version = ClipVersion::new(b"UAN2", 4).unwrap();
    made.dialect = Some(Dialect::Classic);
    made.variant_tracks = Some(vec![track]);
    let current = Animation {
        dialect: Some(Dialect::CURRENT),
        variant_tracks: Some(vec![variant(
            "door/@/Rotation",
            7,
            Between::LINEAR,
            &[VariantValue::DoubleVector2(
                formwork_formats::urho3d::variant::DoubleVector2 { x: 0.0, y: 1.0 },
            )],
        )]),
        ..made
    };
    let report = run(&fork(write::to_bytes(&current).unwrap(), Target::Rbfx));
    assert!(report.has(Code::C715), "{report:?}");
}

#[test]
fn materials_say_which_pictures_are_missing() {
    let folder = FilePath::new(env!("CARGO_TARGET_TMPDIR")).join("urho3d-materials");
    fs::create_dir_all(folder.join("Materials")).unwrap();
    fs::write(folder.join("thing.mdl"), bones()).unwrap();
    fs::write(folder.join("thing.txt"), "Materials/Red.xml\r\n").unwrap();
    let material = "<material>\n<technique name=\"Techniques/DiffUnlitAlpha.xml\" />\n<texture unit=\"diffuse\" name=\"Textures/Red.png\" />\n\
        <parameter name=\"MatDiffColor\" value=\"0.735356983 0 0 0.5\" />\n<cull value=\"none\" />\n</material>\n";
    fs::write(folder.join("Materials/Red.xml"), material).unwrap();
    let input = super::files::input(&folder.join("thing.mdl"));
    let mut report = Report::default();
    let scene = super::opened(&[input], &Beside, &mut report).unwrap();
    let codes: Vec<Code> = report.losses().map(|loss| loss.code).collect();
    assert_eq!(codes, [Code::C001, Code::C507]);
    let material = &scene.materials[0];
    assert_eq!(
        (material.name.as_str(), material.file.as_deref()),
        ("Red", Some("Materials/Red.xml"))
    );
    assert!((material.base_color[0] - 0.5).abs() < 1e-6 && material.base_color[3] == 0.5);
    assert!(material.unlit && material.double_sided && material.alpha == AlphaMode::Blend);
    assert_eq!(scene.meshes[0].parts[0].material, Some(0));
    let made = urho3d::write(
        &scene,
        "thing",
        Target::Urho3d,
        false,
        &Options::default(),
        &mut report,
    )
    .unwrap();
    let list = made
        .iter()
        .find(|output| output.path == "thing.txt")
        .unwrap();
    assert_eq!(list.bytes, "Materials/Red.xml\r\n");
}
