//! A tree as a document of our own hand.

use formwork_schema::{Result, document::Items};
use serde::Serialize;

use crate::{
    fresh::{Fresh, FreshItem, fresh},
    source::escape,
};

/// The document of a tree: one line per element, tabs for what stands inside others.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
pub fn write<T: Items + Serialize>(tree: &T) -> Result<String> {
    let mut out = element(&fresh(tree)?, "", "\n");
    out.push('\n');
    Ok(out)
}

/// An element, indented behind the first line.
pub(crate) fn element(fresh: &Fresh, indent: &str, newline: &str) -> String {
    let mut out = format!("<{}", fresh.element);
    for (name, text) in &fresh.attributes {
        out.push_str(&attribute(name, text));
    }
    let items: Vec<&FreshItem> = fresh.lists.iter().flat_map(|(_, list)| list).collect();
    match &fresh.text {
        Some(text) if !text.is_empty() && items.is_empty() => {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            out.push_str(&format!(">{text}</{}>", fresh.element));
            return out;
        }
        _ if items.is_empty() => {
            out.push_str(" />");
            return out;
        }
        _ => out.push('>'),
    }
    let inner = format!("{indent}\t");
    for item in items {
        out.push_str(newline);
        out.push_str(&inner);
        out.push_str(&self::item(item, &inner, newline));
    }
    out.push_str(newline);
    out.push_str(&format!("{indent}</{}>", fresh.element));
    out
}

/// A child element, indented behind the first line.
pub(crate) fn item(item: &FreshItem, indent: &str, newline: &str) -> String {
    match item {
        FreshItem::Element(fresh) => element(fresh, indent, newline),
        FreshItem::Verbatim(xml) => xml.clone(),
    }
}

/// An attribute, with a blank in front.
pub(crate) fn attribute(name: &str, text: &str) -> String {
    format!(" {name}=\"{}\"", escape(text, '"'))
}
