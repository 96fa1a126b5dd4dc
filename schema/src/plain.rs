//! What serde says, in words of JSON: nothing of Rust's types.

/// A message of serde or `serde_json` without the names of Rust's types.
pub(crate) fn plain(said: &str) -> String {
    for start in ["invalid type: ", "invalid value: "] {
        let parts = said
            .strip_prefix(start)
            .and_then(|rest| rest.rsplit_once(", expected "));
        if let Some((found, wanted)) = parts {
            return format!(
                "expected {}, found {}",
                expected(wanted),
                self::found(found)
            );
        }
    }
    if let Some((length, wanted)) = said
        .strip_prefix("invalid length ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        return format!("expected {}, found {length} items", expected(wanted));
    }
    for (words, ours) in [
        ("missing field ", "missing the member "),
        ("unknown field ", "unknown member "),
        ("unknown variant ", "unknown word "),
        ("duplicate field ", "duplicate member "),
        (
            "EOF while parsing a value",
            "the text ends where a value belongs",
        ),
        ("EOF while parsing a list", "the text ends inside an array"),
        (
            "EOF while parsing an object",
            "the text ends inside an object",
        ),
        (
            "EOF while parsing a string",
            "the text ends inside a string",
        ),
        (
            "key must be a string",
            "expected the name of a member in quotes",
        ),
        ("trailing characters", "text after the end of the document"),
        ("expected value", "expected a value"),
        ("expected ident", "expected `true`, `false` or `null`"),
    ] {
        if let Some(rest) = said.strip_prefix(words) {
            return format!("{ours}{rest}");
        }
    }
    said.to_owned()
}

fn expected(wanted: &str) -> &str {
    match wanted {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "an array",
        "a map" => "an object",
        "a boolean" => "true or false",
        "unit" => "null",
        other if other.starts_with("struct ") => "an object",
        other if other.starts_with("enum ") || other.starts_with("variant ") => {
            "a word that is known"
        }
        other => other,
    }
}

fn found(found: &str) -> &str {
    match found {
        "sequence" => "an array",
        "map" => "an object",
        "unit value" => "null",
        other => {
            let kinds = [
                "string ",
                "integer ",
                "floating point ",
                "boolean ",
                "character ",
            ];
            let bare = kinds.iter().find_map(|kind| other.strip_prefix(kind));
            bare.unwrap_or(other)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_rust_are_not_named() {
        for (said, ours) in [
            (
                "invalid type: string \"a\", expected i32",
                "expected a whole number, found \"a\"",
            ),
            (
                "invalid type: map, expected struct Section",
                "expected an object, found an object",
            ),
            (
                "invalid type: integer `5`, expected a sequence",
                "expected an array, found `5`",
            ),
            ("missing field `name`", "missing the member `name`"),
            ("EOF while parsing a list", "the text ends inside an array"),
            ("the vertex is odd", "the vertex is odd"),
        ] {
            assert_eq!(plain(said), ours);
        }
    }
}
