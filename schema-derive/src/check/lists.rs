//! Rules for lists: how many items there are, and what one is called.

use syn::Type;

use super::{judge::Judge, types::padding_of_item};
use crate::{
    expr,
    input::Count,
    text,
    types::{ListKind, has_arguments, is_number, last_name},
};

impl Judge<'_> {
    pub(super) fn count(&mut self) -> Option<Count> {
        let raw = self.raw;
        let list = raw.shape.list.is_some();
        if let Some(is_last) = &raw.until {
            return self.until(is_last);
        }
        match (&raw.count, &raw.to_end) {
            (Some(_), Some(key)) => {
                self.errors.at(
                    key,
                    "a list ends at its count or at the end of the file, not at both",
                );
            }
            (Some(count), None) if !list => {
                self.errors.at(
                    count,
                    "only a list has a count, and the derive sees only the name of a type: write \
                     `Vec<…>`, `Packed<…>` or `Blob`",
                );
            }
            (None, Some(key)) if !list => {
                self.errors.at(
                    key,
                    "only a list reaches to the end of the file, and the derive sees only the name of \
                     a type: write `Vec<…>`, `Packed<…>` or `Blob`",
                );
            }
            (None, None) if list => {
                let name = &raw.name;
                self.errors.at(
                    &raw.ty,
                    format!(
                        "how many? Say `#[br(count = …)]`, with a count before it: `#[br(temp)] \
                         #[bw(try_calc(count({name})))] {}_count: u32`",
                        text::singular(name).trim_end_matches("_item"),
                    ),
                );
            }
            (Some(count), None) => {
                let optional = raw.if_read.is_some();
                let said = expr::count(count, optional, self.scope, self.errors);
                return said.map(Count::Expr);
            }
            (None, Some(key)) if raw.shape.is_filled_up() => {
                let name = last_name(&raw.ty).unwrap_or_default();
                let all = raw.shape.with_zeros();
                self.errors.at(
                    key,
                    format!("a `{name}` is filled up to a number of bytes: say it with `#[br(count = …)]`, or write {all}, which shows all bytes"),
                );
            }
            (None, Some(_)) => return Some(Count::ToEnd),
            (None, None) => {}
        }
        None
    }

    /// A list up to the first item that is the last one.
    fn until(&mut self, is_last: &syn::ExprClosure) -> Option<Count> {
        let raw = self.raw;
        if !matches!(raw.shape.list, Some(ListKind::Vec(_))) || raw.count.is_some() {
            self.errors
                .at(is_last, "only a `Vec<…>` without a count ends with an item");
        }
        let said = expr::until(is_last, &raw.ty, self.scope, self.errors)?;
        self.proofs.extend(said.proofs);
        Some(Count::Until(said.expr, is_last.clone()))
    }

    pub(super) fn list(&mut self) {
        let Some(ListKind::Vec(item)) = &self.raw.shape.list else {
            return;
        };
        if let Some(message) = no_such_list(item) {
            self.errors.at(&self.raw.ty, message);
        }
    }

    pub(super) fn item(&mut self) -> String {
        let items = self.raw.shape.has_items();
        match &self.raw.item {
            Some(name) if !items => {
                self.errors.at(name, "only lists have items to name");
                String::new()
            }
            Some(name) => name.value(),
            None if items && self.raw.ident.is_some() => text::singular(&self.raw.name),
            None if items => "item".to_owned(),
            None => String::new(),
        }
    }
}

/// Why there is no `Vec` of these items.
fn no_such_list(item: &Type) -> Option<String> {
    let name = last_name(item)?;
    if name == "u8" {
        return Some(
            "opaque bytes are a `Blob`: binrw would reserve whatever a broken count says"
                .to_owned(),
        );
    }
    if is_number(item) {
        return Some(format!(
            "an array of numbers is `Packed<{name}>`: binrw would reserve whatever a broken count \
             says, and copy one by one"
        ));
    }
    let is_list = match &*name {
        // Without arguments it is a type of the user's own.
        "Vec" => has_arguments(item),
        name => ["Packed", "Zip", "Indexed", "Blob", "Text", "Padded"].contains(&name),
    };
    if is_list {
        return Some(
            "every inner list has a count of its own: make the items structs, with the count and the list in them"
                .to_owned(),
        );
    }
    padding_of_item(item)
}
