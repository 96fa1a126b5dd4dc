//! Rules for the variants of an enum.

use proc_macro2::Ident;
use syn::Type;

use super::{fields, judge::Around};
use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Begins, Endian, Variant, VariantShape},
    parse::RawVariant,
    text::snake_case,
    types::last_name,
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
    let longest = raw.iter().filter_map(|variant| variant.magic.as_ref());
    let longest = longest.map(|magic| magic.bytes.len()).max().unwrap_or(0);
    let several = raw.len() > 1;
    early_catch_all(&raw, errors);
    raw.into_iter()
        .map(|variant| {
            let begins = (several && longest > 0 && is_catch_all(&variant))
                .then(|| begins(&variant, endian, longest, errors))
                .flatten();
            check_variant(variant, begins, endian, scope(), errors)
        })
        .collect()
}

/// Whether a variant takes whatever those before it leave.
fn is_catch_all(variant: &RawVariant) -> bool {
    variant.when.is_none() && variant.magic.is_none()
}

/// A layout takes the first variant whose guard holds, so that none is found behind one without.
fn early_catch_all(variants: &[RawVariant], errors: &mut Errors) {
    let Some((_, before)) = variants.split_last() else {
        return;
    };
    for variant in before.iter().filter(|variant| is_catch_all(variant)) {
        errors.at(
            &variant.ident,
            "this variant takes whatever comes, so none after it is ever read: let it be the last, or give it \
             `br(pre_assert(condition))` or `brw(magic = b\"…\")`",
        );
    }
}

/// What a variant begins with that takes what other magics leave. A tree of it must not begin with one of them: it would be read
/// back as another variant.
fn begins(
    variant: &RawVariant,
    around: Option<Endian>,
    longest: usize,
    errors: &mut Errors,
) -> Option<Begins> {
    let said = variant.fields.first().and_then(|field| {
        let is_plain = field.temp.is_none() && field.if_read.is_none() && field.magic.is_none();
        let is_plain = is_plain && field.pads.is_empty() && field.big[0].is_none();
        // What is calculated takes no bytes.
        let is_plain = is_plain && field.is.is_none();
        let (length, begins) = first_bytes(&field.ty, field.endian.or(around))?;
        (is_plain && length >= longest).then_some(begins)
    });
    if said.is_none() {
        errors.at(
            &variant.ident,
            format!(
                "what this variant begins with must show that it is none of the others: let its first field be \
                 `[u8; {longest}]`, or a number of that size with a byte order that is said"
            ),
        );
    }
    said
}

/// How many bytes a value of a type takes, and how they are told.
fn first_bytes(ty: &Type, endian: Option<Endian>) -> Option<(usize, Begins)> {
    if let Type::Array(array) = ty {
        let is_bytes = last_name(&array.elem).is_some_and(|name| name == "u8");
        let syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(length),
            ..
        }) = &array.len
        else {
            return None;
        };
        let length = length.base10_parse().ok()?;
        return is_bytes.then_some((length, Begins::Array));
    }
    let length = match last_name(ty)?.as_str() {
        "u8" | "i8" => 1,
        "u16" | "i16" => 2,
        "u32" | "i32" => 4,
        "u64" | "i64" => 8,
        "u128" | "i128" => 16,
        _ => return None,
    };
    let order = if length == 1 {
        Some(Endian::Little)
    } else {
        endian
    };
    Some((length, Begins::Number(order?)))
}

fn check_variant(
    raw: RawVariant,
    begins: Option<Begins>,
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
    let around = Around {
        endian,
        is_root: false,
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
        begins,
        shape: raw.shape,
        fields,
    }
}
