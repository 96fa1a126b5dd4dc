//! Real files, where there are some.

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use formwork_formats::{AnyFormat, FORMATS, identify_whole, layouts};

/// A real file of one of our formats.
#[derive(Debug, Clone)]
pub struct RealFile {
    /// Where it is.
    pub path: PathBuf,
    /// Id of its format.
    pub format: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The folders that `FORMWORK_CORPUS` lists. A listed folder that does not exist is a mistake.
///
/// # Panics
/// When a listed folder does not exist.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    let Some(list) = env::var_os("FORMWORK_CORPUS") else {
        return Vec::new();
    };
    let folders: Vec<PathBuf> = env::split_paths(&list)
        .filter(|p| !p.as_os_str().is_empty())
        .collect();
    for folder in &folders {
        assert!(
            folder.is_dir(),
            "FORMWORK_CORPUS names {}, which is not a folder",
            folder.display()
        );
    }
    folders
}

/// Every real file of our formats, sorted by path; none without `FORMWORK_CORPUS`.
#[must_use]
pub fn files() -> Vec<RealFile> {
    let mut paths = Vec::new();
    for folder in folders() {
        below(&folder, &mut paths);
    }
    paths.sort();
    paths.into_iter().filter_map(open).collect()
}

/// Every real file that is named like a picture, sorted by path, with its content; none without `FORMWORK_CORPUS`.
#[must_use]
pub fn pictures() -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = Vec::new();
    for folder in folders() {
        below(&folder, &mut paths);
    }
    paths.sort();
    let pictures = || FORMATS.iter().filter(|format| format.picture().is_some());
    let named = |path: &PathBuf| {
        let name = path.to_string_lossy();
        pictures().any(|format| format.has_extension(&name))
    };
    paths.retain(named);
    paths
        .into_iter()
        .filter_map(|path| fs::read(&path).ok().map(|bytes| (path, bytes)))
        .collect()
}

/// Every real file of our formats that are XML documents, sorted by path; none without `FORMWORK_CORPUS`.
#[must_use]
pub fn texts() -> Vec<RealFile> {
    let mut paths = Vec::new();
    for folder in folders() {
        below(&folder, &mut paths);
    }
    paths.sort();
    paths.into_iter().filter_map(open_text).collect()
}

/// Files below folders whose names begin with `malformed`, and that are named as our documents are.
#[must_use]
pub fn malformed_texts() -> Vec<RealFile> {
    let entries = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let is_malformed = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_dir() && name.starts_with("malformed")
    };
    let folders = folders().into_iter().flat_map(entries);
    let folders = folders
        .map(|entry| entry.path())
        .filter(|path| is_malformed(path));
    let mut paths = Vec::new();
    folders.for_each(|folder| below(&folder, &mut paths));
    paths.sort();
    let files = paths.into_iter().filter_map(|path| {
        let name = path.to_string_lossy();
        let format = documents().find(|format| format.has_extension(&name))?.id();
        drop(name);
        let bytes = fs::read(&path).ok()?;
        Some(RealFile {
            format,
            path,
            bytes,
        })
    });
    files.collect()
}

fn documents() -> impl Iterator<Item = &'static dyn AnyFormat> {
    let formats = FORMATS.iter().copied();
    formats.filter(|format| format.document().is_some())
}

fn open_text(path: PathBuf) -> Option<RealFile> {
    let name = path.to_string_lossy();
    documents().find(|format| format.has_extension(&name))?;
    let bytes = fs::read(&path).ok()?;
    let known = |format: &&dyn AnyFormat| format.recognise(&bytes, &name).is_some();
    let format = documents().find(known)?.id();
    drop(name);
    Some(RealFile {
        path,
        format,
        bytes,
    })
}

/// Says how many real files a question was asked of.
pub fn report(question: &str, count: usize) {
    // Written past the test harness, which keeps what tests print that pass. Nothing is lost when it
    // cannot be written.
    let _ = writeln!(io::stderr(), "{question}: {count} real files read");
}

fn open(path: PathBuf) -> Option<RealFile> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    let known = |e: &str| layouts().any(|layout| layout.extensions.iter().any(|x| **x == *e));
    let name = path.to_string_lossy();
    // Web pages have packages of this name.
    if !known(&extension) && extension != "data" {
        return None;
    }
    let bytes = fs::read(&path).ok()?;
    let format = identify_whole(&bytes, &name).format?;
    drop(name);
    Some(RealFile {
        path,
        format,
        bytes,
    })
}

fn below(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            // Damaged files are refused, each in its own way.
            if !entry.file_name().to_string_lossy().starts_with("malformed") {
                below(&path, paths);
            }
        } else {
            paths.push(path)
        }
    }
}
