//! Documents with one thing wrong.

use serde_json::{Map, Value, json};

/// What is done to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// An object has a member that nobody knows.
    UnknownMember,
    /// An object lacks a member.
    MissingMember,
    /// Something is an object where none belongs, or another one.
    WrongType,
    /// A text is another one.
    OtherText,
    /// A number has a fraction.
    Fraction,
}

impl Damage {
    pub(crate) const ALL: [Self; 5] = [
        Self::UnknownMember,
        Self::MissingMember,
        Self::WrongType,
        Self::OtherText,
        Self::Fraction,
    ];
}

/// Every document that one damage makes of a document, up to so many of them, from places all over it.
pub(crate) fn damaged(document: &Value, most: usize) -> Vec<(Damage, String, Value)> {
    let mut places = Vec::new();
    collect(document, &mut Vec::new(), &mut places);
    let step = places.len().div_ceil(most).max(1);
    let chosen = places.into_iter().step_by(step);
    let damaged = chosen.map(|(damage, path)| {
        let mut copy = document.clone();
        apply(&mut copy, &path, damage);
        (damage, path.join("/"), copy)
    });
    damaged.collect()
}

/// Where which damage can be done. Of a list the first and the last item stand for all.
fn collect(value: &Value, path: &mut Vec<String>, places: &mut Vec<(Damage, Vec<String>)>) {
    let mut push = |damage, path: &[String]| places.push((damage, path.to_vec()));
    push(Damage::WrongType, path);
    match value {
        Value::Object(members) => {
            push(Damage::UnknownMember, path);
            for (name, inner) in members {
                path.push(name.clone());
                places.push((Damage::MissingMember, path.clone()));
                collect(inner, path, places);
                path.pop();
            }
        }
        Value::Array(items) => {
            let ends = [Some(0), items.len().checked_sub(1).filter(|last| *last > 0)];
            for at in ends.into_iter().flatten().filter(|at| *at < items.len()) {
                path.push(at.to_string());
                collect(&items[at], path, places);
                path.pop();
            }
        }
        Value::String(_) => push(Damage::OtherText, path),
        Value::Number(_) => push(Damage::Fraction, path),
        Value::Bool(_) | Value::Null => {}
    }
}

fn apply(document: &mut Value, path: &[String], damage: Damage) {
    if let (Damage::MissingMember, [around @ .., name]) = (damage, path) {
        if let Some(Value::Object(members)) = at(document, around) {
            members.shift_remove(name);
        }
        return;
    }
    let Some(value) = at(document, path) else {
        return;
    };
    match (damage, value) {
        (Damage::UnknownMember, Value::Object(members)) => {
            members.insert("no_such_member".into(), Value::Null);
        }
        (Damage::WrongType, value) => *value = json!({ "no_such_member": [] }),
        (Damage::OtherText, value) => *value = "no-such-name".into(),
        (Damage::Fraction, value) => *value = json!(0.5),
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, path: &[String]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::Object(members) => members.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// What `decode` writes around the tree of a document.
pub(crate) fn envelope(format: &str, version: &str, value: Value) -> Value {
    let mut envelope = Map::new();
    envelope.insert("formwork".into(), 1.into());
    envelope.insert("format".into(), format.into());
    envelope.insert("version".into(), version.into());
    envelope.insert("value".into(), value);
    envelope.into()
}
