//! From Rust to an [`Input`].

use proc_macro2::{Ident, Span};
use syn::{
    Data, DeriveInput, Expr, ExprLit, ExprUnary, Field, Fields, GenericArgument, Lit,
    PathArguments, Type, UnOp,
};

use super::{
    input::{AttributeInput, Body, ElementInput, Input, Member, Role, Variant},
    root,
};
use crate::{
    errors::Errors,
    parse::{
        attrs,
        meta::{Directive, Space, directives, set},
    },
    text::{listed, nearest},
};

pub(super) fn parse(item: &DeriveInput, errors: &mut Errors) -> Option<Input> {
    let mut said = root::RootAttributes::default();
    let body = match &item.data {
        Data::Struct(data) => Body::Element(element(item, &data.fields, &mut said, errors)),
        Data::Enum(data) => {
            let keys = [&["xml"][..], &root::KEYS].concat();
            for directive in known(&item.attrs, &keys, "enum", errors) {
                if directive.key != "xml" {
                    said.note(&directive, errors);
                }
            }
            let variants = data.variants.iter();
            let variants = variants
                .filter_map(|variant| parse_variant(variant, errors))
                .collect();
            Body::Variants(variants)
        }
        Data::Union(data) => {
            errors.at(
                data.union_token,
                "a union is not an element: use an enum with one variant per element",
            );
            return None;
        }
    };
    Some(Input {
        doc: attrs::doc(&item.attrs, errors),
        root: said.finish(errors),
        body,
    })
}

fn element(
    item: &DeriveInput,
    fields: &Fields,
    said: &mut root::RootAttributes,
    errors: &mut Errors,
) -> ElementInput {
    let mut name = None;
    let mut last_wins = None;
    let keys = [&["xml", "last_wins"][..], &root::KEYS].concat();
    for directive in known(&item.attrs, &keys, "struct", errors) {
        if directive.key == "last_wins" {
            set(&mut last_wins, directive.flag(), &directive.key, errors);
        } else if directive.key != "xml" {
            said.note(&directive, errors);
        } else if directive.flag().is_err() {
            set(&mut name, directive.text(), &directive.key, errors);
        }
    }
    if !item.attrs.iter().any(|attr| attr.path().is_ident("doc")) {
        errors.at(
            &item.ident,
            "say in a doc comment what the element means: descriptors show it",
        );
    }
    if !is_read_by_serde(item) {
        errors.at(
            &item.ident,
            "documents are read by serde: say `#[serde(default, deny_unknown_fields)]`, so that \
             what is missing gets its default",
        );
    }
    let members: Vec<Member> = fields
        .iter()
        .filter_map(|field| member(field, errors))
        .collect();
    let name = name.unwrap_or_default();
    let keeps = members
        .iter()
        .filter(|member| matches!(member.role, Role::Unknown))
        .count();
    if !name.is_empty() && keeps != 1 {
        errors.at(
            &item.ident,
            "an element keeps what it does not know: it needs one field \
             `#[schema(unknown)] pub unknown: Unknown`",
        );
    }
    ElementInput {
        name,
        members,
        last_wins: last_wins.is_some(),
    }
}

fn is_read_by_serde(item: &DeriveInput) -> bool {
    let mut found = false;
    for attr in item
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("serde"))
    {
        // What serde cannot read, serde complains of.
        let _ = attr.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("default");
            Ok(())
        });
    }
    found
}

const ROLES: [&str; 7] = [
    "attribute",
    "child",
    "children",
    "text",
    "inline",
    "unknown",
    "verbatim",
];
const KEYS: [&str; 16] = [
    "attribute",
    "child",
    "children",
    "text",
    "inline",
    "unknown",
    "verbatim",
    "default",
    "required",
    "expected",
    "truth",
    "resource",
    "unit",
    "obsolete",
    "filled",
    "strict",
];

/// What the directives of one field say.
#[derive(Default)]
struct FieldAttributes {
    role: Option<(String, Ident)>,
    name: Option<String>,
    default: Option<Expr>,
    need: Option<Ident>,
    strict: bool,
    truth: Option<Ident>,
    resource: Option<String>,
    unit: Option<String>,
    obsolete: Option<String>,
}

fn member(field: &Field, errors: &mut Errors) -> Option<Member> {
    let Some(name) = &field.ident else {
        errors.at(
            field,
            "every field needs a name: write `struct Name { field: Type }`",
        );
        return None;
    };
    let doc = attrs::doc(&field.attrs, errors);
    if doc.is_empty() {
        errors.at(
            name,
            "say in a doc comment what it means: descriptors show it",
        );
    }
    let mut said = FieldAttributes::default();
    for directive in known(&field.attrs, &KEYS, "field", errors) {
        said.note(&directive, errors);
    }
    let (role, key) = said
        .role
        .clone()
        .unwrap_or_else(|| ("attribute".to_owned(), name.clone()));
    if role != "attribute" {
        said.only_obsolete(&key, &role, errors);
    }
    let wrapped = |wrapper: &str, errors: &mut Errors| {
        let inner = inside(&field.ty, wrapper).cloned();
        if inner.is_none() {
            errors.at(&field.ty, format!("`{role}` stands on a `{wrapper}<…>`"));
        }
        inner
    };
    let role = match role.as_str() {
        "child" => Role::Child(wrapped("Option", errors)?),
        "children" => Role::Children(wrapped("Vec", errors)?),
        "verbatim" => Role::Verbatim(said.name.take()?),
        "text" => Role::Text,
        "inline" => Role::Inline(field.ty.clone()),
        "unknown" => Role::Unknown,
        _ => {
            let attribute = said.attribute(name, &field.ty);
            fits(&attribute, errors);
            Role::Attribute(Box::new(attribute))
        }
    };
    Some(Member {
        field: name.clone(),
        doc,
        unit: said.unit.unwrap_or_default(),
        obsolete: said.obsolete.unwrap_or_default(),
        role,
    })
}

impl FieldAttributes {
    fn note(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        let name = directive.name();
        match name.as_str() {
            role if ROLES.contains(&role) => {
                if role == "verbatim" || (role == "attribute" && directive.flag().is_err()) {
                    set(&mut self.name, directive.text(), key, errors);
                } else {
                    let _ = errors.take(directive.flag());
                }
                let role = (role.to_owned(), key.clone());
                if let Some((first, _)) = &self.role {
                    errors.at(
                        key,
                        format!("a field is one thing, and this one is `{first}`"),
                    );
                }
                self.role = Some(role);
            }
            "default" => set(
                &mut self.default,
                directive.expr().and_then(constant),
                key,
                errors,
            ),
            "required" | "expected" | "filled" => {
                let need = match name.as_str() {
                    "required" => "Required",
                    "expected" => "Expected",
                    _ => "Filled",
                };
                let need = directive.flag().map(|span| Ident::new(need, span));
                set(&mut self.need, need, key, errors);
            }
            "strict" => self.strict |= errors.take(directive.flag()).is_some(),
            "truth" => set(&mut self.truth, truth(directive), key, errors),
            "resource" => set(&mut self.resource, directive.text(), key, errors),
            "unit" => set(&mut self.unit, directive.text(), key, errors),
            _ => set(&mut self.obsolete, directive.text(), key, errors),
        }
    }

    /// Other roles have none of what attributes have.
    fn only_obsolete(&self, key: &Ident, role: &str, errors: &mut Errors) {
        let attribute = self.default.is_some()
            || self.need.is_some()
            || self.truth.is_some()
            || self.strict
            || self.resource.is_some()
            || self.unit.is_some();
        if attribute {
            errors.at(
                key,
                format!(
                    "`{role}` is not an attribute, and has no default, need, truth, resource or unit"
                ),
            );
        }
    }

    fn attribute(&mut self, field: &Ident, ty: &Type) -> AttributeInput {
        let mut default = self.default.take();
        if default.is_none()
            && self
                .truth
                .as_ref()
                .is_some_and(|truth| truth == "NotFalseOrZero")
        {
            default = Some(syn::parse_quote!(true));
        }
        let optional = || Ident::new("Optional", Span::call_site());
        AttributeInput {
            name: self
                .name
                .take()
                .unwrap_or_else(|| camel_case(&field.to_string())),
            ty: inside(ty, "Option").unwrap_or(ty).clone(),
            optional: inside(ty, "Option").is_some(),
            truth: self.truth.take(),
            default,
            need: self.need.take().unwrap_or_else(optional),
            resource: self.resource.take().unwrap_or_default(),
            strict: self.strict,
        }
    }
}

/// Asks that words which mean yes stand on a `bool`: the text of anything else has a meaning of its own.
fn fits(attribute: &AttributeInput, errors: &mut Errors) {
    let is_bool = matches!(&attribute.ty, Type::Path(path) if path.path.is_ident("bool"));
    if attribute.truth.is_some() && !is_bool {
        errors.at(&attribute.ty, "`truth` stands on a `bool`");
    }
}

/// A default is written out, for descriptors show its text.
fn constant(expr: Expr) -> syn::Result<Expr> {
    let literal = match &expr {
        Expr::Lit(_) => true,
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => matches!(
            &**expr,
            Expr::Lit(ExprLit {
                lit: Lit::Int(_) | Lit::Float(_),
                ..
            })
        ),
        _ => false,
    };
    if literal {
        return Ok(expr);
    }
    Err(syn::Error::new_spanned(
        expr,
        "write the default out, as a number, `true` or \"text\"",
    ))
}

fn truth(directive: &Directive) -> syn::Result<Ident> {
    let name = match directive.text()?.as_str() {
        "true" => "True",
        "true or 1" => "TrueOrOne",
        "not false or 0" => "NotFalseOrZero",
        _ => {
            let help = "yes is one of \"true\", \"true or 1\", \"not false or 0\"";
            return Err(syn::Error::new(directive.span(), help));
        }
    };
    Ok(Ident::new(name, directive.span()))
}

fn parse_variant(variant: &syn::Variant, errors: &mut Errors) -> Option<Variant> {
    let is_unknown = known(&variant.attrs, &["unknown"], "variant", errors).len() == 1;
    let ty = match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0].ty,
        other => {
            let name = &variant.ident;
            errors.at(
                if other.is_empty() {
                    quote::quote!(#name)
                } else {
                    quote::quote!(#other)
                },
                "a variant holds the struct of one element: `Mesh(Mesh)`",
            );
            return None;
        }
    };
    Some(Variant {
        name: variant.ident.clone(),
        doc: attrs::doc(&variant.attrs, errors),
        ty: (!is_unknown).then(|| ty.clone()),
    })
}

/// The directives that may stand here; the others are mistakes.
fn known(
    attributes: &[syn::Attribute],
    keys: &[&'static str],
    place: &str,
    errors: &mut Errors,
) -> Vec<Directive> {
    let mut all = directives(attributes, errors);
    all.retain(|directive| {
        let name = directive.name();
        let known = directive.space == Space::Schema && keys.contains(&name.as_str());
        if !known {
            errors.at(&directive.key, complaint(directive, keys, place));
        }
        known
    });
    all
}

fn complaint(directive: &Directive, keys: &[&'static str], place: &str) -> String {
    let name = directive.name();
    if directive.space != Space::Schema {
        return format!("`{name}` is about bytes, and this is an XML document");
    }
    let guess = nearest(&name, keys.iter().copied());
    let guess = guess.map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
    let all = listed(keys.iter().copied());
    format!("unknown key `{name}`: `schema` of a {place} in a document knows {all}{guess}")
}

/// The `T` of `Wrapper<T>`.
fn inside<'a>(ty: &'a Type, wrapper: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if last.ident == wrapper => Some(inner),
        _ => None,
    }
}

/// `batch_start` as `batchStart`.
fn camel_case(snake: &str) -> String {
    let snake = snake.trim_start_matches("r#");
    let mut words = snake.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
