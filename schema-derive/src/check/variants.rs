//! Rules for the variants of an enum.

use proc_macro2::Ident;

use super::fields;
use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Endian, Variant, VariantShape},
    parse::RawVariant,
    text::snake_case,
};

pub(super) fn check(
    name: &Ident,
    raw: Vec<RawVariant>,
    endian: Option<Endian>,
    scope: impl Fn() -> Scope,
    errors: &mut Errors,
) -> Vec<Variant> {
    if raw.is_empty() {
        errors.at(name, "a dialect needs at least one variant");
    }
    unguarded_variants(&raw, errors);
    raw.into_iter()
        .map(|variant| check_variant(variant, endian, scope(), errors))
        .collect()
}

/// binrw takes the first variant that can be read, a layout the first whose guard holds. They are the same
/// only where no variant but the right one begins to read: when its content is damaged, a variant that always
/// holds would be read in its place.
fn unguarded_variants(variants: &[RawVariant], errors: &mut Errors) {
    let unguarded = |variant: &&RawVariant| variant.when.is_none() && variant.magic.is_none();
    for variant in variants
        .iter()
        .filter(unguarded)
        .filter(|_| variants.len() > 1)
    {
        errors.at(
            &variant.ident,
            "this variant always holds, so it would be read whenever another one is damaged: give it \
             `br(pre_assert(condition))` that excludes the others, or `brw(magic = b\"…\")`",
        );
    }
}

fn check_variant(
    raw: RawVariant,
    endian: Option<Endian>,
    scope: Scope,
    errors: &mut Errors,
) -> Variant {
    if raw.doc.is_empty() {
        errors.at(
            &raw.ident,
            format!("say in a doc comment what `{}` means", raw.ident),
        );
    }
    if raw
        .magic
        .as_ref()
        .is_some_and(|magic| magic.bytes.is_empty())
    {
        errors.at(&raw.ident, "a magic has at least one byte");
    }
    let when = raw
        .when
        .as_ref()
        .and_then(|when| expr::said(when, &scope, errors));
    let name = snake_case(&raw.ident.to_string());
    let around = fields::Around {
        endian,
        asserts: &[],
    };
    let fields = match raw.shape {
        VariantShape::Newtype => fields::check_nameless(raw.fields, scope, &around, errors),
        VariantShape::Unit | VariantShape::Fields => {
            fields::check(raw.fields, scope, &around, errors)
        }
    };
    let magic = raw.magic.map(|magic| magic.in_order(endian, errors));
    Variant {
        ident: raw.ident,
        name,
        doc: raw.doc,
        magic: magic.unwrap_or_default(),
        when,
        shape: raw.shape,
        fields,
    }
}
