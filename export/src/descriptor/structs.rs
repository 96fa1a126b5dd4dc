//! Structs and variants.

use std::collections::BTreeSet;

use formwork_schema::{
    Expr, Result,
    layout::{Body, Encoding, Order, Struct, Style, Variant, VariantShape},
};

use super::{
    field,
    index::Index,
    node::Node,
    scope::{ExprAttribute, Scope},
    xml,
};

/// Reads a struct.
pub(super) fn read<'n>(index: &'n Index<'n>, node: &'n Node<'n>) -> Result<Struct> {
    let has_variants = node.members().any(|member| member.name == "variant");
    let children = if has_variants {
        vec!["doc", "variant"]
    } else {
        field_children(index)
    };
    let known: &[&str] = match index.encoding {
        Encoding::Binary => &["name", "id", "params", "style", "endian", "big_if", "magic"],
        Encoding::Xml => &["name", "id", "element", "repeated"],
    };
    node.only(known, &children)?;
    let params = params(node)?;
    let scope = Scope::of_params(&params);
    let body = if has_variants {
        Body::Variants(variants(index, node, &scope)?.into())
    } else {
        Body::Fields(field::read(index, node.members(), &scope, false)?.into())
    };
    let style = node.one_of(
        "style",
        &[("vector", Style::Vector), ("tuple", Style::Tuple)],
    )?;
    Ok(Struct {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        params: params
            .into_iter()
            .map(Into::into)
            .collect::<Vec<_>>()
            .into(),
        style: style.unwrap_or_default(),
        endian: order(index, node, &scope)?,
        magic: node.magic("magic")?.into(),
        element: xml::element_of(node)?,
        body,
    })
}

fn field_children(index: &Index<'_>) -> Vec<&'static str> {
    match index.encoding {
        Encoding::Binary => [&["doc", "assert"][..], &field::ELEMENTS].concat(),
        Encoding::Xml => [&["doc"][..], &xml::ELEMENTS].concat(),
    }
}

fn params(node: &Node<'_>) -> Result<Vec<String>> {
    let Some(attribute) = node.get("params") else {
        return Ok(Vec::new());
    };
    let params: Vec<String> = attribute
        .value
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let mut seen = BTreeSet::new();
    for param in &params {
        if !super::value::is_name(param) {
            return Err(node.wrong(attribute, format!("`{param}` is not a name")));
        }
        if !seen.insert(param) {
            return Err(node.wrong(attribute, format!("a second `{param}`")));
        }
    }
    Ok(params)
}

fn variants<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Vec<Variant>> {
    let mut seen = BTreeSet::new();
    let mut variants = Vec::new();
    for member in node.members() {
        let name = member.name_attribute()?;
        if !seen.insert(&*name.value) {
            return Err(member.wrong(name, format!("a second variant `{}`", name.value)));
        }
        variants.push(variant(index, member, scope)?);
    }
    Ok(variants)
}

fn variant<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Variant> {
    let known: &[&str] = match index.encoding {
        Encoding::Binary => &["name", "magic", "when", "shape"],
        Encoding::Xml => &["name", "shape"],
    };
    node.only(known, &field_children(index))?;
    node.need("shape")?;
    let shapes = [
        ("unit", VariantShape::Unit),
        ("newtype", VariantShape::Newtype),
        ("fields", VariantShape::Fields),
    ];
    let shape = node.one_of("shape", &shapes)?.unwrap_or(VariantShape::Unit);
    let fields = field::read(index, node.members(), scope, shape == VariantShape::Newtype)?;
    match (shape, fields.len()) {
        (VariantShape::Unit, 1..) => return Err(node.error("a unit variant has no fields")),
        (VariantShape::Newtype, 0 | 2..) => {
            return Err(node.error("a newtype variant has one field"));
        }
        _ => {}
    }
    Ok(Variant {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        magic: node.magic("magic")?.into(),
        when: over_params(index, node, scope, "when")?,
        shape,
        fields: fields.into(),
    })
}

/// What says the byte order of a struct.
fn order<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Option<Order>> {
    let known = node.endian()?.map(Order::from);
    let big = match index.encoding {
        Encoding::Binary => over_params(index, node, scope, "big_if")?,
        Encoding::Xml => None,
    };
    node.one_order(known, big)
}

/// A condition over the parameters of a struct.
fn over_params<'n>(
    index: &'n Index<'n>,
    node: &'n Node<'n>,
    scope: &Scope,
    name: &str,
) -> Result<Option<Expr>> {
    let Some(attribute) = node.get(name) else {
        return Ok(None);
    };
    let expr = node.expr(attribute, &attribute.value)?;
    scope.check(
        ExprAttribute {
            index,
            node,
            attribute,
        },
        &expr,
        false,
    )?;
    Ok(Some(expr))
}
