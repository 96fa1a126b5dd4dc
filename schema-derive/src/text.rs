//! Words: item names, variant names, doc texts, suggestions.

/// What one element of a list is called: `track` for `tracks`.
pub(crate) fn singular(plural: &str) -> String {
    const ENDINGS: [(&str, &str); 7] = [
        ("indices", "index"),
        ("vertices", "vertex"),
        ("matrices", "matrix"),
        ("ies", "y"),
        ("sses", "ss"),
        ("ches", "ch"),
        ("shes", "sh"),
    ];
    for (many, one) in ENDINGS {
        if let Some(stem) = plural.strip_suffix(many) {
            return format!("{stem}{one}");
        }
    }
    if let Some(stem) = plural.strip_suffix("xes") {
        return format!("{stem}x");
    }
    match plural.strip_suffix('s') {
        Some(stem) if !stem.is_empty() && !stem.ends_with('s') => stem.to_owned(),
        _ => format!("{plural}_item"),
    }
}

/// `TrackWeight` as `track_weight`.
pub(crate) fn snake_case(camel: &str) -> String {
    let mut snake = String::new();
    let mut before = None;
    let mut rest = camel.chars().peekable();
    while let Some(c) = rest.next() {
        let starts_word = c.is_uppercase()
            && before.is_some_and(|b: char| {
                !b.is_uppercase() || rest.peek().is_some_and(|next| next.is_lowercase())
            });
        if starts_word {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
        before = Some(c);
    }
    snake
}

/// The lines of a doc comment as plain text: without the indent, without link markup.
pub(crate) fn doc(lines: &[String]) -> String {
    let lines: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.lines().or_empty())
        .map(str::trim)
        .collect();
    plain(lines.join("\n").trim())
}

trait OrEmpty<'a> {
    fn or_empty(self) -> Vec<&'a str>;
}

impl<'a> OrEmpty<'a> for std::str::Lines<'a> {
    /// An empty doc line is a line.
    fn or_empty(self) -> Vec<&'a str> {
        let lines: Vec<&str> = self.collect();
        if lines.is_empty() { vec![""] } else { lines }
    }
}

/// Reduces `` [`position`](Keyframe::position) `` and `` [`Keyframe`] `` to their text.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some(open) = rest.find('[') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        match link(rest) {
            Some((label, length)) => {
                text.push_str(label.trim_matches('`'));
                rest = &rest[length..];
            }
            None => {
                text.push('[');
                rest = &rest[1..];
            }
        }
    }
    text + rest
}

/// The text of a link that the markdown begins with, and how long the link is.
fn link(markdown: &str) -> Option<(&str, usize)> {
    let close = markdown.find(']')?;
    let label = &markdown[1..close];
    let after = &markdown[close + 1..];
    if let Some(target) = after.strip_prefix('(') {
        return Some((label, close + 2 + target.find(')')? + 1));
    }
    let code = label.len() > 2 && label.starts_with('`') && label.ends_with('`');
    code.then_some((label, close + 1))
}

/// The known word that a misspelt one was probably meant to be.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = word.len().div_ceil(4).max(1);
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, left out or replaced.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

/// `a`, `b` and `c`, each in backticks.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Tokens of Rust as a person would write them.
pub(crate) fn rust(tokens: &impl quote::ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let text = text.replace(" . ", ".").replace(" :: ", "::");
    text.replace(" (", "(")
        .replace("( ", "(")
        .replace(" )", ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_singular() {
        let cases = [
            ("tracks", "track"),
            ("vertex_indices", "vertex_index"),
            ("vertices", "vertex"),
            ("matrices", "matrix"),
            ("entries", "entry"),
            ("boxes", "box"),
            ("passes", "pass"),
            ("batches", "batch"),
            ("meshes", "mesh"),
            ("data", "data_item"),
            ("mass", "mass_item"),
        ];
        for (many, one) in cases {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn variants_are_snake_case() {
        assert_eq!(snake_case("Int"), "int");
        assert_eq!(snake_case("TrackWeight"), "track_weight");
        assert_eq!(snake_case("XMLFile"), "xml_file");
        assert_eq!(snake_case("Vec3"), "vec3");
    }

    #[test]
    fn docs_are_plain() {
        let lines = [
            " First, see [`position`](Keyframe::position).".into(),
            "".into(),
            " [`Keyframe`] [0, 1]".into(),
        ];
        assert_eq!(doc(&lines), "First, see position.\n\nKeyframe [0, 1]");
    }

    #[test]
    fn suggestions_are_close() {
        assert_eq!(nearest("coutn", ["count", "args"]), Some("count"));
        assert_eq!(nearest("colour", ["count", "args"]), None);
    }
}
