//! References to other files.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stays as it is in a path.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'/');

/// A relative path as a reference; `None` for one that leads out of its folder.
pub(super) fn encode(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    is_inside(&path).then(|| utf8_percent_encode(&path, KEPT).to_string())
}

/// A path that may lead out of its folder as a reference: to a file that is there.
pub(super) fn link(path: &str) -> String {
    utf8_percent_encode(path, KEPT).to_string()
}

/// The relative path that a reference means, or why it is refused.
pub(super) fn decode(uri: &str) -> Result<String, &'static str> {
    let scheme = uri.split_once(':').map(|it| it.0);
    if scheme.is_some_and(|it| !it.contains('/')) {
        return Err("a scheme, which is never followed");
    }
    let path = percent_decode_str(uri)
        .decode_utf8()
        .map_err(|_| "bytes that are no text")?;
    if is_inside(&path) {
        Ok(path.into_owned())
    } else {
        Err("a path out of the folder")
    }
}

fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && !path.starts_with('/')
        && !path.contains(['\\', ':', '\0'])
        && !path.split('/').any(|step| step == "..")
}

/// Base64 with or without padding, as found in files.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The bytes of a data URI; `None` for another URI, `Some(Err)` for a wrong one.
pub(super) fn data(uri: &str) -> Option<Result<Vec<u8>, &'static str>> {
    let rest = uri.strip_prefix("data:")?;
    let Some((kind, text)) = rest.split_once(',') else {
        return Some(Err("a data URI without data"));
    };
    if !kind.ends_with(";base64") {
        return Some(Ok(percent_decode_str(text).collect()));
    }
    Some(BASE64.decode(text).map_err(|_| "no base64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stay_inside() {
        assert_eq!(decode("a%20b/c.bin").unwrap(), "a b/c.bin");
        for bad in [
            "../x.bin",
            "a/../../x",
            "/etc/passwd",
            "http://a/b",
            "file:x",
            "a%2f..%2fx",
            "c:\\x",
            "",
        ] {
            assert!(decode(bad).is_err(), "{bad}");
        }
        assert_eq!(encode("a b/ü.png").unwrap(), "a%20b/%C3%BC.png");
        assert_eq!(encode("../a"), None);
    }

    #[test]
    fn data_may_lack_padding() {
        let data = |uri| data(uri).unwrap().unwrap();
        assert_eq!(data("data:;base64,AAE"), [0, 1]);
        assert_eq!(data("data:application/octet-stream;base64,AAE="), [0, 1]);
        assert_eq!(data("data:,a%00"), [b'a', 0]);
    }
}
