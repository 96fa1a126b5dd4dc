//! Structs and arms.

use std::collections::BTreeSet;

use formwork_schema::{
    Expr, Result,
    layout::{Arm, ArmShape, Body, Encoding, Struct, Style},
};

use super::{
    field,
    node::Node,
    resolve::Index,
    scope::{Place, Scope},
    xml,
};

/// Reads a struct.
pub(super) fn read<'n>(index: &'n Index<'n>, node: &'n Node<'n>) -> Result<Struct> {
    let has_arms = node.members().any(|member| member.name == "arm");
    let children = if has_arms {
        vec!["doc", "arm"]
    } else {
        field_children(index)
    };
    let known: &[&str] = match index.encoding {
        Encoding::Binary => &["name", "id", "params", "style", "endian", "magic"],
        Encoding::Xml => &["name", "id", "element", "repeated"],
    };
    node.only(known, &children)?;
    let params = params(node)?;
    let scope = Scope::of_params(&params);
    let body = if has_arms {
        Body::Arms(arms(index, node, &scope)?.into())
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
        endian: node.endian()?,
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

fn arms<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Vec<Arm>> {
    let mut seen = BTreeSet::new();
    let mut arms = Vec::new();
    for member in node.members() {
        let name = member.name_attribute()?;
        if !seen.insert(&*name.value) {
            return Err(member.wrong(name, format!("a second arm `{}`", name.value)));
        }
        arms.push(arm(index, member, scope)?);
    }
    Ok(arms)
}

fn arm<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Arm> {
    let known: &[&str] = match index.encoding {
        Encoding::Binary => &["name", "magic", "when", "shape"],
        Encoding::Xml => &["name", "shape"],
    };
    node.only(known, &field_children(index))?;
    node.need("shape")?;
    let shapes = [
        ("unit", ArmShape::Unit),
        ("newtype", ArmShape::Newtype),
        ("fields", ArmShape::Fields),
    ];
    let shape = node.one_of("shape", &shapes)?.unwrap_or(ArmShape::Unit);
    let fields = field::read(index, node.members(), scope, shape == ArmShape::Newtype)?;
    match (shape, fields.len()) {
        (ArmShape::Unit, 1..) => return Err(node.error("a unit arm has no fields")),
        (ArmShape::Newtype, 0 | 2..) => return Err(node.error("a newtype arm has one field")),
        _ => {}
    }
    Ok(Arm {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        magic: node.magic("magic")?.into(),
        when: guard(index, node, scope)?,
        shape,
        fields: fields.into(),
    })
}

/// The condition over the parameters that chooses an arm.
fn guard<'n>(index: &'n Index<'n>, node: &'n Node<'n>, scope: &Scope) -> Result<Option<Expr>> {
    let Some(attribute) = node.get("when") else {
        return Ok(None);
    };
    let expr = node.expr(attribute, &attribute.value)?;
    scope.check(
        Place {
            index,
            node,
            attribute,
        },
        &expr,
        false,
    )?;
    Ok(Some(expr))
}
