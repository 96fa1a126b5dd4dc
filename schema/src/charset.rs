//! [`Charset`]: bytes as characters, so that every text comes back to the same bytes.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

use crate::{
    Mark,
    escape::{escape, escape_at, is_forbidden, unescape},
    shared::{Ref, Str},
};

/// How the bytes of a text are characters.
///
/// Trees hold bytes. What is no character, what would not come back, and what XML or an editor would lose is shown as `\xNN` for each byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8.
    Utf8,
    /// ISO 8859-1: each byte is the character of its number. What WHATWG calls `latin1` is `windows-1252`.
    Latin1,
    /// UTF-16, the low byte of each number first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// One of the legacy encodings of the WHATWG Encoding Standard, by its name in lower case: `shift_jis`, `windows-1252`.
    Legacy(Str),
}

impl Charset {
    /// A legacy encoding by its name, for constants; a name that is none shows every byte that is not ASCII as `\xNN`.
    #[must_use]
    pub const fn legacy(name: &'static str) -> Self {
        Self::Legacy(Ref::Static(name))
    }

    /// The one with a name: `utf-8`, `iso-8859-1`, `utf-16le`, `utf-16be`, or a label of the WHATWG Encoding Standard.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "utf-8" => Self::Utf8,
            "iso-8859-1" => Self::Latin1,
            "utf-16le" => Self::Utf16Le,
            "utf-16be" => Self::Utf16Be,
            label => {
                let known = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
                match known.name() {
                    "UTF-8" => Self::Utf8,
                    "UTF-16LE" => Self::Utf16Le,
                    "UTF-16BE" => Self::Utf16Be,
                    name => Self::Legacy(name.to_ascii_lowercase().into()),
                }
            }
        })
    }

    /// Its name; see [`named`](Self::named).
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Latin1 => "iso-8859-1",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Legacy(name) => name,
        }
    }

    /// What ends a string in this encoding with characters of ASCII, of which there are at most [`Mark::LONGEST`].
    #[must_use]
    pub const fn mark(&self, ascii: &[u8]) -> Mark {
        match self {
            Self::Utf16Le => Mark::of(ascii, 2, 0),
            Self::Utf16Be => Mark::of(ascii, 2, 1),
            Self::Utf8 | Self::Latin1 | Self::Legacy(_) => Mark::of(ascii, 1, 0),
        }
    }

    /// Some bytes without the zeros at their end. What UTF-16 leaves of its numbers stays whole.
    #[must_use]
    pub fn without_zeros<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let end = bytes.iter().rposition(|byte| *byte != 0);
        let end = end.map_or(0, |last| (last + 1).next_multiple_of(self.unit_size()));
        &bytes[..end.min(bytes.len())]
    }

    /// The text for some bytes, from which [`read`](Self::read) makes the same bytes.
    #[must_use]
    pub fn show<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        if *self == Self::Utf8 {
            return escape(bytes);
        }
        if let Some(text) = self.whole(bytes) {
            return Cow::Owned(text);
        }
        let text = self.piecewise(bytes);
        if self.read(&text).is_ok_and(|again| *again == *bytes) {
            return Cow::Owned(text);
        }
        // An encoding in which a character depends on those before it.
        let mut text = String::with_capacity(4 * bytes.len());
        escaped(&mut text, bytes);
        Cow::Owned(text)
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// [`Unencodable`] for characters that the encoding lacks.
    pub fn read<'t>(&self, text: &'t str) -> Result<Cow<'t, [u8]>, Unencodable> {
        if *self == Self::Utf8 {
            return Ok(unescape(text));
        }
        let (mut out, mut at, mut done) = (Vec::with_capacity(text.len()), 0, 0);
        while at < text.len() {
            let Some(byte) = escape_at(&text.as_bytes()[at..]) else {
                at += 1;
                continue;
            };
            out.extend(self.encode(&text[done..at])?);
            out.push(byte);
            at += 4;
            done = at;
        }
        out.extend(self.encode(&text[done..])?);
        Ok(Cow::Owned(out))
    }

    /// The text of bytes that are characters throughout, none of which needs an escape.
    fn whole(&self, bytes: &[u8]) -> Option<String> {
        let text = match self {
            Self::Legacy(_) => {
                let known = self.legacy_encoding()?;
                let text = known.decode_without_bom_handling_and_without_replacement(bytes)?;
                text.into_owned()
            }
            _ => {
                let mut text = String::with_capacity(bytes.len());
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (c, length) = self.first(rest)?;
                    text.push(c);
                    rest = &rest[length..];
                }
                text
            }
        };
        let is_plain = !text.chars().any(is_forbidden) && !text.contains("\\x");
        let comes_back = || self.encode(&text).is_ok_and(|again| again == bytes);
        (is_plain && comes_back()).then_some(text)
    }

    /// The text, character by character.
    fn piecewise(&self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len() + 8);
        let mut rest = bytes;
        while !rest.is_empty() {
            let length = match self.first(rest) {
                Some((c, length)) if !is_forbidden(c) && !self.begins_escape(rest) => {
                    text.push(c);
                    length
                }
                Some((_, length)) => {
                    escaped(&mut text, &rest[..length]);
                    length
                }
                None => {
                    let length = self.unit_size().min(rest.len());
                    escaped(&mut text, &rest[..length]);
                    length
                }
            };
            rest = &rest[length..];
        }
        text
    }

    /// Whether bytes are characters that would be read as an escape.
    fn begins_escape(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        let mut seen = String::with_capacity(4);
        while seen.len() < 4 {
            let Some((c, length)) = self.first(rest).filter(|(c, _)| c.is_ascii()) else {
                return false;
            };
            seen.push(c);
            rest = &rest[length..];
        }
        escape_at(seen.as_bytes()).is_some()
    }

    /// The first character, and how many bytes it takes; none where they are no character that comes back.
    fn first(&self, bytes: &[u8]) -> Option<(char, usize)> {
        match self {
            Self::Latin1 => bytes.first().map(|byte| (char::from(*byte), 1)),
            Self::Utf16Le | Self::Utf16Be => {
                let units = bytes.chunks_exact(2).take(2).map(|unit| self.unit(unit));
                let c = char::decode_utf16(units).next()?.ok()?;
                Some((c, 2 * c.len_utf16()))
            }
            Self::Utf8 => {
                let c = bytes.utf8_chunks().next()?.valid().chars().next()?;
                Some((c, c.len_utf8()))
            }
            Self::Legacy(_) => {
                let known = self.legacy_encoding();
                let ascii = || bytes.first().filter(|byte| byte.is_ascii());
                let Some(known) = known else {
                    return ascii().map(|byte| (char::from(*byte), 1));
                };
                (1..=bytes.len().min(4)).find_map(|length| {
                    let part = &bytes[..length];
                    let text = known.decode_without_bom_handling_and_without_replacement(part)?;
                    let mut chars = text.chars();
                    let only = chars.next().filter(|_| chars.next().is_none())?;
                    let again = self.encode(&text).ok()?;
                    (again == part).then_some((only, length))
                })
            }
        }
    }

    /// Bytes of what is no character: numbers of UTF-16 have two.
    const fn unit_size(&self) -> usize {
        match self {
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Utf8 | Self::Latin1 | Self::Legacy(_) => 1,
        }
    }

    fn unit(&self, bytes: &[u8]) -> u16 {
        let unit = [bytes[0], bytes[1]];
        match self {
            Self::Utf16Be => u16::from_be_bytes(unit),
            _ => u16::from_le_bytes(unit),
        }
    }

    /// The bytes of a text without escapes.
    fn encode(&self, text: &str) -> Result<Vec<u8>, Unencodable> {
        let lacks = || Unencodable(self.name().to_owned());
        match self {
            Self::Utf8 => Ok(text.into()),
            Self::Latin1 => {
                let bytes = text.chars().map(|c| u8::try_from(u32::from(c)));
                bytes.collect::<Result<_, _>>().map_err(|_| lacks())
            }
            Self::Utf16Le => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Self::Utf16Be => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Self::Legacy(_) => match self.legacy_encoding() {
                None if text.is_ascii() => Ok(text.into()),
                None => Err(lacks()),
                Some(known) => match known.encode(text) {
                    // Some characters have the bytes of others that look alike.
                    (bytes, _, false) if known.decode_without_bom_handling(&bytes).0 == text => {
                        Ok(bytes.into_owned())
                    }
                    _ => Err(lacks()),
                },
            },
        }
    }

    fn legacy_encoding(&self) -> Option<&'static encoding_rs::Encoding> {
        encoding_rs::Encoding::for_label_no_replacement(self.name().as_bytes())
    }
}

/// A text has characters that its encoding, which this names, lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unencodable(String);

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "has characters that {} lacks", self.0)
    }
}

impl std::error::Error for Unencodable {}

fn escaped(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{byte:02x}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all() -> Vec<Charset> {
        let names = [
            "utf-8",
            "iso-8859-1",
            "utf-16le",
            "utf-16be",
            "shift_jis",
            "windows-1252",
            "gb18030",
            "big5",
            "euc-jp",
            "euc-kr",
            "iso-2022-jp",
            "koi8-r",
            "x-user-defined",
        ];
        let known = names.map(|name| Charset::named(name).expect("a charset"));
        known.into_iter().chain([Charset::legacy("none")]).collect()
    }

    #[test]
    fn texts_look_like_themselves() {
        let shown = |charset: &str, bytes: &[u8]| {
            let charset = Charset::named(charset).expect("known");
            charset.show(bytes).into_owned()
        };
        assert_eq!(shown("iso-8859-1", b"Gr\xfc\xdfe"), "Grüße");
        assert_eq!(shown("utf-16le", b"h\0i\0"), "hi");
        assert_eq!(shown("utf-16be", b"\xd8\x3d\xde\x00"), "😀");
        assert_eq!(shown("shift_jis", b"\x83\x65\x83\x58\x83\x67"), "テスト");
        assert_eq!(shown("windows-1252", b"\x80"), "€");
        // Half a pair, and half a number.
        assert_eq!(shown("utf-16le", b"\x3d\xd8a\0b"), "\\x3d\\xd8a\\x62");
        assert_eq!(shown("utf-16le", b"\\\0x\x004\x001\0"), "\\x5c\\x00x41");
        assert_eq!(shown("iso-8859-1", b"a\0\x85"), "a\\x00\\x85");
    }

    #[test]
    fn what_an_encoding_lacks_is_told() {
        let latin = Charset::named("iso-8859-1").expect("known");
        let error = latin.read("5 €").expect_err("no such character");
        assert_eq!(error.to_string(), "has characters that iso-8859-1 lacks");
    }

    #[test]
    fn names_are_those_of_the_standard() {
        for charset in all() {
            if charset.name() != "none" {
                assert_eq!(Charset::named(charset.name()), Some(charset));
            }
        }
        assert_eq!(
            Charset::named("latin1").expect("a label").name(),
            "windows-1252"
        );
        assert_eq!(Charset::named("replacement"), None);
        assert_eq!(Charset::named("klingon"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..24)) {
            for charset in all() {
                let text = charset.show(&bytes);
                prop_assert_eq!(&*charset.read(&text).expect("our own"), &*bytes, "{:?} {}", charset, text);
                prop_assert!(!text.chars().any(is_forbidden), "{:?} {}", charset, text);
            }
        }

        #[test]
        fn hard_bytes_come_back(bytes in proptest::collection::vec(
            proptest::sample::select(&b"\\x4g\0\x1b$B(J\x83\x5c\xd8\xdc\xff\x80"[..]), 0..12,
        )) {
            for charset in all() {
                let text = charset.show(&bytes);
                prop_assert_eq!(&*charset.read(&text).expect("our own"), &*bytes, "{:?} {}", charset, text);
            }
        }
    }
}
