//! Named numbers as classes of Python's `enum`, made once for each layout.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use formwork_schema::layout::Names;
use pyo3::{prelude::*, sync::PyOnceLock};

/// The class for named numbers: an `IntFlag` for bits, an `IntEnum` for others.
fn class<'py>(
    py: Python<'py>,
    names: &'static Names,
    are_bits: bool,
) -> PyResult<Bound<'py, PyAny>> {
    static KNOWN: PyOnceLock<Mutex<HashMap<usize, Py<PyAny>>>> = PyOnceLock::new();
    let known = KNOWN.get_or_init(py, Mutex::default);
    // Layouts are never dropped, so an address stays that of one list of names.
    let address = std::ptr::from_ref(names).addr();
    if let Some(found) = known
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&address)
    {
        return Ok(found.bind(py).clone());
    }
    let values: Vec<(&str, i128)> = names
        .values
        .iter()
        .map(|one| (&*one.name, one.value))
        .collect();
    let maker = py
        .import("formwork_assets._names")?
        .getattr("named_numbers")?;
    let made = maker.call1((&*names.name, &*names.doc, values, are_bits))?;
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    known.insert(address, made.clone().unbind());
    Ok(made)
}

/// A number with a name, where it has one; of bits, a set of them.
pub(crate) fn named<'py>(
    py: Python<'py>,
    names: &'static Names,
    are_bits: bool,
    number: i128,
) -> PyResult<Bound<'py, PyAny>> {
    if !are_bits && names.values.iter().all(|one| one.value != number) {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    class(py, names, are_bits)?.call1((number,))
}

/// The number that a name stands for, or several of bits.
pub(crate) fn number(names: &Names, wanted: &str) -> Option<i128> {
    let found = names.values.iter().find(|one| *one.name == *wanted);
    found.map(|one| one.value)
}
