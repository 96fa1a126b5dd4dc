//! Formats without a version that has a magic.

use formwork_schema::layout::Recognition;

use super::{Confidence, Identity, has_extension};
use crate::registry::Info;

/// The format whose condition holds; one that the name fits as well comes first.
pub(super) fn by_condition(formats: &[Info], head: &[u8], file: &str) -> Option<Identity> {
    let fits = |info: &&Info| {
        let layout = (info.layout)();
        let needs_name = matches!(
            layout.recognition,
            Recognition::Condition {
                extension: true,
                ..
            }
        );
        (!needs_name || has_extension(info, file)) && layout.condition_holds(head)
    };
    let mut fitting = formats.iter().filter(fits);
    let first = fitting.next()?;
    let named = std::iter::once(first)
        .chain(fitting)
        .find(|info| has_extension(info, file));
    Some(likely(named.unwrap_or(first), head))
}

/// The format that is recognised by nothing but this extension.
pub(super) fn by_extension(formats: &[Info], head: &[u8], file: &str) -> Option<Identity> {
    let fits = |info: &&Info| {
        (info.layout)().recognition == Recognition::Extension && has_extension(info, file)
    };
    formats.iter().find(fits).map(|info| likely(info, head))
}

/// The format whose root begins with a magic of its own.
pub(super) fn by_own_magic(info: &Info, head: &[u8], file: &str) -> Option<Identity> {
    let layout = (info.layout)();
    let magic = &layout.root().magic;
    let is_telling = magic.iter().any(u8::is_ascii_alphabetic);
    if !head.starts_with(magic) || !(is_telling || has_extension(info, file)) {
        return None;
    }
    let found = likely(info, head);
    if found.version.is_none() && layout.version_field().is_some() {
        return Some(Identity {
            engine: None,
            confidence: Confidence::Magic,
            looks_like: Some("of a version that is not known".into()),
            ..found
        });
    }
    let confidence = if is_telling {
        Confidence::Certain
    } else {
        Confidence::Likely
    };
    Some(Identity {
        confidence,
        ..found
    })
}

fn likely(info: &Info, head: &[u8]) -> Identity {
    let version = (info.layout)().version_of(head);
    let version = version.map(|version| version.text);
    Identity {
        format: Some(info.id()),
        engine: Some((info.engine)(version.as_deref().unwrap_or_default())),
        version,
        confidence: Confidence::Likely,
        looks_like: None,
    }
}
