//! Texts as JSON: the object that says what it holds, and the tree in it.

use std::io::Write;

use formwork_schema::{Error, Kind, Result};
use serde::{Deserialize as _, Serialize};
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
            Self::Printed(out) => print(&object, out),
            Self::Kept(to) => {
                *to = read(&printed(&object)?)?;
                Ok(())
            }
        }
    }
}

/// A tree as JSON.
pub(crate) fn printed(tree: &impl Serialize) -> Result<Vec<u8>> {
    let mut json = Vec::new();
    print(tree, &mut json)?;
    Ok(json)
}

/// Prints a tree as JSON. All trees are printed so, and kept by reading that: each other printer is compiled for every type of them again.
fn print(tree: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(out, tree).map_err(unfit)
}

/// What was printed. A tree has as many levels as its reader let through, whose JSON may have several each.
fn read(json: &[u8]) -> Result<Value> {
    let mut json = serde_json::Deserializer::from_slice(json);
    json.disable_recursion_limit();
    Value::deserialize(&mut json).map_err(unfit)
}

/// Why a tree is not printed: nothing takes what is written, or the tree has no JSON.
fn unfit(error: serde_json::Error) -> Error {
    match error.is_io() {
        true => std::io::Error::from(error).into(),
        false => Error::new(Kind::Invalid, error.to_string()),
    }
}
