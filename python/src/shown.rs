//! Reprs of what is in a tree.

use formwork_schema::{Value, escape::escape, layout::Style, walk::Scalar};
use pyo3::prelude::*;

use crate::{node::Node, place::At};

/// Characters of a value in a repr, at most.
const SHOWN: usize = 100;

/// The repr of a value. Numbers of single precision have no more digits than they need.
pub(crate) fn shown(py: Python<'_>, node: &Node, at: &At<'_>) -> PyResult<String> {
    let single = match at.value {
        Value::F32(number) => Some(*number),
        Value::Cell(cell) => match cell.scalar(at.item.unwrap_or_default()) {
            Scalar::F32(number) => Some(number),
            _ => None,
        },
        _ => None,
    };
    match single {
        Some(number) => Ok(formwork_text::float(number)),
        None => Ok(node.clone().object(py, at)?.repr()?.to_string()),
    }
}

/// A value within the repr of what is around it.
pub(crate) fn brief(py: Python<'_>, node: &Node, at: &At<'_>) -> PyResult<String> {
    let name = at.target().map_or("", |target| &*target.name);
    let text = match at.value {
        Value::List(items) => format!("{} items", items.len()),
        Value::Rows(rows) => format!("{} records of {} bytes", rows.len(), rows.row().size()),
        Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Value::Struct(_) if at.target().is_some_and(|of| of.style == Style::Record) => {
            name.to_owned()
        }
        Value::Variant {
            content: Some(_), ..
        } => name.to_owned(),
        _ => shown(py, node, at)?,
    };
    Ok(match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}

/// What an item is called, where it has a name.
pub(crate) fn name(at: &At<'_>) -> Option<String> {
    let members = at.members()?;
    let place = members
        .fields
        .iter()
        .position(|field| *field.name == *"name")?;
    match members.values.get(place)? {
        Value::Text(text) => Some(escape(text).into_owned()),
        Value::Fixed(fixed) => Some(escape(&fixed.text).into_owned()),
        _ => None,
    }
}
