//! What to say where bytes mean another tree than they were written for.

use std::collections::BTreeMap;

use super::{
    Value,
    differ::{self, Choice, Difference},
};
use crate::{
    Error, Expr, Kind, Layout, Result,
    layout::{Count, Due, Field, Type},
    path::Step,
    walk::{Items, Leaf, ListNode, Scalar, Visitor, WalkOptions, walk},
    write,
};

/// The remedy where the rest of the file decides otherwise.
const ADVICE: &str = "change what that condition asks for";

/// What to say where bytes mean another tree.
pub(super) fn unlike(layout: &Layout, bytes: &[u8], meant: &Value, found: &Value) -> Error {
    let fields = layout.root().fields();
    let dialect = fields
        .iter()
        .position(|field| matches!(field.ty, Type::Dialect(_)));
    let word = |tree: &Value| match dialect.and_then(|place| tree.field(place)) {
        Some(Value::Word(word)) => Some(word.clone()),
        _ => None,
    };
    if let (Some(place), Some(own), Some(other)) = (dialect, word(meant), word(found))
        && own != other
    {
        let message = format!("these bytes would read back as `{other}`, not as `{own}`");
        let help = format!("say `{other}`, and see what that makes of the rest");
        let error = Error::new(Kind::Invalid, message).of(&*fields[place].name);
        return error.help(help);
    }
    let Difference { path, lone, choice } = differ::first(layout, meant, found);
    if let Some(error) = length(fields, meant, found) {
        return error;
    }
    if let Some((field, true)) = lone
        && let Some(Due::Checksum(checksum)) = &field.due
    {
        let of: Vec<&str> = checksum.of.iter().map(|name| &**name).collect();
        let message = format!("follows from {}", of.join(" and "));
        let error = Error::new(Kind::Invalid, message).of(path);
        return error.help("leave out what is right already");
    }
    if let Some((field, is_gone)) = lone
        && let Some(when) = field.when.as_ref().or(field.is.as_ref())
    {
        let becomes = if is_gone { "missing" } else { "there" };
        let message = format!(
            "would be {becomes} when the file is read back, for that depends on `{when:#}`"
        );
        let error = Error::new(Kind::Invalid, message).help(numbers(layout, bytes, &path, when));
        return error.of(path);
    }
    match choice.and_then(otherwise) {
        Some((message, decides)) => {
            let message = format!("{message}, which depends on `{decides}`");
            Error::new(Kind::Invalid, message).help(ADVICE).of(path)
        }
        None => write::unlike("would read back as another tree").of(path),
    }
}

/// The message for a different choice, and the expression that decides it.
fn otherwise(choice: Choice<'_>) -> Option<(String, String)> {
    match choice {
        Choice::Variant(own, other) => {
            let when = own.when.as_ref().or(other.when.as_ref())?;
            let message = format!("is `{}`, but would read back as `{}`", own.name, other.name);
            Some((message, format!("{when:#}")))
        }
        Choice::Length(field, own, other) => {
            let decides = match field.count.as_ref()? {
                Count::Expr(count) => format!("{count:#}"),
                Count::Until(is_last) => format!("until {is_last:#}"),
                Count::ToEnd => return None,
            };
            let noun = match (field.ty.item().is_some(), own) {
                (true, 1) => "item",
                (true, _) => "items",
                (false, 1) => "byte",
                (false, _) => "bytes",
            };
            Some((
                format!("has {own} {noun}, but would read back with {other}"),
                decides,
            ))
        }
    }
}

/// What to say where a tree says how long the file is, and the bytes do not have that number where it belongs.
fn length(fields: &[Field], meant: &Value, found: &Value) -> Option<Error> {
    let mut places = 0..fields.len();
    let place = places.find(|place| is_said_alone(fields, *place, meant, found))?;
    let Some(Value::Int(number)) = meant.field(place) else {
        return None;
    };
    let message = format!(
        "is {}, and the file has another length up to there",
        number.get()
    );
    let error = Error::new(Kind::Invalid, message).of(&*fields[place].name);
    Some(error.help("leave it out: it follows from the rest"))
}

/// A tree without what it says although leaving it out says the same, as texts may; none where it says no such thing.
pub(super) fn without_needless(layout: &Layout, meant: &Value, found: &Value) -> Option<Value> {
    let fields = layout.root().fields();
    let is_needless = |place: &usize| {
        let does_not_hold =
            fields[*place].is.is_some() && meant.field(*place) == Some(&Value::int(0));
        does_not_hold || is_said_alone(fields, *place, meant, found)
    };
    let needless: Vec<usize> = (0..fields.len()).filter(is_needless).collect();
    let Value::Struct(mut values) = (!needless.is_empty()).then(|| meant.clone())? else {
        return None;
    };
    for place in needless {
        values.set(place, None);
    }
    Some(Value::Struct(values))
}

/// Whether only the first of two trees says how long the file is.
fn is_said_alone(fields: &[Field], place: usize, meant: &Value, found: &Value) -> bool {
    matches!(fields[place].due, Some(Due::FileLength(_)))
        && meant.field(place).is_some()
        && found.field(place).is_none()
}

/// The numbers that a condition on a field asks for, as this file has them.
fn numbers(layout: &Layout, bytes: &[u8], path: &str, when: &Expr) -> String {
    // Those of other structs have names of their own.
    if path.contains(['.', '[']) {
        return ADVICE.into();
    }
    let mut names = Vec::new();
    when.visit(&mut |part| {
        if let Expr::Field(name) = part {
            names.push(&**name);
        }
    });
    let mut numbers = Numbers::default();
    // What cannot be walked to its end has been walked as far as this struct.
    let _ = walk(layout, bytes, &WalkOptions::default(), &mut numbers);
    names.dedup();
    let known = names.iter().filter_map(|name| {
        // Of a part of a number the whole is said.
        let name = name.split('.').next().unwrap_or(name);
        let number = numbers.0.get(name)?;
        Some(format!("{name} is {number}"))
    });
    let known: Vec<String> = known.collect();
    if known.is_empty() {
        ADVICE.into()
    } else {
        format!("in this file {}", known.join(", "))
    }
}

/// The numbers of the root, those that trees do not have among them.
#[derive(Default)]
struct Numbers(BTreeMap<String, i128>);

impl Visitor for Numbers {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if let ([Step::Name(name)], Scalar::Int(number)) = (leaf.path.steps(), leaf.value) {
            self.0.insert((*name).into(), number);
        }
        Ok(())
    }

    fn items(&mut self, _: &ListNode<'_>) -> Items {
        Items::NONE
    }
}
