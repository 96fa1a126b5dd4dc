//! What only the root of a format has.

use crate::{
    errors::Errors,
    parse::{Raw, RawBody},
};

pub(super) fn check(raw: &Raw, errors: &mut Errors) {
    match (&raw.format, raw.extensions.first()) {
        (Some((_, key)), None) => {
            errors.at(
                key,
                "a format has an extension: `extension = \"ani\"`, without the dot",
            );
        }
        (None, Some((_, key))) => {
            errors.at(
                key,
                "an extension belongs to a format: add `format = \"engine.kind\"`",
            );
        }
        _ => {}
    }
    for (extension, key) in &raw.extensions {
        if extension.is_empty() || extension.starts_with('.') {
            errors.at(
                key,
                "an extension is written without the dot, as in `extension = \"ani\"`",
            );
        }
    }
    match &raw.format {
        Some(_) => root(raw, errors),
        None => not_root(raw, errors),
    }
}

fn root(raw: &Raw, errors: &mut Errors) {
    let RawBody::Fields(fields) = &raw.body else {
        return;
    };
    if !fields
        .iter()
        .any(|field| field.name == "version" && field.temp.is_none())
    {
        errors.at(
            &raw.name,
            "the root of a format says which version a file has: give it a field \
             `pub version: Version`, with a type made by `versions!`",
        );
    }
    let choices: Vec<_> = fields
        .iter()
        .filter_map(|field| field.choice.as_ref())
        .collect();
    for second in choices.iter().skip(1) {
        errors.at(second, "only one field holds the candidate reading");
    }
    let params = raw.params.as_deref().unwrap_or_default();
    if let [_, others @ ..] = params {
        for other in others {
            errors.at(
                &other.name,
                "nobody hands values down to the root of a format: it takes the candidate reading \
                 of an ambiguous file, or nothing",
            );
        }
    }
    match (params.first(), choices.first()) {
        (Some(param), None) => errors.at(
            &param.name,
            "the tree must remember the candidate reading: mark the field that holds it with \
             `schema(choice)`",
        ),
        (None, Some(choice)) => errors.at(
            choice,
            "the candidate reading comes from outside: add `br(import(reading: Reading))` to the \
             struct, with the type made by `choices!`",
        ),
        _ => {}
    }
}

fn not_root(raw: &Raw, errors: &mut Errors) {
    let lists: Vec<_> = match &raw.body {
        RawBody::Fields(fields) => vec![fields],
        RawBody::Arms(arms) => arms.iter().map(|arm| &arm.fields).collect(),
    };
    for choice in lists
        .into_iter()
        .flatten()
        .filter_map(|field| field.choice.as_ref())
    {
        errors.at(
            choice,
            "the candidate reading is kept in the root of a format: move the field to the struct \
             with `schema(format = …)`",
        );
    }
}
