//! What XSDs and JSON Schemas say alike of values: how many there are, what their text looks like, and since when.

use formwork_schema::{
    Expr,
    layout::{Field, Magic, Name, Type},
};

/// Versions of one magic that are spelled out.
const MAX_VERSIONS: u32 = 64;

/// The number of items of a list, when it is always the same.
pub(crate) fn fixed_count(field: &Field) -> Option<u64> {
    if let Type::Array(_, length) = field.ty.peeled() {
        return Some((*length).into());
    }
    match field.computed_count()? {
        Expr::Int(count) | Expr::Const(_, count) => u64::try_from(*count).ok(),
        _ => None,
    }
}

/// What a name means, and since when.
pub(crate) fn since(name: &Name) -> String {
    let since = name.since.as_ref();
    let since = since.map(|since| format!("Since version {} ({}).", since.number, since.name));
    let parts = [Some(name.doc.to_string()), since].into_iter().flatten();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// The text of a version, as a pattern.
pub(crate) fn version_pattern(magic: &Magic) -> String {
    let text = magic.name();
    let text: String = text.chars().flat_map(escaped).collect();
    if magic.stored.is_none() {
        return text;
    }
    let gap = if text.is_empty() { "" } else { " " };
    if magic.last.saturating_sub(magic.first) >= MAX_VERSIONS {
        return format!("{text}{gap}[0-9]+");
    }
    let numbers: Vec<String> = (magic.first..=magic.last)
        .map(|one| one.to_string())
        .collect();
    match &*numbers {
        [one] => format!("{text}{gap}{one}"),
        many => format!("{text}{gap}({})", many.join("|")),
    }
}

/// A character as a pattern that accepts nothing else.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let special = r"\|.-^?*+{}()[]".contains(c);
    special
        .then_some('\\')
        .into_iter()
        .chain(std::iter::once(c))
}
