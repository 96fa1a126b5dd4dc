//! Trees as JSON and back, in serde's shape; numbers that JSON cannot say are strings.

use formwork_schema::{
    Error, Kind as Fault, Limits, Result,
    document::{Attribute, Element, Item, Items, Kind, Member, Role, Unknown},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use crate::{
    fresh::{Fresh, FreshItem, fresh},
    markup::Markup,
    number::float,
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

/// The tree of a JSON value. What is left out has its default.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with the path of what does not fit.
pub fn from_json<T: Items + Serialize + DeserializeOwned>(value: &Value) -> Result<T> {
    let fresh = match back(value, T::items(), "")? {
        FreshItem::Element(fresh) => fresh,
        FreshItem::Verbatim(_) => return Err(unfit("", "a known element", value)),
    };
    let xml = print::element(&fresh, "", "\n");
    let markup = Markup::parse(xml.as_bytes(), &Limits::default())?;
    let tree = read(&markup)?;
    kept(&fresh, &self::fresh(&tree)?, "")?;
    Ok(tree)
}

/// Asks that every element is read as the one that it was given as, and none as another.
fn kept(given: &Fresh, read: &Fresh, path: &str) -> Result<()> {
    let lost = |field: &str, message: &str| {
        let path = format!("{path}.{field}");
        Err(Error::new(Fault::Invalid, message).of(path.trim_start_matches('.')))
    };
    for (field, items) in &given.lists {
        let others = read.list(field);
        if items.len() > others.len() {
            let message =
                "engines would drop some of it: it lacks what it must have, or is another element";
            return lost(field, message);
        }
        for (at, (given, read)) in items.iter().zip(others).enumerate() {
            let place = format!("{field}[{at}]");
            match (given, read) {
                (FreshItem::Element(given), FreshItem::Element(read)) => {
                    kept(given, read, &format!("{path}.{place}"))?;
                }
                (FreshItem::Element(given), FreshItem::Verbatim(_)) => {
                    let name = given.element;
                    let message = format!("engines drop this `{name}`: it lacks what it must have");
                    return lost(&place, &message);
                }
                (FreshItem::Verbatim(_), FreshItem::Element(read)) => {
                    let message = format!("this is a `{}`, which is known", read.element);
                    return lost(&place, &message);
                }
                (FreshItem::Verbatim(_), FreshItem::Verbatim(_)) => {}
            }
        }
    }
    for (field, items) in &read.lists {
        if items.len() > given.list(field).len() {
            return lost(
                field,
                "more would be read here: is something in `unknown` that is known?",
            );
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

fn unfit(path: &str, wanted: &str, value: &Value) -> Error {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::new(Fault::Malformed, format!("expected {wanted}, found {kind}")).of(path)
}

fn back(value: &Value, items: &'static [Item], path: &str) -> Result<FreshItem> {
    let is_choice = items.iter().any(|item| !item.arm.is_empty());
    let (item, value) = match (is_choice, value) {
        (false, value) => (items.first(), value),
        (true, Value::Object(arms)) if arms.len() == 1 => {
            let (arm, value) = arms.iter().next().unzip();
            let known = items
                .iter()
                .find(|item| arm.is_some_and(|arm| arm == item.arm));
            (known, value.unwrap_or(&Value::Null))
        }
        (true, other) => return Err(unfit(path, "an object with the name of one arm", other)),
    };
    match (item.map(|item| item.element), value) {
        (Some(Some(element)), Value::Object(members)) => {
            Ok(FreshItem::Element(back_element(members, element(), path)?))
        }
        (Some(None), Value::String(xml)) => Ok(FreshItem::Verbatim(xml.clone())),
        (Some(None), other) => Err(unfit(path, "XML as text", other)),
        (Some(Some(_)), other) => Err(unfit(path, "an object", other)),
        (None, _) => {
            let arms: Vec<&str> = items.iter().map(|item| item.arm).collect();
            let message = format!("the arm is none of {}", arms.join(", "));
            Err(Error::new(Fault::Malformed, message).of(path))
        }
    }
}

fn back_element(
    members: &Map<String, Value>,
    element: &'static Element,
    path: &str,
) -> Result<Fresh> {
    let mut fresh = Fresh::of(element);
    fill(&mut fresh, members, element, path)?;
    Ok(fresh)
}

fn fill(
    fresh: &mut Fresh,
    members: &Map<String, Value>,
    element: &'static Element,
    path: &str,
) -> Result<()> {
    for (name, value) in members {
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        let Some(member) = element.members.iter().find(|member| member.field == name) else {
            let message = format!("`{}` has no member of this name", element.type_name);
            return Err(Error::new(Fault::Malformed, message).of(path));
        };
        back_member(fresh, member, value, &path)?;
    }
    Ok(())
}

fn back_member(
    fresh: &mut Fresh,
    member: &'static Member,
    value: &Value,
    path: &str,
) -> Result<()> {
    match (&member.role, value) {
        (Role::Attribute(_) | Role::Child(_) | Role::Verbatim(_) | Role::Text, Value::Null) => {}
        (Role::Attribute(attribute), value) => {
            let text = back_atom(attribute, value)
                .ok_or_else(|| unfit(path, wanted(attribute.kind), value))?;
            fresh.push(attribute.name.into(), text, true);
        }
        (Role::Child(items), value) => {
            fresh
                .lists
                .push((member.field, vec![back(value, items(), path)?]));
        }
        (Role::Children(items), Value::Array(list)) => {
            let each = list.iter().enumerate();
            let list = each.map(|(at, value)| back(value, items(), &format!("{path}[{at}]")));
            fresh
                .lists
                .push((member.field, list.collect::<Result<_>>()?));
        }
        (Role::Children(_), other) => return Err(unfit(path, "a list", other)),
        (Role::Verbatim(_), Value::String(xml)) => {
            fresh
                .lists
                .push((member.field, vec![FreshItem::Verbatim(xml.clone())]));
        }
        (Role::Text, Value::String(text)) => fresh.text = Some(text.clone()),
        (Role::Verbatim(_) | Role::Text, other) => return Err(unfit(path, "text", other)),
        (Role::Inline(inner), Value::Object(members)) => fill(fresh, members, inner(), path)?,
        (Role::Inline(_), other) => return Err(unfit(path, "an object", other)),
        (Role::Unknown, value) => {
            let unknown: Unknown = serde_json::from_value(value.clone())
                .map_err(|error| Error::new(Fault::Malformed, error.to_string()).of(path))?;
            for (name, text) in unknown.attributes {
                fresh.push(name.into(), text, true);
            }
            let elements = unknown.elements.into_iter().map(FreshItem::Verbatim);
            fresh.lists.push((member.field, elements.collect()));
        }
    }
    Ok(())
}

fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "a whole number",
        Kind::Float => "a number",
        Kind::Truth(_) => "true or false",
        Kind::Text | Kind::Word(_) => "text",
    }
}

fn back_atom(attribute: &Attribute, value: &Value) -> Option<String> {
    match (attribute.kind, value) {
        (Kind::Integer, Value::Number(number)) => {
            let number = number.as_i64()?;
            i32::try_from(number).ok().map(|number| number.to_string())
        }
        (Kind::Float, Value::Number(number)) => Some(number.to_string()),
        // Only what JSON has no number for.
        (Kind::Float, Value::String(text)) => (!float(text).0.is_finite()).then(|| text.clone()),
        (Kind::Truth(_), Value::Bool(value)) => Some(value.to_string()),
        (Kind::Text | Kind::Word(_), Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}
