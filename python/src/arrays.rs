//! Bytes as arrays of NumPy: read-only views of the file, or of a copy where they stand in no file.

use formwork_schema::value::Rows;
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyByteArray, PyBytes},
};

use crate::{dtype::Dtype, state::State};

fn function<'py>(
    py: Python<'py>,
    known: &'static PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let made = || Ok::<_, PyErr>(py.import(module)?.getattr(name)?.unbind());
    Ok(known.get_or_try_init(py, made)?.bind(py).clone())
}

fn frombuffer(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static KNOWN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    function(py, &KNOWN, "numpy", "frombuffer")
}

fn zeros(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static KNOWN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    function(py, &KNOWN, "numpy", "zeros")
}

/// So many items at some bytes, without a copy where these are part of the file.
pub(crate) fn view<'py>(
    py: Python<'py>,
    state: &State,
    bytes: &[u8],
    count: usize,
    dtype: &Dtype,
) -> PyResult<Bound<'py, PyAny>> {
    let type_ = dtype.numpy(py)?;
    if count == 0 || bytes.is_empty() || dtype.size() == 0 {
        return zeros(py)?.call1((count, type_));
    }
    let (flat, count) = flat(dtype, count);
    let type_ = if flat == *dtype {
        type_
    } else {
        flat.numpy(py)?
    };
    let array = match state.offset(py, bytes) {
        Some(offset) => frombuffer(py)?.call1((state.file.bind(py), type_, count, offset))?,
        None => frombuffer(py)?.call1((PyBytes::new(py, bytes), type_, count, 0))?,
    };
    shaped(dtype, array)
}

/// NumPy makes an array of plain numbers of a buffer, which then takes the shape of vectors.
fn flat(dtype: &Dtype, count: usize) -> (Dtype, usize) {
    match dtype {
        Dtype::Vector(code, width) => (Dtype::Number(code), count * width),
        dtype => (dtype.clone(), count),
    }
}

fn shaped<'py>(dtype: &Dtype, array: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match dtype {
        Dtype::Vector(_, width) => array.call_method1("reshape", (-1, *width)),
        _ => Ok(array),
    }
}

/// Bytes of records for which other threads of Python can wait.
const SMALL: usize = 1 << 18;

/// One column of rows, copied: its values lie side by side, and belong to the caller.
pub(crate) fn gathered<'py>(
    py: Python<'py>,
    rows: &Rows,
    offset: usize,
    dtype: &Dtype,
) -> PyResult<Bound<'py, PyAny>> {
    let (width, count) = (dtype.size(), rows.len());
    if width == 0 || count == 0 {
        return zeros(py)?.call1((count, dtype.numpy(py)?));
    }
    let (bytes, stride) = (rows.bytes(), rows.row().size());
    let copied = PyByteArray::new_with(py, width * count, |out| {
        match bytes.len() {
            0..SMALL => gather(bytes, stride, offset, width, out),
            _ => py.detach(|| gather(bytes, stride, offset, width, out)),
        }
        Ok(())
    })?;
    let (flat, count) = flat(dtype, count);
    let array = frombuffer(py)?.call1((copied, flat.numpy(py)?, count, 0))?;
    shaped(dtype, array)
}

fn gather(bytes: &[u8], stride: usize, offset: usize, width: usize, out: &mut [u8]) {
    match width {
        // The widths that are common, so that each item is a few loads and stores.
        4 => gather_exactly::<4>(bytes, stride, offset, out),
        8 => gather_exactly::<8>(bytes, stride, offset, out),
        12 => gather_exactly::<12>(bytes, stride, offset, out),
        16 => gather_exactly::<16>(bytes, stride, offset, out),
        _ => {
            let items = bytes.chunks_exact(stride).zip(out.chunks_exact_mut(width));
            for (item, out) in items {
                if let Some(part) = item.get(offset..offset + width) {
                    out.copy_from_slice(part);
                }
            }
        }
    }
}

fn gather_exactly<const N: usize>(bytes: &[u8], stride: usize, offset: usize, out: &mut [u8]) {
    let (outs, _) = out.as_chunks_mut::<N>();
    for (item, out) in bytes.chunks_exact(stride).zip(outs) {
        if let Some(part) = item.get(offset..).and_then(|rest| rest.first_chunk::<N>()) {
            *out = *part;
        }
    }
}
