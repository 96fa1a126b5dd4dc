//! What only the whole layout of documents shows: that roots are elements, that names tell what they stand for, that inlined
//! structs end.

use std::collections::BTreeSet;

use formwork_schema::{
    Result,
    layout::{
        Body, Layout, Struct,
        xml::{Member, Role},
    },
};

use super::super::{index::Index, node::Node};

/// Asks what documents need.
pub(in crate::descriptor) fn check(layout: &Layout, index: &Index<'_>) -> Result<()> {
    for (of, node) in layout.table.iter().zip(&index.nodes) {
        match (&of.body, &of.element) {
            (Body::Variants(_), Some(_)) => {
                return Err(node.error("an element has fields, and no variants"));
            }
            (Body::Variants(_), None) => variants(layout, of, node)?,
            (Body::Fields(_), Some(_)) => element(layout, of, node)?,
            (Body::Fields(_), None) => shared(of, node)?,
        }
    }
    if layout.root().element.is_none() && layout.root().variants().is_empty() {
        let error = index.nodes[0].error("the root of a document is an element, or one of several");
        return Err(error.help("say `element`"));
    }
    Ok(())
}

/// One element in each variant, and at most one variant for those that are not known.
fn variants(layout: &Layout, of: &Struct, node: &Node<'_>) -> Result<()> {
    let mut unknown = 0;
    for (variant, node) in of.variants().iter().zip(node.members()) {
        let field = variant.fields.first();
        let target = field.and_then(|field| field.ty.struct_ref());
        let role = field.and_then(|field| Some(&field.xml.as_ref()?.role));
        match (role, target.map(|target| layout.get(target))) {
            (Some(Role::Unknown), None) => unknown += 1,
            (Some(Role::Child), Some(inner)) if inner.element.is_some() => {}
            _ => {
                let error = node.error(format!(
                    "the variant `{}` stands for no element",
                    variant.name
                ));
                return Err(
                    error.help("give it one `<child>` of a struct with `element`, or `<unknown>`")
                );
            }
        }
    }
    if unknown > 1 {
        return Err(node.error("a second variant for elements that are not known"));
    }
    let mut names = BTreeSet::new();
    let items = layout.items_in(of).into_iter();
    unique(
        items.filter_map(|item| Some(item.element?.element_name())),
        &mut names,
        node,
    )
}

fn element(layout: &Layout, of: &Struct, node: &Node<'_>) -> Result<()> {
    let count = |is_it: fn(&Role) -> bool| of.members().filter(|one| is_it(one.role)).count();
    if count(|role| matches!(role, Role::Unknown)) != 1 {
        let error = node.error("an element keeps what it does not know in one field");
        return Err(error.help("add one `<unknown>`"));
    }
    if count(|role| matches!(role, Role::Text)) > 1 {
        return Err(node.error("an element has one text"));
    }
    let mut names = BTreeSet::new();
    for member in of.members() {
        if let Role::Verbatim(name) = member.role {
            unique([&**name].into_iter(), &mut names, node)?;
        }
        let items = layout.items_of(member);
        if items.iter().any(|item| {
            item.variant.is_none() && item.element.is_none_or(|of| of.element.is_none())
        }) {
            let message = format!("`{}` stands for no element", member.field.name);
            return Err(node.error(message));
        }
        let items = items.into_iter();
        unique(
            items.filter_map(|item| Some(item.element?.element_name())),
            &mut names,
            node,
        )?;
    }
    attributes(layout, of, node)
}

fn unique<'l>(
    all: impl Iterator<Item = &'l str>,
    names: &mut BTreeSet<&'l str>,
    node: &Node<'_>,
) -> Result<()> {
    for name in all {
        if !names.insert(name) {
            return Err(node.error(format!("`<{name}>` stands for two things here")));
        }
    }
    Ok(())
}

/// Attributes of several elements are attributes only.
fn shared(of: &Struct, node: &Node<'_>) -> Result<()> {
    let is_fine = |member: Member<'_>| matches!(member.role, Role::Attribute(_) | Role::Inline);
    match of.members().all(is_fine) {
        true => Ok(()),
        false => {
            let error = node.error("only an element has children or text");
            Err(error.help("say `element`"))
        }
    }
}

/// Names of attributes are unique, and so are the structs that are inlined: they end.
fn attributes(layout: &Layout, of: &Struct, node: &Node<'_>) -> Result<()> {
    let (mut names, mut inlined) = (BTreeSet::new(), BTreeSet::new());
    let mut next = vec![of];
    while let Some(of) = next.pop() {
        for member in of.members() {
            match (member.role, member.field.ty.struct_ref()) {
                (Role::Attribute(attribute), _) if !names.insert(&*attribute.name) => {
                    let message = format!("a second attribute `{}`", attribute.name);
                    return Err(node.error(message));
                }
                (Role::Inline, Some(inner)) => {
                    let inner = layout.get(inner);
                    if inner.element.is_some() || !inner.variants().is_empty() {
                        let message =
                            format!("`{}` cannot be inlined: it is an element", inner.name);
                        return Err(node.error(message));
                    }
                    if !inlined.insert(&*inner.name) {
                        return Err(node.error(format!("`{}` is inlined twice", inner.name)));
                    }
                    next.push(inner);
                }
                _ => {}
            }
        }
    }
    Ok(())
}
