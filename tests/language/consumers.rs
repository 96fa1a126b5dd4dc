//! What follows a layout, and how each is asked about one file.

use std::fmt::Debug;

use bytes::Bytes;
use formwork_export::{compare, descriptor, jsonschema, xsd};
use formwork_schema::{Error, Format, Limits, Value, agree, read, value, write};
use formwork_text::{
    diff::{self, DiffOptions},
    dump::{self, DumpOptions},
    json,
    outline::Outline,
    textconv, xml,
};
use serde::Serialize;

use crate::xmllint;

/// A feature of the language.
pub struct Feature {
    /// What it is called.
    pub name: &'static str,
    /// How it is spelled.
    pub spelled: &'static str,
    /// Asks all consumers.
    pub ask: fn() -> Vec<(&'static str, Outcome)>,
}

pub type Outcome = Result<(), String>;

type Consumer = fn(&[u8]) -> Outcome;

/// What each of them is called.
pub const CONSUMERS: [&str; 14] = [
    "typed reader and writer: the same bytes",
    "walker: the same leaves as the typed reader, and every byte in one of them",
    "writer of untyped trees: the same bytes, and the same typed tree",
    "`Check`: content with what was read",
    "XML: there and back",
    "JSON: there and back",
    "`dump`",
    "`diff`: no difference from itself",
    "`textconv`",
    "XSD: the XML is valid",
    "JSON Schema",
    "descriptor: there and back, and no change between both",
    "loaded descriptor: the same tree, text and bytes",
    "damaged files: every cut, and every byte changed in five ways; both readers say the same",
];

/// All consumers of one format.
fn consumers<T: Format + Serialize>() -> [Consumer; 14] {
    [
        typed::<T>,
        walked::<T>,
        untyped::<T>,
        checked::<T>,
        as_xml::<T>,
        as_json::<T>,
        dumped::<T>,
        differs::<T>,
        converted::<T>,
        validated::<T>,
        |_| printed(jsonschema::print(T::layout())),
        described::<T>,
        loaded::<T>,
        damaged::<T>,
    ]
}

/// Asks all consumers about each of some files.
pub fn ask<T: Format + Serialize>(files: &[&[u8]]) -> Vec<(&'static str, Outcome)> {
    let consumers = CONSUMERS.into_iter().zip(consumers::<T>());
    let asked = consumers.map(|(name, consumer)| {
        let outcome = files.iter().try_for_each(|file| consumer(file));
        (name, outcome)
    });
    asked.collect()
}

fn told(error: Error) -> String {
    error.to_string()
}

fn same<T: PartialEq + Debug>(found: &T, wanted: &T) -> Outcome {
    if found == wanted {
        return Ok(());
    }
    Err(format!("{found:?}\ninstead of {wanted:?}"))
}

fn printed(text: String) -> Outcome {
    match text.lines().count() {
        0..3 => Err(format!("says nothing: {text}")),
        _ => Ok(()),
    }
}

fn text(print: impl FnOnce(&mut Vec<u8>) -> formwork_schema::Result<()>) -> Result<String, String> {
    let mut out = Vec::new();
    print(&mut out).map_err(told)?;
    String::from_utf8(out).map_err(|error| error.to_string())
}

fn tree<T: Format>(bytes: &[u8]) -> Result<Value, String> {
    Value::read(T::layout(), &Bytes::copy_from_slice(bytes)).map_err(told)
}

fn typed<T: Format>(bytes: &[u8]) -> Outcome {
    let tree: T = read::from_slice(bytes).map_err(told)?;
    same(&write::to_bytes(&tree).map_err(told)?, &bytes.to_vec())
}

fn walked<T: Format + Serialize>(bytes: &[u8]) -> Outcome {
    let tree: T = read::from_slice(bytes).map_err(told)?;
    let walked = agree::agree(T::layout(), bytes, &tree, &Limits::default());
    same(&walked.map_err(told)?.end, &(bytes.len() as u64))
}

fn untyped<T: Format>(bytes: &[u8]) -> Outcome {
    let tree = tree::<T>(bytes)?;
    same(&tree.write(T::layout()).map_err(told)?, &bytes.to_vec())?;
    let again: T = tree.into_tree().map_err(told)?;
    same(&again, &read::from_slice(bytes).map_err(told)?)
}

fn checked<T: Format>(bytes: &[u8]) -> Outcome {
    let tree: T = read::from_slice(bytes).map_err(told)?;
    tree.check_tree().map_err(told)
}

fn as_xml<T: Format>(bytes: &[u8]) -> Outcome {
    let tree = tree::<T>(bytes)?;
    let xml = text(|out| xml::print(T::layout(), &tree, b"", out))?;
    let again = xml::encode(T::layout(), &xml).map_err(|error| format!("{error}\n{xml}"))?;
    same(&again, &bytes.to_vec())
}

fn validated<T: Format>(bytes: &[u8]) -> Outcome {
    let tree = tree::<T>(bytes)?;
    let xml = text(|out| xml::print(T::layout(), &tree, b"", out))?;
    let schema = xsd::print(T::layout());
    if let Some(xmllint) = xmllint::find() {
        xmllint.validate(&T::layout().format, &schema, &xml);
    }
    printed(schema)
}

fn as_json<T: Format>(bytes: &[u8]) -> Outcome {
    let tree = tree::<T>(bytes)?;
    let json = text(|out| json::print(T::layout(), &tree, b"", out))?;
    let again = json::encode(T::layout(), &json).map_err(|error| format!("{error}\n{json}"))?;
    same(&again, &bytes.to_vec())
}

fn dumped<T: Format>(bytes: &[u8]) -> Outcome {
    let options = DumpOptions {
        all: true,
        ..DumpOptions::default()
    };
    let dump = text(|out| dump::dump(T::layout(), bytes, &options, out))?;
    printed(dump)
}

fn differs<T: Format>(bytes: &[u8]) -> Outcome {
    let outline = Outline::read(T::layout(), bytes, &Limits::default()).map_err(told)?;
    let found = diff::diff(&outline, &outline, DiffOptions::default(), &mut |_| Ok(()));
    same(&found.map_err(told)?, &0)
}

fn converted<T: Format>(bytes: &[u8]) -> Outcome {
    let outline = Outline::read(T::layout(), bytes, &Limits::default()).map_err(told)?;
    text(|out| textconv::print(&outline, None, out)).and_then(printed)
}

fn described<T: Format>(_: &[u8]) -> Outcome {
    let printed = descriptor::print(T::layout());
    let layout = descriptor::parse(&printed).map_err(|error| format!("{error}\n{printed}"))?;
    same(&layout, T::layout())?;
    same(&descriptor::print(&layout), &printed)?;
    same(&compare::layouts(&layout, T::layout()).len(), &0)
}

fn loaded<T: Format>(bytes: &[u8]) -> Outcome {
    let layout = descriptor::parse(&descriptor::print(T::layout())).map_err(told)?;
    let tree = tree::<T>(bytes)?;
    let bytes = Bytes::copy_from_slice(bytes);
    let other = Value::read(&layout, &bytes).map_err(told)?;
    same(&other, &tree)?;
    same(&other.write(&layout).map_err(told)?, &bytes.to_vec())?;
    let shown = |layout| text(|out| xml::print(layout, &tree, b"", out));
    same(&shown(&layout)?, &shown(T::layout())?)
}

/// Every cut, and every byte changed in a few ways: both readers refuse the same, and what they read comes back.
fn damaged<T: Format + Serialize>(bytes: &[u8]) -> Outcome {
    let cuts = (0..bytes.len()).map(|end| bytes[..end].to_vec());
    let changes = (0..bytes.len()).flat_map(|place| {
        [0x00, 0x01, 0x7f, 0x80, 0xff].map(|byte| {
            let mut changed = bytes.to_vec();
            changed[place] = byte;
            changed
        })
    });
    for file in cuts.chain(changes) {
        let typed = read::from_slice::<T>(&file);
        let options = read::ReadOptions {
            trailing: read::Trailing::Refuse,
            ..read::ReadOptions::default()
        };
        let untyped = value::read(T::layout(), &file.clone().into(), &options);
        match (typed, untyped) {
            (Ok(_), Ok(document)) => {
                walked::<T>(&file)?;
                typed_again::<T>(&file)?;
                same(
                    &document.tree.write(T::layout()).map_err(told)?,
                    &file.clone(),
                )?;
            }
            (Err(a), Err(b)) if a.offset() == b.offset() && a.path() == b.path() => {}
            (typed, untyped) => {
                let (a, b) = (typed.err(), untyped.err());
                return Err(format!("of {file:02x?} one says {a:?}, the other {b:?}"));
            }
        }
    }
    Ok(())
}

fn typed_again<T: Format>(bytes: &[u8]) -> Outcome {
    typed::<T>(bytes)
}
