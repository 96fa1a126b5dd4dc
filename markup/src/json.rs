//! From JSON to a tree.

use formwork_schema::{
    Layout, Limits, Result, Value as Tree, decimal,
    document::Unknown,
    fault::{Fault, Result as Done},
    json::{self, JsonValue as Json, Node},
    layout::{
        Struct,
        xml::{Item, Member, Role},
    },
};
use serde::Deserialize;

use crate::{
    atoms::{Kind, text},
    fresh::{Fresh, FreshItem, fresh},
    markup::Markup,
    print,
    read::read,
    unknown,
};

/// The tree of a JSON value in `text`. What is left out has its default.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line, column and path of what does not fit.
pub fn from_json(layout: &Layout, node: &Node<'_>, text: &str) -> Result<Tree> {
    let given = back(layout, node, &layout.roots()).map_err(|fault| fault.placed_along(text))?;
    if matches!(&given, Tree::Variant { content, .. } if !matches!(content.as_deref(), Some(Tree::Struct(_))))
    {
        return Err(node.unexpected("a known element").placed_along(text));
    }
    let told = fresh(layout, &given)?;
    drop(given);
    let tree = read(&written(&told)?, layout)?;
    kept(&told, &fresh(layout, &tree)?).map_err(|fault| {
        let at = node.nearest(fault.path()).at;
        fault.at(at).placed_along(text)
    })?;
    Ok(tree)
}

/// The document of an element.
fn written(element: &Fresh<'_>) -> Result<Markup> {
    let xml = print::element(element, "", "\n");
    Markup::parse(xml.as_bytes(), &Limits::default())
}

/// Asks that every element is read as the one that it was given as, and none as another.
fn kept(given: &Fresh<'_>, read: &Fresh<'_>) -> Done<()> {
    let lost = |message: &str| Err(Fault::invalid(message));
    for (field, items) in &given.lists {
        let others = read.list(field);
        if items.len() > others.len() {
            let message =
                "engines would drop some of it: it lacks what it must have, or is another element";
            return lost(message).map_err(|fault| fault.in_member(field));
        }
        for (at, pair) in items.iter().zip(others).enumerate() {
            let same = match pair {
                (FreshItem::Element(given), FreshItem::Element(read)) => kept(given, read),
                (FreshItem::Element(given), FreshItem::Verbatim(_)) => lost(&format!(
                    "engines drop this `{}`: it lacks what it must have",
                    given.element
                )),
                (FreshItem::Verbatim(_), FreshItem::Element(read)) => {
                    lost(&format!("this is a `{}`, which is known", read.element))
                }
                (FreshItem::Verbatim(_), FreshItem::Verbatim(_)) => Ok(()),
            };
            same.map_err(|fault| fault.in_item(at).in_member(field))?;
        }
    }
    for (field, items) in &read.lists {
        if items.len() > given.list(field).len() {
            let message = "more would be read here: is something in `unknown` that is known?";
            return lost(message).map_err(|fault| fault.in_member(field));
        }
    }
    Ok(())
}

fn back(layout: &Layout, node: &Node<'_>, items: &[Item<'_>]) -> Done<Tree> {
    let is_choice = items.iter().any(|item| item.variant.is_some());
    if !is_choice {
        return back_item(layout, node, items.first().and_then(|item| item.element));
    }
    let Json::Object(variants) = &node.value else {
        return Err(node.unexpected("an object with the name of one variant"));
    };
    let [given] = &variants[..] else {
        return Err(node.unexpected("an object with the name of one variant and nothing else"));
    };
    let mut named = items
        .iter()
        .filter_map(|item| Some((item.variant?, item.element)));
    let Some(((variant, _), element)) =
        named.find(|((_, variant), _)| *variant.name == *given.name)
    else {
        let known = items.iter().filter_map(|item| Some(&*item.variant?.1.name));
        let known: Vec<&str> = known.collect();
        let message = format!("the variant is none of {}", known.join(", "));
        return Err(Fault::malformed(message)
            .at(given.at)
            .in_member(&given.name));
    };
    let content = back_item(layout, &given.node, element);
    let content = content.map_err(|fault| fault.in_member(&given.name))?;
    Ok(Tree::Variant {
        variant,
        content: Some(Box::new(content)),
    })
}

fn back_item(layout: &Layout, node: &Node<'_>, element: Option<&Struct>) -> Done<Tree> {
    match (element, &node.value) {
        (Some(of), Json::Object(members)) => fields(layout, members, of),
        (Some(_), _) => Err(node.unexpected("an object")),
        (None, Json::Text(xml)) => Ok(text(xml)),
        (None, _) => Err(node.unexpected("XML as text")),
    }
}

/// The fields that are given; the others are not there.
fn fields(layout: &Layout, members: &[json::Member<'_>], of: &Struct) -> Done<Tree> {
    let mut fields = vec![None; of.fields().len()];
    for given in members {
        let value = match of.members().find(|known| *known.field.name == *given.name) {
            Some(member) => {
                let value = back_member(layout, member, &given.node);
                value.map(|value| fields[member.place] = value)
            }
            None => {
                let message = format!("`{}` has no member of this name", of.name);
                Err(Fault::malformed(message).at(given.at))
            }
        };
        value.map_err(|fault| fault.in_member(&given.name))?;
    }
    Ok(Tree::Struct(fields))
}

fn back_member(layout: &Layout, member: Member<'_>, node: &Node<'_>) -> Done<Option<Tree>> {
    Ok(Some(match (member.role, &node.value) {
        (Role::Attribute(_) | Role::Child | Role::Verbatim(_) | Role::Text, Json::Null) => {
            return Ok(None);
        }
        (Role::Attribute(attribute), _) => back_atom(Kind::of(member.field, attribute), node)?,
        (Role::Child, _) => back(layout, node, &layout.items_of(member))?,
        (Role::Children, Json::Array(list)) => {
            let items = layout.items_of(member);
            let each = list.iter().enumerate();
            let list = each
                .map(|(at, node)| back(layout, node, &items).map_err(|fault| fault.in_item(at)));
            Tree::List(list.collect::<Done<_>>()?)
        }
        (Role::Children, _) => return Err(node.unexpected("a list")),
        (Role::Verbatim(_) | Role::Text, Json::Text(given)) => text(given),
        (Role::Verbatim(_) | Role::Text, _) => return Err(node.unexpected("text")),
        (Role::Inline, Json::Object(members)) => match member.field.ty.struct_ref() {
            Some(inner) => fields(layout, members, layout.get(inner))?,
            None => return Ok(None),
        },
        (Role::Inline, _) => return Err(node.unexpected("an object")),
        (Role::Unknown, _) => unknown::value(&Unknown::deserialize(node)?),
    }))
}

/// The value of an attribute.
fn back_atom(kind: Kind<'_>, node: &Node<'_>) -> Done<Tree> {
    let place = |message| Fault::malformed(message).at(node.at);
    match (kind, &node.value) {
        (Kind::Integer, Json::Number(number)) => match number.parse::<i32>() {
            Ok(number) => Ok(Tree::Int(number.into())),
            Err(_) => Err(node.unexpected("a whole number of 32 bits")),
        },
        (Kind::Integer, _) => Err(node.unexpected("a whole number")),
        (Kind::Float, Json::Number(number)) => decimal::f32(number).map(Tree::F32).map_err(place),
        // Only what JSON has no number for.
        (Kind::Float, Json::Text(text)) if matches!(&**text, "nan" | "inf" | "-inf") => {
            Ok(kind.value(text))
        }
        (Kind::Float, _) => Err(node.unexpected("a number, \"nan\", \"inf\" or \"-inf\"")),
        (Kind::Truth(_), Json::Bool(value)) => Ok(Tree::Int((*value).into())),
        (Kind::Truth(_), _) => Err(node.unexpected("true or false")),
        (Kind::Text | Kind::Words(_), Json::Text(given)) => Ok(text(given)),
        (Kind::Text | Kind::Words(_), _) => Err(node.unexpected("text")),
    }
}
