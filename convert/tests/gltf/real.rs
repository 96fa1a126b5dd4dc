//! Real models and clips: the samples, and files below the folders that `FORMWORK_CORPUS` lists.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use formwork_convert::{
    Files, Input, Options, OriginMode, Report, Scene, StreamLayout, Target, gltf, horde3d, urho3d,
};

use super::{roundtrip, validator};

/// The folder of the file that refers, and those above it. In a corpus, where a file is called `owner__name~hash.ext`, those of one
/// owner find one another.
struct Near;

impl Files for Near {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let mut folder = Path::new(&from.path).parent();
        for _ in 0..4 {
            let path = folder?.join(reference);
            if path.is_file() {
                return Some(input(&path));
            }
            folder = folder?.parent();
        }
        let owner = owner(Path::new(&from.path))?;
        let wanted = reference.rsplit('/').next()?;
        let (stem, ending) = wanted.split_once('.')?;
        let all = files(&format!(".{ending}"));
        let is_it = |path: &&PathBuf| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let name = name.split("__").nth(1).unwrap_or_default();
            let of = name.split(['~', '.']).next().unwrap_or_default();
            self::owner(path) == Some(owner.clone()) && of == stem
        };
        all.iter().find(is_it).map(|path| input(path))
    }
}

fn owner(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    name.split_once("__").map(|it| it.0.to_string())
}

fn input(path: &Path) -> Input {
    Input {
        path: path.to_str().unwrap().into(),
        bytes: fs::read(path).unwrap().into(),
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn files(ending: &str) -> Vec<PathBuf> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
    let list = env::var_os("FORMWORK_CORPUS").unwrap_or_default();
    let mut found = Vec::new();
    for folder in env::split_paths(&list).chain([samples]) {
        walk(&folder, &mut found);
    }
    found.retain(|path| path.to_str().is_some_and(|path| path.ends_with(ending)));
    found.sort();
    found
}

type Read = fn(&[Input], &dyn Files, &Options, &mut Report) -> formwork_schema::Result<Scene>;

/// Every scene that real files make, with the name of the first.
fn scenes() -> Vec<(String, Scene)> {
    let mut found = Vec::new();
    let mut read = |read: Read, inputs: &[Input]| {
        let scene = read(inputs, &Near, &Options::default(), &mut Report::default());
        if let Ok(mut scene) = scene {
            // The files themselves are not in a glTF file, and pictures not always.
            scene
                .sources
                .iter_mut()
                .for_each(|source| source.file = None);
            let path = &inputs.last().unwrap().path;
            found.push((path.clone(), scene));
        }
    };
    let mut models: BTreeMap<String, Vec<(PathBuf, Scene)>> = BTreeMap::new();
    for path in files(".mdl") {
        read(urho3d::read, &[input(&path)]);
        let scene = crate::urho3d::opened(&[input(&path)], &Near, &mut Report::default());
        if let Ok(scene) = scene {
            let owner = owner(&path).unwrap_or_default();
            models.entry(owner).or_default().push((path, scene));
        }
    }
    for path in files(".ani") {
        let alone = crate::urho3d::opened(&[input(&path)], &Near, &mut Report::default());
        let Ok(alone) = alone else { continue };
        let near = models.get(&owner(&path).unwrap_or_default());
        let has_bone = |model: &&(PathBuf, Scene)| {
            let names = alone.nodes.iter().map(|node| &node.name);
            names
                .into_iter()
                .any(|name| model.1.nodes.iter().any(|node| node.name == *name))
        };
        match near.and_then(|models| models.iter().find(has_bone)) {
            Some((model, _)) => read(urho3d::read, &[input(model), input(&path)]),
            None => read(urho3d::read, &[input(&path)]),
        }
    }
    for ending in [".scene.xml", ".geo", ".anim"] {
        for path in files(ending) {
            read(horde3d::read, &[input(&path)]);
        }
    }
    found
}

/// The first line in which two scenes differ; NaN is not equal to itself, but its text is.
fn difference(read: &Scene, written: &Scene) -> Option<String> {
    if read == written {
        return None;
    }
    let (a, b) = (format!("{read:#?}"), format!("{written:#?}"));
    let place = a.lines().zip(b.lines()).position(|(a, b)| a != b);
    let Some(place) = place else {
        return (a.len() != b.len()).then(|| "longer".into());
    };
    let lines = |text: &str| {
        let from = place.saturating_sub(8);
        text.lines()
            .skip(from)
            .take(11)
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let above = b
        .lines()
        .take(place)
        .filter(|it| it.starts_with("    ") && !it.starts_with("     "));
    Some(format!("{:?}: {} | {}", above.last(), lines(&a), lines(&b)))
}

#[test]
fn real_scenes_come_back() {
    let scenes = scenes();
    let mut wrong = Vec::new();
    for (path, scene) in &scenes {
        let mut report = Report::default();
        let stem = scene.name.clone();
        let outputs = gltf::write(
            scene,
            &stem,
            Target::Glb,
            false,
            &Options::default(),
            &mut report,
        )
        .unwrap();
        let (mut again, _) = roundtrip::read(outputs);
        again.name.clone_from(&scene.name);
        let mut scene = scene.clone();
        let images = again.images.iter_mut().chain(&mut scene.images);
        images.for_each(|image| image.bytes = None);
        if let Some(difference) = difference(&again, &scene) {
            wrong.push(format!("{path}: {difference}"));
        }
    }
    println!("{} scenes", scenes.len());
    assert!(scenes.len() >= 4);
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        scenes.len()
    );
}

#[test]
fn real_scenes_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let variants = [
        Options::default(),
        Options {
            layout: StreamLayout::Compact,
            origin: OriginMode::None,
            ..Options::default()
        },
    ];
    let scenes = scenes();
    for (variant, options) in variants.iter().enumerate() {
        for (number, (path, scene)) in scenes.iter().enumerate() {
            let mut report = Report::default();
            let outputs =
                gltf::write(scene, "x", Target::Glb, false, options, &mut report).unwrap();
            let name = path.replace(['/', '\\'], "_");
            validator::store(
                &folder.path().join(format!("{variant}-{number}-{name}")),
                &outputs,
            );
        }
    }
    let Some(said) = validator::validate(folder.path()) else {
        return;
    };
    let bad: Vec<_> = said
        .iter()
        .filter(|it| !it.1.is_empty())
        .map(|it| format!("{}: {:.300}", it.0, it.1))
        .collect();
    println!("{} files", said.len());
    assert!(bad.is_empty(), "{} of {}: {bad:#?}", bad.len(), said.len());
}
