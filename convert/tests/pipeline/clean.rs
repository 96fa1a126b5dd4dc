//! Files that `check` finds no error in lead to files without one, whatever the target is.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Mutex,
};

use formwork_convert::{Files, Input, Options, OriginMode, Output, Request, Target, convert};
use formwork_formats::{Profile, diagnose, open};
use formwork_schema::{Engines, Limits, Severity};
use rayon::prelude::*;

use super::{files, real::Shelf};

/// Targets whose files `check` knows, and the engines that read these.
const TARGETS: [(Target, Engines); 7] = [
    (Target::Urho3d, Engines::URHO3D.or(Engines::DRY)),
    (Target::U3d, Engines::U3D),
    (Target::Rbfx, Engines::RBFX),
    (Target::Atomic, Engines::ATOMIC),
    (Target::Urho3dLegacy, Engines::URHO3D_1_7),
    (Target::Horde3d, Engines::HORDE3D),
    (Target::Horde3dSls, Engines::HORDE3D_SLS),
];

/// Larger files are sampled: what is special about them is in small ones as well.
const SMALL: usize = 48 << 10;

/// One file in so many of the larger ones.
const SHARE: usize = 12;

/// The errors of a file for some engines; `None` for a file that `check` does not know.
fn errors(file: &Input, engines: Engines) -> Option<Vec<String>> {
    let asset = open(file.bytes.clone(), file.name(), &Limits::default()).ok()?;
    let all = diagnose(&asset, &Profile { engines }).into_iter();
    let errors = all.filter(|one| one.severity == Severity::Error);
    let told =
        errors.map(|one| format!("{}: {}: {}", one.rule.code, one.location.path, one.message));
    Some(told.collect())
}

/// Every model, clip, geometry and scene without an error, and where its files are; of large ones some.
fn sources(shelves: &[Shelf]) -> Vec<(Input, &(dyn Files + Sync))> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/horde3d");
    let of_urho3d = files::all().into_iter();
    let mut all: Vec<(Input, &(dyn Files + Sync))> = of_urho3d
        .map(|input| (input, &files::Beside as &(dyn Files + Sync)))
        .collect();
    let fixtures = super::real::below(&fixtures).into_iter();
    all.extend(fixtures.map(|input| (input, &files::Beside as &(dyn Files + Sync))));
    for shelf in shelves {
        for ending in [".scene.xml", ".geo", ".anim"] {
            let inputs = shelf.named(ending).into_iter();
            all.extend(inputs.map(|input| (input, shelf as &(dyn Files + Sync))));
        }
    }
    let mut large = 0;
    all.retain(|(input, _)| {
        large += usize::from(input.bytes.len() > SMALL);
        input.bytes.len() <= SMALL || large % SHARE == 0
    });
    let is_clean =
        |input: &Input| errors(input, Engines::NONE).is_some_and(|errors| errors.is_empty());
    all.into_par_iter()
        .filter(|(input, _)| is_clean(input))
        .collect()
}

/// What a conversion makes; nothing where it is refused.
fn made(
    input: &Input,
    files: &dyn Files,
    target: Target,
    split: bool,
    options: &Options,
) -> Vec<Output> {
    let request = Request {
        inputs: std::slice::from_ref(input).into(),
        files,
        name: input.stem(),
        target,
        is_usual: false,
        split,
        options,
    };
    convert(request)
        .map(|made| made.outputs)
        .unwrap_or_default()
}

/// The errors that are in files for a target, with what led to them.
fn told(outputs: Vec<Output>, engines: Engines, way: &str) -> Vec<String> {
    let files = outputs.into_iter().map(|output| Input {
        path: output.path,
        bytes: output.bytes,
    });
    let all = files.flat_map(|file| {
        let errors = errors(&file, engines).unwrap_or_default().into_iter();
        errors
            .map(move |error| format!("{way}: {}: {error}", file.path))
            .collect::<Vec<_>>()
    });
    all.collect()
}

#[test]
fn what_is_made_of_files_without_errors_has_none() {
    let shelves = Shelf::all();
    let sources = sources(&shelves);
    let found: Mutex<BTreeSet<String>> = Mutex::default();
    let count: Mutex<BTreeMap<String, usize>> = Mutex::default();
    let plain = Options::default();
    let bare = Options {
        origin: OriginMode::None,
        ..Options::default()
    };
    sources.par_iter().for_each(|(input, files)| {
        let glb = |options| made(input, *files, Target::Glb, false, options);
        let by_gltf = [("glb", glb(&plain)), ("bare glb", glb(&bare))];
        for (target, engines) in TARGETS {
            let mut all = Vec::new();
            for split in [false, true] {
                let way = format!("{}: {target:?} {split}", input.path);
                all.extend(told(
                    made(input, *files, target, split, &plain),
                    engines,
                    &way,
                ));
            }
            for (what, outputs) in &by_gltf {
                let Some(output) = outputs.first() else {
                    continue;
                };
                let glb = Input {
                    path: output.path.clone(),
                    bytes: output.bytes.clone(),
                };
                let way = format!("{}: {what}: {target:?}", input.path);
                all.extend(told(
                    made(&glb, *files, target, false, &plain),
                    engines,
                    &way,
                ));
            }
            found.lock().unwrap().extend(all);
        }
        let kind = input.path.rsplit('.').next().unwrap_or_default().to_owned();
        *count.lock().unwrap().entry(kind).or_default() += 1;
    });
    println!("files without errors: {:?}", count.into_inner().unwrap());
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{} errors: {:#?}", found.len(), found);
}
