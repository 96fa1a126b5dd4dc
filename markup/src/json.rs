//! Trees as JSON and back, in serde's shape; numbers that JSON cannot say are strings.

use formwork_schema::{
    Limits, Result, decimal,
    document::{Element, Item, Items, Kind, Member, Role, Unknown},
    fault::{Fault, Result as Done},
    json::{self, Node, Value as Json},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    atoms::shortest,
    fresh::{Fresh, FreshItem, fresh},
    markup::Markup,
    print,
    read::read,
};

/// A tree as JSON, under the names of its fields.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
pub fn to_json<T: Items + Serialize>(tree: &T) -> Result<Value> {
    Ok(item(&FreshItem::Element(fresh(tree)?), T::items()))
}

/// The tree of a JSON value in `text`. What is left out has its default.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line, column and path of what does not fit.
pub fn from_json<T: Items + Serialize + DeserializeOwned>(
    node: &Node<'_>,
    text: &str,
) -> Result<T> {
    let fresh = match back(node, T::items()).map_err(|fault| fault.placed_along(text))? {
        FreshItem::Element(fresh) => fresh,
        FreshItem::Verbatim(_) => {
            return Err(node.unexpected("a known element").placed_along(text));
        }
    };
    let xml = print::element(&fresh, "", "\n");
    let markup = Markup::parse(xml.as_bytes(), &Limits::default())?;
    let tree = read(&markup)?;
    kept(&fresh, &self::fresh(&tree)?).map_err(|fault| {
        let at = node.nearest(fault.path()).at;
        fault.at(at).placed_along(text)
    })?;
    Ok(tree)
}

/// Asks that every element is read as the one that it was given as, and none as another.
fn kept(given: &Fresh, read: &Fresh) -> Done<()> {
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

fn item(item: &FreshItem, items: &'static [Item]) -> Value {
    let (name, value) = match item {
        FreshItem::Verbatim(xml) => ("", Value::from(xml.as_str())),
        FreshItem::Element(fresh) => {
            let known = items.iter().find(|item| item.is(fresh.element));
            let element = known.and_then(|item| item.element);
            let value = element.map_or(Value::Null, |element| object(fresh, element()));
            (fresh.element, value)
        }
    };
    let is_it = |item: &&Item| match name {
        "" => item.element.is_none(),
        name => item.is(name),
    };
    match items.iter().find(is_it).map(|item| item.arm) {
        None | Some("") => value,
        Some(arm) => json!({ arm: value }),
    }
}

fn object(fresh: &Fresh, element: &'static Element) -> Value {
    let members = element.members.iter();
    let named = members.map(|member| {
        (
            member.field.to_owned(),
            self::member(fresh, element, member),
        )
    });
    Value::Object(named.collect())
}

fn member(fresh: &Fresh, element: &'static Element, member: &'static Member) -> Value {
    let list = fresh.list(member.field);
    match &member.role {
        Role::Attribute(attribute) => match fresh.any(attribute.name) {
            Some(text) => atom(attribute.kind, text),
            None => Value::Null,
        },
        Role::Child(items) => list.first().map_or(Value::Null, |only| item(only, items())),
        Role::Children(items) => list.iter().map(|one| item(one, items())).collect(),
        Role::Verbatim(_) => list.first().map_or(Value::Null, |only| item(only, &[])),
        Role::Text => fresh.text.clone().into(),
        Role::Inline(inner) => object(fresh, inner()),
        Role::Unknown => {
            let is_unknown = |name: &str| element.attribute(name).is_none();
            let attributes = fresh.attributes.iter();
            let attributes = attributes.filter(|attribute| is_unknown(&attribute.name));
            let unknown = Unknown {
                attributes: attributes
                    .map(|attribute| (attribute.name.to_string(), attribute.text.clone()))
                    .collect(),
                elements: list.iter().filter_map(verbatim).collect(),
            };
            json!(unknown)
        }
    }
}

fn verbatim(item: &FreshItem) -> Option<String> {
    match item {
        FreshItem::Verbatim(xml) => Some(xml.clone()),
        FreshItem::Element(_) => None,
    }
}

fn atom(kind: Kind, text: &str) -> Value {
    let number = || serde_json::from_str::<Value>(text).ok();
    match kind {
        Kind::Float | Kind::Integer => number().unwrap_or_else(|| text.into()),
        Kind::Truth(_) => (text == "true").into(),
        Kind::Text | Kind::Word(_) => text.into(),
    }
}

fn back(node: &Node<'_>, items: &'static [Item]) -> Done<FreshItem> {
    let is_choice = items.iter().any(|item| !item.arm.is_empty());
    if !is_choice {
        return back_item(node, items.first());
    }
    let Json::Object(arms) = &node.value else {
        return Err(node.unexpected("an object with the name of one arm"));
    };
    let [arm] = &arms[..] else {
        return Err(node.unexpected("an object with the name of one arm and nothing else"));
    };
    let Some(item) = items.iter().find(|item| item.arm == arm.name) else {
        let known: Vec<&str> = items.iter().map(|item| item.arm).collect();
        let message = format!("the arm is none of {}", known.join(", "));
        return Err(Fault::malformed(message).at(arm.at).in_member(&arm.name));
    };
    back_item(&arm.node, Some(item)).map_err(|fault| fault.in_member(&arm.name))
}

fn back_item(node: &Node<'_>, item: Option<&'static Item>) -> Done<FreshItem> {
    match (item.and_then(|item| item.element), &node.value) {
        (Some(element), Json::Object(members)) => {
            let mut fresh = Fresh::of(element());
            fill(&mut fresh, members, element())?;
            Ok(FreshItem::Element(fresh))
        }
        (Some(_), _) => Err(node.unexpected("an object")),
        (None, Json::Text(xml)) => Ok(FreshItem::Verbatim(xml.to_string())),
        (None, _) => Err(node.unexpected("XML as text")),
    }
}

fn fill(fresh: &mut Fresh, members: &[json::Member<'_>], element: &'static Element) -> Done<()> {
    for given in members {
        let filled = match element
            .members
            .iter()
            .find(|known| known.field == given.name)
        {
            Some(member) => back_member(fresh, member, &given.node),
            None => {
                let message = format!("`{}` has no member of this name", element.type_name);
                Err(Fault::malformed(message).at(given.at))
            }
        };
        filled.map_err(|fault| fault.in_member(&given.name))?;
    }
    Ok(())
}

fn back_member(fresh: &mut Fresh, member: &'static Member, node: &Node<'_>) -> Done<()> {
    match (&member.role, &node.value) {
        (Role::Attribute(_) | Role::Child(_) | Role::Verbatim(_) | Role::Text, Json::Null) => {}
        (Role::Attribute(attribute), _) => {
            let text = back_atom(attribute.kind, node)?;
            fresh.push(attribute.name.into(), text, true);
        }
        (Role::Child(items), _) => {
            fresh.lists.push((member.field, vec![back(node, items())?]));
        }
        (Role::Children(items), Json::Array(list)) => {
            let each = list.iter().enumerate();
            let list =
                each.map(|(at, node)| back(node, items()).map_err(|fault| fault.in_item(at)));
            fresh.lists.push((member.field, list.collect::<Done<_>>()?));
        }
        (Role::Children(_), _) => return Err(node.unexpected("a list")),
        (Role::Verbatim(_), Json::Text(xml)) => {
            let xml = FreshItem::Verbatim(xml.to_string());
            fresh.lists.push((member.field, vec![xml]));
        }
        (Role::Text, Json::Text(text)) => fresh.text = Some(text.to_string()),
        (Role::Verbatim(_) | Role::Text, _) => return Err(node.unexpected("text")),
        (Role::Inline(inner), Json::Object(members)) => fill(fresh, members, inner())?,
        (Role::Inline(_), _) => return Err(node.unexpected("an object")),
        (Role::Unknown, _) => {
            let unknown = Unknown::deserialize(node)?;
            for (name, text) in unknown.attributes {
                fresh.push(name.into(), text, true);
            }
            let elements = unknown.elements.into_iter().map(FreshItem::Verbatim);
            fresh.lists.push((member.field, elements.collect()));
        }
    }
    Ok(())
}

/// The text of an attribute that means a value.
fn back_atom(kind: Kind, node: &Node<'_>) -> Done<String> {
    let place = |message| Fault::malformed(message).at(node.at);
    match (kind, &node.value) {
        (Kind::Integer, Json::Number(number)) => match number.parse::<i32>() {
            Ok(number) => Ok(number.to_string()),
            Err(_) => Err(node.unexpected("a whole number of 32 bits")),
        },
        (Kind::Integer, _) => Err(node.unexpected("a whole number")),
        (Kind::Float, Json::Number(number)) => decimal::f32(number).map(shortest).map_err(place),
        // Only what JSON has no number for.
        (Kind::Float, Json::Text(text)) if matches!(&**text, "nan" | "inf" | "-inf") => {
            Ok(text.to_string())
        }
        (Kind::Float, _) => Err(node.unexpected("a number, \"nan\", \"inf\" or \"-inf\"")),
        (Kind::Truth(_), Json::Bool(value)) => Ok(value.to_string()),
        (Kind::Truth(_), _) => Err(node.unexpected("true or false")),
        (Kind::Text | Kind::Word(_), Json::Text(text)) => Ok(text.to_string()),
        (Kind::Text | Kind::Word(_), _) => Err(node.unexpected("text")),
    }
}
