//! Which names of fields, lists and arguments go together.

use crate::{errors::Errors, expr::Scope, parse::RawField, text};

/// A field named like a parameter would hide it, in Rust and in the layout.
pub(super) fn names_of_their_own(fields: &[RawField], scope: &Scope, errors: &mut Errors) {
    for field in fields.iter().filter(|field| field.dialect.is_none()) {
        if scope.find(&field.name).is_ok() {
            errors.at(
                &field.ident,
                format!(
                    "`{}` is the name of a parameter already: call one differently",
                    field.name
                ),
            );
        }
    }
}

/// Every count belongs to a list after it.
pub(super) fn lists_of_counts(fields: &[RawField], errors: &mut Errors) {
    for (place, field) in fields.iter().enumerate() {
        let Some(list) = &field.counted else { continue };
        let at = fields.iter().position(|other| *list == other.name);
        let message = match at {
            None => {
                let lists = fields.iter().filter(|field| field.shape.list.is_some());
                let lists = text::listed(lists.map(|field| field.name.as_str()));
                format!("no field is called `{list}`: the lists here are {lists}")
            }
            Some(at) if field.sizes && fields[at].size.is_none() => format!(
                "`{list}` does not ask for its size: say `br(parse_with = sized({}))`",
                field.name
            ),
            Some(at) if !field.sizes && fields[at].shape.list.is_none() => {
                format!("`{list}` is not a list")
            }
            Some(at) if fields[at].shape.is_filled_up() => format!(
                "the zeros that fill `{list}` up are in no text, so its length does not follow from it: write {}, which \
                 shows them, or keep `{}` as a field",
                fields[at].shape.with_zeros(),
                field.name
            ),
            Some(at) if at < place => {
                format!("`{list}` comes before its count: reading needs the count first")
            }
            Some(_) => continue,
        };
        errors.at(list, message);
    }
}
