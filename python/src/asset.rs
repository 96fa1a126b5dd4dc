//! [`Asset`]: a file of any format.

use std::{
    fs::File,
    io::{self, Read},
    path::PathBuf,
    sync::Arc,
};

use bytes::Bytes;
use formwork_files::{
    Form, forms, texts,
    texts::Text,
    whole::{self, Unreadable},
    written,
};
use formwork_formats::{open as open_asset, open_as};
use formwork_schema::{Error, Kind, Limits, Result};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyByteArray, PyBytes, PyDict},
};

use crate::{
    error::raised,
    node::{Node, Struct},
    package, picture,
    state::{State, shared},
    told::{self, Diagnostic},
};

/// A file of any format: what it is, its tree, its texts, and what engines would mind of it.
///
/// It is read when it is first asked for something that needs it. Edits change the asset alone until `save` writes it.
#[pyclass(frozen, module = "formwork_assets", weakref)]
pub(crate) struct Asset {
    state: Arc<State>,
}

fn limits(max_size: Option<u64>) -> Limits {
    let usual = Limits::default();
    Limits {
        bytes: max_size.unwrap_or(usual.bytes),
        ..usual
    }
}

/// Opens a file by what it is: a path, or bytes. A text that `to_xml` or `to_json` made stands for its file.
///
/// `name` is what bytes are called: the name tells some formats, and errors say it. `max_size` is the most bytes that a file may
/// have.
#[pyfunction]
#[pyo3(signature = (file, *, name = None, max_size = None))]
pub(crate) fn open(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    name: Option<String>,
    max_size: Option<u64>,
) -> PyResult<Asset> {
    let limits = limits(max_size);
    if let Ok(bytes) = file.cast::<PyBytes>() {
        return opened(py, bytes.clone(), name.unwrap_or_default(), None, &limits);
    }
    if file.is_instance_of::<PyByteArray>() || file.hasattr("tobytes")? {
        let bytes = py.get_type::<PyBytes>().call1((file,))?;
        return opened(
            py,
            bytes.cast_into()?,
            name.unwrap_or_default(),
            None,
            &limits,
        );
    }
    let path: PathBuf = file
        .extract()
        .map_err(|_| PyTypeError::new_err("open() takes a path, or bytes"))?;
    let shown = name.unwrap_or_else(|| path.to_string_lossy().into_owned());
    let bytes = read(py, &path, limits.bytes, &shown)?;
    opened(py, bytes, shown, Some(path), &limits)
}

/// A file as an object of Python, read once.
fn read<'py>(
    py: Python<'py>,
    path: &PathBuf,
    most: u64,
    shown: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let read = py.detach(|| File::open(path)).map_err(Unreadable::from);
    let read = read.and_then(|file| {
        whole::read_with(file, most, |file, length| {
            filled(py, file, most, length).map(PyBackedBytes::from)
        })
    });
    match read {
        Ok(bytes) => Ok(bytes.into_pyobject(py)?),
        Err(Unreadable::System(error)) => Err(system(py, &error, shown)),
        Err(why) => Err(raised(py, &why.into(), shown)),
    }
}

/// The bytes of a file of this length, read into the object that keeps them.
fn filled<'py>(
    py: Python<'py>,
    file: &mut File,
    most: u64,
    length: u64,
) -> Result<Bound<'py, PyBytes>, Unreadable> {
    let length = usize::try_from(length).map_err(|_| Unreadable::TooLarge)?;
    if length == 0 {
        // A pipe, perhaps, which does not say how much there is.
        let bytes = py.detach(|| whole::bounded(file, most, 0))?;
        return Ok(PyBytes::new(py, &bytes));
    }
    let mut result = Ok(());
    let made = PyBytes::new_with(py, length, |bytes| {
        result = py.detach(|| file.read_exact(bytes));
        Ok(())
    });
    match result {
        Ok(()) => made.map_err(|_| Unreadable::TooLarge),
        // It became shorter.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Unreadable::Changed),
        Err(error) => Err(error.into()),
    }
}

/// What the system says, as Python's own `open` says it.
fn system(py: Python<'_>, error: &std::io::Error, shown: &str) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return std::io::Error::new(error.kind(), format!("{shown}: {error}")).into();
    };
    let made = || {
        let words = py.import("os")?.getattr("strerror")?.call1((code,))?;
        let class = py.get_type::<pyo3::exceptions::PyOSError>();
        class.call1((code, words, shown))
    };
    made().map_or_else(|other| other, PyErr::from_value)
}

fn opened(
    py: Python<'_>,
    file: Bound<'_, PyBytes>,
    name: String,
    path: Option<PathBuf>,
    limits: &Limits,
) -> PyResult<Asset> {
    let bytes = shared(&file);
    if bytes.len() as u64 > limits.bytes {
        let error = Error::new(Kind::Limit, format!("longer than {} bytes", limits.bytes));
        return Err(raised(py, &error, &name));
    }
    match open_asset(bytes.clone(), &name, limits) {
        Ok(asset) => Ok(Asset::new(State::new(file.unbind(), name, path, asset))),
        Err(error) => match py.detach(|| Text::of(&bytes)) {
            Some(_) => from_bytes_of_text(py, &bytes, name, limits),
            None => Err(raised(py, &error, &name)),
        },
    }
}

/// The file that a text stands for, which `to_xml` or `to_json` made.
///
/// The text says its format. An error has the line where the text is wrong.
#[pyfunction]
#[pyo3(signature = (text, *, name = None))]
pub(crate) fn from_text(py: Python<'_>, text: String, name: Option<String>) -> PyResult<Asset> {
    from_bytes_of_text(
        py,
        &text.into(),
        name.unwrap_or_default(),
        &Limits::default(),
    )
}

fn from_bytes_of_text(
    py: Python<'_>,
    text: &Bytes,
    name: String,
    limits: &Limits,
) -> PyResult<Asset> {
    let encoded = py.detach(|| texts::encode(text, limits));
    let (format, encoded) = encoded.map_err(|error| raised(py, &error, &name))?;
    let file = PyBytes::new(py, &encoded);
    let asset = open_as(format, shared(&file), limits);
    // Saved to where the text was, it would replace that.
    Ok(Asset::new(State::new(file.unbind(), name, None, asset)))
}

/// What some bytes are, as a dict: `format`, `version`, `engine`, `looks_like`; `None` for what is not known.
#[pyfunction]
#[pyo3(signature = (data, *, name = ""))]
pub(crate) fn identify<'py>(
    py: Python<'py>,
    data: &[u8],
    name: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let found = formwork_formats::identify_whole(data, name);
    let told = PyDict::new(py);
    told.set_item("format", found.format)?;
    told.set_item("version", found.version)?;
    told.set_item("engine", found.engine)?;
    told.set_item("looks_like", found.looks_like.map(|what| what.to_string()))?;
    Ok(told)
}

impl Asset {
    fn new(state: State) -> Self {
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
        Form::Json => match asset.envelope()? {
            Some(object) => Ok(format!("{object:#}\n").into_bytes()),
            None => Err(none(form)),
        },
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
    fn path(&self) -> Option<&str> {
        Some(self.state.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Whether it has changes that `save` did not write.
    #[getter]
    fn is_edited(&self) -> bool {
        self.state.is_unsaved()
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

    /// The tree as JSON, which `open` and `from_json` take.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Form::Json)
    }

    /// Writes the file with all edits, whole or not at all: under a temporary name beside its place, which then is renamed.
    ///
    /// Without a path it replaces the file that was opened; what was opened from a text or from bytes needs one. A read-only file is left as it is.
    #[pyo3(signature = (path = None))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<()> {
        let path = match path {
            Some(path) => path,
            None => self.state.path.clone().ok_or_else(|| {
                let message = "has no path of its own: say where to save it";
                self.state.raised(py, &Error::new(Kind::Invalid, message))
            })?,
        };
        let asset = self.state.asset(py)?;
        let bytes = asset.bytes();
        let written = py.detach(|| {
            let same = |error| error;
            written::replace(&path, same, |out| out.write_all(bytes))
        });
        written.map_err(|error| system(py, &error, &path.to_string_lossy()))?;
        self.state.saved();
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
        match self.path() {
            Some(path) => format!("<Asset {path}: {}{edited}>", self.format()),
            None => format!("<Asset {}{edited}>", self.format()),
        }
    }
}
