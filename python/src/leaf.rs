//! Values of a tree as objects of Python, and back.

use bytes::Bytes;
use formwork_schema::{
    Charset, Error, F16, Kind, Value,
    escape::{escape, unescape},
    layout::{Bits, Field, Names, PrimKind, Struct, Style, Type},
    value::Fixed,
    walk::Scalar,
};
use pyo3::{
    prelude::*,
    types::{PyBool, PyBytes, PyDict, PyFloat, PyMapping, PyString},
};

use crate::{
    names,
    place::At,
    state::{self, State},
};

/// The place that is set, which errors say.
pub(crate) struct Spot<'s> {
    pub(crate) state: &'s State,
    /// Where in the tree: `tracks[3].name`.
    pub(crate) words: String,
}

impl Spot<'_> {
    /// The error for what cannot be set here.
    pub(crate) fn refused(&self, py: Python<'_>, why: impl Into<String>) -> PyErr {
        let error = Error::new(Kind::Invalid, why).of(self.words.as_str());
        self.state.raised(py, &error)
    }

    fn below(&self, field: &Field) -> Self {
        let words = format!("{}.{}", self.words, field.name);
        Self { words, ..*self }
    }
}

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
        Value::Int(number) => whole(py, at, number.get())?,
        Value::F32(number) => PyFloat::new(py, (*number).into()).into_any(),
        Value::F64(number) => PyFloat::new(py, *number).into_any(),
        Value::Text(bytes) => match at.kind {
            crate::place::Kind::Of(_, ty) => PyString::new(py, &ty.show(bytes)).into_any(),
            crate::place::Kind::Root(_) => text(bytes),
        },
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
        Type::Bits(of) => parts(py, of, number),
        _ => match i64::try_from(number) {
            Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
            Err(_) => Ok(number.into_pyobject(py)?.into_any()),
        },
    }
}

/// The parts of a number: a dict by name.
fn parts<'py>(py: Python<'py>, of: &'static Bits, number: i128) -> PyResult<Bound<'py, PyAny>> {
    let all = PyDict::new(py);
    for (part, value) in of.shown(number as u64) {
        match &part.ty {
            Type::Bool => all.set_item(&*part.name, value != 0)?,
            Type::Enum(names) => {
                all.set_item(&*part.name, names::named(py, names, false, value)?)?;
            }
            _ => all.set_item(&*part.name, value)?,
        }
    }
    Ok(all.into_any())
}

/// A number: itself, or its parts by name; those that are not there are 0.
fn whole_of(object: &Bound<'_, PyAny>, of: &Bits, spot: &Spot<'_>) -> PyResult<i128> {
    let Ok(given) = object.cast::<PyDict>() else {
        return object.extract();
    };
    let mut whole = 0;
    for (name, value) in given {
        let name: String = name.extract()?;
        let mut placed = of.placed();
        let Some((shift, part)) = placed.find(|(_, part)| *part.name == *name) else {
            let known: Vec<&str> = of.parts.iter().map(|part| &*part.name).collect();
            let why = format!("there is no part `{name}`, only {}", known.join(", "));
            return Err(spot.refused(object.py(), why));
        };
        let number = match &part.ty {
            Type::Enum(names) => item_of(&value, names, spot)?,
            _ => value.extract()?,
        };
        let Some(bits) = part.bits(number) else {
            let why = format!("`{name}` takes {} bits, not {}", part.width, shown(&value));
            return Err(spot.refused(object.py(), why));
        };
        whole |= i128::from(bits) << shift;
    }
    Ok(whole)
}

/// What an object means as a value of a type: a number, a text, bytes, a vector. None for what is set another way.
pub(crate) fn meant(
    layout: &'static formwork_schema::Layout,
    spot: &Spot<'_>,
    ty: &Type,
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<Value>> {
    Ok(Some(match ty.peeled() {
        Type::Prim(PrimKind::F16) => Value::F32(half(object, spot)?),
        Type::Prim(PrimKind::F32) => Value::F32(single(object, spot)?),
        Type::Prim(PrimKind::F64) => Value::F64(object.extract()?),
        Type::Flags(of) => fitting(ty, bits(object, of, spot)?, object, spot)?,
        Type::Enum(of) => fitting(ty, item_of(object, of, spot)?, object, spot)?,
        Type::Bits(of) => fitting(ty, whole_of(object, of, spot)?, object, spot)?,
        Type::Bool => match object.extract::<bool>() {
            Ok(truth) => Value::int(truth),
            Err(_) => fitting(ty, object.extract()?, object, spot)?,
        },
        Type::Prim(_) | Type::Vle => fitting(ty, object.extract()?, object, spot)?,
        Type::Array(item, length) => {
            let items = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            if items.len() != *length as usize {
                let why = format!("takes {length} items, not {}", shown(object));
                return Err(spot.refused(object.py(), why));
            }
            let items = items.iter().map(|one| meant(layout, spot, item, one));
            match items.collect::<PyResult<Option<Vec<_>>>>()? {
                Some(items) => Value::List(items.into()),
                None => return Ok(None),
            }
        }
        Type::CString => Value::Text(text(object)?.into()),
        Type::Text(charset) | Type::Ended(charset, _) => {
            Value::Text(encoded(object, charset, spot)?.into())
        }
        Type::Padded(charset) => {
            let text = encoded(object, charset, spot)?;
            Value::Text(charset.without_zeros(&text).into())
        }
        Type::FixedString(_) => Value::Fixed(Box::new(Fixed {
            text: text(object)?,
            padding: Bytes::new(),
        })),
        Type::Version(_) | Type::Dialect(_) => Value::Word(object.extract::<String>()?.into()),
        Type::Blob | Type::Padding(_) => Value::Bytes(Box::new(buffer(object)?)),
        Type::Struct(target) => {
            let of = layout.get(target);
            match structure(layout, of, spot, object)? {
                Some(value) => value,
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

/// A whole number, where the bits of the type hold it.
fn fitting(ty: &Type, number: i128, object: &Bound<'_, PyAny>, spot: &Spot<'_>) -> PyResult<Value> {
    // Numbers of variable length have 32 bits.
    let kind = ty.peeled().number_kind().unwrap_or(PrimKind::U32);
    if kind.holds(number) {
        return Ok(Value::int(number));
    }
    let (bits, given) = (kind.size() * 8, shown(object));
    let why = format!("takes a whole number of {bits} bits, not {given}");
    Err(spot.refused(object.py(), why))
}

/// An item of an enumeration: its name, or a number.
fn item_of(object: &Bound<'_, PyAny>, of: &Names, spot: &Spot<'_>) -> PyResult<i128> {
    let Ok(name) = object.extract::<String>() else {
        return object.extract();
    };
    names::number(of, &name).ok_or_else(|| {
        let known: Vec<&str> = of.values.iter().map(|one| &*one.name).collect();
        let why = format!("takes one of {}, not {}", known.join(", "), shown(object));
        spot.refused(object.py(), why)
    })
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
    spot: &Spot<'_>,
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
            return Err(spot.refused(py, message));
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
            return Err(spot.refused(py, message));
        }
        items.into_iter().map(Some).collect()
    };
    let mut given = given.into_iter();
    let values = fields.iter().map(|field| {
        let Some(object) = given.next_if_visible(field) else {
            return Ok(None);
        };
        let spot = spot.below(field);
        match meant(layout, &spot, &field.ty, &object)? {
            Some(value) => Ok(Some(value)),
            None => Err(spot.refused(py, "cannot be set so; set what is in it")),
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
fn single(object: &Bound<'_, PyAny>, spot: &Spot<'_>) -> PyResult<f32> {
    let number: f64 = object.extract()?;
    finite(number, number as f32, "single", spot, object)
}

/// A number of half precision, likewise.
fn half(object: &Bound<'_, PyAny>, spot: &Spot<'_>) -> PyResult<f32> {
    let number: f64 = object.extract()?;
    let rounded = F16::from_f32(number as f32).to_f32();
    finite(number, rounded, "half", spot, object)
}

fn finite(
    number: f64,
    rounded: f32,
    precision: &str,
    spot: &Spot<'_>,
    object: &Bound<'_, PyAny>,
) -> PyResult<f32> {
    if number.is_finite() && !rounded.is_finite() {
        let why = format!("{number:?} is too large for {precision} precision");
        return Err(spot.refused(object.py(), why));
    }
    Ok(rounded)
}

/// Bits: a number, a name, or several names.
fn bits(object: &Bound<'_, PyAny>, of: &Names, spot: &Spot<'_>) -> PyResult<i128> {
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
            spot.refused(object.py(), message)
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

/// The bytes of a string in an encoding.
fn encoded(object: &Bound<'_, PyAny>, charset: &Charset, spot: &Spot<'_>) -> PyResult<Bytes> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(state::shared(bytes));
    }
    let text: String = object.extract()?;
    let read = charset.read(&text);
    let read = read.map_err(|lacks| spot.refused(object.py(), lacks.to_string()))?;
    Ok(Bytes::from(read.into_owned()))
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
