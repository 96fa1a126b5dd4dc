//! What [`List`] does.

use pyo3::{exceptions::PyIndexError, prelude::*, types::PySlice};

use crate::{
    edit,
    node::{List, index},
    place::{self, Step},
    shown::{brief, name},
};

impl List {
    fn item<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        self.node.look(py, |_, at| {
            let step = Step::Item(place);
            let below = at
                .step(step)
                .ok_or_else(|| PyIndexError::new_err("there is no such item"))?;
            self.node.below([step]).object(py, &below)
        })
    }
}

#[pymethods]
impl List {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.node
            .look(py, |_, at| Ok(at.value.length().unwrap_or(0)))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__(py)?;
        if let Ok(slice) = key.cast::<PySlice>() {
            let found = slice.indices(length as isize)?;
            let places = (0..found.slicelength).map(|at| found.start + at as isize * found.step);
            let items = places.map(|place| self.item(py, place.unsigned_abs()));
            return Ok(items
                .collect::<PyResult<Vec<_>>>()?
                .into_pyobject(py)?
                .into_any());
        }
        self.item(py, index(key.extract()?, length)?)
    }

    fn __setitem__(&self, py: Python<'_>, place: isize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = index(place, self.__len__(py)?)?;
        edit::set(py, &self.node.below([Step::Item(place)]), value)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let items = self.node.look(py, |_, at| {
            let places = 0..at.value.length().unwrap_or(0);
            let items = places.map(|place| {
                let step = Step::Item(place);
                let below = at.step(step);
                let node = self.node.below([step]);
                below.map_or_else(
                    || Ok(py.None().into_bound(py)),
                    |below| node.object(py, &below),
                )
            });
            items.collect::<PyResult<Vec<_>>>()
        })?;
        Ok(items.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.node.look(py, |root, at| {
            let length = at.value.length().unwrap_or(0);
            let mut out = format!("<{}: {length} items", place::words(root, &self.node.steps));
            for place in 0..length.min(8) {
                let step = Step::Item(place);
                let Some(below) = at.step(step) else { break };
                let node = self.node.below([step]);
                let name = name(&below)
                    .map(|name| format!(" {name:?}"))
                    .unwrap_or_default();
                out += &format!("\n  [{place}] {}{name}", brief(py, &node, &below)?);
            }
            if length > 8 {
                out += "\n  …";
            }
            Ok(out + ">")
        })
    }
}
