//! Dimensions of documents.

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_formats::format;

use super::Dimension;
use crate::texts;

/// Levels of elements that a document may have.
const LEVELS: usize = 60;

/// The dimensions of documents, of each format those of all its fixtures.
pub(super) fn all() -> Vec<Dimension> {
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for fixture in texts::read() {
        let id = fixture.format();
        let is_document = format(&id).is_some_and(|known| known.document().is_some());
        let Some(text) = str::from_utf8(&fixture.bytes).ok().filter(|_| is_document) else {
            continue;
        };
        let text = text.to_owned();
        let add = |what: &str, grow: Box<dyn Fn(usize) -> Option<Bytes>>| Dimension {
            name: format!("{id}: {what} of {}", fixture.name()),
            format: id.clone(),
            grow,
        };
        let own = text.clone();
        all.push(add(
            "siblings",
            Box::new(move |times| document(own.as_bytes(), times)),
        ));
        for name in attributes(&text) {
            if known.insert((id.clone(), name.clone())) {
                let (own, attribute) = (text.clone(), name.clone());
                let grow = move |times| longer(&own, &attribute, times);
                all.push(add(&format!("words in {name}"), Box::new(grow)));
            }
        }
        if known.insert((id.clone(), String::new())) {
            let own = text.clone();
            all.push(add(
                "unknown attributes",
                Box::new(move |times| attributed(&own, times)),
            ));
            let own = text.clone();
            all.push(add(
                "unknown elements in one another",
                Box::new(move |times| nested(&own, times)),
            ));
        }
    }
    all
}

/// A document with what is in its root so many times; none where its root is empty.
#[must_use]
pub fn document(text: &[u8], times: usize) -> Option<Bytes> {
    let text = str::from_utf8(text).ok()?;
    let (start, close) = inside(text)?;
    let inner = text.get(start..close)?;
    let parts = [&text[..start], &inner.repeat(times), &text[close..]];
    (!inner.trim().is_empty()).then(|| parts.concat().into())
}

/// Where what is in the root begins and ends.
fn inside(text: &str) -> Option<(usize, usize)> {
    let close = text.rfind("</")?;
    let name = text[close + 2..].split('>').next()?.trim();
    let open = text.find(&format!("<{name}"))?;
    Some((open + end_of_tag(&text[open..])?, close))
}

/// The names of attributes.
fn attributes(text: &str) -> BTreeSet<String> {
    let names = text
        .split("=\"")
        .filter_map(|before| before.rsplit(char::is_whitespace).next());
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
    names.filter(is_name).map(str::to_owned).collect()
}

/// A document in which the first attribute of a name says its words so many times.
fn longer(text: &str, name: &str, times: usize) -> Option<Bytes> {
    let start = text.find(&format!(" {name}=\""))? + name.len() + 3;
    let end = start + text[start..].find('"')?;
    let words = format!("{} ", &text[start..end]).repeat(times);
    Some(
        [&text[..start], words.trim_end(), &text[end..]]
            .concat()
            .into(),
    )
}

/// A document whose root has more attributes, as many as it may have.
fn attributed(text: &str, times: usize) -> Option<Bytes> {
    let (start, _) = inside(text)?;
    let more: String = (0..times.min(1000))
        .map(|number| format!(" more{number}=\"{number}\""))
        .collect();
    Some(
        [&text[..start - 1], &more, &text[start - 1..]]
            .concat()
            .into(),
    )
}

/// A document with chains of elements in one another.
fn nested(text: &str, times: usize) -> Option<Bytes> {
    let (start, _) = inside(text)?;
    let chain = ["<x>".repeat(LEVELS), "</x>".repeat(LEVELS)].concat();
    let chains = chain.repeat(times.div_ceil(LEVELS));
    Some([&text[..start], &chains, &text[start..]].concat().into())
}

/// Where a tag ends.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '>' => return Some(at + 1),
            None => {}
        }
    }
    None
}
