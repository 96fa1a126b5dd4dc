//! From an [`Input`] to Rust.

mod args;
mod boxed;
mod check;
mod format;
pub(crate) mod layout;
mod proof;
mod record;
mod stub;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::{
    check::{check, record_rules},
    errors::Errors,
    input::Input,
    parse::parse,
};

/// What `derive(Schema)` writes: the mistakes and stubs, or the real thing.
pub(crate) fn schema(
    item: &DeriveInput,
    input: Option<&Input>,
    mistakes: Option<TokenStream>,
) -> TokenStream {
    let code = match input {
        Some(input) if mistakes.is_none() => {
            let structure = layout::structure(input);
            let (schema, check) = (layout::schema(input), check::check(input));
            let format = input.format.as_ref().map(|id| format::format(input, id));
            let proof = proof::proof(input);
            quote! { #structure #schema #check #format #proof }
        }
        _ => stub::schema(item, input),
    };
    let (code, boxed) = (quiet(&code), boxed::boxed(item));
    quote! { #mistakes #code #boxed }
}

/// What `derive(Record)` writes.
pub(crate) fn record(item: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let input = parse(item, &mut errors).map(|raw| check(raw, &mut errors));
    let general = errors.leave_to_schema();
    let mut errors = Errors::new();
    let fields = input
        .as_ref()
        .filter(|_| !general)
        .and_then(|input| record_rules(input, &mut errors));
    let mistakes = errors.finish();
    let code = match (&input, fields) {
        (Some(input), Some(fields)) if mistakes.is_none() => record::record(item, input, fields),
        _ => stub::record(item, input.as_ref()),
    };
    let code = quiet(&code);
    quote! { #mistakes #code }
}

/// Generated code is nobody's style; only real mistakes are worth a word. A number that its type would cut is one.
fn quiet(code: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
        #[deny(overflowing_literals)]
        const _: () = { #code };
    }
}
