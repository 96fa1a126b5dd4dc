//! [`State`]: what an asset holds, which its nodes share.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use formwork_files::{original::Original, written::Standing};
use formwork_formats::{AnyFormat, Asset, open_as};
use formwork_schema::{
    Error, Kind, Layout, Result, Value,
    read::{Document, ReadOptions, Trailing},
    value,
    walk::WalkOptions,
};

use pyo3::{
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyBytesMethods},
};

use crate::error::raised;

/// Bytes of files for which other threads of Python can wait.
const SMALL: usize = 1 << 18;

/// What an asset holds.
///
/// Nobody waits for the lock while others run Python: it is held for moves of pointers alone, and for an edit of the tree.
pub(crate) struct State {
    /// The file as it was opened, which arrays look into.
    pub(crate) file: Py<PyBytes>,
    /// What it is called; empty for what has no name.
    pub(crate) name: String,
    /// Where it was read from.
    pub(crate) path: Option<PathBuf>,
    /// What it is, whatever becomes of it.
    format: &'static dyn AnyFormat,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The file as it is now, unless `is_edited`.
    asset: Asset,
    tree: Option<Arc<Document<Value>>>,
    /// The first fields of the tree, up to a place of the layout, where only they were asked for.
    begun: Option<(usize, Arc<Document<Value>>)>,
    /// Whether the tree says something else than `asset`.
    is_edited: bool,
    /// Whether anything was changed that was not saved.
    is_unsaved: bool,
    /// How often all of it was replaced.
    revision: u64,
    /// The file at its path, as it was read or last saved.
    original: Option<Original>,
}

/// The bytes of a Python object, which lives as long as any slice of them.
pub(crate) fn shared(bytes: &Bound<'_, PyBytes>) -> Bytes {
    Bytes::from_owner(PyBackedBytes::from(bytes.clone()))
}

impl State {
    pub(crate) fn new(
        file: Py<PyBytes>,
        name: String,
        origin: Option<(PathBuf, Original)>,
        asset: Asset,
    ) -> Self {
        let (path, original) = origin.unzip();
        let format = asset.format();
        let inner = Mutex::new(Inner {
            asset,
            tree: None,
            begun: None,
            is_edited: false,
            is_unsaved: false,
            revision: 0,
            original,
        });
        Self {
            file,
            name,
            path,
            format,
            inner,
        }
    }

    /// Another one with the same content, of which edits are its own.
    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        let inner = self.inner();
        let copied = Inner {
            asset: inner.asset.clone(),
            tree: inner.tree.clone(),
            begun: inner.begun.clone(),
            is_edited: inner.is_edited,
            is_unsaved: inner.is_unsaved,
            revision: inner.revision,
            original: inner.original.clone(),
        };
        Self {
            file: self.file.clone_ref(py),
            name: self.name.clone(),
            path: self.path.clone(),
            format: self.format,
            inner: Mutex::new(copied),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exception for an error about this file.
    pub(crate) fn raised(&self, py: Python<'_>, error: &Error) -> PyErr {
        raised(py, error, &self.name)
    }

    /// Where an offset of a slice of the file is; none for bytes that are elsewhere.
    pub(crate) fn offset(&self, py: Python<'_>, bytes: &[u8]) -> Option<usize> {
        let file = self.file.bind(py).as_bytes();
        let start = bytes.as_ptr().addr().checked_sub(file.as_ptr().addr())?;
        (start.checked_add(bytes.len())? <= file.len()).then_some(start)
    }

    /// The layout that its tree follows.
    pub(crate) fn layout(&self) -> Result<&'static Layout> {
        self.format.layout().ok_or_else(|| {
            let message = format!("{} has no layout of bytes", self.format.id());
            Error::new(Kind::Unsupported, message)
        })
    }

    /// Whether it has a layout of bytes.
    pub(crate) fn has_layout(&self) -> bool {
        self.format.layout().is_some()
    }

    /// The format's id.
    pub(crate) fn id(&self) -> &'static str {
        self.format.id()
    }

    /// Whether anything was changed that was not saved.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.inner().is_unsaved
    }

    /// The state of a path that `save` may replace: no file, or the file that this was read from, as it was then.
    pub(crate) fn standing(&self, path: &Path) -> Standing {
        let original = self.inner().original.clone();
        let is_own = |original: &Original| self.is_own_path(path) || original.is_at(path);
        match original.filter(is_own) {
            Some(original) if path.exists() => {
                // Rights and times may have changed since, as long as the content is the same.
                let most = original.bytes.len() as u64;
                let now = File::open(path).ok();
                let now = now.and_then(|file| Original::read(path, file, most).ok());
                let same = now.filter(|now| now.bytes == original.bytes);
                Standing::Read(Box::new(same.unwrap_or(original)))
            }
            _ => Standing::Nothing,
        }
    }

    fn is_own_path(&self, path: &Path) -> bool {
        self.path.as_deref() == Some(path)
    }

    /// Notes that the file at a path has these bytes, and all changes, unless there are more meanwhile.
    pub(crate) fn saved(&self, path: &Path, bytes: &Bytes) {
        let mut inner = self.inner();
        inner.is_unsaved = inner.is_edited;
        let is_own = self.is_own_path(path);
        if is_own && let Ok(written) = Original::written(path, bytes.clone()) {
            inner.original = Some(written);
        }
    }

    /// The tree as it is now; read when it is first asked for.
    pub(crate) fn tree(&self, py: Python<'_>) -> PyResult<Arc<Document<Value>>> {
        if let Some(tree) = &self.inner().tree {
            return Ok(Arc::clone(tree));
        }
        let asset = self.inner().asset.clone();
        let read = py.detach(|| read(&asset));
        let tree = Arc::new(read.map_err(|error| self.raised(py, &error))?);
        Ok(Arc::clone(self.inner().tree.get_or_insert(tree)))
    }

    /// The tree as far as a field of its root. All of it is read when more is asked for after that.
    pub(crate) fn tree_with(&self, py: Python<'_>, field: usize) -> PyResult<Arc<Document<Value>>> {
        let asset = {
            let inner = self.inner();
            match (&inner.tree, &inner.begun) {
                (Some(tree), _) => return Ok(Arc::clone(tree)),
                (None, Some((last, begun))) if field <= *last => return Ok(Arc::clone(begun)),
                (None, Some(_)) => None,
                (None, None) => Some(inner.asset.clone()),
            }
        };
        let Some(asset) = asset else {
            return self.tree(py);
        };
        let Some(layout) = asset.layout() else {
            return self.tree(py);
        };
        let options = WalkOptions {
            limits: *asset.limits(),
            dialect: None,
        };
        let read = || Value::read_first(layout, asset.bytes(), &options, field);
        // What takes microseconds is not worth handing Python over.
        let read = match asset.bytes().len() {
            0..SMALL => read(),
            _ => py.detach(read),
        };
        let Ok(tree) = read else {
            // Whoever reads all of it says more of what is wrong.
            return self.tree(py);
        };
        let begun = Arc::new(Document {
            tree,
            trailing: Bytes::new(),
        });
        self.inner().begun = Some((field, Arc::clone(&begun)));
        Ok(begun)
    }

    /// The file as it is now: written anew where it was edited.
    pub(crate) fn asset(&self, py: Python<'_>) -> PyResult<Asset> {
        let (asset, edited) = {
            let inner = self.inner();
            let edited = inner.tree.clone().filter(|_| inner.is_edited);
            (inner.asset.clone(), edited)
        };
        let (Some(tree), Some(layout)) = (edited, asset.layout()) else {
            return Ok(asset);
        };
        let written = py.detach(|| value::write(layout, &tree));
        let written = written.map_err(|error| self.raised(py, &error))?;
        let new = open_as(asset.format(), written.into(), asset.limits());
        let mut inner = self.inner();
        // Unless another thread edited it meanwhile.
        if inner
            .tree
            .as_ref()
            .is_some_and(|now| Arc::ptr_eq(now, &tree))
        {
            (inner.asset, inner.is_edited) = (new.clone(), false);
        }
        Ok(new)
    }

    /// Changes the tree, or leaves it as it is where `change` fails.
    pub(crate) fn edit<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Value) -> Result<T>,
    ) -> PyResult<T> {
        let tree = self.tree(py)?;
        let mut inner = self.inner();
        let now = inner.tree.take().unwrap_or_else(|| Arc::clone(&tree));
        drop(tree);
        let mut now = now;
        let changed = change(&mut Arc::make_mut(&mut now).tree);
        inner.tree = Some(now);
        inner.is_edited |= changed.is_ok();
        inner.is_unsaved |= changed.is_ok();
        drop(inner);
        changed.map_err(|error| self.raised(py, &error))
    }

    /// Takes another file of the same format in place of all that it held.
    pub(crate) fn replace(&self, asset: Asset) {
        let mut inner = self.inner();
        let revision = inner.revision + 1;
        let original = inner.original.take();
        *inner = Inner {
            asset,
            tree: None,
            begun: None,
            is_edited: false,
            is_unsaved: true,
            revision,
            original,
        };
    }

    /// How often all of it was replaced.
    pub(crate) fn revision(&self) -> u64 {
        self.inner().revision
    }
}

fn read(asset: &Asset) -> Result<Document<Value>> {
    let layout = asset.layout().ok_or_else(|| {
        let message = format!("{} has no tree of bytes", asset.id());
        Error::new(Kind::Unsupported, message)
    })?;
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    value::read(layout, asset.bytes(), &options)
}
