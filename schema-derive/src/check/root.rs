//! What only the root of a format has.

use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::Recognition,
    parse::{Raw, RawBody, RawField, Recognised},
    types::ValueKind,
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
    magic(raw, fields, errors);
    let dialects: Vec<_> = fields
        .iter()
        .filter_map(|field| field.dialect.as_ref())
        .collect();
    for second in dialects.iter().skip(1) {
        errors.at(second, "only one field holds the dialect");
    }
    let params = raw.params.as_deref().unwrap_or_default();
    if let [_, others @ ..] = params {
        for other in others {
            errors.at(
                &other.name,
                "nobody passes values down to the root of a format: it takes the dialect \
                 of an ambiguous file, or nothing",
            );
        }
    }
    match (params.first(), dialects.first()) {
        (Some(param), None) => errors.at(
            &param.name,
            "the tree must remember the dialect: mark the field that holds it with \
             `schema(dialect)`",
        ),
        (None, Some(dialect)) => errors.at(
            dialect,
            "the dialect comes from outside: add `br(import(reading: Reading))` to the \
             struct, with the type made by `dialects!`",
        ),
        _ => {}
    }
}

/// What says how files are recognised must be there, and only once.
fn magic(raw: &Raw, fields: &[RawField], errors: &mut Errors) {
    let said = [
        raw.recognised.as_ref().map(|(_, key)| key),
        raw.recognised_if.as_ref().map(|(_, key)| key),
    ];
    let said = said.into_iter().flatten().next();
    match (said, &raw.magic_key) {
        (Some(key), Some(_)) => {
            errors.at(
                key,
                "files are recognised by the magic of the struct already: leave this out, or make the magic a \
                 field and ask for it in `recognised_if(…)`",
            );
            return;
        }
        (None, None) => {}
        _ => return,
    }
    let version = fields
        .iter()
        .position(|field| field.name == "version" && field.temp.is_none());
    let Some(place) = version else {
        errors.at(
            &raw.name,
            "nothing says how files of this format are recognised: begin with `pub version: Version`, of a type \
             made by `versions!`, or say `brw(magic = b\"…\")`, `schema(recognised_if(condition))`, \
             `schema(recognised = \"by extension\")` or `schema(recognised = \"on request\")` on the struct",
        );
        return;
    };
    let before = &fields[..place];
    // What is looked up elsewhere says where such a file begins.
    if !before.is_empty() && before.iter().all(|field| field.at.is_none()) {
        errors.at(
            &fields[place].ident,
            "files are recognised by how they begin: make `version` the first field, or say on the struct \
             `schema(recognised_if(condition))`, `schema(recognised = \"by extension\")` or \
             `schema(recognised = \"on request\")`",
        );
    }
}

/// How files are recognised.
pub(super) fn recognition(raw: &Raw, errors: &mut Errors) -> Recognition {
    let said = raw.recognised.as_ref().map(|(said, key)| (*said, key));
    if let (None, Some(key)) = (
        &raw.format,
        said.map(|(_, key)| key)
            .or(raw.recognised_if.as_ref().map(|(_, key)| key)),
    ) {
        errors.at(
            key,
            "only whole files are recognised: add `format = \"engine.kind\"`",
        );
    }
    let Some((condition, key)) = &raw.recognised_if else {
        return match said {
            Some((Recognised::ByExtension, _)) => Recognition::Extension,
            Some((Recognised::OnRequest, _)) => Recognition::OnRequest,
            None => Recognition::Magic,
        };
    };
    if let Some((Recognised::OnRequest, _)) = said {
        errors.at(
            key,
            "a file is recognised by this condition, or only on request: leave one out",
        );
    }
    let Some(holds) = expr::said(condition, &beginning(raw), errors) else {
        return Recognition::OnRequest;
    };
    if holds.expr.names().is_empty() {
        errors.at(
            condition,
            "this holds for all files or for none: ask the first fields, or say `recognised = \"by extension\"`",
        );
    }
    Recognition::Condition {
        holds,
        extension: said.is_some(),
    }
}

/// What is known of a file when its first bytes are: the numbers before the first list or text.
fn beginning(raw: &Raw) -> Scope {
    let mut scope = Scope::default();
    let RawBody::Fields(fields) = &raw.body else {
        return scope;
    };
    let ends = |field: &&RawField| {
        let text = field.shape.value == ValueKind::Opaque("a string");
        field.shape.list.is_none() && !text
    };
    scope.expect(fields.iter().map(|field| field.name.clone()));
    for field in fields.iter().take_while(ends) {
        match field.shape.value {
            // Only the whole file tells these.
            _ if field.at.is_some() => {}
            ValueKind::Remaining => {}
            _ => scope.add(&field.name, field.ident.as_ref(), &field.ty),
        }
    }
    scope
}

fn not_root(raw: &Raw, errors: &mut Errors) {
    let lists: Vec<_> = match &raw.body {
        RawBody::Fields(fields) => vec![fields],
        RawBody::Variants(variants) => variants.iter().map(|variant| &variant.fields).collect(),
    };
    for dialect in lists
        .into_iter()
        .flatten()
        .filter_map(|field| field.dialect.as_ref())
    {
        errors.at(
            dialect,
            "the dialect is kept in the root of a format: move the field to the struct \
             with `schema(format = …)`",
        );
    }
}

/// No field of a root is called what texts say there themselves.
pub(super) fn names(raw: &Raw, errors: &mut Errors) {
    let RawBody::Fields(fields) = &raw.body else {
        return;
    };
    for field in fields.iter().filter(|_| raw.format.is_some()) {
        if ["formwork", "dangling", "trailing"].contains(&field.name.as_str()) {
            let message = format!(
                "texts say something else under `{}`: give the field another name",
                field.name
            );
            errors.at(&field.ident, message);
        }
    }
}
