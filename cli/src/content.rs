//! The folders below which an engine finds its resources.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use formwork_files::walk;
use formwork_formats::{Library, Loaded, Lookup};
use formwork_schema::{Error, Kind, Limits, Result, sorted};
use serde_json::{Value, json};

use crate::{
    args::Args,
    failure::{self, Failure},
    input::{self, Known},
    report::plural,
};

/// The folders below which an engine finds its resources, the first one first.
pub(crate) struct Content<'a> {
    args: &'a Args,
    roots: &'a [PathBuf],
    /// The file that was asked for, under its name: it may be standard input, which is read once. None where all are asked for.
    first: Option<(String, Bytes)>,
    /// Names in folders that were looked into.
    folders: Mutex<HashMap<PathBuf, Arc<BTreeSet<String>>>>,
}

impl<'a> Content<'a> {
    /// The content of some folders, and a file that need not be below any of them.
    pub(crate) fn new(args: &'a Args, roots: &'a [PathBuf], file: &Path, bytes: Bytes) -> Self {
        let alone = || {
            file.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        Self {
            first: Some((name_below(roots, file).unwrap_or_else(alone), bytes)),
            ..Self::all(args, roots)
        }
    }

    /// The content of some folders.
    pub(crate) fn all(args: &'a Args, roots: &'a [PathBuf]) -> Self {
        Self {
            args,
            roots,
            first: None,
            folders: Mutex::default(),
        }
    }

    /// The name of the file that was asked for; empty where all are.
    pub(crate) fn name(&self) -> &str {
        self.first.as_ref().map_or("", |(name, _)| name)
    }

    /// The bytes of the file that was asked for, if that is its name.
    fn is_first(&self, name: &str) -> Option<&Bytes> {
        let first = self.first.as_ref().filter(|(first, _)| first == name);
        first.map(|(_, bytes)| bytes)
    }

    fn names(&self, folder: &Path) -> Arc<BTreeSet<String>> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let names = known.entry(folder.to_owned()).or_insert_with(|| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
            Arc::new(sorted::collect(names))
        });
        Arc::clone(names)
    }

    /// The name below a root as it is there, part by part: first the very same, else one in other letter case.
    fn below(&self, root: &Path, name: &str) -> Option<String> {
        let mut folder = root.to_owned();
        let mut found = Vec::new();
        for part in name.split('/').filter(|part| !matches!(*part, "" | ".")) {
            let names = self.names(&folder);
            let part = names.get(part).or_else(|| {
                let mut names = names.iter();
                names.find(|name| name.to_lowercase() == part.to_lowercase())
            })?;
            folder.push(part);
            found.push(part.clone());
        }
        folder.is_file().then(|| found.join("/"))
    }
}

/// Number of documents and names that are not followed, since documents of some kinds are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotFollowed {
    /// Documents that are not read.
    pub(crate) files: u64,
    /// Names that lead to documents that are not read.
    pub(crate) references: u64,
}

impl NotFollowed {
    /// A line for people; none where all was followed.
    pub(crate) fn text(self) -> Option<String> {
        let Self { files, references } = self;
        let (files, references) = (plural(files, "file"), plural(references, "reference"));
        (self.files + self.references > 0).then(|| {
            format!("not followed, since such documents are not read yet: {files}, {references}")
        })
    }

    pub(crate) fn json(self) -> Value {
        json!({ "files": self.files, "references": self.references })
    }
}

/// Documents that are read by no format, so that it is not known what they name: scenes, materials and techniques of the Urho3D
/// family, for example.
pub(crate) fn unread_documents(paths: &[PathBuf]) -> Vec<PathBuf> {
    // Pipes and folders that cannot be listed are reported where the files to check are looked for, and not again.
    let is_meant = |path: &Path, kind: fs::FileType| kind.is_file() && is_document(path);
    let mut all: Vec<PathBuf> = Vec::new();
    for path in paths {
        match path.is_dir() && !input::is_standard(path) {
            true => all.extend(walk::below(path, is_meant).into_iter().flatten()),
            false if is_document(path) => all.push(path.clone()),
            false => {}
        }
    }
    all.retain(|path| {
        let known = input::identify_file(path);
        known.is_ok_and(|known| is_unread_document(path, &known))
    });
    all
}

/// Whether a file that was identified is a document that no format reads.
pub(crate) fn is_unread_document(path: &Path, known: &Known) -> bool {
    is_document(path) && known.form.is_none() && known.identity.format.is_none()
}

fn is_document(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    let mut documents = ["xml", "json"].iter();
    documents.any(|document| extension.eq_ignore_ascii_case(document))
}

/// Refuses what is no folder below which an engine could look.
pub(crate) fn are_folders(roots: &[PathBuf]) -> std::result::Result<(), Failure> {
    match roots.iter().find(|root| !root.is_dir()) {
        None => Ok(()),
        Some(root) => {
            let name = failure::name(root);
            let message = format!("--content: `{name}` is not a folder");
            Err(Failure::usage(message))
        }
    }
}

/// The name of a file below the first folder that it is in; `None` where it is in none of them.
pub(crate) fn name_below(roots: &[PathBuf], file: &Path) -> Option<String> {
    roots.iter().find_map(|root| {
        let (root, file) = (root.canonicalize().ok()?, file.canonicalize().ok()?);
        let below = file.strip_prefix(root).ok()?;
        let parts = below.iter().map(|part| part.to_string_lossy());
        Some(parts.collect::<Vec<_>>().join("/"))
    })
}

impl Library for Content<'_> {
    fn find(&self, name: &str) -> Lookup {
        if self.is_first(name).is_some() {
            return Lookup::Found;
        }
        let clean = |name: &str| {
            let parts = name.split('/').filter(|part| !matches!(*part, "" | "."));
            parts.collect::<Vec<_>>().join("/")
        };
        let mut found = self.roots.iter().filter_map(|root| self.below(root, name));
        let exact = |found: &String| *found == clean(name);
        let all: Vec<String> = found.by_ref().collect();
        match all.iter().find(|found| exact(found)).or(all.first()) {
            Some(found) if exact(found) => Lookup::Found,
            Some(other) => Lookup::OtherCase(other.clone()),
            None => Lookup::Missing,
        }
    }

    fn read(&self, name: &str) -> Result<Bytes> {
        if let Some(bytes) = self.is_first(name) {
            return Ok(bytes.clone());
        }
        let mut roots = self.roots.iter();
        let path = roots.find_map(|root| {
            let found = self.below(root, name)?;
            Some(root.join(found))
        });
        let gone = || Error::new(Kind::System, "is not there any more");
        let path = path.ok_or_else(gone)?;
        input::read(self.args, &path).map_err(|failure| failure.error)
    }

    fn texture(&self, bytes: &Bytes, limits: &Limits) -> Result<Loaded> {
        formwork_pixels::load(bytes, limits)
    }
}
