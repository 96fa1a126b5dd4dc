//! Conversion of arbitrary bytes.

use bytes::Bytes;
use formwork_convert::{
    Files, Format, Input, NoFiles, Options, OriginMode, Output, Report, Request, Scene, Target,
    Word, convert,
};
use formwork_formats::{format, open_as};
use formwork_schema::{Limits, Result};

/// Bytes as a glTF file, and as models, scenes and clips of engines, are refused or converted to everything; what is written for engines is
/// of the format that it is said to be, and what was not edited comes back.
///
/// # Panics
/// When that is not so.
pub(super) fn convert_all(bytes: &[u8]) {
    let bytes = Bytes::copy_from_slice(bytes);
    let input = Input {
        path: "Models/input".into(),
        bytes: bytes.clone(),
    };
    if Format::of(&bytes, &input.path).is_none() {
        return;
    }
    for (.., target) in Target::WORDS {
        for split in [false, true] {
            let Ok(outputs) = converted(std::slice::from_ref(&input), &NoFiles, *target, split)
            else {
                continue;
            };
            outputs.iter().for_each(is_what_it_says);
            if *target == Target::Glb {
                comes_back(&input, &outputs);
            }
        }
    }
}

/// Bytes as a glTF file are refused, or read as a scene that does not contradict itself.
///
/// # Panics
/// When it does.
pub(super) fn gltf(bytes: &[u8]) {
    let input = Input {
        path: "input.gltf".into(),
        bytes: Bytes::copy_from_slice(bytes),
    };
    let (options, mut report) = (Options::default(), Report::default());
    if let Ok(scene) = formwork_convert::gltf::read(&[input], &NoFiles, &options, &mut report) {
        scene.validate().unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Bytes in place of each thing that is stored of a source are refused or used; the file is written all the same.
///
/// # Panics
/// When it is not.
pub(super) fn facts(bytes: &[u8]) {
    let stored = Bytes::copy_from_slice(bytes);
    let model = include_bytes!("../../fixtures/urho3d/model/umd2-skinned.mdl");
    let geometry = include_bytes!("../../fixtures/horde3d/geometry/h3dg-5-skinned.geo");
    let (options, report) = (&Options::default(), &mut Report::default());
    let input = |path: &str, bytes: &'static [u8]| {
        [Input {
            path: path.into(),
            bytes: Bytes::from_static(bytes),
        }]
    };
    let urho3d = formwork_convert::urho3d::read(&input("a.mdl", model), &NoFiles, options, report);
    let horde3d =
        formwork_convert::horde3d::read(&input("a.geo", geometry), &NoFiles, options, report);
    for (scene, write, target) in [
        (
            urho3d,
            formwork_convert::urho3d::write as Write,
            Target::Urho3d,
        ),
        (
            horde3d,
            formwork_convert::horde3d::write as Write,
            Target::Horde3d,
        ),
    ] {
        let scene = scene.expect("a fixture");
        for source in 0..scene.sources.len() {
            for name in scene.sources[source].facts.0.keys() {
                let mut changed = scene.clone();
                changed.sources[source]
                    .facts
                    .0
                    .insert(name.clone(), stored.clone());
                let written = write(&changed, "a", target, false, options, report);
                // What is stored may ask for what a file cannot be.
                if let Ok(outputs) = written {
                    outputs.iter().for_each(is_what_it_says);
                }
            }
        }
    }
}

type Write = fn(&Scene, &str, Target, bool, &Options, &mut Report) -> Result<Vec<Output>>;

fn converted(
    inputs: &[Input],
    files: &dyn Files,
    target: Target,
    split: bool,
) -> Result<Vec<Output>> {
    let options = Options {
        origin: OriginMode::Facts,
        ..Options::default()
    };
    let request = Request {
        inputs: inputs.into(),
        files,
        // Files of another name name one another otherwise.
        name: "input",
        target,
        is_usual: true,
        split,
        options: &options,
    };
    Ok(convert(request)?.outputs)
}

fn is_what_it_says(output: &Output) {
    let parts = || output.path.split('/');
    assert!(
        parts().all(|part| !matches!(part, "" | "." | "..")),
        "{}",
        output.path
    );
    let Some(format) = format(&output.format) else {
        return;
    };
    let tree = open_as(format, output.bytes.clone(), &Limits::default()).tree();
    let tree = tree.unwrap_or_else(|error| panic!("{}: {error}", output.path));
    assert!(
        tree.version().is_some() || format.versions().is_empty(),
        "{}",
        output.path
    );
}

/// Files beside a glTF file.
struct Beside<'a>(&'a [Output]);

impl Files for Beside<'_> {
    fn find(&self, _: &Input, reference: &str) -> Option<Input> {
        let found = self.0.iter().find(|output| output.path == reference)?;
        Some(Input {
            path: found.path.clone(),
            bytes: found.bytes.clone(),
        })
    }
}

fn comes_back(source: &Input, outputs: &[Output]) {
    let [gltf, ..] = outputs else { return };
    let input = Input {
        path: gltf.path.clone(),
        bytes: gltf.bytes.clone(),
    };
    let format = Format::of(&source.bytes, &source.path);
    let mut own = [Target::Urho3d, Target::Horde3d].into_iter();
    let Some(family) = own.find(|own| format.is_some_and(|it| it.is_of(*own))) else {
        return;
    };
    let back = converted(&[input], &Beside(outputs), family, false);
    let back = back.unwrap_or_else(|error| panic!("the way back: {error}"));
    assert!(
        back.iter().any(|output| output.bytes == source.bytes),
        "other bytes came back"
    );
}
