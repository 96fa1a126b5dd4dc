//! The JSON Schema of a format accepts the JSON form of its files, and refuses what the reader of that form refuses.

mod damage;
pub(crate) mod python;

use bytes::Bytes;
use conformance::{
    corpus, fixtures, locked,
    questions::keeping,
    texts::{self, know},
};
use damage::{Damage, damaged, envelope};
use formwork_export::jsonschema;
use formwork_formats::{documents, format, layout, layouts};
use formwork_schema::{
    Kind, Layout, Limits, Result, implied::Implied, layout::Field, read::Document, value,
};
use formwork_text::json;
use serde_json::Value;

/// Files by format, each with where it is.
type Files = Vec<(String, String, Vec<u8>)>;

fn of<'f>(files: &'f Files, format: &str) -> impl Iterator<Item = (&'f str, &'f [u8])> {
    let mine = files.iter().filter(move |(_, known, _)| known == format);
    mine.map(|(path, _, bytes)| (path.as_str(), bytes.as_slice()))
}

fn fixtures() -> Files {
    let all = fixtures::all().into_iter();
    all.map(|one| (one.path.clone(), one.format(), one.bytes))
        .collect()
}

fn real() -> Files {
    let all = corpus::files().into_iter();
    let all = all.filter(|one| one.bytes.len() <= LONGEST);
    all.map(|one| {
        (
            one.path.display().to_string(),
            one.format.to_owned(),
            one.bytes,
        )
    })
    .collect()
}

fn fixed_texts() -> Files {
    let all = texts::read().into_iter();
    all.map(|one| (one.path.clone(), one.format(), one.bytes))
        .collect()
}

fn real_texts() -> Files {
    let all = corpus::texts().into_iter();
    all.map(|one| {
        (
            one.path.display().to_string(),
            one.format.to_owned(),
            one.bytes,
        )
    })
    .collect()
}

/// Most bytes of a real file: what is longer has more of the same.
const LONGEST: usize = 1 << 15;

/// The JSON form on one line.
fn line(layout: &Layout, bytes: &[u8]) -> Result<String> {
    let bytes = Bytes::copy_from_slice(bytes);
    let Document { tree, trailing } = value::read(layout, &bytes, &keeping())?;
    let mut out = Vec::new();
    json::print_compact(layout, &tree, &trailing, &mut out)?;
    Ok(String::from_utf8(out).expect("JSON is UTF-8"))
}

#[test]
fn schemas_are_locked() {
    // Short ones, which a review can read; the tests below hold those of all formats.
    for id in ["horde3d.animation", "urho3d.script"] {
        let layout = layout(id).expect("a layout");
        locked(id, "instance.schema.json", &jsonschema::print(layout));
    }
    for one in documents().filter(|one| *one.format == *"horde3d.compute") {
        let schema = jsonschema::print(one);
        locked(&one.format, "document.schema.json", &schema);
    }
}

#[test]
fn json_is_valid() {
    let Some(mut batch) = python::batch() else {
        return;
    };
    let mut names = Vec::new();
    let (real, real_texts) = (real(), real_texts());
    let count = real.len() + real_texts.len();
    let all: Files = fixtures().into_iter().chain(real).collect();
    for layout in layouts() {
        batch.schema(&jsonschema::print(layout));
        for (path, bytes) in of(&all, &layout.format) {
            let line = line(layout, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            batch.document(&line);
            names.push(path);
        }
    }
    let texts: Files = fixed_texts().into_iter().chain(real_texts).collect();
    for one in documents() {
        batch.schema(&jsonschema::print(one));
        for (path, bytes) in of(&texts, &one.format) {
            // Some real ones are refused.
            if let Ok(known) = know(&one.format, bytes) {
                batch.document(&envelope(&one.format, &known.version, known.json).to_string());
                names.push(path);
            }
        }
    }
    assert!(names.len() > 100);
    let verdicts = names.iter().zip(batch.verdicts());
    let wrong = verdicts.filter_map(|(name, wrong)| Some(format!("{name}: {}", wrong?)));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    corpus::report("valid JSON", count);
}

/// Damaged documents that are made of one file at most.
const MOST: usize = 48;

/// What was done to a document, and what the reader says of it.
struct Damaged {
    name: String,
    damage: Damage,
    read: Result<()>,
    /// Whether no schema can tell, though the reader refuses it.
    is_beyond: bool,
}

#[test]
fn damaged_json_is_not_valid() {
    let Some(mut batch) = python::batch() else {
        return;
    };
    let mut all = Vec::new();
    let files = fixtures();
    for layout in layouts() {
        batch.schema(&jsonschema::print(layout));
        let untagged = untagged_fields(layout);
        for (path, bytes) in of(&files, &layout.format) {
            let json = line(layout, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            let json: Value = serde_json::from_str(&json).expect("our own JSON");
            for (damage, at, json) in damaged(&json, MOST) {
                let line = json.to_string();
                let read = json::parse(layout, &line).map(drop);
                batch.document(&line);
                let name = format!("{path}: {damage:?} at {at}");
                let is_beyond = read
                    .as_ref()
                    .is_err_and(|error| is_beyond(error, &untagged));
                all.push(Damaged {
                    name,
                    damage,
                    read,
                    is_beyond,
                });
            }
        }
    }
    judge(&all, batch.verdicts(), &Damage::ALL);
}

#[test]
fn damaged_json_of_documents_is_not_valid() {
    let Some(mut batch) = python::batch() else {
        return;
    };
    let mut all = Vec::new();
    let files = fixed_texts();
    for one in documents() {
        batch.schema(&jsonschema::print(one));
        for (path, bytes) in of(&files, &one.format) {
            let known = know(&one.format, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            for (damage, at, json) in damaged(&known.json, MOST) {
                let line = envelope(&one.format, &known.version, json).to_string();
                let text = format(&one.format).expect("a format");
                let read = text
                    .parse_envelope(&line, &Limits::default())
                    .expect("a text")
                    .map(drop);
                batch.document(&line);
                let name = format!("{path}: {damage:?} at {at}");
                // Which version a document is of follows from what is in it.
                let is_beyond = read
                    .as_ref()
                    .is_err_and(|error| error.path() == "version" || is_beyond(error, &[]));
                all.push(Damaged {
                    name,
                    damage,
                    read,
                    is_beyond,
                });
            }
        }
    }
    // Words of documents that nobody knows are kept.
    let told: Vec<Damage> = Damage::ALL
        .into_iter()
        .filter(|one| *one != Damage::OtherText)
        .collect();
    judge(&all, batch.verdicts(), &told);
}

/// Asks that the schema refuses nothing that the reader takes, and whatever is damaged in a way that a schema can tell.
fn judge(all: &[Damaged], verdicts: Vec<Option<String>>, told: &[Damage]) {
    assert!(all.len() > 500, "{}", all.len());
    let mut wrong = Vec::new();
    let mut refused = Vec::new();
    for (one, verdict) in all.iter().zip(verdicts) {
        match (&one.read, &verdict) {
            (Ok(()), Some(said)) => wrong.push(format!("{}: taken, not valid: {said}", one.name)),
            (Err(error), None) if !one.is_beyond => {
                wrong.push(format!("{}: valid, refused: {error}", one.name));
            }
            (Err(_), Some(_)) => refused.push(one.damage),
            _ => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for damage in told {
        assert!(refused.contains(damage), "no schema tells of {damage:?}");
    }
}

/// What no schema can tell: that all records of a list have the same members, and what an engine makes of XML; which variant of several
/// it is, where other fields decide that, and where indices lead.
fn is_beyond(error: &formwork_schema::Error, untagged: &[String]) -> bool {
    const BEYOND: [&str; 2] = [
        "the records of a list have the same fields",
        "engines would drop some of it",
    ];
    let is_inside = |field: &String| error.path().contains(field.as_str());
    error.kind() == Kind::Invalid
        || untagged.iter().any(is_inside)
        || BEYOND.iter().any(|part| error.message().contains(part))
}

/// The fields that hold enums whose variant texts do not name, as steps of a path.
fn untagged_fields(layout: &Layout) -> Vec<String> {
    let implied = Implied::of(layout);
    let is_untagged = |field: &&Field| {
        let target = field.ty.struct_ref().map(|target| layout.get(target));
        target.is_some_and(|target| implied.is_untagged(target))
    };
    let structs = layout.structs();
    let fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    fields
        .filter(is_untagged)
        .map(|field| format!(".{}", field.name))
        .collect()
}
