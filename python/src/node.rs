//! [`Node`]: where in the tree of an asset something is; and the classes that stand for it.

use std::sync::Arc;

use formwork_schema::{Error, Kind, Value, value::Packer};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyString};

use crate::{
    arrays,
    dtype::Dtype,
    leaf,
    place::{self, At, Place, Step},
    state::State,
};

/// Where a part of a tree is.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) state: Arc<State>,
    pub(crate) steps: Place,
}

impl Node {
    /// Looks at what is there now.
    pub(crate) fn look<'py, T>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(At<'_>, At<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let tree = match self.steps.first() {
            Some(Step::Field(field)) => self.state.tree_with(py, *field)?,
            _ => self.state.tree(py)?,
        };
        let layout = self
            .state
            .layout()
            .map_err(|error| self.state.raised(py, &error))?;
        let root = At::root(layout, &tree.tree);
        match root.below(&self.steps) {
            Some(at) => work(root, at),
            None => {
                let why = "is not there any more: the tree was changed";
                let place = place::words(root, &self.steps);
                let error = Error::new(Kind::Invalid, why).of(place.as_str());
                Err(self.state.raised(py, &error))
            }
        }
    }

    pub(crate) fn below(&self, step: impl IntoIterator<Item = Step>) -> Self {
        let steps = self.steps.iter().copied().chain(step).collect();
        let state = Arc::clone(&self.state);
        Self { state, steps }
    }

    /// The same of a field of the root, which this file need not have.
    pub(crate) fn object_or_none(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Some(Step::Field(field)) = self.steps.first() else {
            return Ok(py.None().into_bound(py));
        };
        let tree = self.state.tree_with(py, *field)?;
        let layout = self.state.layout();
        let layout = layout.map_err(|error| self.state.raised(py, &error))?;
        match At::root(layout, &tree.tree).below(&self.steps) {
            Some(at) => self.object(py, &at),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// What is there as an object of Python.
    pub(crate) fn object<'py>(self, py: Python<'py>, at: &At<'_>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(simple) = leaf::simple(py, at)? {
            return Ok(simple);
        }
        match at.value {
            Value::Bytes(bytes) => {
                arrays::view(py, &self.state, bytes, bytes.len(), &Dtype::Number("u1"))
            }
            Value::Rows(_) => Ok(Bound::new(py, Records { node: self })?.into_any()),
            Value::List(items) if items.is_empty() && is_bulk(at) => {
                Ok(Bound::new(py, Records { node: self })?.into_any())
            }
            Value::List(_) => Ok(Bound::new(py, List { node: self })?.into_any()),
            Value::Variant { content: None, .. } => {
                let name = at.variant.map_or("", |variant| &*variant.name);
                Ok(PyString::new(py, name).into_any())
            }
            Value::Struct(_) | Value::Variant { .. } => {
                Ok(Bound::new(py, Struct { node: self })?.into_any())
            }
            _ => Ok(py.None().into_bound(py)),
        }
    }
}

/// Whether the items of a list have one size.
fn is_bulk(at: &At<'_>) -> bool {
    let place::Kind::Of(_, ty) = at.kind else {
        return false;
    };
    let item = ty.peeled().item();
    item.is_some_and(|item| Packer::new(at.layout, item).is_some())
}

/// A struct of a tree: its fields are attributes.
///
/// Structs that are vectors are sequences of their numbers as well. A field that this file does not have is `None`.
#[pyclass(frozen, module = "formwork_assets")]
pub(crate) struct Struct {
    pub(crate) node: Node,
}

/// A list of a tree: a sequence.
///
/// Lists whose items all have one size are [`Records`].
#[pyclass(frozen, module = "formwork_assets", sequence)]
pub(crate) struct List {
    pub(crate) node: Node,
}

/// A list whose items all have one size: vertices, indices, keyframes.
///
/// It is one array of NumPy: `array` has shape `(n,)` and a column for each field, or plain numbers. Columns that are vectors
/// have shape `(n, width)`. Arrays are read-only views of the bytes that the asset holds; nothing is copied.
#[pyclass(frozen, module = "formwork_assets", sequence)]
pub(crate) struct Records {
    pub(crate) node: Node,
}

/// A place in a list of so many items, which counts from the end where it is negative.
pub(crate) fn index(place: isize, length: usize) -> PyResult<usize> {
    let counted = if place < 0 {
        length.checked_sub(place.unsigned_abs())
    } else {
        Some(place.unsigned_abs())
    };
    counted.filter(|place| *place < length).ok_or_else(|| {
        PyIndexError::new_err(format!("there is no item {place}: there are {length}"))
    })
}
