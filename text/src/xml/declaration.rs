//! `<?xml version="1.0" encoding="utf-8"?>`: what it may say, and where it may stand.

use super::syntax::attribute;
use crate::fault::{Fault, Result};

/// Asks that a declaration says what XML allows and what is read here: version 1, then an encoding, then whether it stands alone. `at` is where it
/// begins.
pub(super) fn check(declaration: &str, at: usize, is_ascii: impl FnOnce() -> bool) -> Result<()> {
    if at != 0 {
        let message = "the XML declaration stands at the very beginning, or not at all";
        return Err(Fault::malformed(message).at(at));
    }
    let inner = declaration
        .strip_prefix("<?xml")
        .and_then(|rest| rest.strip_suffix("?>"));
    let (mut rest, mut place) = (inner.unwrap_or_default(), at + "<?xml".len());
    let mut expected = ["version", "encoding", "standalone"].as_slice();
    let mut ascii = Some(is_ascii);
    let mut is_first = true;
    while let Some((name, value, value_at)) = attribute(&mut rest, &mut place)? {
        let Some(order) = expected.iter().position(|known| *known == name) else {
            let message = format!(
                "`{name}` does not belong there: an XML declaration says version, encoding and standalone, in this order"
            );
            return Err(Fault::malformed(message).at(value_at));
        };
        expected = &expected[order + 1..];
        let is_fine = match name {
            "version" => is_version(value),
            "encoding" => is_encoding(value, ascii.take()),
            _ => matches!(value, "yes" | "no"),
        };
        if !is_fine || (is_first && name != "version") {
            let message = match is_fine {
                true => "an XML declaration begins with its version".to_owned(),
                false => format!("the XML declaration says {name} {value:?}, {}", known(name)),
            };
            return Err(Fault::malformed(message).at(value_at));
        }
        is_first = false;
    }
    match is_first {
        true => Err(Fault::malformed("an XML declaration says its version").at(at)),
        false => Ok(()),
    }
}

/// What is understood of a pseudo-attribute.
fn known(name: &str) -> &'static str {
    match name {
        "version" => "only 1.0 and later 1.x are XML",
        "encoding" => "only utf-8 is read",
        _ => "only yes and no mean something",
    }
}

fn is_version(value: &str) -> bool {
    let minor = value.strip_prefix("1.").unwrap_or_default();
    !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text in this encoding has the bytes that it has in UTF-8.
fn is_encoding(value: &str, is_ascii: Option<impl FnOnce() -> bool>) -> bool {
    let name = value.to_ascii_lowercase();
    let extends_ascii = name.starts_with("iso-8859-") || name.starts_with("windows-125");
    match &*name {
        "utf-8" | "us-ascii" | "ascii" => true,
        _ => extends_ascii && is_ascii.is_some_and(|is_ascii| is_ascii()),
    }
}
