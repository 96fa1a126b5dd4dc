//! The proof that a text is understood.

use formwork_schema::{Error, Kind, Limits, Result, json::Node};

use super::TextFormat;

/// Reads a text and takes every way back: the same bytes, the tree in our own hand, and JSON, each of which must
/// mean the same. `step` is told of each way before it is taken.
///
/// # Errors
/// What the engine refuses; [`Kind::Disagreement`] where a way leads elsewhere.
pub fn prove<T: TextFormat>(
    bytes: &[u8],
    limits: &Limits,
    step: &mut impl FnMut(&'static str),
) -> Result<T> {
    step("read");
    let file = T::parse(bytes, limits)?;
    step("rewrite");
    same_bytes(bytes, &file.to_bytes()?)?;
    step("canonical");
    let canonical = file.canonical()?;
    same(&file, &canonical, &T::parse(&canonical, limits)?)?;
    step("json");
    let json = file.to_json()?.to_string();
    let again = T::from_json(&Node::parse(&json)?, &json)?;
    same(&file, &canonical, &again)?;
    Ok(file)
}

/// Whether a tree that came back is written and means the same.
fn same<T: TextFormat>(before: &T, canonical: &[u8], after: &T) -> Result<()> {
    same_bytes(canonical, &after.canonical()?)?;
    same_json(before, after)
}

fn same_bytes(before: &[u8], after: &[u8]) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let pairs = after.iter().zip(before);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let message = format!("{} bytes came back for {}", after.len(), before.len());
    Err(Error::new(Kind::Disagreement, message)
        .at(common as u64)
        .help("please report this file"))
}

/// Trees are compared as JSON: numbers that are none equal nothing, not even themselves.
fn same_json<T: TextFormat>(before: &T, after: &T) -> Result<()> {
    if before == after || before.to_json()? == after.to_json()? {
        return Ok(());
    }
    let error = Error::new(Kind::Disagreement, "the tree that came back is another one");
    Err(error.help("please report this file"))
}
