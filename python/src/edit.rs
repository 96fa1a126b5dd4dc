//! Changes of a tree: leaves, vectors, and bulk as arrays.

use bytes::Bytes;
use formwork_schema::{
    Error, F16, Kind, Layout, Path, Result, Value,
    implied::{Implied, Named, Omission, Part, Pending, Source, complete, leave_out},
    layout::{Body, Endian, Field, PrimKind, Struct, Type, VariantShape},
    value::{Cell, Rows},
};
use pyo3::{call::PyCallArgs, prelude::*, types::PyBytes};

use crate::{
    dtype::{Dtype, dtype},
    leaf::{self, Spot},
    node::Node,
    place::{self, At, Step},
    state,
};

/// Sets what is at a place: a leaf, a vector, bytes, bulk. `None` takes a field away that files may lack.
pub(crate) fn set(py: Python<'_>, node: &Node, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let tree = node.state.tree(py)?;
    let layout = node
        .state
        .layout()
        .map_err(|error| node.state.raised(py, &error))?;
    let root = At::root(layout, &tree.tree);
    let spot = Spot {
        state: &node.state,
        words: place::words(root, &node.steps),
    };
    let refused = |why: &str| Err(spot.refused(py, why));
    let Some((last, around)) = node.steps.split_last() else {
        return refused("the root of a tree stays; set what is in it");
    };
    let around = root.below(around);
    let Some((field, ty)) = around.and_then(|around| described(around, *last)) else {
        return refused("is not there any more: the tree was changed");
    };
    if object.is_none() {
        if !field.may_be_absent() {
            return refused("is in every file, so it cannot be None");
        }
        drop(tree);
        return node
            .state
            .edit(py, |tree| put(layout, tree, &node.steps, None));
    }
    let now = root.below(&node.steps);
    let ty = match now.map(|now| now.kind) {
        Some(place::Kind::Of(_, ty)) => ty,
        _ => ty,
    };
    let rows = now.and_then(|now| match now.value {
        Value::Rows(rows) => Some((dtype(root, &now, &node.steps)?, (**rows).clone())),
        _ => None,
    });
    let value = match rows {
        Some((of, rows)) => {
            let packed = rows.with_bytes(packed(&spot, &of, object)?);
            let packed = packed.ok_or_else(|| spot.refused(py, "takes whole records"))?;
            Value::Rows(Box::new(packed))
        }
        None => meant(layout, &spot, ty, now, object)?,
    };
    let lengths = (now.and_then(|now| now.value.length()), value.length());
    drop(tree);
    node.state.edit(py, |tree| match lengths {
        (before, after) if before != after => {
            let mut changed = tree.clone();
            resized(layout, &mut changed, &node.steps, value)?;
            *tree = changed;
            Ok(())
        }
        _ => put(layout, tree, &node.steps, Some(value)),
    })
}

/// The bytes of an array as records of this type.
fn packed(spot: &Spot<'_>, of: &Dtype, object: &Bound<'_, PyAny>) -> PyResult<Bytes> {
    let py = object.py();
    let bytes = helped(py, spot, "packed", (object, of.numpy(py)?, &spot.words))?;
    Ok(state::shared(bytes.cast::<PyBytes>()?))
}

/// Sets what an index, the name of a column or a mask picks of an array.
pub(crate) fn set_part(
    node: &Node,
    array: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = array.py();
    let words = node.look(py, |root, _| Ok(place::words(root, &node.steps)))?;
    let state = &node.state;
    let spot = Spot { state, words };
    let array = helped(py, &spot, "changed", (array, key, value, &spot.words))?;
    set(py, node, &array)
}

/// What a helper makes of an array, or why it does not fit.
fn helped<'py>(
    py: Python<'py>,
    spot: &Spot<'_>,
    helper: &str,
    given: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let helpers = py.import("formwork_assets._arrays")?;
    let made = helpers.getattr(helper)?.call1(given);
    made.map_err(|error| match error.get_type(py).name() {
        Ok(name) if name == "Misfit" => misfit(spot, &error, py).unwrap_or(error),
        _ => error,
    })
}

/// What does not fit into an array, as an error of the file.
fn misfit(spot: &Spot<'_>, error: &PyErr, py: Python<'_>) -> PyResult<PyErr> {
    let (words, why): (String, String) = error.value(py).getattr("args")?.extract()?;
    Ok(Spot { words, ..*spot }.refused(py, why))
}

fn meant(
    layout: &'static Layout,
    spot: &Spot<'_>,
    ty: &'static Type,
    now: Option<At<'_>>,
    object: &Bound<'_, PyAny>,
) -> PyResult<Value> {
    if let Some(value) = leaf::meant(layout, spot, ty, object)? {
        return Ok(value);
    }
    // A list of leaves, such as strings.
    if let (Some(item), Some(Value::List(before))) = (ty.peeled().item(), now.map(|now| now.value))
        && !before.is_empty()
    {
        let items = object
            .try_iter()?
            .map(|one| leaf::meant(layout, spot, item, &one?));
        let items = items.collect::<PyResult<Option<Vec<Value>>>>()?;
        if let Some(items) = items {
            return Ok(Value::List(items.into()));
        }
    }
    let message = "cannot be set as a whole: set what is in it, or edit the text of the file (to_xml, from_xml)";
    Err(spot.refused(object.py(), message))
}

/// The field and type that a step from somewhere leads to, also where nothing is yet.
fn described(around: At<'_>, step: Step) -> Option<(&'static Field, &'static Type)> {
    match step {
        Step::Field(place) => {
            let field = around.members()?.fields.get(place)?;
            Some((field, &field.ty))
        }
        Step::Item(_) => match around.kind {
            place::Kind::Of(field, ty) => Some((field, ty.peeled().item()?)),
            place::Kind::Root(_) => None,
        },
    }
}

fn gone() -> Error {
    Error::new(Kind::Invalid, "is not there any more: the tree was changed")
}

/// Puts a value in place of another.
fn put(
    layout: &'static Layout,
    tree: &mut Value,
    steps: &[Step],
    new: Option<Value>,
) -> Result<()> {
    let (value, fields) = enter(layout, tree, Some(layout.root()));
    put_below(layout, value, fields, None, steps, new)
}

/// What is inside the variants at a place, and its fields.
fn enter<'v>(
    layout: &'static Layout,
    value: &'v mut Value,
    of: Option<&'static Struct>,
) -> (&'v mut Value, &'static [Field]) {
    let variants = match of.map(|of| &of.body) {
        None => return (value, &[]),
        Some(Body::Fields(fields)) => return (value, fields),
        Some(Body::Variants(variants)) => variants,
    };
    match value {
        Value::Variant {
            variant,
            content: Some(content),
        } => match variants.get(*variant) {
            Some(chosen) => match (chosen.shape, chosen.fields.first()) {
                (VariantShape::Newtype, Some(field)) => {
                    enter(layout, content, structure(layout, &field.ty))
                }
                _ => (content, &chosen.fields),
            },
            None => (content, &[]),
        },
        other => (other, &[]),
    }
}

fn structure(layout: &'static Layout, ty: &'static Type) -> Option<&'static Struct> {
    match ty.peeled() {
        Type::Struct(target) => Some(layout.get(target)),
        _ => None,
    }
}

fn put_below(
    layout: &'static Layout,
    value: &mut Value,
    fields: &'static [Field],
    items: Option<&'static Type>,
    steps: &[Step],
    new: Option<Value>,
) -> Result<()> {
    let Some((step, rest)) = steps.split_first() else {
        *value = new.ok_or_else(gone)?;
        return Ok(());
    };
    let (below, ty) = match (step, value) {
        (Step::Field(place), Value::Struct(values)) => {
            let field = fields.get(*place).ok_or_else(gone)?;
            if rest.is_empty() && (new.is_none() || values.get(*place).is_none()) {
                values.set(*place, new);
                return Ok(());
            }
            (values.get_mut(*place).ok_or_else(gone)?, &field.ty)
        }
        (Step::Item(place), Value::List(list)) => (
            list.get_mut(*place).ok_or_else(gone)?,
            items.ok_or_else(gone)?,
        ),
        (Step::Item(place), Value::Rows(rows)) => {
            let ty = items.ok_or_else(gone)?;
            **rows = in_rows(layout, rows, ty, *place, rest, &new.ok_or_else(gone)?)?;
            return Ok(());
        }
        _ => return Err(gone()),
    };
    // Lists inside newtype variants are found by the type that is left.
    let ty = inner(layout, ty, below);
    let (below, fields) = enter(layout, below, structure(layout, ty.0));
    put_below(layout, below, fields, ty.1.peeled().item(), rest, new)
}

/// The type of a place, and that of what is inside its newtype variants.
fn inner(
    layout: &'static Layout,
    ty: &'static Type,
    value: &Value,
) -> (&'static Type, &'static Type) {
    let (mut inside, mut value) = (ty, value);
    while let (
        Some(target),
        Value::Variant {
            variant,
            content: Some(content),
        },
    ) = (structure(layout, inside), value)
    {
        let chosen = target.variants().get(*variant);
        match chosen.and_then(|chosen| Some((chosen.shape, chosen.fields.first()?))) {
            Some((VariantShape::Newtype, field)) => (inside, value) = (&field.ty, content),
            _ => break,
        }
    }
    (ty, inside)
}

/// Rows with another number, or vector, in one item.
fn in_rows(
    layout: &'static Layout,
    rows: &Rows,
    ty: &'static Type,
    place: usize,
    rest: &[Step],
    new: &Value,
) -> Result<Rows> {
    // A template of one item, to find the cells by the same steps.
    let mut template = rows.row().item().clone();
    let (mut at, mut of) = (&mut template, ty);
    for step in rest {
        let inside = inner(layout, of, at).1;
        let (value, fields) = enter(layout, at, structure(layout, of));
        (at, of) = match (step, value) {
            (Step::Field(place), Value::Struct(values)) => {
                let value = values.get_mut(*place);
                (
                    value.ok_or_else(gone)?,
                    &fields.get(*place).ok_or_else(gone)?.ty,
                )
            }
            (Step::Item(place), Value::List(items)) => {
                let item = inside.peeled().item().ok_or_else(gone)?;
                (items.get_mut(*place).ok_or_else(gone)?, item)
            }
            _ => return Err(gone()),
        };
    }
    let cells = &*enter(layout, at, structure(layout, of)).0;
    let size = rows.row().size();
    let mut bytes = rows.bytes().to_vec();
    let item = place
        .checked_mul(size)
        .and_then(|start| bytes.get_mut(start..start + size));
    let misfit = || Error::new(Kind::Invalid, "has other numbers than what it is set to");
    if !fill(cells, new, item.ok_or_else(gone)?) {
        return Err(misfit());
    }
    rows.with_bytes(bytes.into()).ok_or_else(misfit)
}

/// Puts numbers where cells are.
fn fill(cells: &Value, new: &Value, item: &mut [u8]) -> bool {
    match (cells, new) {
        (Value::Cell(cell), new) => fill_one(cell, new, item),
        (Value::List(cells), Value::List(new)) => {
            let mut pairs = cells.iter().zip(new.iter());
            cells.len() == new.len() && pairs.all(|(cells, new)| fill(cells, new, item))
        }
        (Value::Struct(cells), Value::Struct(new)) => {
            cells.len() == new.len()
                && cells.iter().zip(new).all(|pair| match pair {
                    (Some(cells), Some(new)) => fill(cells, new, item),
                    (cells, new) => cells.is_none() && new.is_none(),
                })
        }
        _ => false,
    }
}

fn fill_one(cell: &Cell, new: &Value, item: &mut [u8]) -> bool {
    let bits = match (cell.kind, new) {
        (PrimKind::F16, Value::F32(number)) => F16::from_f32(*number).0.into(),
        (PrimKind::F32, Value::F32(number)) => number.to_bits().into(),
        (PrimKind::F64, Value::F64(number)) => number.to_bits().into(),
        (kind, Value::Int(number)) if kind.holds(number.get()) && kind.is_whole() => {
            number.get() as u128
        }
        _ => return false,
    };
    let mut bytes = bits.to_le_bytes();
    let bytes = &mut bytes[..cell.kind.size()];
    if cell.endian == Endian::Big {
        bytes.reverse();
    }
    let place = item.get_mut(cell.offset..cell.offset + bytes.len());
    place.is_some_and(|place| {
        place.copy_from_slice(bytes);
        true
    })
}

/// A list with another number of items: the numbers that tell it follow.
fn resized(layout: &'static Layout, tree: &mut Value, steps: &[Step], new: Value) -> Result<()> {
    let implied = place::implied(layout);
    let mut said = tree.clone();
    leave_out(implied, &mut said)?;
    for length in 0..steps.len() {
        // What a text would not say, because it follows from the rest.
        let root = At::root(layout, tree);
        let silent = silent(implied, root, At::root(layout, &said), &steps[..length]);
        for place in silent {
            let steps: Vec<Step> = steps[..length]
                .iter()
                .copied()
                .chain([Step::Field(place)])
                .collect();
            put(layout, tree, &steps, None)?;
        }
    }
    put(layout, tree, steps, Some(new))?;
    complete(implied, tree, &mut Nothing)
}

fn silent(implied: &Implied<'_>, tree: At<'_>, said: At<'_>, steps: &[Step]) -> Vec<usize> {
    let (Some(all), Some(said)) = (
        tree.below(steps).and_then(|at| at.members()),
        said.below(steps).and_then(|at| at.members()),
    ) else {
        return Vec::new();
    };
    let both = all
        .fields
        .iter()
        .zip(all.values.iter().zip(said.values))
        .enumerate();
    let silent = both.filter(|(_, (field, (value, said)))| {
        let is_computed = implied.omission(field) == Some(Omission::Computed);
        is_computed && value.is_some() && said.is_none()
    });
    silent.map(|(place, _)| place).collect()
}

/// There is no text, so nothing waits.
struct Nothing;

impl<'l> Source<'l> for Nothing {
    fn read(
        &mut self,
        _: &Pending,
        _: Part<'l>,
        _: Option<Named>,
        path: &Path<'l>,
    ) -> Result<Option<Value>> {
        Err(Error::new(Kind::Invalid, "is not there").of(path))
    }
}
