//! The files of a folder that go into a package, under which name and in which order.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use formwork_formats::urho3d::package::{meeting, problem};
use formwork_schema::{Error, Kind};
use ignore::{DirEntry, WalkBuilder};

use crate::{
    args::Pack,
    output,
    report::{self, Failure},
};

/// A file that goes into the package.
pub(super) struct Source {
    /// Where it is.
    pub(super) path: PathBuf,
    /// What it is called in the package.
    pub(super) name: String,
    /// Its size when it was found, in bytes.
    pub(super) size: u64,
}

/// The files of the folder: those that a list names first, in its order; then the others by name.
pub(super) fn find(of: &Pack, base: &str, order: Vec<String>) -> Result<Vec<Source>, Failure> {
    let listed: HashMap<String, usize> = order
        .into_iter()
        .enumerate()
        .map(|(place, name)| (name, place))
        .collect();
    let mut sources = below(of, base)?;
    let place = |source: &Source| listed.get(&source.name).copied().unwrap_or(usize::MAX);
    sources.sort_by(|a, b| (place(a), &a.name).cmp(&(place(b), &b.name)));
    apart(&sources)?;
    Ok(sources)
}

fn below(of: &Pack, base: &str) -> Result<Vec<Source>, Failure> {
    let meta = fs::metadata(&of.folder);
    let meta = meta.map_err(|error| Failure::unreadable(&of.folder, &error))?;
    if !meta.is_dir() {
        let error = io::Error::other("it is no folder");
        return Err(Failure::unreadable(&of.folder, &error));
    }
    // The package itself is none of its files.
    let output = of
        .output
        .as_ref()
        .and_then(|path| fs::canonicalize(path).ok());
    let like_tool = of.like_packagetool;
    let walk = WalkBuilder::new(&of.folder)
        .standard_filters(false)
        .follow_links(false)
        .filter_entry(move |entry| entry.depth() == 0 || !like_tool || !is_hidden(entry))
        .build();
    let mut sources = Vec::new();
    for entry in walk {
        let entry = entry.map_err(|error| unreadable(of, error))?;
        let kind = entry.file_type();
        if kind.is_some_and(|kind| kind.is_symlink()) {
            let name = report::name(entry.path());
            output::complain(&format!("{name}: note: a symbolic link is left out"));
        }
        if !kind.is_some_and(|kind| kind.is_file()) || (like_tool && is_left_out(&entry)) {
            continue;
        }
        let is_output = output.is_some() && fs::canonicalize(entry.path()).ok() == output;
        if !is_output {
            sources.push(source(of, base, &entry)?);
        }
    }
    Ok(sources)
}

/// Refuses names that `unpack` would: where letter case makes no difference, one of the files would be lost.
fn apart(sources: &[Source]) -> Result<(), Failure> {
    let names = sources.iter().map(|source| source.name.as_bytes());
    let Some((one, other)) = meeting(names) else {
        return Ok(());
    };
    let message = format!(
        "cannot be packed: where letter case, or how Unicode writes a letter, makes no difference, `{}` and `{}` \
         meet",
        sources[other].name, sources[one].name
    );
    let error = Error::new(Kind::Invalid, message);
    let help = "rename one of them, or move it out of the folder";
    Err(Failure::new(&sources[one].path, error.help(help)))
}

fn unreadable(of: &Pack, error: ignore::Error) -> Failure {
    let message = error.to_string();
    let error = error.into_io_error();
    let error = error.unwrap_or_else(|| io::Error::other(message));
    Failure::unreadable(&of.folder, &error)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// What Urho3D's PackageTool leaves out besides.
fn is_left_out(entry: &DirEntry) -> bool {
    let extension = entry.path().extension();
    let is = |name| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    is("bak") || is("rule") || entry.metadata().is_ok_and(|meta| meta.len() == 0)
}

fn source(of: &Pack, base: &str, entry: &DirEntry) -> Result<Source, Failure> {
    let path = entry.path();
    let relative = path.strip_prefix(&of.folder).unwrap_or(path);
    let parts = relative.components().map(|part| part.as_os_str().to_str());
    let parts: Option<Vec<&str>> = parts.collect();
    let Some(parts) = parts else {
        return Err(misnamed(path, "is no UTF-8"));
    };
    let base = (!base.is_empty()).then_some(base);
    let name = base.into_iter().chain(parts).collect::<Vec<_>>().join("/");
    if let Some(problem) = problem(name.as_bytes()) {
        return Err(misnamed(path, problem.words()));
    }
    Ok(Source {
        path: path.into(),
        name,
        size: entry.metadata().map_or(0, |meta| meta.len()),
    })
}

fn misnamed(path: &Path, words: &str) -> Failure {
    let message = format!("cannot be packed: its name {words}");
    Failure::new(path, Error::new(Kind::Invalid, message))
}
