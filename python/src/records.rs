//! What [`Records`] does: lists whose items all have one size, as arrays.

use formwork_schema::Value;
use pyo3::{
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::PySlice,
};

use crate::{
    arrays,
    dtype::{Dtype, dtype},
    edit,
    node::{Records, index},
    place::{self, At, Step},
};

impl Records {
    fn dtype_or_void(&self, root: At<'_>, at: &At<'_>) -> Dtype {
        let none = || Dtype::Record(Vec::new(), 0);
        dtype(root, at, &self.node.steps).unwrap_or_else(none)
    }
}

fn no_column(name: &str, dtype: &Dtype) -> PyErr {
    let known: Vec<&str> = dtype.columns().collect();
    PyKeyError::new_err(format!("no column `{name}`, only {}", known.join(", ")))
}

#[pymethods]
impl Records {
    /// All of it as a structured array of shape `(n,)`, or of plain numbers. Read-only, not copied.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.node.look(py, |root, at| {
            let dtype = self.dtype_or_void(root, &at);
            let (bytes, count) = match at.value {
                Value::Rows(rows) => (&rows.bytes()[..], rows.len()),
                _ => (&[][..], 0),
            };
            arrays::view(py, &self.node.state, bytes, count, &dtype)
        })
    }

    /// The type of `array`.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.node
            .look(py, |root, at| self.dtype_or_void(root, &at).numpy(py))
    }

    /// Names of the columns; none of plain numbers.
    #[getter]
    fn columns(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.node.look(py, |root, at| {
            let dtype = self.dtype_or_void(root, &at);
            Ok(dtype.columns().map(str::to_owned).collect())
        })
    }

    /// One column: shape `(n,)`, or `(n, width)` of vectors.
    ///
    /// Without `copy` it is a read-only view whose values lie a whole record apart. With it, values lie side by side in memory of
    /// their own, which can be written to and is several times as fast to calculate with.
    #[pyo3(signature = (name, *, copy = false))]
    fn column<'py>(&self, py: Python<'py>, name: &str, copy: bool) -> PyResult<Bound<'py, PyAny>> {
        if !copy {
            let array = self.array(py)?;
            return array.get_item(name).map_err(|_| match self.dtype_of(py) {
                Ok(dtype) => no_column(name, &dtype),
                Err(error) => error,
            });
        }
        self.node.look(py, |root, at| {
            let dtype = self.dtype_or_void(root, &at);
            let Some((offset, column)) = dtype.column(name) else {
                return Err(no_column(name, &dtype));
            };
            match at.value {
                Value::Rows(rows) => arrays::gathered(py, rows, offset, column),
                _ => arrays::view(py, &self.node.state, &[], 0, column),
            }
        })
    }

    #[pyo3(signature = (dtype = None, *, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py)?;
        let array = match dtype {
            Some(dtype) => {
                let same = array.getattr("dtype")?.eq(&dtype)?;
                if !same && copy == Some(false) {
                    return Err(PyValueError::new_err("another dtype needs a copy"));
                }
                array.call_method1("astype", (dtype,))?
            }
            None => array,
        };
        match copy {
            Some(true) => array.call_method0("copy"),
            _ => Ok(array),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.node
            .look(py, |_, at| Ok(at.value.length().unwrap_or(0)))
    }

    /// A record by its place, a column by its name, or a part of the array.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            return self.column(py, &name, false);
        }
        if key.is_instance_of::<PySlice>() || key.extract::<isize>().is_err() {
            return self.array(py)?.get_item(key);
        }
        self.node.look(py, |_, at| {
            let place = index(key.extract()?, at.value.length().unwrap_or(0))?;
            let step = Step::Item(place);
            match at.step(step) {
                Some(below) => self.node.below([step]).object(py, &below),
                None => Ok(py.None().into_bound(py)),
            }
        })
    }

    fn __setitem__(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if let Ok(place) = key.extract::<isize>() {
            let place = index(place, self.__len__(py)?)?;
            return edit::set(py, &self.node.below([Step::Item(place)]), value);
        }
        edit::set_part(&self.node, &self.array(py)?, key, value)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // Each record is made as it is asked for: there may be millions.
        let sequence = slf.py().import("collections.abc")?.getattr("Sequence")?;
        sequence.getattr("__iter__")?.call1((slf,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.node.look(py, |root, at| {
            let dtype = self.dtype_or_void(root, &at);
            let mut columns: Vec<&str> = dtype.columns().collect();
            if columns.is_empty() {
                columns.push("numbers");
            }
            let place = place::words(root, &self.node.steps);
            let (length, columns) = (at.value.length().unwrap_or(0), columns.join(", "));
            Ok(format!("<{place}: {length} records: {columns}>"))
        })
    }
}

impl Records {
    fn dtype_of(&self, py: Python<'_>) -> PyResult<Dtype> {
        self.node
            .look(py, |root, at| Ok(self.dtype_or_void(root, &at)))
    }
}
