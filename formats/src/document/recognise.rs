//! Which format an XML document is of, by its root.

use formwork_schema::{
    Layout,
    layout::{
        Recognition, Str,
        xml::{Marks, Obsolete},
    },
};

use crate::{
    format::has_ending,
    identity::{Confidence, Identity},
};

/// What a text is, from its first bytes and its file name; `None` when it is not a document of this layout.
pub(crate) fn recognise(
    layout: &'static Layout,
    engines: &'static str,
    head: &[u8],
    name: &str,
) -> Option<Identity> {
    let marks = marks(layout)?;
    let root = root_name(head)?;
    let extensions: Vec<&str> = layout.extensions.iter().map(|one| &**one).collect();
    let named = has_ending(name, &extensions);
    let known = is_known(layout, root);
    let former = obsolete(marks, root);
    if holds_one(head, &marks.foreign) {
        return None;
    }
    let told = known && (marks.unambiguous || holds_one(head, &marks.hints));
    if !named && !told && former.is_none() {
        return None;
    }
    let confidence = if known && named {
        Confidence::Certain
    } else {
        Confidence::Magic
    };
    let looks_like = match former {
        Some(former) => Some(format!("`<{}>`, {}", former.root, former.why)),
        None if !known => Some(format!(
            "XML text, `<{root}>`, under a name that promises more"
        )),
        None => None,
    };
    Some(Identity {
        format: Some(&layout.format),
        version: None,
        engine: (confidence == Confidence::Certain).then_some(engines),
        confidence,
        looks_like,
        beginnings: None,
        read_by: None,
    })
}

/// Whether a document has a root of this layout, or one that is obsolete.
pub(crate) fn has_root(layout: &Layout, bytes: &[u8]) -> bool {
    let Some((marks, root)) = marks(layout).zip(root_name(bytes)) else {
        return false;
    };
    let is_ours = is_known(layout, root) || obsolete(marks, root).is_some();
    is_ours && !holds_one(bytes, &marks.foreign)
}

fn marks(layout: &Layout) -> Option<&Marks> {
    match &layout.recognition {
        Recognition::Root(marks) => Some(marks),
        _ => None,
    }
}

fn is_known(layout: &Layout, root: &str) -> bool {
    layout.roots().iter().any(|item| item.is(root))
}

fn obsolete<'m>(marks: &'m Marks, root: &str) -> Option<&'m Obsolete> {
    marks.obsolete.iter().find(|former| former.root == *root)
}

fn holds_one(head: &[u8], texts: &[Str]) -> bool {
    let holds = |text: &Str| memchr::memmem::find(head, text.as_bytes()).is_some();
    texts.iter().any(holds)
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
