//! [`Source`]: the bytes of a document as text, and back.

use std::{borrow::Cow, ops::Range};

use bytes::Bytes;
use bytestring::ByteString;

/// What bytes are as text.
#[derive(Clone)]
pub(crate) struct Source {
    /// The document, without a byte order mark; a slice of the bytes where these are UTF-8.
    pub(crate) text: ByteString,
    /// How its characters are stored.
    pub(crate) encoding: Encoding,
    /// Whether a byte order mark stands before it.
    pub(crate) mark: bool,
    /// What follows the first NUL, with it: engines read up to there.
    pub(crate) behind: Bytes,
}

/// How characters are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// One byte per character: what text is taken for that is not UTF-8.
    Latin1,
}

const MARK: &[u8] = b"\xef\xbb\xbf";

impl Source {
    pub(crate) fn new(bytes: &Bytes) -> Self {
        let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
        let mark = bytes[..end].starts_with(MARK);
        let document = bytes.slice(if mark { MARK.len() } else { 0 }..end);
        let (text, encoding) = match ByteString::try_from(document.clone()) {
            Ok(text) => (text, Encoding::Utf8),
            Err(_) => {
                let text: String = document.iter().map(|byte| char::from(*byte)).collect();
                (text.into(), Encoding::Latin1)
            }
        };
        Self {
            text,
            encoding,
            mark,
            behind: bytes.slice(end..),
        }
    }

    /// Where in the bytes a part of the text is; `None` where its characters take other numbers of bytes.
    pub(crate) fn range(&self, text: Range<u64>) -> Option<Range<u64>> {
        let before = if self.mark { MARK.len() as u64 } else { 0 };
        let is_same = self.encoding == Encoding::Utf8;
        is_same.then(|| before + text.start..before + text.end)
    }

    /// Whether these are the bytes.
    pub(crate) fn is_of(&self, bytes: &[u8]) -> bool {
        if self.encoding != Encoding::Utf8 {
            return self.bytes(&self.text) == bytes;
        }
        let mark = if self.mark { MARK } else { b"" };
        let document = bytes.strip_prefix(mark);
        let behind = document.and_then(|document| document.strip_prefix(str::as_bytes(&self.text)));
        behind == Some(&self.behind[..])
    }

    /// The bytes again, of this document or of a changed one.
    pub(crate) fn bytes(&self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len() + self.behind.len() + MARK.len());
        if self.mark {
            bytes.extend_from_slice(MARK);
        }
        match self.encoding {
            Encoding::Utf8 => bytes.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 => {
                for c in text.chars() {
                    match u8::try_from(c) {
                        Ok(byte) => bytes.push(byte),
                        Err(_) => bytes.extend(format!("&#{};", u32::from(c)).bytes()),
                    }
                }
            }
        }
        bytes.extend_from_slice(&self.behind);
        bytes
    }
}

/// Text as it stands between tags.
pub(crate) fn escape_text(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    // Other programs take this for the end of a CDATA section.
    text.replace("]]>", "]]&gt;")
}

/// Text as it stands in an attribute: without what would end it.
pub(crate) fn escape(text: &str, quote: char) -> Cow<'_, str> {
    let is_special = |c: char| matches!(c, '<' | '&' | '\n' | '\r' | '\t') || c == quote;
    if !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '"' if quote == '"' => out.push_str("&quot;"),
            '\'' if quote == '\'' => out.push_str("&apos;"),
            '\n' | '\r' | '\t' => out.push_str(&format!("&#{};", u32::from(c))),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}
