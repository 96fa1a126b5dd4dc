//! JSON: objects and arrays inside an envelope that says which format they are.
//!
//! ```json
//! {
//!   "formwork": 2,
//!   "format": "urho3d.animation",
//!   "version": "UANI",
//!   "value": {
//!     "name": "Idle",
//!     "length": 1.5
//!   }
//! }
//! ```

mod envelope;
mod members;
mod print;
mod reader;
mod tree;

use std::{borrow::Cow, io};

use formwork_schema::{
    Layout, Limits, Result, Value,
    json::Tokens,
    line_and_column,
    place::{FORM, FORM_NAME},
    read::Document,
    value,
};

use self::reader::Reader;
use crate::{
    aside::{self, Aside, Print},
    at_version,
    budget::Budget,
    fault::Fault,
    form,
    plan::Plan,
    spot::Spot,
};

/// What a document says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Format id.
    pub format: String,
    /// Magic and version number, for formats that have them.
    pub version: Option<String>,
}

/// Writes a tree as JSON in many lines, indented by two spaces. Vectors, lists of numbers and the
/// items of packed lists take one line each.
///
/// # Errors
/// [`Kind::System`](formwork_schema::Kind::System) when `out` fails,
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) when the tree is not one of this layout.
pub fn print(
    layout: &Layout,
    tree: &Value,
    trailing: &[u8],
    out: &mut dyn io::Write,
) -> Result<()> {
    write(layout, tree, trailing, false, out)
}

/// Writes a tree as JSON in one line without a line break.
///
/// # Errors
/// As [`print`](fn@print).
pub fn print_compact(
    layout: &Layout,
    tree: &Value,
    trailing: &[u8],
    out: &mut dyn io::Write,
) -> Result<()> {
    write(layout, tree, trailing, true, out)
}

fn write(
    layout: &Layout,
    tree: &Value,
    trailing: &[u8],
    compact: bool,
    out: &mut dyn io::Write,
) -> Result<()> {
    let layout = at_version(layout, tree);
    let implied = form::implied(&layout, FORM);
    let (said, links) = form::said(&implied, tree.clone())?;
    let plan = Plan::new(&implied);
    print::document(&plan, (&said, &links), trailing, compact, out, None).map_err(Fault::into_error)
}

/// Reads a tree from JSON. Members may stand in any order. What follows from other fields may be left out.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line, column and path when the
/// document is not JSON, or not the form of this layout;
/// [`Kind::Unsupported`](formwork_schema::Kind::Unsupported) when its envelope is of another age.
pub fn parse(layout: &Layout, json: &str) -> Result<Document<Value>> {
    parsed(layout, json, Budget::NONE)
}

fn parsed(layout: &Layout, json: &str, budget: Budget) -> Result<Document<Value>> {
    usual(layout, json, budget, &[]).map_or_else(|| careful(layout, json, budget), Ok)
}

/// A tree as it comes back through JSON. Its bulk and its long lists are read as they are printed, so that their text never stands as a
/// whole; `afford` is asked whether there is memory for the rest, which has so many bytes. None where only the whole text tells:
/// [`print`](fn@print) and [`parse`] it.
///
/// # Errors
/// See [`print`](fn@print), and those of `afford`.
pub fn back(
    layout: &Layout,
    document: Document<Value>,
    afford: &dyn Fn(u64) -> Result<()>,
) -> Result<Option<Document<Value>>> {
    let Document { tree, trailing } = document;
    let print: Print<'_> =
        &|plan, said, out, left| print::document(plan, said, &trailing, false, out, Some(left));
    aside::back(layout, tree, afford, print, |json, asides| {
        usual(layout, json, Budget::NONE, asides)
    })
}

/// Reads a document as `decode` writes it, in one go; none where it is written otherwise or wrong.
fn usual(
    layout: &Layout,
    json: &str,
    budget: Budget,
    asides: &[Aside<'_>],
) -> Option<Document<Value>> {
    let mut tokens = Tokens::new(json, 0);
    let (format, version) = envelope::usual(&mut tokens)?;
    if layout.format != *format || (version.is_none() && layout.has_limited_names()) {
        return None;
    }
    let number = version
        .as_deref()
        .and_then(|version| layout.version_number(version));
    let layout = layout.at_version(number);
    let implied = form::implied(&layout, FORM);
    let plan = Plan::new(&implied);
    let mut reader = Reader::new(&plan, tokens, version.as_deref(), &[]);
    reader.asides = asides;
    reader.budget = budget;
    let mut tree = reader.document().ok()?;
    let trailing = envelope::tail(&mut reader.tokens)?.into();
    reader.complete(&mut tree).ok()?;
    Some(Document { tree, trailing })
}

/// Reads a document with members in any order, and says what is wrong with one.
fn careful(layout: &Layout, json: &str, budget: Budget) -> Result<Document<Value>> {
    let outside = envelope::read(json)?;
    if layout.format != *outside.format {
        let (found, wanted) = (&outside.format, &layout.format);
        let message = format!("expected a document of `{wanted}`, found one of `{found}`");
        return Err(Fault::malformed(message).placed(json, 0, "format"));
    }
    let tree = with_reader(layout, json, &outside, |reader| {
        reader.budget = budget;
        reader.whole()
    })?;
    let trailing = outside.trailing.into();
    Ok(Document { tree, trailing })
}

/// Does something with a reader that is at the value. An error about a place in the tree gets the line where that is written.
fn with_reader<T>(
    layout: &Layout,
    json: &str,
    outside: &envelope::Outside,
    work: impl FnOnce(&mut Reader<'_, '_>) -> Result<T>,
) -> Result<T> {
    let layout = of_document(layout, json, outside);
    let implied = form::implied(&layout, outside.form);
    let plan = Plan::new(&implied);
    let reader = || {
        Reader::new(
            &plan,
            Tokens::new(json, outside.value),
            outside.version.as_deref(),
            &outside.dangling,
        )
    };
    work(&mut reader()).map_err(|error| {
        let field = layout.version_field();
        if field.is_some_and(|field| *field.name == *error.path()) {
            // It stands in the envelope, before the value.
            let at = json.find("\"version\"").unwrap_or(0);
            let (line, column) = line_and_column(json, at);
            return error.at_line(line, column);
        }
        if error.line().is_some() {
            return error;
        }
        let mut reader = reader();
        reader.spot = Some(Spot::new(error.path()));
        // It was read before.
        let _ = reader.whole();
        match reader.spot.take() {
            Some(spot) => spot.place(error, json),
            None => error,
        }
    })
}

/// The bytes of the file that a document means.
///
/// # Errors
/// See [`parse`]; [`Kind::Invalid`](formwork_schema::Kind::Invalid) with line, column and path of the first contradiction in its tree.
pub fn encode(layout: &Layout, json: &str) -> Result<Vec<u8>> {
    encoded(layout, json, Budget::NONE)
}

/// The same within so much memory, which is counted before it is taken.
///
/// # Errors
/// See [`encode`]; [`Kind::Limit`](formwork_schema::Kind::Limit) where that is too little.
pub fn encode_within(layout: &Layout, json: &str, limits: &Limits) -> Result<Vec<u8>> {
    encoded(layout, json, Budget::new(json, limits)?)
}

fn encoded(layout: &Layout, json: &str, budget: Budget) -> Result<Vec<u8>> {
    let document = parsed(layout, json, budget)?;
    value::write(layout, &document).or_else(|error| {
        let Ok(outside) = envelope::read(json) else {
            return Err(error);
        };
        with_reader(layout, json, &outside, |_| Err(error))
    })
}

/// The same of a document. A plain number stands in the tree, every other version in the envelope.
fn of_document<'l>(layout: &'l Layout, json: &str, outside: &envelope::Outside) -> Cow<'l, Layout> {
    if !layout.has_limited_names() {
        return Cow::Borrowed(layout);
    }
    let version = match (&outside.version, layout.version_field()) {
        (Some(version), _) => layout.version_number(version),
        (None, Some(field)) => envelope::number(json, &field.name),
        (None, None) => None,
    };
    layout.at_version(version)
}

/// What a document says about itself.
///
/// # Errors
/// As [`parse`], but does not look into the tree.
pub fn envelope(json: &str) -> Result<Envelope> {
    if let Some((format, version)) = envelope::usual(&mut Tokens::new(json, 0)) {
        return Ok(Envelope {
            format: format.into_owned(),
            version: version.map(std::borrow::Cow::into_owned),
        });
    }
    let outside = envelope::read(json)?;
    Ok(Envelope {
        format: outside.format,
        version: outside.version,
    })
}

/// What the beginning of a document says about it, as far as it goes; none where it does not say that it is one.
///
/// Made for the first bytes of a file: nothing that follows is checked.
#[must_use]
pub fn head(json: &str) -> Option<Envelope> {
    let mut tokens = Tokens::new(json, 0);
    let (mut is_ours, mut format, mut version) = (false, None, None);
    let mut before = b'{';
    while tokens.take(before) {
        before = b',';
        let Ok(name) = tokens.name() else { break };
        let text = match &*name {
            "format" => &mut format,
            "version" => &mut version,
            other => {
                is_ours |= other == FORM_NAME;
                if tokens.skip().is_err() {
                    break;
                }
                continue;
            }
        };
        *text = tokens.text().ok().map(Cow::into_owned);
    }
    is_ours.then_some(Envelope {
        format: format?,
        version,
    })
}
