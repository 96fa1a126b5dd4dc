//! [`to`]: which value of a JSON text stands at a line and column.

/// The JSON pointer of the innermost value that the text has begun, and not ended, behind a line and column as serde_json counts them: lines
/// from 1, columns in bytes.
pub(super) fn to(text: &[u8], line: usize, column: usize) -> String {
    let before = line.saturating_sub(1);
    let start: usize = text
        .split_inclusive(|byte| *byte == b'\n')
        .take(before)
        .map(<[u8]>::len)
        .sum();
    let end = start.saturating_add(column).min(text.len());
    let mut around = Vec::new();
    let mut rest = &text[..end];
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
    around.iter().filter_map(Step::pointer).collect()
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
    use super::*;

    #[test]
    fn values_are_found_by_line_and_column() {
        let text = br#"{"a": [1, {"b/~c": "x,]\"}", "d": 2}],
 "e\u0041": {"f": []}, "g"#;
        let at = |needle: &[u8]| {
            let place = text.windows(needle.len()).position(|it| it == needle);
            let place = place.expect("a part of the text") + needle.len();
            let line = text[..place].iter().filter(|byte| **byte == b'\n').count();
            let start = text[..place].iter().rposition(|byte| *byte == b'\n');
            to(text, line + 1, place - start.map_or(0, |it| it + 1))
        };
        assert_eq!(at(b"[1"), "/a/0");
        assert_eq!(at(b"\"x,]"), "/a/1/b~1~0c");
        assert_eq!(at(b"\\\"}\""), "/a/1/b~1~0c");
        assert_eq!(at(b"\"d\": 2"), "/a/1/d");
        assert_eq!(at(b"2}"), "/a/1");
        assert_eq!(at(b"]"), "/a/1/b~1~0c");
        assert_eq!(at(b"[]"), "/eA/f");
        assert_eq!(at(b"[]}"), "/eA");
        assert_eq!(at(b"[]},"), "");
        assert_eq!(to(text, 1, 0), "");
        assert_eq!(to(text, 9, 9), "");
        assert_eq!(to(b"\"\\", 1, 2), "");
    }
}
