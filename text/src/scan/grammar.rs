//! [`Grammar`]: where white space may differ between the numbers of an item.

/// What white space means between the numbers of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// It separates attributes and numbers; only that with a line break means nothing.
    Xml,
    /// It means nothing, and may stand around every sign.
    Json,
}

/// A part of the text between two numbers.
pub(super) enum Part {
    /// Just this.
    Exact(Box<[u8]>),
    /// White space, or none.
    Space,
}

impl Grammar {
    /// What the text between two numbers consists of.
    pub(super) fn parts(self, text: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut exact = Vec::new();
        let mut quoted = false;
        let mut at = 0;
        while at < text.len() {
            let blank = text[at..]
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace());
            let blank = blank.count();
            let means_nothing = match self {
                Self::Xml => text[at..at + blank].contains(&b'\n'),
                Self::Json => !quoted,
            };
            if blank > 0 && means_nothing {
                add_space(&mut parts, &mut exact);
                at += blank;
                continue;
            }
            let byte = text[at];
            quoted ^= byte == b'"';
            let is_sign = self == Self::Json && !quoted && b",:[]{}".contains(&byte);
            if is_sign {
                add_space(&mut parts, &mut exact);
            }
            exact.push(byte);
            if is_sign {
                add_space(&mut parts, &mut exact);
            }
            at += 1;
        }
        if !exact.is_empty() {
            parts.push(Part::Exact(exact.into()));
        }
        parts
    }
}

/// Space behind what was collected so far.
fn add_space(parts: &mut Vec<Part>, exact: &mut Vec<u8>) {
    if !exact.is_empty() {
        parts.push(Part::Exact(std::mem::take(exact).into()));
    }
    if !matches!(parts.last(), Some(Part::Space)) {
        parts.push(Part::Space);
    }
}

pub(super) fn behind_parts(text: &[u8], mut at: usize, parts: &[Part]) -> Option<usize> {
    for part in parts {
        match part {
            Part::Space => at = behind_space(text, at)?,
            Part::Exact(exact) if text.get(at..)?.starts_with(exact) => at += exact.len(),
            Part::Exact(_) => return None,
        }
    }
    Some(at)
}

#[inline]
pub(super) fn behind_space(text: &[u8], mut at: usize) -> Option<usize> {
    while matches!(text.get(at)?, b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    Some(at)
}
