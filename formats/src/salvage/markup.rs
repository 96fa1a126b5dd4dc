//! Documents: the elements before the damage, and the ends of those around it.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::{
    attempt::{attempt, longest, told},
    told::{Accept, Loss, Salvaged},
};
use crate::asset::Asset;

/// Keeps the tags before the damage, and ends the elements that they begin.
///
/// # Errors
/// What is wrong with the file: also where its tags are whole, for then nobody but a person can say what it lacks.
pub(super) fn salvage(asset: &Asset, refused: Error, mut accept: Accept<'_>) -> Result<Salvaged> {
    let bytes = asset.bytes();
    let tags = Tags::of(bytes);
    if tags.is_whole {
        return Err(refused);
    }
    let all = (tags.all.len(), bytes.len());
    let found = longest(all, |count| {
        let (end, open) = tags.until(bytes, count);
        let mut kept = bytes[..end].to_vec();
        for name in open.iter().rev() {
            kept.extend([b"</", *name, b">"].concat());
        }
        kept.push(b'\n');
        let kept = Bytes::from(kept);
        match attempt(asset, &kept, &mut accept) {
            Ok(()) => Ok((kept, end, open)),
            Err(error) => Err((tags.without(&kept, &error), error)),
        }
    });
    let (kept, end, open) = found.map_err(|why| why.map_or(refused, told))?;
    let open: Vec<_> = open
        .iter()
        .map(|name| String::from_utf8_lossy(name))
        .collect();
    let around = Loss::new(
        open.join("/"),
        "what follows in it is lost, and it ends here",
    );
    let around = (!open.is_empty()).then_some(around);
    let lost = around.into_iter().chain(Loss::bytes(end, bytes.len()));
    let lost = lost.collect();
    Ok(Salvaged { bytes: kept, lost })
}

/// Which byte a line and a column are, both from 1; a byte order mark stands before the first.
fn place(bytes: &[u8], line: u64, column: u64) -> Option<usize> {
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let mut lines = memchr::memchr_iter(b'\n', bytes).map(|end| end + 1);
    let before = usize::try_from(line).ok()?.checked_sub(1)?;
    let start = match before.checked_sub(1) {
        Some(last) => lines.nth(last)?,
        None => mark,
    };
    let mut characters = str::from_utf8(bytes.get(start..)?).ok()?.char_indices();
    let (at, _) = characters.nth(usize::try_from(column).ok()?.checked_sub(1)?)?;
    Some(start + at)
}

/// What a tag does.
enum Tag {
    Begins(std::ops::Range<usize>),
    Ends,
    /// A whole element, a comment, a declaration.
    Stands,
}

/// The tags of a document as far as they are whole, and where each ends.
struct Tags {
    all: Vec<(usize, Tag)>,
    /// Whether that is all of the document.
    is_whole: bool,
}

impl Tags {
    fn of(bytes: &[u8]) -> Self {
        let mut tags = Self {
            all: Vec::new(),
            is_whole: false,
        };
        let mut open = Vec::new();
        let mut at = 0;
        while let Some(found) = find(bytes, at, b"<") {
            let Some((end, tag)) = tag(bytes, found) else {
                return tags;
            };
            match &tag {
                Tag::Begins(name) => open.push(&bytes[name.clone()]),
                Tag::Ends => {
                    let name = word(bytes, found + 2);
                    if open.pop() != Some(&bytes[name]) {
                        return tags;
                    }
                }
                Tag::Stands => {}
            }
            at = end;
            tags.all.push((end, tag));
        }
        tags.is_whole = open.is_empty() && !tags.all.is_empty();
        tags
    }

    /// How many tags there are before the end of the element that was refused: as long as it is whole, it will be refused again. All where
    /// nobody knows which one that is.
    fn without(&self, bytes: &[u8], error: &Error) -> usize {
        let line = error.line().filter(|_| error.kind() == Kind::Malformed);
        let Some(at) = line.and_then(|(line, column)| place(bytes, line, column)) else {
            return self.all.len();
        };
        let first = self.all.partition_point(|(end, _)| *end <= at);
        let mut depth = 0_usize;
        let last = self.all[first..].iter().position(|(_, tag)| {
            match tag {
                Tag::Begins(_) => depth += 1,
                Tag::Ends => depth = depth.saturating_sub(1),
                Tag::Stands => {}
            }
            depth == 0
        });
        last.map_or(self.all.len(), |last| first + last)
    }

    /// Where the last of so many tags ends, and the names of the elements that are open there.
    fn until<'a>(&self, bytes: &'a [u8], count: usize) -> (usize, Vec<&'a [u8]>) {
        let mut open = Vec::new();
        for (_, tag) in &self.all[..count] {
            match tag {
                Tag::Begins(name) => open.push(&bytes[name.clone()]),
                Tag::Ends => drop(open.pop()),
                Tag::Stands => {}
            }
        }
        let last = self.all[..count].last();
        (last.map_or(0, |(end, _)| *end), open)
    }
}

/// The tag that begins somewhere, and where it ends; none where it does not.
fn tag(bytes: &[u8], at: usize) -> Option<(usize, Tag)> {
    let rest = &bytes[at..];
    let closed = |mark: &[u8]| Some((find(bytes, at, mark)? + mark.len(), Tag::Stands));
    if rest.starts_with(b"<!--") {
        return closed(b"-->");
    }
    if rest.starts_with(b"<![CDATA[") {
        return closed(b"]]>");
    }
    if rest.starts_with(b"<?") {
        return closed(b"?>");
    }
    let end = unquoted_end(bytes, at)?;
    if rest.starts_with(b"<!") {
        return Some((end, Tag::Stands));
    }
    if rest.starts_with(b"</") {
        return Some((end, Tag::Ends));
    }
    if bytes[..end].ends_with(b"/>") {
        return Some((end, Tag::Stands));
    }
    Some((end, Tag::Begins(word(bytes, at + 1))))
}

/// The name that begins somewhere.
fn word(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let rest = bytes.get(at..).unwrap_or_default();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let length = rest.iter().position(ends).unwrap_or(rest.len());
    at..at + length
}

/// Behind the next `>` that is in no quotes; none where another `<` comes first.
fn unquoted_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut quote = None;
    for (place, byte) in bytes.iter().enumerate().skip(at + 1) {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), _) if open == *byte => quote = None,
            (None, b'>') => return Some(place + 1),
            (None, b'<') => return None,
            _ => {}
        }
    }
    None
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let place = rest.windows(what.len()).position(|part| part == what)?;
    Some(from + place)
}
