//! Formats without a version that has a magic.

use formwork_schema::layout::Recognition;

use crate::{
    format::AnyFormat,
    identity::{Confidence, Identity},
};

/// The format whose condition holds; one that the name fits as well comes first.
pub(super) fn by_condition(
    formats: &[&'static dyn AnyFormat],
    head: &[u8],
    file: &str,
) -> Option<Identity> {
    let fits = |format: &&&'static dyn AnyFormat| {
        let Some(layout) = format.layout() else {
            return false;
        };
        let needs_name = matches!(
            layout.recognition,
            Recognition::Condition {
                extension: true,
                ..
            }
        );
        (!needs_name || format.has_extension(file)) && layout.condition_holds(head)
    };
    let mut fitting = formats.iter().filter(fits);
    let first = fitting.next()?;
    let named = std::iter::once(first)
        .chain(fitting)
        .find(|format| format.has_extension(file));
    Some(likely(*named.unwrap_or(first), head))
}

/// The format that is recognised by nothing but this extension.
pub(super) fn by_extension(
    formats: &[&'static dyn AnyFormat],
    head: &[u8],
    file: &str,
) -> Option<Identity> {
    let fits = |format: &&&'static dyn AnyFormat| {
        let layout = format.layout();
        layout.is_some_and(|layout| layout.recognition == Recognition::Extension)
            && format.has_extension(file)
    };
    formats
        .iter()
        .find(fits)
        .map(|format| likely(*format, head))
}

/// Whether a magic has a letter: files of others do not begin so by chance.
pub(super) fn is_word(magic: &[u8]) -> bool {
    magic.iter().any(u8::is_ascii_alphabetic)
}

/// Whether a magic is long enough for a format that somebody asks for.
pub(super) fn is_number(magic: &[u8]) -> bool {
    magic.len() >= 2
}

/// The format whose root begins with a magic of its own; one that is not enough needs an extension beside it.
pub(super) fn by_own_magic(
    format: &dyn AnyFormat,
    head: &[u8],
    file: &str,
    is_enough: fn(&[u8]) -> bool,
) -> Option<Identity> {
    let layout = format.layout()?;
    let magic = &layout.root().magic;
    if !head.starts_with(magic) || !(is_enough(magic) || format.has_extension(file)) {
        return None;
    }
    let found = likely(format, head);
    if found.version.is_none() && layout.version_field().is_some() {
        return Some(Identity {
            engine: None,
            confidence: Confidence::Magic,
            looks_like: Some("of a version that is not known".into()),
            ..found
        });
    }
    let confidence = if is_word(magic) {
        Confidence::Certain
    } else {
        Confidence::Likely
    };
    Some(Identity {
        confidence,
        ..found
    })
}

fn likely(format: &dyn AnyFormat, head: &[u8]) -> Identity {
    let version = format.layout().and_then(|layout| layout.version_of(head));
    let version = version.map(|version| version.text);
    Identity {
        format: Some(format.id()),
        engine: Some(format.engine(version.as_deref().unwrap_or_default())),
        version,
        confidence: Confidence::Likely,
        looks_like: None,
        beginnings: None,
        read_by: None,
    }
}
