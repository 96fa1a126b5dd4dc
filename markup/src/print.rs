//! Prints a tree as a normalized document.

use formwork_schema::{Layout, Result, Value};

use crate::{
    fresh::{Fresh, FreshAttribute, FreshItem, fresh},
    means::means,
    source::{escape, escape_text},
};

/// The document of a tree: one line per element, tabs for what stands inside others.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
pub fn write(layout: &Layout, tree: &Value) -> Result<String> {
    let out = printed(layout, tree)?;
    means(layout, out.as_bytes(), tree)?;
    Ok(out)
}

/// The same, without asking whether the document means that tree.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree of another layout.
pub fn printed(layout: &Layout, tree: &Value) -> Result<String> {
    let mut out = String::new();
    element(&mut out, &fresh(layout, tree)?, "", "\n")?;
    out.push('\n');
    // It stands beside its elements now.
    out.shrink_to_fit();
    Ok(out)
}

/// Prints an element, indented after the first line.
pub(crate) fn element(
    out: &mut String,
    fresh: &Fresh<'_, '_>,
    indent: &str,
    newline: &str,
) -> Result<()> {
    out.push('<');
    out.push_str(fresh.element);
    for FreshAttribute { name, text } in &fresh.attributes {
        out.push_str(&attribute(name, text));
    }
    let mut items = fresh.lists.iter().flat_map(|(_, list)| list).peekable();
    if let Some(text) = fresh.text.as_deref().filter(|text| !text.is_empty()) {
        out.push('>');
        out.push_str(&escape_text(text));
        // White space between elements would be text as well.
        for item in items {
            self::item(out, item, "", newline)?;
        }
    } else if items.peek().is_none() {
        out.push_str(" />");
        return Ok(());
    } else {
        out.push('>');
        let inner = format!("{indent}\t");
        for item in items {
            out.push_str(newline);
            out.push_str(&inner);
            self::item(out, item, &inner, newline)?;
        }
        out.push_str(newline);
        out.push_str(indent);
    }
    out.push_str(&format!("</{}>", fresh.element));
    Ok(())
}

/// Prints a child element, indented after the first line.
pub(crate) fn item(
    out: &mut String,
    item: &FreshItem<'_, '_>,
    indent: &str,
    newline: &str,
) -> Result<()> {
    match item {
        FreshItem::Element(known) => element(out, &known.fresh()?, indent, newline),
        FreshItem::Verbatim(xml) => {
            out.push_str(xml);
            Ok(())
        }
    }
}

/// An attribute, with a blank before it.
pub(crate) fn attribute(name: &str, text: &str) -> String {
    format!(" {name}=\"{}\"", escape(text, '"'))
}
