//! Entities, as engines read them: those that they do not know stay as they are.

use std::borrow::Cow;

/// The text that was meant.
pub(crate) fn decode(raw: &str) -> Cow<'_, str> {
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        match entity(tail) {
            Some((c, length)) => {
                out.push(c);
                rest = &tail[length..];
            }
            None => {
                out.push('&');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether an `&` stands for itself somewhere.
pub(crate) fn has_unknown(raw: &str) -> bool {
    let mut places = raw.match_indices('&');
    places.any(|(at, _)| entity(&raw[at + 1..]).is_none())
}

/// The character of the entity whose text, without the `&`, stands before it; and how long that is.
fn entity(tail: &str) -> Option<(char, usize)> {
    /// Longer ones do not exist.
    const LONGEST: usize = 12;
    let end = tail.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &tail[..end];
    let c = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            // Rust would take a sign as well.
            (!digits.contains('+')).then_some(())?;
            let code = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            let c = code.ok().and_then(char::from_u32)?;
            (c != '\0').then_some(c)?
        }
    };
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_entities_are_decoded_and_others_kept() {
        assert_eq!(
            decode("a &lt;b&gt; &#65;&#x42; &amp;&quot;&apos;"),
            "a <b> AB &\"'"
        );
        assert_eq!(
            decode("a & b &nbsp; &#0; &#+65; &"),
            "a & b &nbsp; &#0; &#+65; &"
        );
        assert!(has_unknown("&nbsp;") && !has_unknown("&amp;"));
    }
}
