//! Text in the XML that is written for engines of the family.

use std::fmt::Write as _;

/// Escapes text for an attribute; control characters other than white space are dropped.
pub(in crate::urho3d) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", letter as u32);
            }
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}
