//! Prints a tree as a normalized document.

use formwork_schema::{Layout, Result, Value};

use crate::{
    fresh::{Fresh, FreshAttribute, FreshItem, fresh},
    source::{escape, escape_text},
    update::means,
};

/// The document of a tree: one line per element, tabs for what stands inside others.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
pub fn write(layout: &Layout, tree: &Value) -> Result<String> {
    let fresh = fresh(layout, tree)?;
    let mut out = element(&fresh, "", "\n");
    drop(fresh);
    out.push('\n');
    means(layout, out.as_bytes(), tree)?;
    Ok(out)
}

/// An element, indented after the first line.
pub(crate) fn element(fresh: &Fresh<'_>, indent: &str, newline: &str) -> String {
    let mut out = format!("<{}", fresh.element);
    for FreshAttribute { name, text } in &fresh.attributes {
        out.push_str(&attribute(name, text));
    }
    let items: Vec<&FreshItem<'_>> = fresh.lists.iter().flat_map(|(_, list)| list).collect();
    if let Some(text) = fresh.text.as_deref().filter(|text| !text.is_empty()) {
        // White space between elements would be text as well.
        let items = items.iter().map(|item| self::item(item, "", newline));
        let items: String = items.collect();
        out.push_str(&format!(
            ">{}{items}</{}>",
            escape_text(text),
            fresh.element
        ));
        return out;
    }
    if items.is_empty() {
        out.push_str(" />");
        return out;
    }
    out.push('>');
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

/// A child element, indented after the first line.
pub(crate) fn item(item: &FreshItem<'_>, indent: &str, newline: &str) -> String {
    match item {
        FreshItem::Element(fresh) => element(fresh, indent, newline),
        FreshItem::Verbatim(xml) => xml.clone(),
    }
}

/// An attribute, with a blank before it.
pub(crate) fn attribute(name: &str, text: &str) -> String {
    format!(" {name}=\"{}\"", escape(text, '"'))
}
