//! Files to try: our fixtures and samples, and real ones where `FORMWORK_CORPUS` lists folders.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use formwork_convert::{Files, Input};

/// All models and clips.
pub(crate) fn all() -> Vec<Input> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![
        root.join("tests/fixtures/urho3d/model"),
        root.join("tests/fixtures/urho3d/animation"),
        root.join("samples/urho3d"),
    ];
    let corpus = env::var_os("FORMWORK_CORPUS").unwrap_or_default();
    folders.extend(env::split_paths(&corpus));
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| folder.exists()) {
        collect(folder, &mut found);
    }
    found.sort();
    found.dedup();
    found
        .iter()
        .map(|path| input(path))
        .filter(is_ours)
        .collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path
            .extension()
            .is_some_and(|it| it == "mdl" || it == "ani")
        {
            found.push(path);
        }
    }
}

/// One file.
pub(crate) fn input(path: &Path) -> Input {
    Input {
        path: path.to_str().unwrap().into(),
        bytes: fs::read(path).unwrap().into(),
    }
}

/// A sample.
pub(crate) fn sample(name: &str) -> Input {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    input(&root.join("../samples/urho3d").join(name))
}

/// Whether the format itself reads it: some real files are damaged, or of other engines.
fn is_ours(input: &Input) -> bool {
    let limits = formwork_schema::Limits::default();
    let ids = ["urho3d.model", "urho3d.animation"];
    let name = input.name().to_owned();
    formwork_formats::open(input.bytes.clone(), &name, &limits)
        .is_ok_and(|asset| ids.contains(&asset.id()) && asset.tree().is_ok())
}

/// Files of the disk, beside the one that refers to them.
pub(crate) struct Beside;

impl Files for Beside {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let path = Path::new(&from.path).parent()?.join(reference);
        path.is_file().then(|| input(&path))
    }
}
