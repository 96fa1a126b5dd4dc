//! Whole conversions of the samples and, where `FORMWORK_CORPUS` lists folders, of real files: what is made is valid glTF, and comes
//! back as it was.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod clean;
mod codes;
mod finite;
mod forged;
mod forgotten;
mod names;
mod origin;
mod rest_pose;
mod sidecars;

use std::{collections::BTreeSet, path::Path};

use formwork_convert::{Converted, Files, Input, Options, Output, Request, Target, convert};
use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::{CString, read};

use super::{gltf::validator, horde3d::real, urho3d::files};

/// Converts to a target by its usual name.
fn converted(inputs: &[Input], files: &dyn Files, name: &str, target: Target) -> Converted {
    let options = Options::default();
    let request = Request {
        inputs: inputs.into(),
        files,
        name,
        target,
        is_usual: true,
        split: false,
        options: &options,
    };
    convert(request).unwrap_or_else(|error| panic!("{}: {error}", inputs[0].path))
}

/// Files beside a glTF file, and what the source found.
struct Beside<'a>(&'a [Output], &'a dyn Files);

impl Files for Beside<'_> {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let made = self.0.iter().find(|output| output.path == reference);
        let made = made.map(|output| Input {
            path: output.path.clone(),
            bytes: output.bytes.clone(),
        });
        made.or_else(|| self.1.find(from, reference))
    }
}

/// A folder of glTF files that the validator is asked about, and how large what they keep is.
struct Made {
    folder: tempfile::TempDir,
    count: usize,
    kept: origin::Kept,
}

impl Made {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            count: 0,
            kept: origin::Kept::default(),
        }
    }

    /// Makes a glTF file of some files, and these again of that.
    fn there_and_back(&mut self, inputs: &[Input], files: &dyn Files, back: Target) {
        let stem = inputs[0].stem();
        let made = converted(inputs, files, stem, Target::Glb);
        let gltf = Input {
            path: made.outputs[0].path.clone(),
            bytes: made.outputs[0].bytes.clone(),
        };
        let again = converted(&[gltf], &Beside(&made.outputs, files), stem, back);
        for input in inputs {
            let is_it = |output: &Output| output.bytes == input.bytes;
            assert!(
                again.outputs.iter().any(is_it),
                "{} does not come back",
                input.path
            );
        }
        self.kept.add(&made.outputs[0].bytes);
        validator::store(
            &self.folder.path().join(self.count.to_string()),
            &made.outputs,
        );
        self.count += 1;
    }

    /// Asks what the validator says of all; the largest share of a file that is kept.
    fn judge(self, what: &str, least: usize) -> f64 {
        println!("{what}: {} conversions", self.count);
        assert!(self.count >= least, "{}", self.count);
        let worst = self.kept.judge(what);
        let Some(said) = validator::validate(self.folder.path()) else {
            return worst;
        };
        assert_eq!(said.len(), self.count);
        let bad: Vec<_> = said.iter().filter(|it| !it.1.is_empty()).collect();
        assert!(bad.is_empty(), "{bad:#?}");
        worst
    }
}

#[test]
fn models_are_valid_and_come_back() {
    let mut made = Made::new();
    for input in files::all()
        .iter()
        .filter(|input| input.path.ends_with(".mdl"))
    {
        made.there_and_back(std::slice::from_ref(input), &files::Beside, Target::Urho3d);
    }
    let (small, count) = made.kept.small();
    // Of real files 85 of 100; fixtures are what is rare.
    assert!(
        count < 200 || small * 100 >= 75 * count,
        "{small} of {count}"
    );
    let worst = made.judge("models of Urho3D", 2);
    assert!(worst <= 1.0, "more is kept of a model than it has");
}

/// The folder of a file, and in a corpus whose it is.
fn owner(input: &Input) -> String {
    let folder = Path::new(&input.path)
        .parent()
        .map(|path| path.display().to_string());
    let whose = input.name().split_once("__").map_or("", |(owner, _)| owner);
    format!("{}/{whose}", folder.unwrap_or_default())
}

/// The bones of a model.
fn bones(input: &Input) -> BTreeSet<CString> {
    let model = read::from_slice::<Model>(&input.bytes);
    model
        .map(|model| model.bones.into_iter().map(|bone| bone.name).collect())
        .unwrap_or_default()
}

#[test]
fn clips_are_valid_and_come_back() {
    let all = files::all();
    let models = all.iter().filter(|input| input.path.ends_with(".mdl"));
    let models: Vec<(String, BTreeSet<CString>, &Input)> = models
        .map(|input| (owner(input), bones(input), input))
        .collect();
    let mut made = Made::new();
    let mut with_model = 0;
    for clip in all.iter().filter(|input| input.path.ends_with(".ani")) {
        made.there_and_back(std::slice::from_ref(clip), &files::Beside, Target::Urho3d);
        let tracks = read::from_slice::<Animation>(&clip.bytes)
            .map(|clip| clip.tracks)
            .unwrap_or_default();
        let fits = |(of, bones, _): &&(String, BTreeSet<CString>, &Input)| {
            let is_near = of.rsplit('/').next() == owner(clip).rsplit('/').next();
            is_near && tracks.iter().any(|track| bones.contains(&track.name))
        };
        if let Some((.., model)) = models.iter().find(fits) {
            made.there_and_back(
                &[(*model).clone(), clip.clone()],
                &files::Beside,
                Target::Urho3d,
            );
            with_model += 1;
        }
    }
    assert!(with_model > 0);
    println!("{with_model} of them with a model");
    made.judge("clips of Urho3D", 2);
}

#[test]
fn scenes_geometries_and_clips_are_valid_and_come_back() {
    let mut made = Made::new();
    for shelf in real::Shelf::all() {
        for ending in [".scene.xml", ".geo", ".anim"] {
            for input in shelf.named(ending) {
                let options = Options::default();
                // A scene whose geometry nobody has is refused.
                let mut report = formwork_convert::Report::default();
                let read = formwork_convert::horde3d::read(
                    std::slice::from_ref(&input),
                    &shelf,
                    &options,
                    &mut report,
                );
                if read.is_ok() {
                    made.there_and_back(&[input], &shelf, Target::Horde3d);
                }
            }
        }
    }
    made.judge("files of Horde3D", 3);
}

#[test]
fn an_edit_is_kept_and_nothing_else_changes() {
    let input = files::sample("Figure.mdl");
    let made = converted(
        std::slice::from_ref(&input),
        &files::Beside,
        "Figure",
        Target::Glb,
    );
    let edited = Input {
        path: "Figure.glb".into(),
        bytes: origin::with_bone_renamed(&made.outputs[0].bytes, "Neck", "Nape").into(),
    };
    let again = converted(&[edited], &files::Beside, "Figure", Target::Urho3d);
    assert!(again.report.has(formwork_convert::Code::C901));
    let (was, is): (Model, Model) = (
        read::from_slice(&input.bytes).unwrap(),
        read::from_slice(&again.outputs[0].bytes).unwrap(),
    );
    let mut wanted = was;
    let neck = wanted
        .bones
        .iter_mut()
        .find(|bone| bone.name == *"Neck")
        .expect("a neck");
    neck.name = CString::from("Nape");
    assert!(is == wanted);
}

#[test]
fn what_is_not_stored_follows_an_edit() {
    let input = files::sample("Crate.mdl");
    let inputs = std::slice::from_ref(&input);
    let made = converted(inputs, &files::Beside, "Crate", Target::Glb);
    let glb = &made.outputs[0].bytes;
    assert!(origin::is_bare(glb));
    let edited = Input {
        path: "Crate.glb".into(),
        bytes: origin::with_vertex_at(glb, -50.0).into(),
    };
    let again = converted(&[edited], &files::Beside, "Crate", Target::Urho3d);
    assert!(again.report.has(formwork_convert::Code::C901));
    let (was, is): (Model, Model) = (
        read::from_slice(&input.bytes).unwrap(),
        read::from_slice(&again.outputs[0].bytes).unwrap(),
    );
    let place = is.vertex_buffers[0].positions().unwrap().next().unwrap();
    assert_eq!((place.x, is.bounding_box.max.x), (50.0, 50.0));
    assert_eq!(is.bounding_box.min, was.bounding_box.min);
    assert_eq!(is.geometries, was.geometries);
    assert_eq!(is.geometry_centers, was.geometry_centers);
}

#[test]
fn stored_differences_that_lead_elsewhere_are_refused() {
    let input = files::sample("Walk.ani");
    let made = converted(
        std::slice::from_ref(&input),
        &files::Beside,
        "Walk",
        Target::Glb,
    );
    let bytes = origin::with_other_size(&made.outputs[0].bytes);
    let gltf = Input {
        path: "Walk.glb".into(),
        bytes: bytes.into(),
    };
    let options = Options::default();
    let refused = convert(Request {
        inputs: vec![gltf].into(),
        files: &files::Beside,
        name: "Walk",
        target: Target::Urho3d,
        is_usual: true,
        split: false,
        options: &options,
    });
    let made = refused.unwrap();
    assert!(made.report.has(formwork_convert::Code::C902));
    assert!(
        formwork_formats::identify(&made.outputs[0].bytes, "a")
            .format
            .is_some()
    );
}

#[test]
fn without_stored_facts_every_difference_has_a_code() {
    let input = files::sample("Figure.mdl");
    let options = Options {
        origin: formwork_convert::OriginMode::None,
        ..Options::default()
    };
    let request = |input: &Input, target| Request {
        inputs: vec![input.clone()].into(),
        files: &files::Beside,
        name: "Figure",
        target,
        is_usual: true,
        split: false,
        options: &options,
    };
    let made = convert(request(&input, Target::Glb)).unwrap();
    assert!(made.report.has(formwork_convert::Code::C903));
    let gltf = Input {
        path: "Figure.glb".into(),
        bytes: made.outputs[0].bytes.clone(),
    };
    let again = convert(request(&gltf, Target::Urho3d)).unwrap();
    let (was, is): (Model, Model) = (
        read::from_slice(&input.bytes).unwrap(),
        read::from_slice(&again.outputs[0].bytes).unwrap(),
    );
    let positions = |model: &Model| {
        let mut all: Vec<[u32; 3]> = Vec::new();
        for buffer in &model.vertex_buffers {
            let found = buffer.positions().expect("positions");
            all.extend(found.map(|place| [place.x, place.y, place.z].map(f32::to_bits)));
        }
        all.sort_unstable();
        all
    };
    assert!(
        positions(&was) == positions(&is),
        "positions are the same bits"
    );
    assert!(is != was);
    assert!(again.report.losses().next().is_some());
}

#[test]
fn what_is_asked_for_is_all_that_is_written() {
    let inputs = [files::sample("Figure.mdl"), files::sample("Walk.ani")];
    for (target, endings) in [
        (Target::Glb, &[".glb"][..]),
        (Target::Gltf, &[".gltf", ".bin"]),
        (Target::GltfEmbedded, &[".gltf"]),
        (Target::Obj, &[".obj"]),
        (Target::Ply, &[".ply"]),
        (Target::Rbfx, &[".mdl", ".ani"]),
        (Target::Horde3d, &[".scene.xml", ".geo", ".anim"]),
    ] {
        let made = converted(&inputs, &files::Beside, "Figure", target);
        for ending in endings {
            let is_it = |output: &&Output| output.path.ends_with(ending);
            assert_eq!(
                made.outputs.iter().filter(is_it).count(),
                1,
                "{target:?} {ending}"
            );
        }
    }
}
