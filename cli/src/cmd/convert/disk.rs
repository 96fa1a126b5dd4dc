//! The files that are converted, and those that they refer to.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    fs,
    path::{Component, Path, PathBuf},
};

use formwork_convert::{Files, Input, name_for_format, referred_memory, text_names};
use formwork_files::{memory, texts};

use super::found::encoded_name;
use crate::{args::Args, assets, diagnostics, input, report::Failure};

/// Folders that engines keep models in; names of other resources are relative to the folder around these.
const MODELS: [&str; 2] = ["Models", "models"];

/// Files beside those that are converted, and below content roots.
pub(super) struct Disk<'a> {
    args: &'a Args,
    roots: &'a [PathBuf],
    /// The folder of the output.
    folder: &'a Path,
    /// Bytes of memory that the files may take together.
    memory: u64,
    taken: Cell<u64>,
    /// Files that were read.
    known: RefCell<HashMap<PathBuf, Input>>,
    /// Why a file was not read that exceeds a limit.
    exceeded: RefCell<Option<Failure>>,
}

impl<'a> Disk<'a> {
    pub(super) fn new(args: &'a Args, roots: &'a [PathBuf], folder: &'a Path, memory: u64) -> Self {
        Self {
            args,
            roots,
            folder,
            memory,
            taken: Cell::default(),
            known: RefCell::default(),
            exceeded: RefCell::default(),
        }
    }

    /// What came of the files, or that one of them exceeds a limit: the rest is wrong without it.
    pub(super) fn check<T>(self, result: Result<T, Failure>) -> Result<T, Failure> {
        match self.exceeded.into_inner() {
            Some(failure) => Err(failure),
            None => result,
        }
    }

    /// A file, which is read once, with the memory that the others left.
    fn read(&self, path: &Path) -> Option<Input> {
        if let Some(known) = self.known.borrow().get(path) {
            return Some(known.clone());
        }
        let left = self.memory.saturating_sub(self.taken.get());
        let bounded = memory::within(left, || -> Result<Input, Failure> {
            let input = read(self.args, path)?;
            let needed = referred_memory(&input.bytes);
            let afforded = input::limits(self.args).afford("reading it", needed);
            afforded.map_err(|error| Failure::new(path, error))?;
            Ok(input)
        });
        match bounded {
            Ok(input) => {
                self.taken.set(self.taken.get() + input.bytes.len() as u64);
                let mut known = self.known.borrow_mut();
                known.insert(path.to_owned(), input.clone());
                Some(input)
            }
            Err(failure) => {
                if diagnostics::lack_memory(Some(&failure.error), &[]) {
                    self.exceeded.borrow_mut().get_or_insert(failure);
                }
                None
            }
        }
    }
}

/// The path of the file that another one refers to, beside that or below content roots, or else of a text form of it.
pub(super) fn path(roots: &[PathBuf], from: &Input, reference: &str) -> Option<PathBuf> {
    let reference = Path::new(reference);
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if reference.as_os_str().is_empty() || !reference.components().all(is_below) {
        return None;
    }
    let beside = Path::new(&from.path).parent().unwrap_or(Path::new(""));
    let around = beside.ancestors().filter(|folder| {
        let name = folder.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| MODELS.contains(&name))
    });
    let around = around.filter_map(Path::parent);
    let folders = std::iter::once(beside)
        .chain(roots.iter().map(PathBuf::as_path))
        .chain(around);
    let folders: Vec<&Path> = folders.collect();
    let mut files = folders.iter().map(|folder| folder.join(reference));
    let file = files.find(|path| path.is_file());
    file.or_else(|| {
        folders
            .iter()
            .find_map(|folder| text_form(folder, reference))
    })
}

/// The text form of a file of a folder.
fn text_form(folder: &Path, reference: &Path) -> Option<PathBuf> {
    let path = folder.join(reference);
    let name = path.file_name()?.to_str()?;
    let mut texts = text_names(name).map(|text| path.with_file_name(text));
    let is_it = |text: &PathBuf| text.is_file() && encoded_name(text).as_deref() == Some(name);
    texts.find(is_it)
}

impl Files for Disk<'_> {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        self.read(&path(self.roots, from, reference)?)
    }

    fn link(&self, found: &Input) -> Option<String> {
        let to = fs::canonicalize(&found.path).ok()?;
        relative(&resolved(self.folder)?, &to)?
            .to_str()
            .map(|path| path.replace(std::path::MAIN_SEPARATOR, "/"))
    }
}

/// A folder that need not be there yet, without links and `..`.
fn resolved(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let there = folder
        .ancestors()
        .find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
    let (above, real) = there?;
    let rest = folder.strip_prefix(above).ok()?;
    let is_plain = rest
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| real.join(rest))
}

/// The way from a folder to a file; `None` between drives.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let shared = from
        .components()
        .zip(to.components())
        .take_while(|(from, to)| from == to)
        .count();
    if shared == 0 {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(shared)).collect())
}

/// A path as the conversion knows it: with slashes.
pub(super) fn slashes(path: &Path) -> String {
    let path = path.display().to_string();
    if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path
    }
}

/// A file that is converted; of a text form, the file that it encodes, with the extension of its format: engines look for other files by
/// that name.
pub(super) fn read(args: &Args, path: &Path) -> Result<Input, Failure> {
    let bytes = input::read(args, path)?;
    let name = slashes(path);
    if assets::form_of(args, &bytes, path).is_none() {
        return Ok(Input { path: name, bytes });
    }
    let encoded = texts::encode(&bytes, &input::limits(args));
    let (format, bytes) = encoded.map_err(|error| Failure::new(path, error))?;
    Ok(Input {
        path: name_for_format(&name, format.id()),
        bytes,
    })
}
