//! Stored differences that somebody else made: they lead to no file that is not of its format, or shows another scene.

use formwork_convert::{Code, Converted, Files, Input, Target};
use formwork_formats::identify;

use super::{converted, origin};
use crate::{horde3d::real::Shelf, urho3d::files};

fn glb(input: &Input, from: &dyn Files, name: &str) -> Vec<u8> {
    let made = converted(std::slice::from_ref(input), from, name, Target::Glb);
    made.outputs[0].bytes.to_vec()
}

/// The way back of a `.glb`.
fn back(glb: Vec<u8>, name: &str, target: Target) -> Converted {
    let input = Input {
        path: format!("{name}.glb"),
        bytes: glb.into(),
    };
    converted(&[input], &files::Beside, name, target)
}

/// Whether what is made of a forged file is what is made of an honest one, with a word.
fn judge(glb: &[u8], name: &str, target: Target, forgeries: &[(&str, Vec<u8>)]) {
    let honest = back(glb.to_vec(), name, target);
    assert!(!honest.report.has(Code::C902));
    for source in 0..origin::sources(glb) {
        for (what, forgery) in forgeries {
            let made = back(origin::forged(glb, source, forgery), name, target);
            let what = format!("{name}, source {source}, {what}");
            assert!(made.report.has(Code::C902), "{what}: {:?}", made.report);
            assert!(made.outputs == honest.outputs, "{what}");
            for output in &made.outputs {
                let identity = identify(&output.bytes, &output.path);
                assert_eq!(identity.format, Some(&*output.format), "{what}");
            }
        }
    }
}

/// Bytes of no format, of other formats, and files that end early.
fn foreign(own: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a script", b"#!/bin/sh\necho owned\n".to_vec()),
        ("a program", b"\x7fELF\x02\x01\x01".to_vec()),
        ("nothing", Vec::new()),
        ("a page", b"<html><script>1</script></html>".to_vec()),
        (
            "an attribute",
            b"<Model name=\"a\" geometry=\"../../a.geo\"/>".to_vec(),
        ),
        ("a file that ends early", own[..own.len() / 2].to_vec()),
    ]
}

#[test]
fn forged_models_are_not_written() {
    let own = files::sample("Crate.mdl");
    let mut forgeries = foreign(&own.bytes);
    for (what, name) in [("another model", "Figure.mdl"), ("a clip", "Walk.ani")] {
        forgeries.push((what, files::sample(name).bytes.to_vec()));
    }
    let mut moved = own.bytes.to_vec();
    let vertex = moved.windows(4).position(|it| it == 0.4_f32.to_le_bytes());
    moved[vertex.expect("a vertex at 0.4")..][..4].copy_from_slice(&9.0_f32.to_le_bytes());
    forgeries.push(("a vertex elsewhere", moved));
    let rbfx = converted(
        std::slice::from_ref(&own),
        &files::Beside,
        "Crate",
        Target::Rbfx,
    );
    forgeries.push(("another version", rbfx.outputs[0].bytes.to_vec()));
    judge(
        &glb(&own, &files::Beside, "Crate"),
        "Crate",
        Target::Urho3d,
        &forgeries,
    );
}

#[test]
fn forged_clips_are_not_written() {
    let own = files::sample("Walk.ani");
    let mut forgeries = foreign(&own.bytes);
    forgeries.push(("a model", files::sample("Crate.mdl").bytes.to_vec()));
    let mut moved = own.bytes.to_vec();
    let key = moved.len() - 4;
    moved[key..].copy_from_slice(&9.0_f32.to_le_bytes());
    forgeries.push(("a key elsewhere", moved));
    judge(
        &glb(&own, &files::Beside, "Walk"),
        "Walk",
        Target::Urho3d,
        &forgeries,
    );
}

#[test]
fn forged_scenes_are_not_written() {
    let samples = Shelf::samples();
    let own = samples.get("figure.scene.xml");
    let glb = glb(&own, &samples, "figure");
    let geometry = samples.get("figure.geo");
    judge(&glb, "figure", Target::Horde3d, &foreign(&geometry.bytes));
}
