//! The rules that need more than one attribute: from what is written to an [`Input`].

mod around;
mod checksums;
mod fields;
mod functions;
mod judge;
mod late;
mod links;
mod lists;
mod names;
mod record;
mod root;
mod types;
mod variants;

pub(crate) use record::rules as record_rules;

use syn::ext::IdentExt;

use self::judge::Around;
use crate::{
    errors::Errors,
    expr::Scope,
    input::{Body, FormatId, Input, Style},
    parse::{Raw, RawBody},
    types::{holds, last_name},
};

/// Judges a struct. What comes back is complete; it is right only when `errors` stayed empty.
pub(crate) fn check(raw: Raw, errors: &mut Errors) -> Input {
    if raw.doc.is_empty() {
        errors.at(
            &raw.name,
            format!("say in a doc comment what a `{}` is", raw.name),
        );
    }
    if let (Some(key), true) = (
        &raw.magic_key,
        raw.magic
            .as_ref()
            .is_some_and(|magic| magic.bytes.is_empty()),
    ) {
        errors.at(key, "a magic has at least one byte");
    }
    root::check(&raw, errors);
    let fields = match (&raw.style, &raw.body) {
        (Some(_), RawBody::Fields(fields)) => fields.as_slice(),
        _ => &[],
    };
    for field in fields {
        if let syn::Type::Array(array) = &field.ty {
            let message =
                "the numbers of a vector or tuple have names of their own: give each a field";
            errors.at(array, message);
        }
        if matches!(
            last_name(&field.ty).as_deref(),
            Some("Checksum" | "FileLength" | "Padding" | "Aligned" | "Slack")
        ) {
            let message = "a vector or tuple has all of its numbers, always: this is there only in some trees";
            errors.at(&field.ty, message);
        }
    }
    root::names(&raw, errors);
    let recognition = root::recognition(&raw, errors);
    let format = raw.format.map(|(id, _)| FormatId {
        id,
        extensions: raw.extensions.into_iter().map(|(one, _)| one).collect(),
        recognition,
    });
    let params = raw.params.unwrap_or_default();
    let scope = || {
        let mut scope = Scope::default();
        for param in &params {
            let name = param.name.unraw().to_string();
            scope.add(&name, Some(&param.name), &param.ty);
        }
        scope
    };
    let endian = raw.endian.map(|(endian, _)| endian);
    let big_if = around::big_if(&raw.big, endian.is_some(), false, &scope(), errors);
    let body = match raw.body {
        RawBody::Fields(fields) => {
            let around = Around {
                endian,
                is_root: format.is_some(),
                asserts: &raw.asserts,
            };
            Body::Fields(fields::check(fields, scope(), &around, errors))
        }
        RawBody::Variants(variants) => {
            Body::Variants(variants::check(&raw.name, variants, endian, scope, errors))
        }
    };
    not_itself(&raw.name, &body, errors);
    let magic = raw.magic.map(|magic| magic.in_order(endian, errors));
    Input {
        name: raw.name,
        doc: raw.doc,
        params,
        params_on_write: raw.params_on_write,
        style: raw.style.map_or(Style::Record, |(style, _)| style),
        endian,
        big_if,
        magic: magic.unwrap_or_default(),
        format,
        body,
    }
}

/// Refuses a type that names itself: nothing would bound how deep its reader goes. Where it does through others, the compiler finds it
/// (`Schema::ENDS_OR_IS_NESTED`).
fn not_itself(name: &syn::Ident, body: &Body, errors: &mut Errors) {
    let (fields, variants) = match body {
        Body::Fields(fields) => (fields.as_slice(), &[][..]),
        Body::Variants(variants) => (&[][..], variants.as_slice()),
    };
    let inside = variants.iter().flat_map(|variant| &variant.fields);
    for field in fields.iter().chain(inside) {
        if holds(&field.ty, name) {
            let message = format!(
                "a `{name}` inside a `{name}`: write `Nested<{name}>`, of which readers count how deep they are in one another"
            );
            errors.at(&field.ty, message);
        }
    }
}
