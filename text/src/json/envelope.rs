//! What is around a tree: `{"formwork":1,"format":…,"version":…,"value":…,"trailing":…}`.
//!
//! One that is written as ours are is read on the way to its value. Any other is read by `serde_json`, as a whole, which says what is not JSON
//! and takes the members in any order.

use std::{borrow::Cow, collections::BTreeMap};

use formwork_schema::{
    Error, Kind, Result,
    json::{Tokens, not_json},
    line_and_column,
    place::{FORM, FORM_NAME},
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::leaf;

/// The members of the envelope.
pub(super) struct Outside {
    pub(super) form: u8,
    pub(super) format: String,
    pub(super) version: Option<String>,
    pub(super) dangling: Vec<String>,
    pub(super) trailing: Vec<u8>,
    /// Where the tree begins, in bytes.
    pub(super) value: usize,
}

/// The envelope as `decode` writes it, up to the value: in this order, and of the form that is written now.
pub(super) fn usual<'x>(tokens: &mut Tokens<'x>) -> Option<(Cow<'x, str>, Option<Cow<'x, str>>)> {
    let member = |tokens: &mut Tokens<'x>, before: u8, wanted: &str| {
        let mut ahead = tokens.clone();
        let is_it = ahead.take(before) && ahead.name().is_ok_and(|name| name == wanted);
        is_it.then(|| *tokens = ahead)
    };
    member(tokens, b'{', FORM_NAME)?;
    if tokens.word().parse() != Ok(FORM) {
        return None;
    }
    member(tokens, b',', "format")?;
    let format = tokens.text().ok()?;
    let version = match member(tokens, b',', "version") {
        Some(()) => Some(tokens.text().ok()?),
        None => None,
    };
    member(tokens, b',', "value")?;
    Some((format, version))
}

/// What follows the value of a usual envelope: the trailing bytes.
pub(super) fn tail(tokens: &mut Tokens<'_>) -> Option<Vec<u8>> {
    let mut trailing = Vec::new();
    if tokens.take(b',') {
        if tokens.name().ok()? != "trailing" {
            return None;
        }
        trailing = leaf::base64(&tokens.text().ok()?).ok()?;
    }
    let ends = tokens.take(b'}') && tokens.peek() == b' ' && tokens.at == tokens.text.len();
    ends.then_some(trailing)
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with `formwork`, `format` and `value`"
)]
struct Raw<'a> {
    formwork: u64,
    format: String,
    version: Option<String>,
    #[serde(default)]
    dangling: Vec<String>,
    #[serde(borrow)]
    value: &'a RawValue,
    trailing: Option<String>,
}

/// Only the number that says how to read the rest.
#[derive(Deserialize)]
struct Age {
    formwork: serde_json::Number,
}

pub(super) fn read(json: &str) -> Result<Outside> {
    let raw: Raw<'_> = serde_json::from_str(json).map_err(|error| explain(json, &error))?;
    let form = u8::try_from(raw.formwork).ok();
    let Some(form) = form.filter(|form| (1..=FORM).contains(form)) else {
        return Err(unsupported(json, &raw.formwork));
    };
    let trailing = leaf::base64(&raw.trailing.unwrap_or_default());
    Ok(Outside {
        form,
        format: raw.format,
        version: raw.version,
        dangling: raw.dangling,
        trailing: trailing.map_err(|fault| fault.into_error().of("trailing"))?,
        value: raw.value.get().as_ptr() as usize - json.as_ptr() as usize,
    })
}

/// A whole number of the tree; none where it is missing or something else, of which the reader tells.
pub(super) fn number(json: &str, field: &str) -> Option<i128> {
    let raw: Raw<'_> = serde_json::from_str(json).ok()?;
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(raw.value.get()).ok()?;
    let text = members.get(field)?.get().trim();
    text.trim_matches('"').parse().ok()
}

/// A later envelope may have members that are unknown here; its number explains more than they do.
fn explain(json: &str, error: &serde_json::Error) -> Error {
    match serde_json::from_str::<Age>(json) {
        Ok(Age { formwork }) if formwork.as_u64().is_none_or(|form| form > FORM.into()) => {
            unsupported(json, &formwork)
        }
        _ => from_json(error),
    }
}

fn unsupported(json: &str, age: &impl std::fmt::Display) -> Error {
    let at = json.find(&format!("\"{FORM_NAME}\"")).unwrap_or(0);
    let (line, column) = line_and_column(json, at);
    let message = format!("`formwork` is {age}, only 1 to {FORM} are understood");
    Error::new(Kind::Unsupported, message).at_line(line, column)
}

fn from_json(error: &serde_json::Error) -> Error {
    let is_json = error.is_data();
    let error = not_json(error);
    let (line, column) = error.line().unwrap_or((1, 1));
    let what = if is_json {
        "not a document of formwork"
    } else {
        "not JSON"
    };
    let message = format!("{what}: {}", error.message());
    Error::new(Kind::Malformed, message).at_line(line, column)
}
