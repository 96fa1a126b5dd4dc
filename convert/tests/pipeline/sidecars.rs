//! Files that engines look for beside models and clips: they come along, or it is reported that they do not.

use std::collections::BTreeMap;

use formwork_convert::{Code, Converted, Files, Input, Options, Request, Target, convert};

use super::files::{self, input};

const FAMILY: [Target; 5] = [
    Target::Urho3d,
    Target::U3d,
    Target::Rbfx,
    Target::Atomic,
    Target::Urho3dLegacy,
];

const TRIGGERS: &str = "<animation>\n\t<trigger time=\"0.5\" type=\"String\" value=\"step\" />\n\
    \t<metadata name=\"mood\" type=\"Int\" value=\"3\" />\n</animation>\n";
const JSON: &str = r#"{"triggers": [{"time": 0.5, "type": "String", "value": "step"}],
    "metadata": [{"name": "mood", "type": "Int", "value": 3}]}"#;
const METADATA: &str =
    "<model>\n\t<metadata name=\"artist\" type=\"String\" value=\"me\" />\n</model>\n";
const LIST: &str = "Materials/Red.xml\r\n\r\n";

/// Files by name, beside everything.
struct Beside(BTreeMap<&'static str, &'static str>);

impl Files for Beside {
    fn find(&self, _: &Input, reference: &str) -> Option<Input> {
        self.0.get(reference).map(|text| Input {
            path: reference.into(),
            bytes: text.as_bytes().into(),
        })
    }
}

fn named(mut input: Input, path: &str) -> Input {
    input.path = path.into();
    input
}

fn model() -> Input {
    named(files::sample("Figure.mdl"), "A.b.mdl")
}

fn clip() -> Input {
    named(files::sample("Walk.ani"), "Walk.ani")
}

fn fixture(name: &str) -> Input {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    input(&root.join("../tests/fixtures/urho3d").join(name))
}

fn converted(inputs: &[Input], files: &Beside, target: Target, options: &Options) -> Converted {
    convert(Request {
        inputs: inputs.into(),
        files,
        name: "New",
        target,
        is_usual: false,
        split: false,
        options,
    })
    .unwrap()
}

fn text(made: &Converted, path: &str) -> Option<String> {
    let found = made.outputs.iter().find(|output| output.path == path)?;
    Some(String::from_utf8_lossy(&found.bytes).into_owned())
}

#[test]
fn they_come_along_between_forks_under_the_new_name() {
    let plain = Options::default();
    let files = Beside(BTreeMap::from([
        ("A.b.xml", METADATA),
        ("A.b.txt", LIST),
        ("Walk.xml", TRIGGERS),
    ]));
    for target in FAMILY {
        let made = converted(&[model()], &files, target, &plain);
        assert_eq!(
            text(&made, "New.xml").as_deref(),
            Some(METADATA),
            "{target:?}"
        );
        assert_eq!(text(&made, "New.txt").as_deref(), Some(LIST), "{target:?}");
        assert_eq!(made.report.has(Code::C608), target == Target::Urho3dLegacy);
        let made = converted(&[clip()], &files, target, &plain);
        assert_eq!(
            text(&made, "New.xml").as_deref(),
            Some(TRIGGERS),
            "{target:?}"
        );
        // A model becomes the file that was asked for, and clips keep their names.
        let made = converted(&[model(), clip()], &files, target, &plain);
        assert_eq!(
            text(&made, "New.xml").as_deref(),
            Some(METADATA),
            "{target:?}"
        );
        assert_eq!(
            text(&made, "Walk.xml").as_deref(),
            Some(TRIGGERS),
            "{target:?}"
        );
    }
}

#[test]
fn one_that_a_model_and_a_clip_share_is_written_once() {
    let files = Beside(BTreeMap::from([("A.xml", TRIGGERS)]));
    let inputs = [named(model(), "A.mdl"), named(clip(), "A.ani")];
    let made = convert(Request {
        inputs: inputs.as_slice().into(),
        files: &files,
        name: "A",
        target: Target::Rbfx,
        is_usual: false,
        split: false,
        options: &Options::default(),
    })
    .unwrap();
    let paths: Vec<&str> = made.outputs.iter().map(|output| &*output.path).collect();
    assert_eq!(paths, ["A.mdl", "A.xml", "A.ani"]);
}

#[test]
fn json_becomes_xml_which_every_engine_reads() {
    let files = Beside(BTreeMap::from([("Walk.json", JSON)]));
    for target in FAMILY {
        let made = converted(&[clip()], &files, target, &Options::default());
        let xml = text(&made, "New.xml").expect("triggers");
        assert!(
            xml.contains("<trigger time=\"0.5\" type=\"String\" value=\"step\" />"),
            "{xml}"
        );
        assert!(
            xml.contains("<metadata name=\"mood\" type=\"Int\" value=\"3\" />"),
            "{xml}"
        );
    }
}

#[test]
fn files_that_only_have_the_name_stay() {
    let text_of_ours =
        "<urho3d.animation formwork=\"2\" version=\"UANI\" name=\"Walk\" length=\"1\"/>";
    for other in [
        "<node id=\"1\"><component type=\"Light\" /></node>",
        text_of_ours,
        "no XML",
    ] {
        let files = Beside(BTreeMap::from([("Walk.xml", other), ("A.b.xml", other)]));
        for input in [clip(), model()] {
            let made = converted(&[input], &files, Target::Rbfx, &Options::default());
            assert_eq!(made.outputs.len(), 1, "{other}");
        }
    }
    // An input is not beside itself.
    let files = Beside(BTreeMap::from([("Walk.xml", TRIGGERS)]));
    let made = converted(
        &[named(clip(), "Walk.xml")],
        &files,
        Target::Rbfx,
        &Options::default(),
    );
    assert_eq!(made.outputs.len(), 1);
}

#[test]
fn what_does_not_come_along_is_reported() {
    let files = Beside(BTreeMap::from([
        ("A.b.xml", METADATA),
        ("Walk.xml", TRIGGERS),
    ]));
    let scaled = Options {
        scale: 2.0,
        ..Options::default()
    };
    let plain = Options::default();
    let ways = [
        (Target::Horde3d, &plain),
        (Target::Horde3dSls, &plain),
        (Target::Obj, &plain),
        (Target::Glb, &plain),
        (Target::Urho3d, &scaled),
    ];
    for (target, options) in ways {
        let made = converted(&[model()], &files, target, options);
        assert!(made.report.has(Code::C608), "{target:?}");
    }
    let shared = Beside(BTreeMap::from([("A.b.xml", TRIGGERS)]));
    let made = converted(&[model()], &shared, Target::Glb, &plain);
    assert!(made.report.has(Code::C608));
    // Triggers have a place in glTF, and none in Horde3D, also on the way through glTF.
    let files = Beside(BTreeMap::from([(
        "Walk.xml",
        "<animation><trigger time=\"0.5\" type=\"String\" value=\"step\" /></animation>",
    )]));
    let inputs = [model(), clip()];
    assert!(
        converted(&inputs, &files, Target::Horde3d, &plain)
            .report
            .has(Code::C608)
    );
    let made = converted(&inputs, &files, Target::Glb, &plain);
    assert!(!made.report.has(Code::C608));
    let glb = Input {
        path: "New.glb".into(),
        bytes: made.outputs[0].bytes.clone(),
    };
    let none = Beside(BTreeMap::new());
    assert!(
        converted(&[glb], &none, Target::Horde3d, &plain)
            .report
            .has(Code::C608)
    );
}

#[test]
fn what_cannot_be_read_is_reported() {
    let list = r#"{"triggers": [{"time": 0.5, "type": "VariantVector", "value": ["step"]}]}"#;
    let beside = [
        ("Walk.xml", "<animation>\n\t<trigger tim"),
        ("Walk.xml", "\u{1}\u{2}rubbish"),
        ("Walk.json", list),
    ];
    for (name, text) in beside {
        let files = Beside(BTreeMap::from([(name, text)]));
        for target in [Target::Glb, Target::Horde3d, Target::Rbfx, Target::Urho3d] {
            let made = converted(&[model(), clip()], &files, target, &Options::default());
            assert!(made.report.has(Code::C608), "{name} to {target:?}");
        }
    }
}

#[test]
fn tracks_beside_a_clip_of_rbfx_are_reported() {
    let xml = "<animation>\n\t<transform name=\"Hip\"><keyframe time=\"0\" position=\"1 0 0\" /></transform>\n</animation>\n";
    let files = Beside(BTreeMap::from([("Walk.xml", xml)]));
    let clip = named(fixture("animation/uan2-4-weights.ani"), "Walk.ani");
    let made = converted(
        std::slice::from_ref(&clip),
        &files,
        Target::Urho3d,
        &Options::default(),
    );
    assert!(made.report.has(Code::C712));
    assert_eq!(
        text(&made, "New.xml").as_deref(),
        Some("<animation>\n</animation>\n")
    );
    let made = converted(&[clip], &files, Target::Glb, &Options::default());
    assert!(made.report.has(Code::C608));
    let glb = Input {
        path: "New.glb".into(),
        bytes: made.outputs[0].bytes.clone(),
    };
    let made = converted(
        &[glb],
        &Beside(BTreeMap::new()),
        Target::Urho3d,
        &Options::default(),
    );
    assert!(made.report.has(Code::C712));
    assert_eq!(
        text(&made, "New.xml").as_deref(),
        Some("<animation>\n</animation>\n")
    );
}

#[test]
fn materials_that_are_not_found_or_cannot_be_read_are_reported() {
    let plain = Options::default();
    let broken = ["", "<material", "<technique />", r#"{"cull": "none"}"#];
    let mut cases = vec![(None, true), (Some("<material />"), false)];
    cases.extend(broken.map(|text| (Some(text), true)));
    // Engines take a backslash for a slash.
    for list in [LIST, "\u{feff}Materials\\Red.xml\n"] {
        for (material, is_lost) in &cases {
            let mut files = Beside(BTreeMap::from([("A.b.txt", list)]));
            files
                .0
                .extend(material.map(|text| ("Materials/Red.xml", text)));
            for target in [Target::Glb, Target::Horde3d, Target::Obj] {
                let report = converted(&[model()], &files, target, &plain).report;
                assert_eq!(report.has(Code::C511), *is_lost, "{target:?}: {material:?}");
            }
            // Between forks the list stays as it is.
            for target in FAMILY {
                let report = converted(&[model()], &files, target, &plain).report;
                assert!(!report.has(Code::C511), "{target:?}");
            }
        }
    }
}

#[test]
fn each_material_that_is_not_found_counts_once() {
    for (list, count) in [("A.xml\nB.xml", 2), ("A.xml\nA.xml", 1), ("\nB.xml", 1)] {
        let files = Beside(BTreeMap::from([("A.b.txt", list)]));
        let made = converted(&[model()], &files, Target::Glb, &Options::default());
        let mut losses = made.report.losses();
        let lost = losses.find(|loss| loss.code == Code::C511);
        assert_eq!(lost.map(|loss| loss.count), Some(count), "{list}");
    }
}
