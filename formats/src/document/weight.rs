//! What a document takes in memory, found before its tree is built. The numbers are measured; a test holds them.

use std::collections::HashSet;

use bytes::Bytes;
use formwork_markup::Markup;
use formwork_schema::{Layout, Limits, Result};

/// Bytes of memory for each element, besides its fields: its diagnostics.
const ELEMENT: u64 = 940;

/// Bytes of memory for each field that an element may have: most are shared.
const FIELD: u64 = 16;

/// The same where each is a value of its own, as in JSON.
const OWN_FIELD: u64 = 56;

/// Bytes of memory for each attribute.
const ATTRIBUTE: u64 = 64;

/// Bytes of memory for each attribute that no element of this name has: its texts, and its diagnostic.
const UNKNOWN: u64 = 1024;

/// What is done with a document.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Its tree is built.
    Reading = 1,
    /// It is printed as JSON.
    Printing = 5,
}

/// The tags of a document.
///
/// # Errors
/// What keeps it from being XML; [`Kind::Limit`](formwork_schema::Kind::Limit) where there is no memory for them.
pub(super) fn parse(bytes: &Bytes, limits: &Limits) -> Result<Markup> {
    limits.afford("reading its tags", Markup::weight(bytes))?;
    Markup::parse_for_diagnostics(bytes, limits)
}

/// Bytes of memory for an element in a tree that JSON gives, whichever it is.
pub(super) fn element_of_json(layout: &Layout) -> u64 {
    element(layout, OWN_FIELD)
}

/// Bytes of memory for an element in a tree, whichever it is.
fn element(layout: &Layout, field: u64) -> u64 {
    let fields = layout
        .structs()
        .into_iter()
        .map(|of| of.fields().len() as u64);
    ELEMENT + fields.max().unwrap_or(0) * field
}

/// Asks whether there is memory for the tree of a document.
///
/// # Errors
/// [`Kind::Limit`](formwork_schema::Kind::Limit) where there is not.
pub(super) fn check(layout: &Layout, markup: &Markup, work: Work, limits: &Limits) -> Result<()> {
    let field = match work {
        Work::Printing => OWN_FIELD,
        Work::Reading => FIELD,
    };
    let element = element(layout, field);
    let attributes = markup.attribute_count() as u64;
    let tree = |elements: u64, unknown: u64| {
        let known = attributes - unknown;
        let attributes = known.saturating_mul(ATTRIBUTE) + unknown.saturating_mul(UNKNOWN);
        let texts = markup.text().len() as u64 * 2;
        let tree = elements.saturating_add(attributes).saturating_add(texts);
        tree.saturating_mul(work as u64)
    };
    let most = (markup.element_count() as u64).saturating_mul(element);
    if tree(most, attributes) <= limits.memory {
        return Ok(());
    }
    // In a tree, elements of which nothing is written share all fields; in JSON each has its own.
    let least = match work {
        Work::Printing => element,
        Work::Reading => element.min(ELEMENT + OWN_FIELD),
    };
    let each = markup.nodes().map(|node| match node.attributes().next() {
        Some(_) => element,
        None => least,
    });
    let what = match work {
        Work::Reading => "reading its elements",
        Work::Printing => "printing its elements as JSON",
    };
    limits.afford(what, tree(each.sum(), unknown(layout, markup)))
}

/// How many attributes no element of this name has.
fn unknown(layout: &Layout, markup: &Markup) -> u64 {
    let mut known: HashSet<(&str, &str)> = HashSet::new();
    for of in layout
        .structs()
        .into_iter()
        .filter(|of| of.element.is_some())
    {
        let attributes = layout.attributes(of).into_iter();
        known.extend(attributes.map(|(_, one)| (of.element_name(), &*one.name)));
    }
    let all = markup.nodes().flat_map(|node| {
        let attributes = node.attributes();
        attributes.map(move |attribute| (node.name(), attribute.name()))
    });
    all.filter(|attribute| !known.contains(attribute)).count() as u64
}
