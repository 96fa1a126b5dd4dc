//! Which files of a folder are meant.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use formwork_formats::{format, package::tool};
use walkdir::{DirEntry, Error, WalkDir};

use super::ignored::{self, Ignored};
use crate::{
    args::{Args, Pack},
    files, input, output,
    report::{self, Failure},
};

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
pub(super) fn below(args: &Args, of: &Pack, base: &str) -> Result<Vec<Source>, Failure> {
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
    let mut meant = Meant::new(args, of)?;
    let mut walk = WalkDir::new(&of.folder)
        .follow_links(of.like_packagetool)
        .into_iter();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            // The tool does not mind links that lead nowhere.
            Err(error) if of.like_packagetool && is_gone(&error) => continue,
            Err(error) => return Err(unreadable(of, error)),
        };
        if !meant.takes(&entry)? {
            if entry.file_type().is_dir() {
                walk.skip_current_dir();
            }
            continue;
        }
        if entry.depth() == 0 || !is_source(&entry) {
            continue;
        }
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

/// What is meant of a folder, asked from the top down.
struct Meant<'a> {
    args: &'a Args,
    of: &'a Pack,
    /// What `--exclude` says.
    excluded: Ignored,
    /// What the files of the folders say that are around the last one.
    around: Vec<Ignored>,
}

impl<'a> Meant<'a> {
    fn new(args: &'a Args, of: &'a Pack) -> Result<Self, Failure> {
        let excluded = Ignored::new(of.exclude.iter().map(String::as_str));
        let misused = |(_, why)| Failure::usage(format!("--exclude: {why}"));
        Ok(Self {
            args,
            of,
            excluded: excluded.map_err(misused)?,
            around: Vec::new(),
        })
    }

    /// Whether a file is packed, or a folder looked into.
    fn takes(&mut self, entry: &DirEntry) -> Result<bool, Failure> {
        let depth = entry.depth();
        // The folder that was asked for may be a link.
        let is_folder = depth == 0 || entry.file_type().is_dir();
        let name = entry.file_name();
        let like_tool = self.of.like_packagetool;
        self.around.truncate(depth);
        let is_meant = match (like_tool, is_folder) {
            (true, true) => tool::looks_into(name.as_encoded_bytes()),
            (true, false) => tool::takes_name(name.as_encoded_bytes()),
            (false, _) => name != ignored::NAME && !files::is_version_control(name),
        };
        let is_meant = depth == 0 || (is_meant && !self.is_left_out(entry, is_folder));
        if is_meant && is_folder && !like_tool {
            self.around.push(Ignored::of(self.args, entry.path())?);
        }
        Ok(is_meant)
    }

    /// Whether patterns leave it out; the folder next to it has the last word.
    fn is_left_out(&self, entry: &DirEntry, is_folder: bool) -> bool {
        let path = name(self.of, "", entry.path());
        let inner_first = self.around.iter().enumerate().rev();
        let mut said = inner_first.filter_map(|(depth, ignored)| {
            let below = path.splitn(depth + 1, |byte| *byte == b'/').last()?;
            ignored.says(below, is_folder)
        });
        said.next() == Some(true) || self.excluded.says(&path, is_folder) == Some(true)
    }
}

/// Whether it is a file to pack; tells what is left out that may be missed.
fn is_source(entry: &DirEntry) -> bool {
    let kind = entry.file_type();
    if kind.is_symlink() {
        let name = report::name(entry.path());
        output::complain(format_args!("{name}: note: a symbolic link is left out"));
    }
    if output::is_temporary(entry.file_name()) {
        let name = report::name(entry.path());
        output::complain(format_args!(
            "{name}: note: what an ended run left behind is left out; remove it"
        ));
        return false;
    }
    !files::is_special(kind, entry.path()) && kind.is_file()
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

fn is_gone(error: &Error) -> bool {
    let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    error.io_error().is_some_and(gone)
}

fn unreadable(of: &Pack, error: Error) -> Failure {
    let path = error.path().unwrap_or(&of.folder).to_owned();
    let message = error.to_string();
    let error = error.into_io_error();
    let error = error.unwrap_or_else(|| io::Error::other(message));
    Failure::unreadable(&path, &error)
}

/// The path below the folder, with slashes, behind the base.
fn name(of: &Pack, base: &str, path: &Path) -> Vec<u8> {
    let relative = files::slashed(path.strip_prefix(&of.folder).unwrap_or(path));
    if base.is_empty() {
        return relative;
    }
    [base.as_bytes(), &relative].join(&b'/')
}
