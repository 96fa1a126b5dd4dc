//! Whatever is wrong with a text is told with line and column, and a value of the wrong type at its own line.

use bytes::Bytes;
use conformance::{fixtures, questions::keeping};
use formwork_formats::layout;
use formwork_schema::{Error, Layout, value};
use formwork_text::{json, xml};

/// Texts of one file that are damaged at most; lines are taken evenly.
const MOST: usize = 12;

/// What is done to a line, and whether the line itself is to blame then.
type Damage = (fn(&str) -> String, bool);

const DAMAGES: [Damage; 6] = [
    (|_| String::new(), false),
    (|line| format!("{line}\n{line}"), false),
    (|line| number(line, "abc"), true),
    (|line| number(line, "99999999999999"), false),
    (
        |line| line.replacen("=\"", "x=\"", 1).replacen("\": ", "x\": ", 1),
        false,
    ),
    (
        |line| {
            line.replacen('=', " extra=\"1\" ", 1)
                .replacen('{', "{\"extra\": 1, ", 1)
        },
        false,
    ),
];

/// The line with another text in place of its first number.
fn number(line: &str, other: &str) -> String {
    let is_start = |at: &usize| line[..*at].ends_with(['"', ' ', '[']);
    let starts = line
        .match_indices(|c: char| c.is_ascii_digit())
        .map(|(at, _)| at);
    let Some(start) = starts.into_iter().find(is_start) else {
        return line.to_owned();
    };
    let rest = &line[start..];
    let end = rest
        .find(|c: char| !matches!(c, '0'..='9' | '.'))
        .unwrap_or(rest.len());
    let is_json = line.contains("\": ") || line.trim_start().starts_with(['[', '{']);
    let is_word = is_json && other.parse::<f64>().is_err() && !line[..start].ends_with('"');
    let other = if is_word {
        format!("\"{other}\"")
    } else {
        other.to_owned()
    };
    format!("{}{other}{}", &line[..start], &rest[end..])
}

/// Whether a message has the value of a constant, such as `STREAMS:5`.
fn leaks(message: &str) -> bool {
    let mut colons = message.match_indices(':').map(|(at, _)| at);
    colons.any(|at| {
        let name = message[..at].ends_with(|c: char| c.is_ascii_uppercase() || c == '_');
        name && message[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    })
}

fn encode(layout: &Layout, text: &str) -> Result<Vec<u8>, Error> {
    if text.starts_with('{') {
        json::encode(layout, text)
    } else {
        xml::encode(layout, text)
    }
}

fn texts(layout: &Layout, bytes: Vec<u8>) -> Option<[String; 2]> {
    let document = value::read(layout, &Bytes::from(bytes), &keeping()).ok()?;
    let (mut one, mut other) = (Vec::new(), Vec::new());
    xml::print(layout, &document.tree, &document.trailing, &mut one).ok()?;
    json::print(layout, &document.tree, &document.trailing, &mut other).ok()?;
    Some([one, other].map(|text| String::from_utf8(text).expect("UTF-8")))
}

#[test]
fn every_mistake_has_a_line() {
    let (mut refused, mut blamed) = (0, 0);
    for fixture in fixtures::all() {
        let Some(layout) = layout(&fixture.format()) else {
            continue;
        };
        let Some(texts) = texts(layout, fixture.bytes) else {
            continue;
        };
        for text in texts {
            let lines: Vec<&str> = text.lines().collect();
            // The first two name the format, and the last one ends it.
            let inside = 3..lines.len().saturating_sub(1);
            let step = inside.len().div_ceil(MOST).max(1);
            for place in inside.step_by(step) {
                for (damage, is_own) in DAMAGES {
                    let mut damaged = lines.clone();
                    let line = damage(lines[place]);
                    damaged[place] = &line;
                    let Err(error) = encode(layout, &damaged.join("\n")) else {
                        continue;
                    };
                    let said = format!("{}: `{}` → `{line}`: {error}", fixture.path, lines[place]);
                    let (found, _) = error.line().unwrap_or_else(|| panic!("no line: {said}"));
                    assert!(!leaks(error.message()), "{said}");
                    refused += 1;
                    if is_own && line != lines[place] {
                        assert_eq!(found, place as u64 + 1, "{said}");
                        blamed += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 5000 && blamed > 500, "{refused} {blamed}");
}
