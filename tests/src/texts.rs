//! Small files of text formats, written by hand: one per rule and odd point.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use formwork_formats::{format, open_as};
use formwork_schema::{Diagnostic, Limits, Reference, Result};
use serde_json::Value;

use crate::{fixtures::Fixture, shown};

/// Every file, sorted by path.
///
/// # Panics
/// When they cannot be read.
#[must_use]
pub fn all() -> Vec<Fixture> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/texts"));
    let mut paths = Vec::new();
    below(&folder, &mut paths);
    paths.sort();
    let open = |path: PathBuf| {
        let name = path.strip_prefix(&folder).expect("it is below the folder");
        Fixture {
            path: name
                .to_str()
                .expect("our names are text")
                .replace('\\', "/"),
            bytes: fs::read(&path).expect("a file"),
        }
    };
    paths.into_iter().map(open).collect()
}

/// Every file that is read.
#[must_use]
pub fn read() -> Vec<Fixture> {
    let mut all = all();
    all.retain(|text| !text.is_refused());
    all
}

fn below(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            below(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// What is known of a text that was read.
#[derive(Debug)]
pub struct Known {
    /// The generation of its format.
    pub version: String,
    /// The tree.
    pub json: Value,
    /// What a person should know of.
    pub diagnostics: Vec<Diagnostic>,
    /// What it names.
    pub references: Vec<Reference>,
    /// What a person wants to see first.
    pub look: String,
}

/// Reads a text and proves that it is understood.
///
/// # Errors
/// What the engine refuses, and every way back that leads elsewhere.
///
/// # Panics
/// When there is no such format.
pub fn know(id: &str, bytes: &[u8]) -> Result<Known> {
    let format = format(id).unwrap_or_else(|| panic!("no format {id}"));
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &Limits::default());
    let tree = asset.tree()?;
    tree.prove(asset.bytes(), asset.limits(), &mut |_| {})?;
    Ok(Known {
        version: tree.version().unwrap_or_default(),
        json: asset
            .envelope()?
            .unwrap_or_else(|| panic!("{id} is not text"))["value"]
            .take(),
        diagnostics: tree.diagnose(),
        references: tree.references().unwrap_or_default(),
        look: shown::inspection(&tree.inspect()),
    })
}

/// JSON with one line for what holds nothing but numbers and words.
#[must_use]
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    print(value, 0, &mut out);
    out
}

fn print(value: &Value, depth: usize, out: &mut String) {
    let is_flat = |value: &Value| match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => true,
    };
    let (ends, items): (_, Vec<(String, &Value)>) = match value {
        Value::Array(items) if !items.iter().all(is_flat) => (
            ['[', ']'],
            items.iter().map(|item| (String::new(), item)).collect(),
        ),
        Value::Object(members) if !members.values().all(is_flat) => {
            let named = members.iter();
            let named = named.map(|(name, value)| (format!("\"{name}\": "), value));
            (['{', '}'], named.collect())
        }
        flat => return out.push_str(&flat.to_string()),
    };
    out.push(ends[0]);
    for (at, (name, value)) in items.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{}{name}", "  ".repeat(depth + 1));
        print(value, depth + 1, out);
    }
    let _ = write!(out, "\n{}{}", "  ".repeat(depth), ends[1]);
}
