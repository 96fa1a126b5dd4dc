//! Attributes and types as written, not judged yet.

mod args;
pub(crate) mod attrs;
mod field;
mod keys;
pub(crate) mod meta;

use proc_macro2::{Ident, Span};
use syn::{Attribute, Data, DeriveInput, Fields, spanned::Spanned};

pub(crate) use args::RawArgs;
pub(crate) use field::{RawAssert, RawField, RawPad};
use keys::{AttributeTarget, allowed};
use meta::{Directive, directives, set};

use crate::{
    errors::Errors,
    input::{Endian, Param, Style, VariantShape},
};

/// A struct or enum as written.
pub(crate) struct Raw {
    pub(crate) name: Ident,
    pub(crate) doc: String,
    pub(crate) params: Option<Vec<Param>>,
    pub(crate) params_on_write: bool,
    pub(crate) style: Option<(Style, Ident)>,
    pub(crate) endian: Option<(Endian, Ident)>,
    /// What turns the bytes around while reading, and while writing.
    pub(crate) big: [Option<syn::Expr>; 2],
    pub(crate) magic: Option<attrs::Magic>,
    pub(crate) magic_key: Option<Ident>,
    pub(crate) asserts: Vec<RawAssert>,
    pub(crate) format: Option<(String, Ident)>,
    pub(crate) extensions: Vec<(String, Ident)>,
    pub(crate) recognised: Option<(Recognised, Ident)>,
    pub(crate) recognised_if: Option<(syn::Expr, Ident)>,
    pub(crate) body: RawBody,
}

/// How files are recognised, where no magic says it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Recognised {
    ByExtension,
    OnRequest,
}

pub(crate) enum RawBody {
    Fields(Vec<RawField>),
    Variants(Vec<RawVariant>),
}

pub(crate) struct RawVariant {
    pub(crate) ident: Ident,
    pub(crate) doc: String,
    pub(crate) magic: Option<attrs::Magic>,
    pub(crate) when: Option<syn::Expr>,
    pub(crate) shape: VariantShape,
    pub(crate) fields: Vec<RawField>,
}

/// Reads everything that stands on a struct; none when it is of a kind that cannot be described.
pub(crate) fn parse(item: &DeriveInput, errors: &mut Errors) -> Option<Raw> {
    if !order_is_right(item, errors) || !kind_is_right(item, errors) {
        return None;
    }
    let body = match &item.data {
        Data::Struct(data) => RawBody::Fields(fields(&data.fields, errors)),
        Data::Enum(data) => RawBody::Variants(
            data.variants
                .iter()
                .filter_map(|variant| parse_variant(variant, errors))
                .collect(),
        ),
        Data::Union(_) => return None,
    };
    let place = if matches!(body, RawBody::Variants(_)) {
        AttributeTarget::Enum
    } else {
        AttributeTarget::Struct
    };
    let mut raw = Raw {
        name: item.ident.clone(),
        doc: attrs::doc(&item.attrs, errors),
        params: None,
        params_on_write: false,
        style: None,
        endian: None,
        big: [None, None],
        magic: None,
        magic_key: None,
        asserts: Vec::new(),
        format: None,
        extensions: Vec::new(),
        recognised: None,
        recognised_if: None,
        body,
    };
    for directive in directives(&item.attrs, errors) {
        if allowed(&directive, place, errors) {
            raw.note(&directive, errors);
        }
    }
    Some(raw)
}

/// Below `#[binrw]` its attributes and the temporary fields are gone.
fn order_is_right(item: &DeriveInput, errors: &mut Errors) -> bool {
    let reads_bytes = |attr: &Attribute| {
        attr.path()
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "binrw")
    };
    let right = item.attrs.iter().any(reads_bytes);
    if !right {
        errors.at(
            &item.ident,
            "`#[binrw]` must stand below `derive(Schema)`: it removes its attributes and the \
             temporary fields, and a derive that stands below it would not see them",
        );
    }
    right
}

fn kind_is_right(item: &DeriveInput, errors: &mut Errors) -> bool {
    let before = item.generics.params.len();
    if before > 0 {
        errors.at(
            &item.generics,
            "a layout has one meaning: write the types out, and pass values down with \
             `br(import(name: Type))`",
        );
    }
    let data = match &item.data {
        Data::Union(data) => {
            errors.at(
                data.union_token,
                "a union cannot be described: use an enum with one variant per case",
            );
            false
        }
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
            errors.at(
                &data.fields,
                "every field needs a name: write `struct Name { field: Type }`",
            );
            false
        }
        _ => true,
    };
    data && before == 0
}

fn fields(fields: &Fields, errors: &mut Errors) -> Vec<RawField> {
    fields
        .iter()
        .map(|field| field::field(field, errors))
        .collect()
}

impl Raw {
    fn note(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        match directive.name().as_str() {
            "assert" => self.asserts.extend(errors.take(field::assert(directive))),
            "import" | "import_raw" => {
                set(&mut self.params, attrs::import(directive), key, errors);
                self.params_on_write |= directive.space.writes();
            }
            "little" | "big" => {
                let mut endian = self.endian.take().map(|(endian, _)| endian);
                attrs::endian(&mut endian, directive, errors);
                self.endian = endian.map(|endian| (endian, key.clone()));
            }
            "is_big" => attrs::is_big(&mut self.big, directive, errors),
            "magic" => {
                set(&mut self.magic, attrs::magic(directive), key, errors);
                self.magic_key = Some(key.clone());
            }
            "vector" | "tuple" => {
                let style = if key == "tuple" {
                    Style::Tuple
                } else {
                    Style::Vector
                };
                let style = directive.flag().map(|_| (style, key.clone()));
                set(&mut self.style, style, key, errors);
            }
            "format" => {
                // A wrong id is one mistake, not a missing format on top.
                let id = errors.take(format_id(directive)).unwrap_or_default();
                set(&mut self.format, Ok((id, key.clone())), key, errors);
            }
            "extension" => {
                let extension = errors.take(directive.text());
                self.extensions
                    .extend(extension.map(|extension| (extension, key.clone())));
            }
            "recognised" => {
                // A wrong word is one mistake, not a missing one on top.
                let how = errors.take(recognised(directive));
                let how = how.unwrap_or(Recognised::OnRequest);
                set(&mut self.recognised, Ok((how, key.clone())), key, errors);
            }
            "recognised_if" => {
                let condition = directive.expr().map(|expr| (expr, key.clone()));
                set(&mut self.recognised_if, condition, key, errors);
            }
            _ => {}
        }
    }
}

fn recognised(directive: &Directive) -> syn::Result<Recognised> {
    match directive.text()?.as_str() {
        "by extension" => Ok(Recognised::ByExtension),
        "on request" => Ok(Recognised::OnRequest),
        _ => Err(syn::Error::new(
            directive.span(),
            "files are recognised `\"by extension\"` or only `\"on request\"`; a condition is \
             `recognised_if(condition)`",
        )),
    }
}

fn format_id(directive: &Directive) -> syn::Result<String> {
    let id = directive.text()?;
    let word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    if id.contains('.') && id.split('.').all(word) {
        return Ok(id);
    }
    let help = "a format id names engine and kind, as in `urho3d.animation`";
    let span = match &directive.value {
        meta::DirectiveValue::Expr(expr) => expr.span(),
        _ => Span::call_site(),
    };
    Err(syn::Error::new(span, help))
}

fn parse_variant(variant: &syn::Variant, errors: &mut Errors) -> Option<RawVariant> {
    let shape = match &variant.fields {
        Fields::Unit => VariantShape::Unit,
        Fields::Named(_) => VariantShape::Fields,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => VariantShape::Newtype,
        other => {
            errors.at(
                other,
                "a variant with several fields needs names: `Variant { field: Type }`",
            );
            return None;
        }
    };
    let mut raw = RawVariant {
        ident: variant.ident.clone(),
        doc: attrs::doc(&variant.attrs, errors),
        magic: None,
        when: None,
        shape,
        fields: fields(&variant.fields, errors),
    };
    for directive in directives(&variant.attrs, errors) {
        if !allowed(&directive, AttributeTarget::Variant, errors) {
            continue;
        }
        let key = &directive.key;
        if key == "magic" {
            // A wrong magic is one mistake, not a variant without a guard on top.
            let magic = errors.take(attrs::magic(&directive));
            set(
                &mut raw.magic,
                Ok(magic.unwrap_or_else(attrs::Magic::wrong)),
                key,
                errors,
            );
        } else {
            set(&mut raw.when, directive.expr(), key, errors);
        }
    }
    Some(raw)
}
