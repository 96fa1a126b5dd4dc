//! [`below`]: what is in a folder.

use std::{
    ffi::OsStr,
    fs::FileType,
    io,
    path::{Path, PathBuf},
    sync::mpsc,
};

use formwork_formats::package::names;
use formwork_schema::sorted;
use ignore::{DirEntry, WalkBuilder, WalkState};

/// A file below a folder, or a place that leads to none, and why.
pub type Entry = Result<PathBuf, (PathBuf, io::Error)>;

/// The files below a folder that are meant, sorted by path. Nothing is left out because some other tool ignores it, but for the folders of
/// version control; links are not followed. What is meant is asked of everything but folders and links, on all cores.
pub fn below(folder: &Path, is_meant: impl Fn(&Path, FileType) -> bool + Sync) -> Vec<Entry> {
    let walk = WalkBuilder::new(folder)
        .standard_filters(false)
        .follow_links(false)
        .filter_entry(|entry| entry.depth() == 0 || !is_version_control(entry.file_name()))
        .build_parallel();
    let (send, receive) = mpsc::channel();
    walk.run(|| {
        let (send, is_meant) = (send.clone(), &is_meant);
        Box::new(move |entry| {
            if let Some(found) = one(entry, folder, is_meant) {
                // The receiver outlives the walk.
                let _ = send.send(found);
            }
            WalkState::Continue
        })
    });
    drop(send);
    let mut files: Vec<Entry> = receive.into_iter().collect();
    sorted::by(&mut files, |a, b| place(a).cmp(place(b)));
    files
}

/// Whether a folder is version control's own: what is in it is nobody's asset.
#[must_use]
pub fn is_version_control(name: &OsStr) -> bool {
    names::is_version_control(name.as_encoded_bytes())
}

fn place(entry: &Entry) -> &Path {
    match entry {
        Ok(path) | Err((path, _)) => path,
    }
}

fn one(
    entry: Result<DirEntry, ignore::Error>,
    folder: &Path,
    is_meant: &impl Fn(&Path, FileType) -> bool,
) -> Option<Entry> {
    match entry {
        Ok(entry) => {
            let kind = entry.file_type()?;
            let path = entry.into_path();
            let is_other = kind.is_dir() || kind.is_symlink();
            (!is_other && is_meant(&path, kind)).then_some(Ok(path))
        }
        Err(error) => {
            let path = culprit(&error).unwrap_or(folder).to_owned();
            let error = error.into_io_error();
            let endless = || io::Error::other("the folder ends nowhere");
            Some(Err((path, error.unwrap_or_else(endless))))
        }
    }
}

/// Where a walk went wrong.
fn culprit(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            culprit(err)
        }
        _ => None,
    }
}
