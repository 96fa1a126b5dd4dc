//! Every code that reading Horde3D raises, by the smallest file that does.

use std::collections::BTreeSet;

use formwork_convert::{Code, Files, Input, NoFiles, Report, Scene, horde3d};

use super::{
    codes::{losses, material, morph, options, texture, with},
    fork::coarse,
    made::Written,
    real::Shelf,
    scenes::{chain, quad},
};

/// Files of a scene, and their inputs.
fn files(scene: &Scene) -> (Written, Vec<Input>) {
    let options = options();
    let outputs = super::written(scene, "it", &options, &mut Report::default());
    let written = Written(outputs.expect("files"));
    let inputs = written
        .0
        .iter()
        .filter(|output| output.format != "horde3d.material");
    let inputs = inputs.filter(|output| output.format != "horde3d.geometry");
    let inputs = inputs.map(|output| Input {
        path: output.path.clone(),
        bytes: output.bytes.clone(),
    });
    let inputs = inputs.collect();
    (written, inputs)
}

fn lost(inputs: &[Input], files: &dyn Files) -> BTreeSet<Code> {
    let mut report = Report::default();
    let scene = horde3d::read(inputs, files, &options(), &mut report).expect("a scene");
    scene.validate().expect("a whole scene");
    losses(&report)
}

/// The same file with other words in it.
fn replaced(input: &Input, from: &str, to: &str) -> Input {
    let text = String::from_utf8(input.bytes.to_vec()).expect("text");
    assert!(text.contains(from), "{text}");
    Input {
        path: input.path.clone(),
        bytes: text.replace(from, to).into_bytes().into(),
    }
}

#[test]
fn reading_says_what_is_lost() {
    let (plain, inputs) = files(&chain(3));
    let document = &inputs[0];
    let usual = BTreeSet::from([Code::C502]);
    assert_eq!(lost(&inputs, &plain), usual);
    let cases = [
        (Code::C101, "batchCount=\"6\"", "batchCount=\"60\""),
        (Code::C220, "jointIndex=\"3\"", "jointIndex=\"7\""),
        (
            Code::C221,
            "<Mesh name=\"quad\"",
            "<Mesh name=\"quad\" sx=\"2\"",
        ),
        (
            Code::C601,
            "</Model>",
            "<Reference name=\"other\" sceneGraph=\"other.scene.xml\" /></Model>",
        ),
        (
            Code::C603,
            "</Model>",
            "<Light name=\"lamp\" lightingContext=\"LIGHTING\" shadowContext=\"\" /></Model>",
        ),
    ];
    for (code, from, to) in cases {
        let changed = replaced(document, from, to);
        let mut all = usual.clone();
        all.insert(code);
        assert_eq!(lost(&[changed], &plain), all);
    }
    assert_eq!(
        lost(std::slice::from_ref(document), &Geometries(&plain)),
        BTreeSet::from([Code::C511])
    );
    let (textured, inputs) = files(&material(|it| it.base_color_texture = texture(0)));
    assert_eq!(
        lost(&inputs, &textured),
        BTreeSet::from([Code::C502, Code::C507])
    );
    let coarse = coarse(false);
    let all = BTreeSet::from([Code::C801, Code::C804]);
    assert_eq!(lost(&[coarse], &NoFiles), all);
}

/// Geometries, and nothing else.
struct Geometries<'a>(&'a Written);

impl Files for Geometries<'_> {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let found = self.0.find(from, reference);
        found.filter(|_| reference.ends_with(".geo"))
    }
}

/// A clip of version 4: one frame of one entity, and two weights of a morph target.
pub(crate) fn clip_with_weights(target: &[u8]) -> Input {
    let mut bytes = b"H3DA\x04\0\0\0\x01\0\0\0\x02\0\0\0".to_vec();
    let name = |name: &[u8]| {
        let mut field = [0; 256];
        field[..name.len()].copy_from_slice(name);
        field
    };
    bytes.extend(name(b"quad"));
    bytes.push(1);
    let frame = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0_f32];
    bytes.extend(frame.into_iter().flat_map(f32::to_le_bytes));
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(name(target));
    bytes.push(0);
    bytes.extend([0.25_f32, 0.75].into_iter().flat_map(f32::to_le_bytes));
    Input {
        path: "smile.anim".to_owned(),
        bytes: bytes.into(),
    }
}

#[test]
fn reading_clips_says_what_is_lost() {
    let (quiet, inputs) = files(&with(quad(), |scene| {
        scene.meshes[0].targets = vec![morph("smile", vec![1])]
    }));
    let still = Geometries(&quiet);
    let with_clip = |clip: Input| {
        let mut lost = lost(&[inputs[0].clone(), clip], &still);
        assert!(lost.remove(&Code::C511), "there are no materials");
        lost
    };
    let usual = BTreeSet::from([Code::C340]);
    assert_eq!(with_clip(clip_with_weights(b"smile")), usual);
    let other = BTreeSet::from([Code::C310, Code::C340]);
    assert_eq!(with_clip(clip_with_weights(b"frown")), other);
    let mut twice = clip_with_weights(b"smile").bytes.to_vec();
    let entity = twice[16..].to_vec();
    twice[8] = 2;
    twice.extend(entity);
    let twice = Input {
        path: "twice.anim".to_owned(),
        bytes: twice.into(),
    };
    assert_eq!(with_clip(twice), BTreeSet::from([Code::C340, Code::C341]));
    let mut dirty = clip_with_weights(b"smile").bytes.to_vec();
    dirty[16 + 200] = 0xcd;
    let dirty = Input {
        path: "dirty.anim".to_owned(),
        bytes: dirty.into(),
    };
    assert_eq!(with_clip(dirty), BTreeSet::from([Code::C340, Code::C345]));
    // The samples say what every model with a clip does.
    let shelf = Shelf::samples();
    let figure = [shelf.get("figure.scene.xml"), shelf.get("walk.anim")];
    let all = BTreeSet::from([Code::C340, Code::C502, Code::C801]);
    assert_eq!(lost(&figure, &shelf), all);
}
