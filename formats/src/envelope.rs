//! Texts as JSON: the object that says what it holds, and the tree in it.

use std::io::Write;

use formwork_schema::{
    Error, Kind, Limits, Result,
    fault::Fault,
    json::{self, Node},
};
use serde::Serialize;
use serde_json::Value;

use crate::format::Tree;

/// What becomes of the object.
pub enum Envelope<'a> {
    /// It is printed, indented, in hardly any memory.
    Printed(&'a mut dyn Write),
    /// It stays in memory.
    Kept(&'a mut Value),
}

/// The object.
#[derive(Serialize)]
struct Object<'a, T> {
    formwork: u8,
    format: &'a str,
    version: Option<String>,
    value: &'a T,
}

impl Envelope<'_> {
    /// Takes a tree as its own `Serialize` has it.
    pub(crate) fn take(
        self,
        format: &str,
        version: Option<String>,
        value: &impl Serialize,
    ) -> Result<()> {
        let object = Object {
            formwork: 1,
            format,
            version,
            value,
        };
        match self {
            Self::Printed(out) => serde_json::to_writer_pretty(out, &object).map_err(unfit),
            Self::Kept(to) => serde_json::to_value(&object)
                .map(|value| *to = value)
                .map_err(unfit),
        }
    }
}

/// Why a tree is not printed: nothing takes what is written, or the tree has no JSON.
pub(crate) fn unfit(error: serde_json::Error) -> Error {
    match error.is_io() {
        true => std::io::Error::from(error).into(),
        false => Error::new(Kind::Invalid, error.to_string()),
    }
}

/// Bytes of memory for each byte of JSON: strings in it, twice.
const JSON: u64 = 10;

/// Bytes of memory for each value in JSON, with its name.
const JSON_VALUE: u64 = 160;

/// Asks whether there is memory for what JSON says, with so many bytes for each of its objects besides.
fn afford_json(text: &str, object: u64, limits: &Limits) -> Result<()> {
    let count = |wanted: &[u8]| text.bytes().filter(|byte| wanted.contains(byte)).count() as u64;
    let values = count(b",[{").saturating_mul(JSON_VALUE);
    let objects = count(b"{").saturating_mul(object);
    let text = (text.len() as u64).saturating_mul(JSON);
    limits.afford(
        "reading it from JSON",
        text.saturating_add(values).saturating_add(objects),
    )
}

/// Reads the tree in an object of [`Asset::envelope`](crate::Asset::envelope). `per_object` are bytes of memory for each object in it, besides
/// those of JSON.
pub(crate) fn in_envelope(
    text: &str,
    limits: &Limits,
    per_object: u64,
    read: impl FnOnce(&Node<'_>) -> Result<Box<dyn Tree>>,
) -> Result<Box<dyn Tree>> {
    afford_json(text, per_object, limits)?;
    let object = Node::parse(text)?;
    let json::JsonValue::Object(members) = &object.value else {
        let fault = object.unexpected("what `decode` writes");
        return Err(fault.placed_along(text));
    };
    let known = ["formwork", "format", "version", "value"];
    if let Some(other) = members.iter().find(|one| !known.contains(&&*one.name)) {
        let fault = Fault::malformed("no member of what `decode` writes");
        let fault = fault.at(other.at).in_member(&other.name);
        return Err(fault.placed_along(text));
    }
    let Some(value) = object.get("value") else {
        let fault = Fault::malformed("missing the member `value`");
        return Err(fault.placed_along(text));
    };
    let tree = read(value)?;
    let said = object.get("version");
    match (said, said.map(|said| &said.value), tree.version()) {
        (Some(said), Some(json::JsonValue::Text(version)), Some(meant)) if *version != meant => {
            let message = format!("the text says `{version}`, and what it holds is `{meant}`");
            let fault = Fault::malformed(message).at(said.at).in_member("version");
            Err(fault
                .placed_along(text)
                .help(format!("write `{meant}`, or nothing")))
        }
        _ => Ok(tree),
    }
}
