//! What a list says of the items that it describes.

use super::Value;
use crate::{
    layout::{Columns, Field, Layout},
    walk::Scalar,
};

impl Columns {
    /// Meaning and number of each item that a list describes; none where the list has no such fields.
    pub(crate) fn described(
        &self,
        layout: &Layout,
        list: &Field,
        value: &Value,
    ) -> Option<Vec<(i128, i128)>> {
        let target = layout.get(list.ty.struct_ref()?);
        let place = |name: &str| target.fields().iter().position(|field| field.name == *name);
        let (meaning, number) = (place(&self.meaning)?, place(&self.number)?);
        Some(match value {
            Value::List(items) => items
                .iter()
                .map(|item| (int(item.field(meaning), &[]), int(item.field(number), &[])))
                .collect(),
            Value::Rows(rows) => {
                let item = rows.row().item();
                let (meaning, number) = (item.field(meaning), item.field(number));
                rows.raw()
                    .map(|raw| (int(meaning, raw), int(number, raw)))
                    .collect()
            }
            _ => return None,
        })
    }
}

/// A number of an item, of which these are the bytes.
fn int(value: Option<&Value>, item: &[u8]) -> i128 {
    match value {
        Some(Value::Int(number)) => number.get(),
        Some(Value::Cell(cell)) => match cell.scalar(item) {
            Scalar::Int(number) => number,
            _ => 0,
        },
        _ => 0,
    }
}
