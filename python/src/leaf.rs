//! Values of a tree as objects of Python, and back.

use bytes::Bytes;
use formwork_schema::{
    F16, Value,
    escape::{escape, unescape},
    layout::{Field, PrimKind, Struct, Style, Type},
    value::Fixed,
    walk::Scalar,
};
use pyo3::{
    prelude::*,
    types::{PyBool, PyBytes, PyFloat, PyMapping, PyString},
};

use crate::{error::invalid, names, place::At, state};

/// A value that is no node: a number, a text; none for all others.
pub(crate) fn simple<'py>(py: Python<'py>, at: &At<'_>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let text = |bytes: &[u8]| PyString::new(py, &escape(bytes)).into_any();
    Ok(Some(match at.value {
        Value::Cell(cell) => match cell.scalar(at.item.unwrap_or_default()) {
            Scalar::Int(number) => whole(py, at, number)?,
            Scalar::F32(number) => PyFloat::new(py, number.into()).into_any(),
            Scalar::F64(number) => PyFloat::new(py, number).into_any(),
            Scalar::Bytes(_) => return Ok(None),
        },
        Value::Int(number) => whole(py, at, *number)?,
        Value::F32(number) => PyFloat::new(py, (*number).into()).into_any(),
        Value::F64(number) => PyFloat::new(py, *number).into_any(),
        Value::Text(bytes) => text(bytes),
        Value::Fixed(fixed) => text(&fixed.text),
        Value::Word(word) => PyString::new(py, word).into_any(),
        _ => return Ok(None),
    }))
}

fn whole<'py>(py: Python<'py>, at: &At<'_>, number: i128) -> PyResult<Bound<'py, PyAny>> {
    let ty = match at.kind {
        crate::place::Kind::Of(_, ty) => ty.peeled(),
        crate::place::Kind::Root(_) => return Ok(number.into_pyobject(py)?.into_any()),
    };
    match ty {
        Type::Bool if number == 0 || number == 1 => {
            Ok(PyBool::new(py, number == 1).to_owned().into_any())
        }
        Type::Flags(of) => names::named(py, of, true, number),
        Type::Enum(of) => names::named(py, of, false, number),
        _ => match i64::try_from(number) {
            Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
            Err(_) => Ok(number.into_pyobject(py)?.into_any()),
        },
    }
}

/// What an object means as a value of a type: a number, a text, bytes, a vector. None for what is set another way.
pub(crate) fn meant(
    layout: &'static formwork_schema::Layout,
    field: &Field,
    ty: &Type,
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<Value>> {
    let py = object.py();
    let refused = |what: &str| {
        invalid(
            py,
            &field.name,
            format!("takes {what}, not {}", shown(object)),
        )
    };
    Ok(Some(match ty.peeled() {
        Type::Prim(PrimKind::F16) => Value::F32(F16::from_f32(single(object, field)?).to_f32()),
        Type::Prim(PrimKind::F32) => Value::F32(single(object, field)?),
        Type::Prim(PrimKind::F64) => Value::F64(object.extract()?),
        Type::Flags(of) => Value::Int(bits(object, of, field)?),
        Type::Array(item, length) => {
            let items = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            if items.len() != *length as usize {
                return Err(refused(&format!("{length} items")));
            }
            let items = items.iter().map(|one| meant(layout, field, item, one));
            match items.collect::<PyResult<Option<Vec<_>>>>()? {
                Some(items) => Value::List(items),
                None => return Ok(None),
            }
        }
        Type::Enum(of) => Value::Int(match object.extract::<String>() {
            Ok(name) => names::number(of, &name).ok_or_else(|| {
                let known: Vec<&str> = of.values.iter().map(|one| &*one.name).collect();
                refused(&format!("one of {}", known.join(", ")))
            })?,
            Err(_) => object.extract()?,
        }),
        Type::Bool => match object.extract::<bool>() {
            Ok(truth) => Value::Int(truth.into()),
            Err(_) => Value::Int(object.extract()?),
        },
        Type::Prim(kind) => {
            let number: i128 = object.extract()?;
            if !kind.holds(number) {
                return Err(refused(&format!(
                    "a whole number of {} bits",
                    kind.size() * 8
                )));
            }
            Value::Int(number)
        }
        Type::Vle => Value::Int(object.extract()?),
        Type::CString => Value::Text(text(object)?),
        Type::FixedString(_) => Value::Fixed(Box::new(Fixed {
            text: text(object)?,
            padding: Bytes::new(),
        })),
        Type::Version(_) | Type::Dialect(_) => Value::Word(object.extract::<String>()?.into()),
        Type::Blob => Value::Bytes(buffer(object)?),
        Type::Struct(target) => {
            let of = layout.get(target);
            match structure(layout, of, object)? {
                Some(value) => value,
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

/// The repr of an object, briefly.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let shown = object
        .repr()
        .map_or_else(|_| "this".into(), |text| text.to_string());
    match shown.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

/// A struct of numbers, given in order; any other one, given by names.
fn structure(
    layout: &'static formwork_schema::Layout,
    of: &'static Struct,
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<Value>> {
    let (py, fields) = (object.py(), of.fields());
    if fields.is_empty() {
        return Ok(None);
    }
    let visible = fields.iter().filter(|field| field.visible);
    let names: Vec<&str> = visible.map(|field| &*field.name).collect();
    let given: Vec<Option<Bound<'_, PyAny>>> = if let Ok(named) = object.cast::<PyMapping>() {
        let keys: Vec<String> = named.keys()?.extract()?;
        if let Some(other) = keys.iter().find(|key| !names.contains(&key.as_str())) {
            let message = format!("has no field `{other}`, only {}", names.join(", "));
            return Err(invalid(py, &of.name, message));
        }
        let given = names
            .iter()
            .map(|name| match keys.iter().any(|key| key == name) {
                true => named.get_item(name).map(Some),
                false => Ok(None),
            });
        given.collect::<PyResult<_>>()?
    } else if of.style == Style::Record {
        return Ok(None);
    } else {
        let items = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if items.len() != names.len() {
            let message = format!(
                "takes {} ({}), not {}",
                names.len(),
                names.join(", "),
                items.len()
            );
            return Err(invalid(py, &of.name, message));
        }
        items.into_iter().map(Some).collect()
    };
    let mut given = given.into_iter();
    let values = fields.iter().map(|field| {
        let Some(object) = given.next_if_visible(field) else {
            return Ok(None);
        };
        match meant(layout, field, &field.ty, &object)? {
            Some(value) => Ok(Some(value)),
            None => Err(invalid(
                py,
                &field.name,
                "cannot be set so; set what is in it",
            )),
        }
    });
    Ok(Some(Value::Struct(values.collect::<PyResult<_>>()?)))
}

/// What is given to visible fields, in order.
trait Given<'py> {
    fn next_if_visible(&mut self, field: &Field) -> Option<Bound<'py, PyAny>>;
}

impl<'py, I: Iterator<Item = Option<Bound<'py, PyAny>>>> Given<'py> for I {
    fn next_if_visible(&mut self, field: &Field) -> Option<Bound<'py, PyAny>> {
        if field.visible {
            self.next().flatten()
        } else {
            None
        }
    }
}

/// A number of single precision: rounded, but not made infinite.
fn single(object: &Bound<'_, PyAny>, field: &Field) -> PyResult<f32> {
    let number: f64 = object.extract()?;
    let rounded = number as f32;
    if number.is_finite() && !rounded.is_finite() {
        let message = format!("{number} is too large for single precision");
        return Err(invalid(object.py(), &field.name, message));
    }
    Ok(rounded)
}

/// Bits: a number, a name, or several names.
fn bits(
    object: &Bound<'_, PyAny>,
    of: &formwork_schema::layout::Names,
    field: &Field,
) -> PyResult<i128> {
    if let Ok(number) = object.extract::<i128>() {
        return Ok(number);
    }
    let words: Vec<String> = match object.extract::<String>() {
        Ok(text) => text.split_whitespace().map(str::to_owned).collect(),
        Err(_) => object.extract()?,
    };
    words.iter().try_fold(0, |all, word| {
        let known = names::number(of, word).ok_or_else(|| {
            let known: Vec<&str> = of.values.iter().map(|one| &*one.name).collect();
            let message = format!("there is no flag `{word}`, only {}", known.join(", "));
            invalid(object.py(), &field.name, message)
        });
        Ok(all | known?)
    })
}

/// The bytes of a string: `\xNN` in a text stands for a byte that is no character.
fn text(object: &Bound<'_, PyAny>) -> PyResult<Bytes> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(state::shared(bytes));
    }
    let text: String = object.extract()?;
    Ok(Bytes::from(unescape(&text).into_owned()))
}

/// The bytes of anything with a buffer.
pub(crate) fn buffer(object: &Bound<'_, PyAny>) -> PyResult<Bytes> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(state::shared(bytes));
    }
    let view = object
        .py()
        .import("builtins")?
        .getattr("memoryview")?
        .call1((object,))?;
    let bytes = view.call_method0("tobytes")?;
    Ok(state::shared(bytes.cast::<PyBytes>()?))
}
