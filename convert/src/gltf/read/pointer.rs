//! [`of`]: which value of a JSON text an error is about.

/// Steps of a pointer: serde_json reads no deeper, but skips what it does not know at any depth.
const DEEPEST: usize = 128;

/// The JSON pointer of the value that an error is about.
pub(super) fn of(error: &serde_json::Error, text: &[u8]) -> String {
    to(text, error.line(), error.column(), error.is_syntax())
}

/// The innermost value that the text has begun, and not ended, behind a line and column as serde_json counts them: lines from 1, columns in bytes.
/// A sign that the grammar refuses at the end does not count.
fn to(text: &[u8], line: usize, column: usize, is_refused: bool) -> String {
    let before = line.saturating_sub(1);
    let start: usize = text
        .split_inclusive(|byte| *byte == b'\n')
        .take(before)
        .map(<[u8]>::len)
        .sum();
    let end = start.saturating_add(column).min(text.len());
    let mut around = Vec::new();
    let mut rest = &text[..end];
    if is_refused && let Some((b'{' | b'}' | b'[' | b']' | b',' | b':', before)) = rest.split_last()
    {
        rest = before;
    }
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        match (first, around.last_mut()) {
            (b'{', _) => around.push(Step::Key(None)),
            (b'[', _) => around.push(Step::Index(0)),
            (b'}' | b']', _) => drop(around.pop()),
            (b',', Some(Step::Key(key))) => *key = None,
            (b',', Some(Step::Index(index))) => *index += 1,
            (b'"', step) => {
                let (string, behind) = rest.split_at(length(rest));
                let Some((_, behind)) = behind.split_first() else {
                    break;
                };
                rest = behind;
                if let Some(Step::Key(key @ None)) = step {
                    *key = Some(string);
                }
            }
            _ => {}
        }
    }
    // A key that is no text ends the pointer: what is in it would seem to be elsewhere.
    around
        .iter()
        .take(DEEPEST)
        .map_while(Step::pointer)
        .collect()
}

/// What leads from a value to one in it.
enum Step<'t> {
    /// The member of an object, as written between quotes; none while it is not read.
    Key(Option<&'t [u8]>),
    /// The item of a list.
    Index(usize),
}

impl Step<'_> {
    fn pointer(&self) -> Option<String> {
        match self {
            Self::Index(index) => Some(format!("/{index}")),
            Self::Key(key) => {
                let quoted = [b"\"", (*key)?, b"\""].concat();
                let key: String = serde_json::from_slice(&quoted).ok()?;
                Some(format!("/{}", key.replace('~', "~0").replace('/', "~1")))
            }
        }
    }
}

/// Bytes of the string whose first quote has been read, without quotes; all that is left where it does not end.
fn length(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = text.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Text {
        #[serde(rename = "a/~", default)]
        _list: Vec<Item>,
        #[serde(rename = "ä", default)]
        _number: Option<u32>,
    }

    #[derive(Deserialize)]
    struct Item {
        #[serde(rename = "b")]
        _number: u32,
        #[serde(rename = "c", default)]
        _list: Vec<String>,
    }

    fn pointer(text: impl AsRef<[u8]>) -> String {
        let text = text.as_ref();
        of(
            &serde_json::from_slice::<Text>(text)
                .err()
                .expect("a mistake"),
            text,
        )
    }

    #[test]
    fn values_are_found() {
        assert_eq!(
            pointer(r#"{"a/~": [{"b": 1}, {"b": "x,]\"}"}]}"#),
            "/a~1~0/1/b"
        );
        assert_eq!(
            pointer(r#"{"a/~": [{"b": 1, "c": ["", 2]}]}"#),
            "/a~1~0/0/c/1"
        );
        assert_eq!(
            pointer("{\"a/~\": [\r\n {\"b\": 1},\r\n {\"c\": []}]}"),
            "/a~1~0/1"
        );
        assert_eq!(pointer(r#"{"\u00e4": 1.5}"#), "/ä");
        assert_eq!(pointer(r#"{"a/~": [], "ä": []}"#), "/ä");
        assert_eq!(pointer(r#"{"ä": 1, "ä": 2}"#), "/ä");
        assert_eq!(pointer("7"), "");
        assert_eq!(pointer(""), "");
    }

    #[test]
    fn what_the_grammar_refuses_is_found() {
        assert_eq!(pointer(r#"{"a/~": [{"b": }]}"#), "/a~1~0/0/b");
        assert_eq!(pointer(r#"{"a/~": [,]}"#), "/a~1~0/0");
        assert_eq!(pointer(r#"{"ä":, "a/~": []}"#), "/ä");
        assert_eq!(pointer(r#"{"a/~": [{"b": 0.]}"#), "/a~1~0/0/b");
        assert_eq!(pointer("{} ["), "");
        assert_eq!(pointer("{["), "");
        assert_eq!(pointer(r#"{"ä": 1, "#), "");
        assert_eq!(pointer(r#"{"a/~": [{"c": ["end"#), "/a~1~0/0/c/0");
        assert_eq!(pointer(r#"{"a/~": [{"c": ["\q"#), "/a~1~0/0/c/0");
    }

    #[test]
    fn pointers_are_short_and_lead_nowhere_else() {
        let deep = format!(r#"{{"x": {}"#, "[".repeat(100_000));
        assert_eq!(pointer(deep), format!("/x{}", "/0".repeat(DEEPEST - 1)));
        assert_eq!(pointer(r#"{"x": {"\ud800": {"b": nope"#), "/x");
        assert_eq!(pointer(b"{\"x\": {\"\xff\": {\"b\": nope"), "/x");
    }
}
