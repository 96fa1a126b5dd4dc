//! What [`Struct`] does.

use formwork_schema::{
    Value,
    layout::{self, Style},
};
use pyo3::{
    exceptions::{PyAttributeError, PyTypeError, PyValueError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyString, PyTuple},
};

use crate::{
    edit,
    node::{Node, Struct},
    place::{self, At, Step},
    shown::{brief, shown},
};

/// The names of what can be asked of a struct, each with the steps to it and its field.
pub(crate) fn members(
    root: At<'_>,
    at: &At<'_>,
    steps: &[Step],
) -> Vec<(String, Vec<Step>, &'static layout::Field)> {
    let Some(members) = at.members() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (index, field) in members.fields.iter().enumerate() {
        if !field.visible {
            continue;
        }
        let named = field
            .columns
            .as_ref()
            .and_then(|_| place::names(root, steps));
        match (named, members.values.get(index)) {
            (Some(names), Some(Value::List(items))) if items.len() == names.len() => {
                for (item, name) in names.iter().enumerate() {
                    all.push((
                        name.clone(),
                        vec![Step::Field(index), Step::Item(item)],
                        field,
                    ));
                }
            }
            _ => all.push((field.name.to_string(), vec![Step::Field(index)], field)),
        }
    }
    all
}

impl Struct {
    /// The steps to a field, fast where that is one of the layout.
    fn steps(&self, root: At<'_>, at: &At<'_>, name: &str) -> Option<Vec<Step>> {
        let found = at.members().and_then(|members| {
            let mut fields = members.fields.iter();
            fields
                .position(|field| field.visible && *field.name == *name && field.columns.is_none())
        });
        if let Some(place) = found {
            return Some(vec![Step::Field(place)]);
        }
        let all = members(root, at, &self.node.steps);
        all.into_iter()
            .find(|(known, ..)| known == name)
            .map(|(_, steps, _)| steps)
    }

    /// The field of the root with this name, for which no more of the file is read than up to it.
    fn of_root(&self, name: &str) -> Option<Node> {
        let layout = self.node.state.layout().ok()?;
        let mut fields = self
            .node
            .steps
            .is_empty()
            .then(|| layout.root().fields().iter())?;
        let is_it = |field: &layout::Field| {
            field.visible && *field.name == *name && field.columns.is_none()
        };
        let place = fields.position(is_it)?;
        Some(self.node.below([Step::Field(place)]))
    }

    fn missing(&self, py: Python<'_>, root: At<'_>, at: &At<'_>, name: &str) -> PyErr {
        let all = members(root, at, &self.node.steps);
        let known: Vec<&str> = all.iter().map(|(name, ..)| name.as_str()).collect();
        let of = at.target().map_or("", |target| &*target.name);
        let text = format!("{of} has no field `{name}`, only {}", known.join(", "));
        let _ = py;
        PyAttributeError::new_err(text)
    }

    /// Its numbers in order, where it is a vector.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.node.look(py, |_, at| {
            let is_vector = at
                .target()
                .is_some_and(|target| target.style != Style::Record);
            let Some(found) = at.members().filter(|_| is_vector) else {
                let name = at.target().map_or("", |target| &*target.name);
                return Err(PyTypeError::new_err(format!(
                    "{name} is no sequence: its fields are attributes"
                )));
            };
            let mut numbers = Vec::new();
            for (place, field) in found.fields.iter().enumerate() {
                let step = Step::Field(place);
                if let Some(below) = at.step(step).filter(|_| field.visible) {
                    numbers.push(self.node.below([step]).object(py, &below)?);
                }
            }
            Ok(numbers)
        })
    }
}

impl Struct {
    fn attribute<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(node) = self.of_root(name) {
            return node.object_or_none(py);
        }
        self.node.look(py, |root, at| {
            let Some(steps) = self.steps(root, &at, name) else {
                return Err(self.missing(py, root, &at, name));
            };
            match at.below(&steps) {
                Some(below) => self.node.below(steps).object(py, &below),
                None => Ok(py.None().into_bound(py)),
            }
        })
    }
}

/// What every object has, by its name.
fn of_any<'py>(
    object: &Bound<'py, Struct>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    static GENERIC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = object.py();
    let find = || {
        let base = py.get_type::<PyAny>();
        base.getattr("__getattribute__").map(Bound::unbind)
    };
    GENERIC
        .get_or_try_init(py, find)?
        .bind(py)
        .call1((object, name))
}

#[pymethods]
impl Struct {
    // Before `__getattr__`, Python looks for what every object has, and makes an exception of what it does not find: that takes longer.
    fn __getattribute__<'py>(
        slf: &Bound<'py, Self>,
        name: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match name.to_str()? {
            special if special.starts_with("__") => of_any(slf, name),
            field => slf.get().attribute(slf.py(), field),
        }
    }

    /// Says what there is in place of what there is not.
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.attribute(py, name)
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let steps = self.node.look(py, |root, at| {
            let steps = self.steps(root, &at, name);
            steps.ok_or_else(|| self.missing(py, root, &at, name))
        })?;
        edit::set(py, &self.node.below(steps), value)
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.node.look(py, |root, at| {
            let all = members(root, &at, &self.node.steps);
            Ok(all.into_iter().map(|(name, ..)| name).collect())
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.numbers(py)?.len())
    }

    // A struct without numbers is there all the same.
    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyTuple::new(py, self.numbers(py)?)?.call_method0("__iter__")
    }

    /// Its numbers as an array, where it is a vector.
    #[pyo3(signature = (dtype = None, *, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("the numbers of a vector are copied"));
        }
        let numbers = self.numbers(py)?;
        py.import("numpy")?
            .getattr("array")?
            .call1((numbers, dtype))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            return self.attribute(py, &name);
        }
        PyTuple::new(py, self.numbers(py)?)?.get_item_of(key)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.node.look(py, |root, at| {
            let name = at.target().map_or("", |target| &*target.name);
            if at
                .target()
                .is_some_and(|target| target.style != Style::Record)
            {
                let numbers = at
                    .members()
                    .map(|members| (0..members.fields.len()).map(Step::Field));
                let numbers = numbers.into_iter().flatten().filter_map(|step| {
                    let below = at.step(step)?;
                    Some(shown(py, &self.node.below([step]), &below))
                });
                let numbers = numbers.collect::<PyResult<Vec<String>>>()?;
                return Ok(format!("{name}({})", numbers.join(", ")));
            }
            let variant = at.variant.map(|variant| format!(", {}", variant.name));
            let place = match place::words(root, &self.node.steps) {
                place if place.is_empty() => self.node.state.id().to_owned(),
                place => place,
            };
            let mut out = format!("<{name} {place}{}", variant.unwrap_or_default());
            for (name, steps, field) in members(root, &at, &self.node.steps) {
                let Some(below) = at.below(&steps) else {
                    continue;
                };
                let unit = if field.unit.is_empty() { "" } else { " " };
                let held = brief(py, &self.node.below(steps), &below)?;
                out += &format!("\n  {name}: {held}{unit}{}", field.unit);
            }
            Ok(out + ">")
        })
    }
}

/// An item of a tuple by whatever Python takes as its place.
trait ItemOf<'py> {
    fn get_item_of(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
}

impl<'py> ItemOf<'py> for Bound<'py, PyTuple> {
    fn get_item_of(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.as_any().get_item(key)
    }
}
