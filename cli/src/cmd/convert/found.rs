//! Files that can be converted.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use formwork_convert::{Format, Role};
use formwork_files::texts::Text;

use crate::{
    files::{self, Which},
    report,
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

/// What a file is, or what the file is that a text stands for.
fn format(path: &Path) -> Option<Format> {
    let mut head = Vec::new();
    // What cannot be read is told when all of it is.
    let _ = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    Format::of(&head, &report::path(path)).or_else(|| Format::by_id(Text::of(&head)?.format.id()))
}

/// What a folder has to convert, and what its name says is such a file, so that it is reported.
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
