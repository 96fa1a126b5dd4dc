//! Files that can be converted.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use formwork_convert::{Format, Role, name_for_format};
use formwork_files::texts::Text;
use formwork_formats::identify;

use crate::{
    files::{self, Which},
    input, report,
};

/// How many bytes tell what a file is.
const HEAD: u64 = 4096;

/// A file that was found, and the folder of the output that it belongs to.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// What it is, where it can be converted.
    pub(super) format: Option<Format>,
    pub(super) below: PathBuf,
    /// Whether the user named it.
    pub(super) is_named: bool,
    /// Files that are converted with it.
    pub(super) parts: Vec<PathBuf>,
}

impl Found {
    pub(super) fn new(path: &Path, below: PathBuf, is_named: bool) -> Self {
        Self {
            path: path.into(),
            format: format(path),
            below,
            is_named,
            parts: Vec::new(),
        }
    }

    pub(super) fn role(&self) -> Option<Role> {
        self.format.map(|format| format.role)
    }

    pub(super) fn inputs(self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.path).chain(self.parts)
    }
}

/// The format of a file, or of the file that a text encodes.
fn format(path: &Path) -> Option<Format> {
    let head = head(path);
    match text_of(&head, path) {
        Some(text) => Format::by_id(text.format.id()),
        None => Format::of(&head, &report::path(path)),
    }
}

/// The name of a file; of a text form, the name of the file that it encodes.
pub(super) fn encoded_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    Some(match text_of(&head(path), path) {
        Some(text) => name_for_format(name, text.format.id()),
        None => name.to_owned(),
    })
}

fn text_of(head: &[u8], path: &Path) -> Option<Text> {
    input::text_of(head, &identify(head, &report::path(path)))
}

/// The first bytes of a file; fewer where it cannot be read, which is reported when all of it is read.
fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    let _ = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    head
}

/// Files of a folder that can be converted, and those that only have such a name, which are reported.
pub(super) fn below(folder: &Path) -> Vec<Found> {
    let found = files::find(&[folder.to_owned()], Which::All).into_iter();
    let found = found.map(|file| {
        let parent = file.path.parent().unwrap_or(folder);
        let below = parent.strip_prefix(folder).unwrap_or(Path::new(""));
        Found::new(&file.path, below.into(), false)
    });
    let is_meant = |one: &Found| one.format.is_some() || Format::is_name(&report::path(&one.path));
    found.filter(is_meant).collect()
}
