//! XML: one element per struct and item, attributes for everything that is one piece of text.
//!
//! ```xml
//! <?xml version="1.0" encoding="utf-8"?>
//! <urho3d.animation formwork="2" version="UANI" name="Idle" length="1.5">
//!   <track name="Bip01" channels="POSITION ROTATION">
//!     <keyframe time="0" position="0 1 0" rotation="1 0 0 0"/>
//!   </track>
//! </urho3d.animation>
//! ```

mod attributes;
mod bulk;
mod declaration;
mod named;
mod print;
mod reader;
mod syntax;
mod tags;
mod token;
mod tree;

use std::io;

use formwork_schema::{
    Kind, Layout, Limits, Result, Value,
    place::{FORM, FORM_NAME},
    read::Document,
    value,
};

use self::reader::Reader;
use crate::{
    aside::{self, Print},
    budget::Budget,
    fault::Fault,
    form,
    plan::Plan,
    spot::Spot,
};

/// Writes a tree as XML, and the bytes behind the file proper as its last element.
///
/// # Errors
/// [`Kind::System`] when `out` fails,
/// [`Kind::Invalid`] when the tree is not one of this layout.
pub fn print(
    layout: &Layout,
    tree: &Value,
    trailing: &[u8],
    out: &mut dyn io::Write,
) -> Result<()> {
    let layout = crate::at_version(layout, tree);
    let implied = form::implied(&layout, FORM);
    let (said, links) = form::said(&implied, tree.clone())?;
    print::document(&Plan::new(&implied), (&said, &links), trailing, out, None)
        .map_err(Fault::into_error)
}

/// Reads a tree from XML.
///
/// Attributes may stand in any order, and so may children of different fields. What follows from other fields may be left out.
///
/// # Errors
/// [`Kind::Malformed`] with line, column and path when the
/// document is not XML, or not the form of this layout.
pub fn parse(layout: &Layout, xml: &str) -> Result<Document<Value>> {
    parsed(layout, xml, Budget::NONE)
}

fn parsed(layout: &Layout, xml: &str, budget: Budget) -> Result<Document<Value>> {
    with_reader(layout, xml, |reader| {
        reader.budget = budget;
        let tree = reader.whole()?;
        let trailing = reader.take_trailing().into();
        Ok(Document { tree, trailing })
    })
}

/// A tree as it comes back through XML. Its bulk and its long lists are read as they are printed, so that their text never stands as a whole;
/// `afford` is asked whether there is memory for the rest, which has so many bytes. None where only the whole text tells:
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
        &|plan, said, out, left| print::document(plan, said, &trailing, out, Some(left));
    aside::back(layout, tree, afford, print, |xml, asides| {
        let layout = layout.at_version(version_number(layout, xml));
        let implied = form::implied(&layout, form_of(xml).ok()?);
        let plan = Plan::new(&implied);
        let mut reader = Reader::new(&plan, xml);
        reader.asides = asides;
        let tree = reader.whole().ok()?;
        let trailing = reader.take_trailing().into();
        Some(Document { tree, trailing })
    })
}

/// The bytes of the file that a document means.
///
/// # Errors
/// See [`parse`]; [`Kind::Invalid`] with line, column and path of the first contradiction in its tree.
pub fn encode(layout: &Layout, xml: &str) -> Result<Vec<u8>> {
    encoded(layout, xml, Budget::NONE)
}

/// The same within so much memory, which is counted before it is taken.
///
/// # Errors
/// See [`encode`]; [`Kind::Limit`] where that is too little.
pub fn encode_within(layout: &Layout, xml: &str, limits: &Limits) -> Result<Vec<u8>> {
    encoded(layout, xml, Budget::new(xml, limits)?)
}

fn encoded(layout: &Layout, xml: &str, budget: Budget) -> Result<Vec<u8>> {
    let document = parsed(layout, xml, budget)?;
    value::write(layout, &document).or_else(|error| with_reader(layout, xml, |_| Err(error)))
}

/// Does something with a reader of a document. An error about a place in the tree gets the line where that is written.
fn with_reader<T>(
    layout: &Layout,
    xml: &str,
    work: impl FnOnce(&mut Reader<'_, '_>) -> Result<T>,
) -> Result<T> {
    let layout = layout.at_version(version_number(layout, xml));
    let form = form_of(xml)?;
    let implied = form::implied(&layout, form);
    let plan = Plan::new(&implied);
    work(&mut Reader::new(&plan, xml)).map_err(|error| {
        if error.line().is_some() {
            return error;
        }
        let mut reader = Reader::new(&plan, xml);
        reader.spot = Some(Spot::new(error.path()));
        // It was read before.
        let _ = reader.whole();
        match reader.spot {
            Some(spot) => spot.place(error, reader.tokens.text()),
            None => error,
        }
    })
}

/// The form of a document; 1 where it says none.
fn form_of(xml: &str) -> Result<u8> {
    let Ok(start) = token::Tokens::new(xml).root() else {
        // The reader tells what is wrong.
        return Ok(FORM);
    };
    let Some((raw, at)) = start.find(FORM_NAME).ok().flatten() else {
        return Ok(1);
    };
    let said = syntax::value(raw).ok();
    let known = said.and_then(|said| said.parse().ok());
    let known = known.filter(|form| (1..=FORM).contains(form));
    known.ok_or_else(|| {
        let message = format!("`{FORM_NAME}` is {raw}, only 1 to {FORM} are understood");
        Fault::new(Kind::Unsupported, message)
            .at(at)
            .placed(xml, 0, "")
    })
}

/// The number of the version that a document says; none where it says none, or anything wrong, of which the reader
/// tells.
fn version_number(layout: &Layout, xml: &str) -> Option<i128> {
    let limited = layout.has_limited_names();
    limited.then(|| layout.version_number(&version(layout, xml)?))?
}

/// The version that a document says, such as `UAN2 3`; none where it says none. Reads the start tag of the root element only.
#[must_use]
pub fn version(layout: &Layout, xml: &str) -> Option<String> {
    let field = layout.version_field()?;
    let start = token::Tokens::new(xml).root().ok()?;
    let (raw, _) = start.find(&field.name).ok()??;
    Some(syntax::value(raw).ok()?.into_owned())
}

/// The format id of a document: the name of its root element. Reads no further than that.
///
/// # Errors
/// [`Kind::Malformed`] when there is none.
pub fn root(xml: &str) -> Result<String> {
    let mut tokens = token::Tokens::new(xml);
    let name = tokens.root().map(|start| start.name.to_owned());
    name.map_err(|fault| fault.placed(xml, tokens.at, ""))
}
