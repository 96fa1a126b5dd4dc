//! [`RawText`]: bytes that are nearly always text.

use std::{borrow::Cow, fmt};

use formwork_schema::escape::{escape, unescape};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// Text as the engine sees it: bytes, nearly always UTF-8 or ASCII.
///
/// As text, what is not UTF-8 and control characters are `\xNN`; tabs and ends of lines stay.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RawText(Vec<u8>);

impl RawText {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, with escapes where it is none.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        let plain = escape(&self.0);
        if matches!(plain, Cow::Borrowed(_)) {
            return plain;
        }
        let is_kept = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'\t');
        let mut out = String::with_capacity(self.0.len());
        for piece in self.0.split_inclusive(is_kept) {
            let (text, end) = match piece.split_last() {
                Some((last, before)) if is_kept(last) => (before, Some(*last)),
                _ => (piece, None),
            };
            out.push_str(&escape(text));
            out.extend(end.map(char::from));
        }
        Cow::Owned(out)
    }
}

impl From<&[u8]> for RawText {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }
}

impl From<&str> for RawText {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for RawText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for RawText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

impl Serialize for RawText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for RawText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer).map_err(D::Error::custom)?;
        Ok(Self(unescape(&text).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_looks_like_itself_and_any_byte_comes_back() {
        let code = RawText::from("void main()\r\n{\n\tx = 1;\n}\n");
        assert_eq!(code.to_text(), "void main()\r\n{\n\tx = 1;\n}\n");
        for bytes in [&b"caf\xe9\n"[..], b"\\x41\n\0", b"\n\xc3\n\xa9", b""] {
            let text = RawText::from(bytes);
            assert_eq!(&*unescape(&text.to_text()), bytes, "{text}");
        }
        assert_eq!(
            RawText::from(&b"caf\xe9\n\0"[..]).to_text(),
            "caf\\xe9\n\\x00"
        );
    }
}
