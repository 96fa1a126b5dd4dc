//! [`DocumentFile`]: a format that is XML, as a file.

use std::fmt;

use formwork_markup::{Markup, findings, from_json, read, references, to_json, update, write};
use formwork_schema::{
    Error, Finding, Kind, Limits, Reference, Result,
    document::{Item, Items},
    json::Node,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    identity::Confidence,
    inspect::{Inspect, Inspection},
    texts::{Recognised, TextFormat, TextInfo},
};

/// A format that is XML: a tree with a schema, and what its engine asks beyond it.
pub trait DocumentFormat:
    Items + Serialize + DeserializeOwned + PartialEq + fmt::Debug + Send + Sync + 'static
{
    /// What tables say of it.
    const INFO: TextInfo;

    /// Roots by which a document is known whatever its name is; other roots need a name that fits.
    const TELLING: &'static [&'static str];

    /// What else tells a document whose root is known: attributes that others do not have, as they are written.
    const HINTS: &'static [&'static str] = &[];

    /// Beginnings of elements that only documents of other engines have, which share root and file name.
    const FOREIGN: &'static [&'static str] = &[];

    /// Root elements of former days, which are refused, and what to say of them.
    const FORMER: &'static [(&'static str, &'static str)] = &[];

    /// Which generation the document is of.
    fn version(&self) -> &'static str {
        Self::INFO.versions.first().copied().unwrap_or_default()
    }

    /// What the schema cannot say: adds findings.
    ///
    /// # Errors
    /// What the engine refuses.
    fn review(&self, markup: &Markup, findings: &mut Vec<Finding>) -> Result<()>;

    /// What a person wants to see first.
    fn look(&self, inspection: &mut Inspection);
}

/// A document as a file: what it means, and how it is written.
pub struct DocumentFile<T> {
    /// What it means.
    pub tree: T,
    /// How it is written; `None` for one that nobody has written yet.
    markup: Option<Markup>,
    /// What was found on reading.
    findings: Vec<Finding>,
}

impl<T> DocumentFile<T> {
    /// A document that nobody has written yet.
    pub fn new(tree: T) -> Self {
        Self {
            tree,
            markup: None,
            findings: Vec::new(),
        }
    }

    /// How it is written; `None` for one that nobody has written yet.
    #[must_use]
    pub fn markup(&self) -> Option<&Markup> {
        self.markup.as_ref()
    }
}

impl<T: DocumentFormat> TextFormat for DocumentFile<T> {
    const INFO: TextInfo = T::INFO;

    fn recognise(head: &[u8], name: &str) -> Option<Recognised> {
        let root = root_name(head)?;
        let named = T::INFO.has_extension(name);
        let items = T::items();
        let known = items.iter().any(|item| item.is(root));
        let former = T::FORMER.iter().find(|(name, _)| *name == root);
        let hint = |hint: &&str| memchr::memmem::find(head, hint.as_bytes()).is_some();
        if is_foreign::<T>(head) {
            return None;
        }
        let hinted = known && T::HINTS.iter().any(hint);
        let telling = hinted || T::TELLING.contains(&root) || former.is_some();
        if !named && !telling {
            return None;
        }
        let confidence = if known && named {
            Confidence::Certain
        } else {
            Confidence::Magic
        };
        let looks_like = match former {
            Some((name, why)) => Some(format!("`<{name}>`, {why}")),
            None if !known => Some(format!(
                "XML text, `<{root}>`, under a name that promises more"
            )),
            None => None,
        };
        Some(Recognised {
            version: None,
            confidence,
            looks_like,
        })
    }

    fn has_root(bytes: &[u8]) -> bool {
        root_name(bytes).is_some_and(|root| {
            let is_known = T::items().iter().any(|item| item.is(root));
            let is_former = T::FORMER.iter().any(|(name, _)| *name == root);
            (is_known || is_former) && !is_foreign::<T>(bytes)
        })
    }

    fn parse(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let markup = Markup::parse(bytes, limits)?;
        let root = markup.root();
        if let Some((name, why)) = T::FORMER.iter().find(|(name, _)| *name == root.name()) {
            return Err(root.malformed(format!("`<{name}>` is {why}")));
        }
        let tree: T = read(&markup)?;
        let mut found = findings(&markup, T::items());
        tree.review(&markup, &mut found)?;
        found.sort_by_key(|finding| (finding.line, finding.column));
        Ok(Self {
            tree,
            markup: Some(markup),
            findings: found,
        })
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        match &self.markup {
            Some(markup) => {
                let bytes = update(markup, &self.tree)?;
                if bytes == markup.to_bytes() {
                    return Ok(bytes);
                }
                accepted::<T>(bytes)
            }
            None => self.canonical(),
        }
    }

    fn canonical(&self) -> Result<Vec<u8>> {
        write(&self.tree)
            .map(String::into_bytes)
            .and_then(accepted::<T>)
    }

    fn to_json(&self) -> Result<Value> {
        to_json(&self.tree)
    }

    fn from_json(value: &Node<'_>, text: &str) -> Result<Self> {
        from_json(value, text).map(Self::new)
    }

    fn version(&self) -> String {
        self.tree.version().to_owned()
    }

    fn findings(&self) -> Vec<Finding> {
        self.findings.clone()
    }

    fn references(&self) -> Vec<Reference> {
        match &self.markup {
            Some(markup) => references(markup, T::items()),
            None => Vec::new(),
        }
    }

    fn items() -> &'static [Item] {
        T::items()
    }
}

impl<T: DocumentFormat> Inspect for DocumentFile<T> {
    fn inspect(&self) -> Inspection {
        let mut inspection = Inspection::default();
        self.tree.look(&mut inspection);
        inspection
    }
}

impl<T: PartialEq> PartialEq for DocumentFile<T> {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl<T: fmt::Debug> fmt::Debug for DocumentFile<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

impl<T: Serialize> Serialize for DocumentFile<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tree.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for DocumentFile<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

/// Whether a document is one of another engine, which has the same root.
fn is_foreign<T: DocumentFormat>(head: &[u8]) -> bool {
    let hint = |hint: &&str| memchr::memmem::find(head, hint.as_bytes()).is_some();
    T::FOREIGN.iter().any(hint)
}

/// The bytes of a document, unless the engine refuses it.
fn accepted<T: DocumentFormat>(bytes: Vec<u8>) -> Result<Vec<u8>> {
    let markup = Markup::parse(&bytes, &Limits::default())?;
    read::<T>(&markup)?
        .review(&markup, &mut Vec::new())
        .map_err(|error| {
            let message = format!("the engine refuses such a document: {}", error.message());
            let invalid = Error::new(Kind::Invalid, message).of(error.path());
            match error.advice() {
                "" => invalid,
                advice => invalid.help(advice),
            }
        })?;
    Ok(bytes)
}

/// The name of the first element, as far as the beginning of a file goes.
pub(crate) fn root_name(head: &[u8]) -> Option<&str> {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start().strip_prefix(b"<")?;
        let end: &[u8] = match rest {
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] if rest.contains(&b'[') => doctype_end(rest),
            [b'!', ..] => b">",
            [b'?', ..] => b"?>",
            _ => break,
        };
        let at = memchr::memmem::find(rest, end)?;
        rest = &rest[at + end.len()..];
    }
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/' | b'<');
    let end = rest.iter().position(is_end)?;
    let name = str::from_utf8(&rest[..end]).ok()?;
    (!name.is_empty()).then_some(name)
}

/// A document type may contain a list of its own.
fn doctype_end(rest: &[u8]) -> &'static [u8] {
    let at = |byte| memchr::memchr(byte, rest).unwrap_or(usize::MAX);
    if at(b'[') < at(b'>') { b"]>" } else { b">" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_found_behind_what_may_stand_in_front() {
        let text = b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <no> -->\n<!DOCTYPE a [<!ELEMENT a ANY>]>\n<Group name='x'>";
        assert_eq!(root_name(text), Some("Group"));
        assert_eq!(root_name(b"<!DOCTYPE hordescene><Model/>"), Some("Model"));
        assert_eq!(root_name(b"plain"), None);
    }
}
