//! The attributes of items that stand for others: names by another list, and numbers that indices count.

use std::sync::Arc;

use formwork_schema::{Value, place::INDEX, value::Fields};

use super::{Number, Printer, unfit};
use crate::{
    fault::Result,
    plan::Columns,
    rows::{INDEX_KIND, Mark},
};

impl<'p> Printer<'p, '_> {
    /// Attributes that another list names.
    pub(super) fn named(&mut self, columns: &'p Columns<'p>, fields: &Fields) -> Result<()> {
        let Some(Value::List(items)) = fields.get(0) else {
            return Err(unfit(columns.list, "a list"));
        };
        let names = Arc::clone(self.programs.names());
        if names.len() != items.len() {
            return Err(unfit(
                columns.list,
                "as long as the list that names its items",
            ));
        }
        for (name, value) in names.iter().zip(items.iter()) {
            if let Some(Some((node, value))) = self.plan.untagged(&columns.item, value) {
                self.begin_attribute(name);
                self.simple(name, node, value)?;
                self.sink.byte(b'"');
            }
        }
        Ok(())
    }

    /// The number of the item whose element begins.
    pub(in crate::xml) fn own_number(&mut self) {
        let Some(number) = self.number.take() else {
            return;
        };
        self.begin_attribute(INDEX);
        match number {
            Number::Is(index) => self.sink.int(index as i128),
            Number::Each => {
                let at = self.sink.position();
                let (kind, cell) = (&INDEX_KIND, None);
                self.marks.push(Mark { at, kind, cell });
            }
        }
        self.sink.byte(b'"');
    }
}
