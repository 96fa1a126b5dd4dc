//! Texts as JSON: the object that says what it holds, and the tree in it.

use std::io::Write;

use formwork_schema::{Error, Kind, Result};
use serde::Serialize;
use serde_json::Value;

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
    #[serde(skip_serializing_if = "Option::is_none")]
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
