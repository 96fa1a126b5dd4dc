//! [`Asset`]: a file of any format.

use std::{ffi::OsString, path::PathBuf, sync::Arc};

use bytes::Bytes;
use formwork_files::{
    Form,
    content::Content,
    forms, texts,
    written::{self, Standing},
};
use formwork_formats::open_as;
use formwork_schema::{Error, Kind, Result};
use pyo3::{prelude::*, types::PyBytes};

use crate::{
    error::{exists, invalid, system},
    node::{Node, Struct},
    package, picture,
    state::State,
    told::{self, Diagnostic},
};

/// A file of any format: what it is, its tree, its texts, and what engines would mind of it.
///
/// It is read when it is first asked for something that needs it. Edits change the asset alone until `save` writes it.
#[pyclass(frozen, module = "formwork_assets", weakref)]
pub(crate) struct Asset {
    state: Arc<State>,
}

impl Asset {
    pub(crate) fn new(state: State) -> Self {
        let state = Arc::new(state);
        Self { state }
    }

    /// The tree in a text form.
    fn text(&self, py: Python<'_>, form: Form) -> PyResult<String> {
        let asset = self.state.asset(py)?;
        let text = match asset.layout() {
            Some(layout) => {
                let document = self.state.tree(py)?;
                py.detach(|| {
                    let mut out = Vec::new();
                    forms::print(layout, &document, form, &mut out)?;
                    Ok(out)
                })
            }
            None => py.detach(|| text_of_text(&asset, form)),
        };
        let text = text.map_err(|error| self.state.raised(py, &error))?;
        Ok(String::from_utf8(text)?)
    }
}

/// The form of a file that is a text itself.
fn text_of_text(asset: &formwork_formats::Asset, form: Form) -> Result<Vec<u8>> {
    let none = |form: Form| {
        let message = format!("`{}` has no {} form", asset.id(), form.name());
        Error::new(Kind::Unsupported, message)
    };
    match form {
        Form::Xml if asset.format().document().is_some() => asset.tree()?.to_bytes(),
        Form::Xml => Err(none(form)),
        Form::Json => {
            let mut text = Vec::new();
            match asset.print_envelope(&mut text)? {
                true => Ok([&text[..], b"\n"].concat()),
                false => Err(none(form)),
            }
        }
    }
}

#[pymethods]
impl Asset {
    /// The id of the format: `urho3d.model`.
    #[getter]
    fn format(&self) -> &'static str {
        self.state.id()
    }

    /// The version of the format, such as `UMD2`; `None` for formats without.
    #[getter]
    fn version(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let asset = self.state.asset(py)?;
        if asset.identity().version.is_some() || asset.picture().is_some() {
            return Ok(asset.identity().version.clone());
        }
        let read = py.detach(|| asset.tree().map(|tree| tree.version()));
        read.map_err(|error| self.state.raised(py, &error))
    }

    /// What it is called; `None` for bytes without a name.
    #[getter]
    fn path(&self) -> Option<OsString> {
        let name = Some(self.state.name.as_str()).filter(|name| !name.is_empty())?;
        let path = self.state.path.as_ref();
        // As Python writes names that are not UTF-8, so that it opens the same file again.
        let same = path.filter(|path| path.to_string_lossy() == name);
        Some(same.map_or_else(|| name.into(), |path| path.clone().into_os_string()))
    }

    /// Whether it has changes that `save` did not write.
    #[getter]
    fn is_edited(&self) -> bool {
        self.state.is_unsaved()
    }

    /// How often its text was replaced.
    #[getter(_revision)]
    fn revision(&self) -> u64 {
        self.state.revision()
    }

    /// Its tree: structs, lists and records that follow the layout. Of formats that are texts themselves, elements.
    #[getter]
    fn tree<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, state) = (slf.py(), Arc::clone(&slf.get().state));
        if !state.has_layout() {
            let tree = py.import("formwork_assets._documents")?.getattr("tree")?;
            return tree.call1((slf,));
        }
        let node = Node {
            state,
            steps: Vec::new(),
        };
        Ok(Bound::new(py, Struct { node })?.into_any())
    }

    /// The file, with all edits.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let asset = self.state.asset(py)?;
        match self.state.offset(py, asset.bytes()) {
            Some(0) if asset.bytes().len() == self.state.file.bind(py).len()? => {
                Ok(self.state.file.bind(py).clone())
            }
            _ => Ok(PyBytes::new(py, asset.bytes())),
        }
    }

    /// The tree as XML, which `open` and `from_xml` take.
    fn to_xml(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Form::Xml)
    }

    /// The tree as JSON, which `open` and `from_json` take. Whole numbers beyond 2^53 are strings. Comments and layout of documents and shaders are not in it.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Form::Json)
    }

    /// Writes the file with all edits, whole or not at all: under a temporary name beside its place, which then is renamed.
    ///
    /// Without a path it replaces the file that was opened; what was opened from a text or from bytes needs one. With `overwrite` it
    /// replaces another file that exists, and the one that was opened also if that has changed since or has several hard links. A read-only
    /// file is left as it is, and no file gets the extension of another format.
    #[pyo3(signature = (path = None, *, overwrite = false))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>, overwrite: bool) -> PyResult<()> {
        let path = match path {
            Some(path) => path,
            None => self.state.path.clone().ok_or_else(|| {
                let message = "has no path of its own: say where to save it";
                self.state.raised(py, &Error::new(Kind::Invalid, message))
            })?,
        };
        let content = Content::Format(self.state.id());
        if let Some((extension, meaning)) = content.contradicted(&path) {
            let id = self.state.id();
            let message = format!("`.{extension}` means {meaning}, and this is {id}");
            return Err(invalid(py, "path", message));
        }
        let shown = path.to_string_lossy();
        let standing = if overwrite {
            Standing::of(&path)
        } else {
            self.state.standing(&path)
        };
        if matches!(standing, Standing::Nothing) && path.exists() {
            return Err(exists(py, &shown));
        }
        let asset = self.state.asset(py)?;
        let bytes = asset.bytes();
        let written = py.detach(|| {
            let same = |error| error;
            written::renamed(&path, &standing, same, |out| out.write_all(bytes))
        });
        written.map_err(|error| system(py, &error, &shown))?;
        self.state.saved(&path, bytes);
        Ok(())
    }

    /// Takes the file that a text stands for in place of this one; it must be of the same format.
    fn replace_by_text(&self, py: Python<'_>, text: String) -> PyResult<()> {
        let limits = *self.state.asset(py)?.limits();
        let text = Bytes::from(text);
        let encoded = py.detach(|| texts::encode(&text, &limits));
        let (format, encoded) = encoded.map_err(|error| self.state.raised(py, &error))?;
        if format.id() != self.state.id() {
            let message = format!(
                "a text of `{}` in place of `{}`",
                format.id(),
                self.state.id()
            );
            return Err(self.state.raised(py, &Error::new(Kind::Invalid, message)));
        }
        self.state.replace(open_as(format, encoded, &limits));
        Ok(())
    }

    /// An asset of its own with the same content, for edits that the first one is to be compared with.
    fn copy(&self, py: Python<'_>) -> Self {
        Self::new(self.state.copy(py))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    /// Everything that is wrong with it, or good to know, in order of place. `profile` has the ids of engines that it should work
    /// with; without it, those that such files are for.
    #[pyo3(signature = (profile = None))]
    fn diagnose(&self, py: Python<'_>, profile: Option<Vec<String>>) -> PyResult<Vec<Diagnostic>> {
        let asset = self.state.asset(py)?;
        let profile = told::profile(py, profile.unwrap_or_default())?;
        Ok(py.detach(|| told::diagnose(&asset, &profile)))
    }

    /// What this file (A) and another one of the same format (B) differ in, by meaning.
    ///
    /// With `all`, every difference is told, and nothing summed up. Numbers that differ by no more than `tolerance` are equal.
    #[pyo3(signature = (other, *, all = false, tolerance = 0.0))]
    fn diff<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
        all: bool,
        tolerance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (self.state.asset(py)?, other.state.asset(py)?);
        let names = [self.state.name.clone(), other.state.name.clone()];
        let told = py.detach(|| told::differences(&a, &b, names, all, tolerance));
        let told = told.map_err(|error| self.state.raised(py, &error))?;
        py.import("formwork_assets._diff")?
            .getattr("Diff")?
            .call1(told)
    }

    /// The packages in it, as mappings of names to bytes; none for files that hold no others.
    #[getter]
    fn packages<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let asset = self.state.asset(py)?;
        let found = py.detach(|| package::all(&asset));
        let found = found.map_err(|error| self.state.raised(py, &error))?;
        let class = py.import("formwork_assets._package")?.getattr("Package")?;
        let made = found.into_iter().map(|one| class.call1((one,)));
        made.collect()
    }

    /// The only package in it, as a mapping of names to bytes.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut all = self.packages(py)?;
        let refused = |kind, message: String| {
            let error = Error::new(kind, message);
            Err(self.state.raised(py, &error))
        };
        match all.len() {
            0 => refused(
                Kind::Unsupported,
                format!("no package, but {}", self.format()),
            ),
            1 => Ok(all.remove(0)),
            more => refused(
                Kind::Invalid,
                format!("{more} packages in one file: ask `packages`"),
            ),
        }
    }

    /// The pixels of a texture or picture: red, green, blue and alpha, of shape `(height, width, 4)`.
    ///
    /// `uint8` from 0 to 255 in the colour space of the file, or `float32` in linear light, where 1 is white. Rows go from top to
    /// bottom. Without `face`, the faces of a cube are one picture, a cross.
    #[pyo3(signature = (*, level = 0, face = None, slice = 0))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        level: u32,
        face: Option<String>,
        slice: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asset = self.state.asset(py)?;
        let image = py.detach(|| picture::image(&asset, level, face.as_deref(), slice));
        picture::array(py, image.map_err(|error| self.state.raised(py, &error))?)
    }

    fn __repr__(&self) -> String {
        let edited = if self.state.is_unsaved() {
            ", edited"
        } else {
            ""
        };
        match self.state.name.as_str() {
            "" => format!("<Asset {}{edited}>", self.format()),
            path => format!("<Asset {path}: {}{edited}>", self.format()),
        }
    }
}
