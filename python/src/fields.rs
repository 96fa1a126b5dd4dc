//! What the layout says of fields.

use formwork_schema::layout::Type;
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

use crate::{
    node::{Records, Struct},
    place::{self, Step},
    structs::members,
};

/// What the layout says of a field.
#[pyclass(frozen, get_all, module = "formwork_assets")]
pub(crate) struct Field {
    /// Its name.
    name: String,
    /// What it means.
    doc: String,
    /// The unit of its value; empty where it has none.
    unit: String,
    /// What is stored: `f32`, `Vec3`, `list of Bone`.
    r#type: String,
}

#[pymethods]
impl Field {
    fn __repr__(&self) -> String {
        let unit = if self.unit.is_empty() { "" } else { ", in " };
        format!(
            "<{}: {}{unit}{}: {}>",
            self.name, self.r#type, self.unit, self.doc
        )
    }
}

/// What a type is called.
fn type_name(ty: &Type) -> String {
    match ty.peeled() {
        Type::List(item) | Type::Packed(item) => format!("list of {}", type_name(item)),
        Type::Array(item, length) => format!("{length} of {}", type_name(item)),
        Type::Struct(target) => target.name.to_string(),
        Type::Prim(kind) => kind.name().into(),
        Type::Flags(names) | Type::Enum(names) | Type::Dialect(names) => names.name.to_string(),
        Type::Bits(bits) => bits.name.to_string(),
        Type::Vle => "whole number".into(),
        Type::Bool => "truth value".into(),
        Type::CString
        | Type::Ended(..)
        | Type::FixedString(_)
        | Type::Text(_)
        | Type::Padded(_) => "string".into(),
        Type::Blob | Type::Padding(_) => "bytes".into(),
        Type::Version(of) => of.name.to_string(),
        Type::Remaining | Type::Peek(_) | Type::Nested(_) => "number".into(),
    }
}

/// What the layout says of each field of a struct, or of the columns of records: a dict by name.
#[pyfunction]
pub(crate) fn fields<'py>(py: Python<'py>, of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let node = if let Ok(one) = of.cast::<Struct>() {
        one.get().node.clone()
    } else if let Ok(records) = of.cast::<Records>() {
        records.get().node.below([Step::Item(0)])
    } else {
        return Err(PyTypeError::new_err("fields() takes a Struct or Records"));
    };
    let all = PyDict::new(py);
    node.look(py, |root, at| {
        for (name, steps, field) in members(root, &at, &node.steps) {
            let ty = at
                .below(&steps)
                .map_or(&field.ty, |below| match below.kind {
                    place::Kind::Of(_, ty) => ty,
                    place::Kind::Root(_) => &field.ty,
                });
            let told = Field {
                name: name.clone(),
                doc: field.doc.to_string(),
                unit: field.unit.to_string(),
                r#type: type_name(ty),
            };
            all.set_item(name, Bound::new(py, told)?)?;
        }
        Ok(())
    })?;
    Ok(all)
}
