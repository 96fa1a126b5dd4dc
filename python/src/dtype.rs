//! [`Dtype`]: what the records of a list look like to NumPy.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use crate::place::{self, At, Step};
use formwork_schema::{
    Layout, Value,
    layout::{Body, Endian, Field, PrimKind, Style, Type, VariantShape},
    value::{Cell, Rows},
};
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyList},
};

/// What records look like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Dtype {
    /// One number.
    Number(&'static str),
    /// So many numbers of one kind: a vector.
    Vector(&'static str, usize),
    /// So many of one kind: an array.
    Array(Box<Dtype>, usize),
    /// Named columns with their offsets in bytes, and the size of all.
    Record(Vec<(String, usize, Dtype)>, usize),
}

/// Structs inside an item, at most.
const MAX_DEPTH: u32 = 16;

/// What NumPy calls a number. What it lacks is its bytes.
fn code(kind: PrimKind, endian: Endian) -> &'static str {
    match (kind, endian) {
        (PrimKind::U24 | PrimKind::I24, _) => "V3",
        (PrimKind::U128 | PrimKind::I128, _) => "V16",
        (PrimKind::F16, Endian::Little) => "<f2",
        (PrimKind::F16, Endian::Big) => ">f2",
        (PrimKind::U8, _) => "u1",
        (PrimKind::I8, _) => "i1",
        (PrimKind::U16, Endian::Little) => "<u2",
        (PrimKind::U16, Endian::Big) => ">u2",
        (PrimKind::I16, Endian::Little) => "<i2",
        (PrimKind::I16, Endian::Big) => ">i2",
        (PrimKind::U32, Endian::Little) => "<u4",
        (PrimKind::U32, Endian::Big) => ">u4",
        (PrimKind::I32, Endian::Little) => "<i4",
        (PrimKind::I32, Endian::Big) => ">i4",
        (PrimKind::U64, Endian::Little) => "<u8",
        (PrimKind::U64, Endian::Big) => ">u8",
        (PrimKind::I64, Endian::Little) => "<i8",
        (PrimKind::I64, Endian::Big) => ">i8",
        (PrimKind::F32, Endian::Little) => "<f4",
        (PrimKind::F32, Endian::Big) => ">f4",
        (PrimKind::F64, Endian::Little) => "<f8",
        (PrimKind::F64, Endian::Big) => ">f8",
    }
}

fn width(code: &str) -> usize {
    code.trim_start_matches(|first: char| !first.is_ascii_digit())
        .parse()
        .unwrap_or(1)
}

impl Dtype {
    /// Size of one record, in bytes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Number(code) => width(code),
            Self::Vector(code, count) => width(code) * count,
            Self::Array(item, count) => item.size() * count,
            Self::Record(_, size) => *size,
        }
    }

    /// What the items of some rows look like. `names` are those of attributes, where a list elsewhere names them.
    pub(crate) fn of(
        layout: &Layout,
        ty: &Type,
        rows: &Rows,
        names: Option<&[String]>,
    ) -> Option<Self> {
        let size = rows.row().size();
        let (start, dtype) = shape(layout, ty.peeled().item()?, rows.row().item(), names, 0)?;
        Some(match dtype {
            Self::Record(columns, _) => {
                let columns = columns.into_iter();
                let moved = columns.map(|(name, at, dtype)| (name, at + start, dtype));
                Self::Record(moved.collect(), size)
            }
            // What is not shown around it has bytes, too.
            dtype if start != 0 || dtype.size() != size => {
                Self::Record(vec![("value".into(), start, dtype)], size)
            }
            dtype => dtype,
        })
    }

    /// What the items of a list without any look like, as far as that is known: with all columns that there may be.
    pub(crate) fn of_none(layout: &Layout, ty: &Type) -> Option<Self> {
        let item = ty.peeled().item()?;
        let mut size = 0;
        of_type(layout, item, &mut size, 0)
    }

    /// The same for NumPy: made once for each.
    pub(crate) fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static KNOWN: PyOnceLock<Mutex<HashMap<Dtype, Py<PyAny>>>> = PyOnceLock::new();
        let known = KNOWN.get_or_init(py, Mutex::default);
        if let Some(found) = known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(self)
        {
            return Ok(found.bind(py).clone());
        }
        let made = py
            .import("numpy")?
            .getattr("dtype")?
            .call1((self.spelled(py)?,))?;
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(self.clone(), made.clone().unbind());
        Ok(made)
    }

    /// What `numpy.dtype` takes.
    fn spelled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Number(code) => Ok(code.into_pyobject(py)?.into_any()),
            Self::Vector(code, count) => Ok((*code, (*count,)).into_pyobject(py)?.into_any()),
            Self::Array(item, count) => {
                Ok((item.spelled(py)?, (*count,)).into_pyobject(py)?.into_any())
            }
            Self::Record(columns, size) => {
                let (names, formats) = (PyList::empty(py), PyList::empty(py));
                let offsets = PyList::empty(py);
                for (name, offset, dtype) in columns {
                    names.append(name)?;
                    formats.append(dtype.spelled(py)?)?;
                    offsets.append(offset)?;
                }
                let all = PyDict::new(py);
                all.set_item("names", names)?;
                all.set_item("formats", formats)?;
                all.set_item("offsets", offsets)?;
                all.set_item("itemsize", size)?;
                Ok(all.into_any())
            }
        }
    }

    /// Names of the columns.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        let columns = match self {
            Self::Record(columns, _) => columns.as_slice(),
            _ => &[],
        };
        columns.iter().map(|(name, ..)| name.as_str())
    }

    /// The column of a name, and its offset in bytes.
    pub(crate) fn column(&self, wanted: &str) -> Option<(usize, &Self)> {
        let Self::Record(columns, _) = self else {
            return None;
        };
        let mut columns = columns.iter();
        columns.find_map(|(name, offset, dtype)| (name == wanted).then_some((*offset, dtype)))
    }
}

/// What records look like; none where there are none and nothing says it.
pub(crate) fn dtype(root: At<'_>, at: &At<'_>, steps: &[Step]) -> Option<Dtype> {
    let place::Kind::Of(_, ty) = at.kind else {
        return None;
    };
    match at.value {
        Value::Rows(rows) => {
            let target = ty.struct_ref().map(|target| root.layout.get(target));
            let is_named = target.is_some_and(|target| target.columns().is_some());
            let names = is_named.then(|| place::names(root, steps)).flatten();
            Dtype::of(root.layout, ty, rows, names.as_deref())
        }
        _ => Dtype::of_none(root.layout, ty),
    }
}

/// Cells that lie side by side and are of one kind, as a vector; none for others.
fn vector(cells: &[&Cell]) -> Option<(usize, Dtype)> {
    let first = cells.first()?;
    let fits = cells.iter().enumerate().all(|(place, cell)| {
        cell.kind == first.kind
            && cell.endian == first.endian
            && cell.offset == first.offset + place * first.kind.size()
    });
    let code = code(first.kind, first.endian);
    fits.then_some((first.offset, Dtype::Vector(code, cells.len())))
}

/// What a part of an item looks like, and where in the item it begins.
fn shape(
    layout: &Layout,
    ty: &Type,
    item: &Value,
    names: Option<&[String]>,
    depth: u32,
) -> Option<(usize, Dtype)> {
    if depth > MAX_DEPTH {
        return None;
    }
    let below = |ty: &Type, item: &Value| shape(layout, ty, item, names, depth + 1);
    match (ty.peeled(), item) {
        (_, Value::Cell(cell)) => Some((cell.offset, Dtype::Number(code(cell.kind, cell.endian)))),
        (Type::Struct(target), Value::Struct(values)) => {
            let of = layout.get(target);
            let fields = of.fields();
            let cells = values.values().map(|value| match value {
                Value::Cell(cell) => Some(cell),
                _ => None,
            });
            if of.style != Style::Record
                && let Some(cells) = cells.collect::<Option<Vec<_>>>()
                && let Some(vector) = vector(&cells)
            {
                return Some(vector);
            }
            let parts = fields.iter().zip(values);
            let parts = parts.filter_map(|(field, value)| Some((field, value?)));
            let mut columns = Vec::new();
            for (field, value) in parts {
                match (field.ty.peeled().item(), value, names) {
                    (Some(ty), Value::List(items), Some(names)) if items.len() == names.len() => {
                        for (name, item) in names.iter().zip(items.iter()) {
                            columns.extend(below(ty, item).map(|part| (name.clone(), part)));
                        }
                    }
                    _ => {
                        let part = below(&field.ty, value);
                        columns.extend(part.map(|part| (field.name.to_string(), part)));
                    }
                }
            }
            Some(record(columns))
        }
        (Type::Struct(target), Value::Variant { variant, content }) => {
            let chosen = layout.get(target).variants().get(*variant)?;
            match (chosen.shape, content.as_deref(), chosen.fields.first()) {
                (VariantShape::Newtype, Some(content), Some(field)) => below(&field.ty, content),
                (VariantShape::Fields, Some(Value::Struct(values)), _) => {
                    let parts = chosen.fields.iter().zip(values);
                    let parts = parts.filter_map(|(field, value)| {
                        let part = below(&field.ty, value?)?;
                        Some((field.name.to_string(), part))
                    });
                    Some(record(parts.collect()))
                }
                _ => None,
            }
        }
        (Type::Array(item_type, _), Value::List(items)) => {
            array(items.iter().map(|item| below(item_type, item)))
        }
        (ty, Value::List(items)) => {
            let item_type = ty.item()?;
            let parts = items
                .iter()
                .enumerate()
                .filter_map(|(place, item)| Some((place.to_string(), below(item_type, item)?)));
            Some(record(parts.collect()))
        }
        _ => None,
    }
}

/// Items side by side, all of one kind.
fn array(items: impl ExactSizeIterator<Item = Option<(usize, Dtype)>>) -> Option<(usize, Dtype)> {
    let count = items.len();
    let mut first = None;
    for (place, item) in items.enumerate() {
        let (at, dtype) = item?;
        let (start, of) = first.get_or_insert_with(|| (at, dtype.clone()));
        if *of != dtype || at != *start + place * dtype.size() {
            return None;
        }
    }
    first.map(|(start, dtype)| (start, Dtype::Array(Box::new(dtype), count)))
}

/// Columns of a record that begins where the first of them does.
fn record(parts: Vec<(String, (usize, Dtype))>) -> (usize, Dtype) {
    let start = parts.iter().map(|(_, (at, _))| *at).min().unwrap_or(0);
    let ends = parts.iter().map(|(_, (at, dtype))| at + dtype.size());
    let end = ends.max().unwrap_or(start);
    let columns = parts.into_iter();
    let columns = columns.map(|(name, (at, dtype))| (name, at - start, dtype));
    (start, Dtype::Record(columns.collect(), end - start))
}

/// What a type looks like with everything that it may have, little-endian.
fn of_type(layout: &Layout, ty: &Type, size: &mut usize, depth: u32) -> Option<Dtype> {
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(kind) = ty.number_kind() {
        *size += kind.size();
        return Some(Dtype::Number(code(kind, Endian::Little)));
    }
    if let Type::Array(item, count) = ty.peeled() {
        let mut one = 0;
        let item = of_type(layout, item, &mut one, depth + 1)?;
        let count = *count as usize;
        *size = size.checked_add(one.checked_mul(count)?)?;
        return Some(Dtype::Array(Box::new(item), count));
    }
    let Type::Struct(target) = ty.peeled() else {
        return None;
    };
    let of = layout.get(target);
    let Body::Fields(fields) = &of.body else {
        return None;
    };
    let start = *size;
    let mut columns = Vec::new();
    for field in fields.iter().filter(|field| field.visible) {
        let at = *size - start;
        columns.push((
            field.name.to_string(),
            at,
            of_field(layout, field, size, depth)?,
        ));
    }
    if of.style != Style::Record
        && let Some((_, _, Dtype::Number(code))) = columns.first()
        && columns
            .iter()
            .all(|(_, _, dtype)| *dtype == Dtype::Number(code))
    {
        return Some(Dtype::Vector(code, columns.len()));
    }
    Some(Dtype::Record(columns, *size - start))
}

fn of_field(layout: &Layout, field: &Field, size: &mut usize, depth: u32) -> Option<Dtype> {
    of_type(layout, &field.ty, size, depth + 1)
}
