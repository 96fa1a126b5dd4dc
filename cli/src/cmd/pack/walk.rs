//! Which files of a folder are meant.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use formwork_formats::{format, package::tool};
use formwork_schema::{Error, Kind};
use ignore::{
    DirEntry, WalkBuilder,
    gitignore::{Gitignore, GitignoreBuilder},
};

use crate::{
    args::Pack,
    files, input, output,
    report::{self, Failure},
};

/// A file with patterns of what is left out, as in `.gitignore`, of its folder and those below.
const IGNORE: &str = ".formworkignore";

/// A file that goes into the package.
pub(super) struct Source {
    /// Where it is.
    pub(super) path: PathBuf,
    /// The same, below the folder and behind the base.
    pub(super) below: Vec<u8>,
    /// Its size when it was found, in bytes.
    pub(super) size: u64,
    /// Which file of the package to update it is.
    pub(super) old: Option<usize>,
}

/// The files below the folder, in no order.
pub(super) fn below(of: &Pack, base: &str) -> Result<Vec<Source>, Failure> {
    let meta = fs::metadata(&of.folder);
    let meta = meta.map_err(|error| Failure::unreadable(&of.folder, &error))?;
    if !meta.is_dir() {
        let error = io::Error::other("it is not a folder");
        return Err(Failure::unreadable(&of.folder, &error));
    }
    // The package itself is none of its files.
    let output = of
        .output
        .as_ref()
        .and_then(|path| fs::canonicalize(path).ok());
    let mut sources = Vec::new();
    for entry in walk(of)?.build() {
        let Some(entry) = found(of, entry)? else {
            continue;
        };
        let is_output = output.is_some()
            && fs::canonicalize(entry.path()).ok() == output
            && is_package(entry.path());
        let meta = entry.metadata();
        let meta = meta.map_err(|error| unreadable(of, error))?;
        let is_left_out = of.like_packagetool && !tool::takes_size(meta.len());
        if !is_output && !is_left_out {
            sources.push(Source {
                below: name(of, base, entry.path()),
                size: meta.len(),
                old: None,
                path: entry.into_path(),
            });
        }
    }
    Ok(sources)
}

fn walk(of: &Pack) -> Result<WalkBuilder, Failure> {
    let excluded = excluded(of)?;
    let like_tool = of.like_packagetool;
    let mut walk = WalkBuilder::new(&of.folder);
    walk.standard_filters(false).follow_links(like_tool);
    if !like_tool {
        walk.add_custom_ignore_filename(IGNORE);
    }
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let name = entry.file_name();
        let is_meant = match (like_tool, is_folder) {
            (true, true) => tool::looks_into(name.as_encoded_bytes()),
            (true, false) => tool::takes_name(name.as_encoded_bytes()),
            (false, _) => name != IGNORE && !files::is_version_control(name),
        };
        let is_excluded = || excluded.matched(entry.path(), is_folder).is_ignore();
        entry.depth() == 0 || (is_meant && !is_excluded())
    });
    Ok(walk)
}

/// What `--exclude` says.
fn excluded(of: &Pack) -> Result<Gitignore, Failure> {
    let mut all = GitignoreBuilder::new(&of.folder);
    for pattern in &of.exclude {
        all.add_line(None, pattern)
            .map_err(|error| Failure::usage(format!("--exclude: {error}")))?;
    }
    all.build()
        .map_err(|error| Failure::usage(format!("--exclude: {error}")))
}

/// The file, if it is one that is packed.
fn found(of: &Pack, entry: Result<DirEntry, ignore::Error>) -> Result<Option<DirEntry>, Failure> {
    let entry = match entry {
        Ok(entry) => entry,
        // The tool does not mind links that lead nowhere.
        Err(error) if of.like_packagetool && is_gone(&error) => return Ok(None),
        Err(error) => return Err(unreadable(of, error)),
    };
    if let Some(error) = entry.error() {
        let message = format!("what it leaves out is not clear: {error}");
        let place = entry.path().join(IGNORE);
        return Err(Failure::new(&place, Error::new(Kind::Invalid, message)));
    }
    let kind = entry.file_type();
    if kind.is_some_and(|kind| kind.is_symlink()) {
        let name = report::name(entry.path());
        output::complain(&format!("{name}: note: a symbolic link is left out"));
    }
    if output::is_temporary(entry.file_name()) {
        let name = report::name(entry.path());
        output::complain(&format!(
            "{name}: note: what an ended run left behind is left out; remove it"
        ));
        return Ok(None);
    }
    if kind.is_some_and(|kind| files::is_special(kind, entry.path())) {
        return Ok(None);
    }
    Ok(kind.is_some_and(|kind| kind.is_file()).then_some(entry))
}

/// Whether a file is a package of before, and no file to pack that would be lost.
fn is_package(path: &Path) -> bool {
    let found = input::identify_file(path);
    let format = found
        .ok()
        .and_then(|found| found.identity.format)
        .and_then(format);
    format.is_some_and(|format| format.builder(false).is_some())
}

fn is_gone(error: &ignore::Error) -> bool {
    let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    error.io_error().is_some_and(gone)
}

fn unreadable(of: &Pack, error: ignore::Error) -> Failure {
    let message = error.to_string();
    let error = error.into_io_error();
    let error = error.unwrap_or_else(|| io::Error::other(message));
    Failure::unreadable(&of.folder, &error)
}

/// The path below the folder, with slashes, behind the base.
fn name(of: &Pack, base: &str, path: &Path) -> Vec<u8> {
    let relative = path.strip_prefix(&of.folder).unwrap_or(path);
    let parts = relative
        .components()
        .map(|part| part.as_os_str().as_encoded_bytes());
    let base = (!base.is_empty()).then_some(base.as_bytes());
    let parts: Vec<&[u8]> = base.into_iter().chain(parts).collect();
    parts.join(&b'/')
}
