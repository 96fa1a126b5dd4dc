//! XML: one element per struct and item, attributes for everything that is one piece of text.
//!
//! ```xml
//! <?xml version="1.0" encoding="utf-8"?>
//! <urho3d.animation version="UANI" name="Idle" length="1.5">
//!   <track name="Bip01" channels="POSITION ROTATION">
//!     <keyframe time="0" position="0 1 0" rotation="1 0 0 0"/>
//!   </track>
//! </urho3d.animation>
//! ```

mod attributes;
mod print;
mod reader;
mod tags;
mod token;
mod tree;

use std::io;

use formwork_schema::{Error, Layout, Result, Value, read::Document, value};

use crate::{plan::Plan, spot::Spot};

/// Writes a tree as XML, and the bytes behind the file proper as its last element.
///
/// # Errors
/// [`Kind::System`](formwork_schema::Kind::System) when `out` fails,
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) when the tree is not one of this layout.
pub fn print(layout: &Layout, tree: &Value, trailing: &[u8], out: impl io::Write) -> Result<()> {
    let layout = crate::at_version(layout, tree);
    let plan = Plan::new(&layout);
    print::document(&plan, tree, trailing, out).map_err(crate::fault::Fault::into_error)
}

/// Reads a tree from XML.
///
/// Attributes may stand in any order, and so may children of different fields.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line, column and path when the
/// document is not XML, or not the form of this layout.
pub fn parse(layout: &Layout, xml: &str) -> Result<Document<Value>> {
    let layout = layout.at_version(version(layout, xml));
    let plan = Plan::new(&layout);
    let mut reader = reader::Reader::new(&plan, xml);
    let value = reader.document();
    match value {
        Ok(tree) => Ok(Document {
            tree,
            trailing: reader.into_trailing().into(),
        }),
        Err(fault) => Err(reader.place(fault)),
    }
}

/// The bytes of the file that a document means.
///
/// # Errors
/// See [`parse`]; [`Kind::Invalid`](formwork_schema::Kind::Invalid) with line, column and path of the first contradiction in its tree.
pub fn encode(layout: &Layout, xml: &str) -> Result<Vec<u8>> {
    let document = parse(layout, xml)?;
    value::write(layout, &document).map_err(|error| placed(layout, xml, error))
}

/// Says in which line the tree is wrong.
fn placed(layout: &Layout, xml: &str, error: Error) -> Error {
    let layout = layout.at_version(version(layout, xml));
    let plan = Plan::new(&layout);
    let mut reader = reader::Reader::new(&plan, xml);
    reader.spot = Some(Spot::new(error.path()));
    // It was read before.
    let _ = reader.document();
    match reader.spot {
        Some(spot) => spot.place(error, reader.tokens.text()),
        None => error,
    }
}

/// The number of the version that a document says; none where it says none, or anything wrong, of which the reader
/// tells.
fn version(layout: &Layout, xml: &str) -> Option<i128> {
    if !layout.has_limited_names() {
        return None;
    }
    let field = layout.version_field()?;
    let start = token::Tokens::new(xml).root().ok()?;
    let (mut rest, mut at) = (start.attributes, start.attributes_at());
    while let Some((name, raw, _)) = token::attribute(&mut rest, &mut at).ok()? {
        if field.name == *name {
            return layout.version_number(&token::value(raw).ok()?);
        }
    }
    None
}

/// The format id of a document: the name of its root element. Reads no further than that.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) when there is none.
pub fn root(xml: &str) -> Result<String> {
    let mut tokens = token::Tokens::new(xml);
    let name = tokens.root().map(|start| start.name.to_owned());
    name.map_err(|fault| fault.placed(xml, tokens.at, ""))
}
