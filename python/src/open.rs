//! [`open`]: files, bytes and texts become assets.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use bytes::Bytes;
use formwork_files::{
    memory,
    original::Original,
    texts,
    texts::Text,
    whole::{self, Unreadable},
};
use formwork_formats::{open as open_asset, open_as};
use formwork_schema::{Error, Kind, Limits};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyDict, PyMemoryView, PyString},
};

use crate::{
    asset::Asset,
    error::{raised, system},
    state::{State, shared},
};

fn limits(max_size: Option<u64>, max_memory: Option<u64>) -> Limits {
    let usual = Limits::default();
    Limits {
        bytes: max_size.unwrap_or(usual.bytes),
        memory: memory::budget(max_memory),
        ..usual
    }
}

/// Opens a file by what it is: a path, or bytes in anything with a buffer. A text that `to_xml` or `to_json` made stands for its file.
///
/// `name` is what bytes are called: the name tells some formats, and errors say it. `max_size` is the most bytes that a file may
/// have. `max_memory` is how many bytes of memory work on it may take, as estimated before they are taken: without it half of what the machine has, at
/// most 8 GiB.
#[pyfunction]
#[pyo3(signature = (file, *, name = None, max_size = None, max_memory = None))]
pub(crate) fn open(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    name: Option<String>,
    max_size: Option<u64>,
    max_memory: Option<u64>,
) -> PyResult<Asset> {
    let limits = limits(max_size, max_memory);
    if let Ok(bytes) = file.cast::<PyBytes>() {
        return opened(py, bytes.clone(), name.unwrap_or_default(), None, &limits);
    }
    // Texts are paths, as most of what is opened is; whatever else has a buffer is bytes.
    let is_text = file.is_instance_of::<PyString>();
    let buffer = (!is_text).then(|| PyMemoryView::from(file)).transpose();
    if let Ok(Some(view)) = buffer {
        let bytes = view.call_method0("tobytes")?.cast_into()?;
        return opened(py, bytes, name.unwrap_or_default(), None, &limits);
    }
    let path: PathBuf = file
        .extract()
        .map_err(|_| PyTypeError::new_err("open() takes a path, or bytes"))?;
    let shown = name.unwrap_or_else(|| path.to_string_lossy().into_owned());
    let (bytes, original) = read(py, &path, &limits, &shown)?;
    opened(py, bytes, shown, Some((path, original)), &limits)
}

/// A file as an object of Python, read once; also as what `save` may replace.
fn read<'py>(
    py: Python<'py>,
    path: &Path,
    limits: &Limits,
    shown: &str,
) -> PyResult<(Bound<'py, PyBytes>, Original)> {
    let most = whole::most(limits);
    let read = py.detach(|| File::open(path)).map_err(Unreadable::from);
    let read = read.and_then(|file| {
        let mut object = PyBytes::new(py, b"");
        let original = Original::read_with(path, file, most, |file, length| {
            object = filled(py, file, most, length)?;
            Ok(shared(&object))
        })?;
        Ok((object, original))
    });
    match read {
        Ok(read) => Ok(read),
        Err(Unreadable::System(error)) => Err(system(py, &error, shown)),
        Err(why) => Err(raised(py, &why.under(limits), shown)),
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

fn opened(
    py: Python<'_>,
    file: Bound<'_, PyBytes>,
    name: String,
    origin: Option<(PathBuf, Original)>,
    limits: &Limits,
) -> PyResult<Asset> {
    let bytes = shared(&file);
    if bytes.len() as u64 > limits.bytes {
        let error = Error::new(Kind::Limit, format!("longer than {} bytes", limits.bytes));
        return Err(raised(py, &error, &name));
    }
    match open_asset(bytes.clone(), &name, limits) {
        Ok(asset) => Ok(Asset::new(State::new(file.unbind(), name, origin, asset))),
        Err(error) => match py.detach(|| Text::of(&bytes)) {
            Some(_) => from_bytes_of_text(py, &bytes, name, limits),
            None => Err(raised(py, &error, &name)),
        },
    }
}

/// The file that a text stands for, which `to_xml` or `to_json` made.
///
/// The text says its format. An error has the line where the text is wrong. `max_memory` is that of `open`.
#[pyfunction]
#[pyo3(signature = (text, *, name = None, max_memory = None))]
pub(crate) fn from_text(
    py: Python<'_>,
    text: String,
    name: Option<String>,
    max_memory: Option<u64>,
) -> PyResult<Asset> {
    let limits = limits(None, max_memory);
    from_bytes_of_text(py, &text.into(), name.unwrap_or_default(), &limits)
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
