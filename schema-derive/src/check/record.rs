//! What `derive(Record)` asks beyond `derive(Schema)`: one stride, known from the parameters.

use quote::ToTokens;
use syn::ext::IdentExt;

use crate::{
    errors::Errors,
    input::{Body, Field, Input, Role},
    types::ValueKind,
};

/// The fields, in order; none for an enum.
pub(crate) fn rules<'a>(input: &'a Input, errors: &mut Errors) -> Option<&'a [Field]> {
    let Body::Fields(fields) = &input.body else {
        errors.at(
            &input.name,
            "the variants of an enum have different sizes: a record is a struct",
        );
        return None;
    };
    if !input.magic.is_empty() {
        errors.at(&input.name, "packed records have no magic: leave it out");
    }
    if input.big_if.is_some() {
        errors.at(
            &input.name,
            "packed records are not looked at while reading: they have no byte order that a value decides",
        );
    }
    if fields.iter().filter(|field| field.when.is_some()).count() > 64 {
        errors.at(&input.name, "a record has at most 64 conditional fields");
    }
    for field in fields {
        field_rules(field, input, errors);
    }
    Some(fields)
}

fn field_rules(field: &Field, input: &Input, errors: &mut Errors) {
    if let Some((tokens, message)) = complaint(field, input) {
        errors.push(syn::Error::new_spanned(tokens, message));
    }
}

fn complaint(field: &Field, input: &Input) -> Option<(proc_macro2::TokenStream, String)> {
    let ty = || field.ty.to_token_stream();
    let name = || field.ident.to_token_stream();
    if field.role != Role::Data {
        return Some((
            name(),
            "a record is what is in the bytes: it has no temporary fields".into(),
        ));
    }
    let pads = &field.pads;
    if field.size.is_some() || pads.before.is_some() || pads.after.is_some() || pads.to.is_some() {
        return Some((
            name(),
            "packed records are not looked at while reading: make padding a field of its own, such as `[u8; 4]`".into(),
        ));
    }
    if !field.magic.is_empty() || field.big_if.is_some() {
        return Some((
            name(),
            "packed records are not looked at while reading: they have no magic, and no byte order that a value \
             decides"
                .into(),
        ));
    }
    if field.shape.list.is_some() {
        return Some((
            ty(),
            "records have one size, so there is no list in them".into(),
        ));
    }
    if matches!(field.shape.value, ValueKind::Opaque("a string")) {
        return Some((
            ty(),
            "records have one size, so there is no string in them".into(),
        ));
    }
    if !field.args.is_empty() {
        return Some((
            name(),
            "the fields of a record take no values: leave out `args`".into(),
        ));
    }
    if !field.asserts.is_empty() {
        return Some((
            name(),
            "packed records are not looked at while reading: leave out the `assert`".into(),
        ));
    }
    let params: Vec<String> = input
        .params
        .iter()
        .map(|param| param.name.unraw().to_string())
        .collect();
    let when = field.when.as_ref()?;
    if when.risky {
        return Some((
            when.rust.clone(),
            "this compares a number that may be too large to be calculated, also where an array is empty: \
             compare in the struct around, and pass the outcome down"
                .into(),
        ));
    }
    let names = when.expr.names();
    let own = names
        .iter()
        .find(|name| !params.iter().any(|param| param == *name))?;
    Some((
        when.rust.clone(),
        format!(
            "all records of an array have the same fields, so this can ask the parameters only: \
             `{own}` is part of the record; pass it down with `br(import({own}: …))`",
        ),
    ))
}
