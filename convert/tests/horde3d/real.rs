//! Real files: the samples, and those below the folders that `FORMWORK_CORPUS` lists.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use formwork_convert::{Files, Input};

/// Files of some folders, found by the last part of what others call them. In a corpus, where a file is called
/// `owner__name~hash.ext`, those of one owner find one another.
pub(crate) struct Shelf {
    paths: Vec<PathBuf>,
}

impl Shelf {
    /// The samples.
    pub(crate) fn samples() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/horde3d");
        Self {
            paths: files_below(&folder),
        }
    }

    /// All that there is.
    pub(crate) fn all() -> Vec<Self> {
        let list = env::var_os("FORMWORK_CORPUS").unwrap_or_default();
        let folders = env::split_paths(&list).filter(|path| !path.as_os_str().is_empty());
        let corpora = folders.map(|folder| Self {
            paths: files_below(&folder),
        });
        [Self::samples()].into_iter().chain(corpora).collect()
    }

    /// Files with such an ending, by path.
    pub(crate) fn named(&self, ending: &str) -> Vec<Input> {
        let paths = self.paths.iter();
        let paths = paths.filter(|path| path.to_string_lossy().ends_with(ending));
        // What is malformed on purpose is no part of this.
        let paths = paths.filter(|path| !path.to_string_lossy().contains("malformed"));
        paths.map(|path| load(path)).collect()
    }

    /// The input of this name.
    pub(crate) fn get(&self, name: &str) -> Input {
        let found = self.named(name);
        found
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("no {name}"))
    }
}

impl Files for Shelf {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let owner = from.name().split_once("__").map(|(owner, _)| owner);
        let wanted = reference.rsplit('/').next()?;
        let is_it = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(owner) = owner else {
                return name == wanted;
            };
            let Some((of, name)) = name.split_once("__") else {
                return false;
            };
            let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
            let stem = stem.split('~').next().unwrap_or_default();
            of == owner && format!("{stem}.{ending}") == wanted
        };
        self.paths.iter().find(is_it).map(|path| load(path))
    }
}

/// All files below a folder.
pub(crate) fn below(folder: &Path) -> Vec<Input> {
    files_below(folder).iter().map(|path| load(path)).collect()
}

fn load(path: &Path) -> Input {
    Input {
        path: path.to_string_lossy().into_owned(),
        bytes: fs::read(path).expect("a readable file").into(),
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).expect("a readable folder");
        for entry in entries {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
