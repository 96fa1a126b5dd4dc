//! What a file should begin with, as far as its name says.

use std::borrow::Cow;

use formwork_schema::{
    layout::{Recognition, magic_name},
    sorted,
};

use crate::format::AnyFormat;

/// Magics that are told of one file.
const TOLD: usize = 4;

/// A magic that files of a format begin with.
pub(crate) struct Expected {
    pub(crate) format: &'static dyn AnyFormat,
    pub(crate) bytes: &'static [u8],
}

impl Expected {
    /// In how many bytes the beginning of a file is another.
    pub(crate) fn distance(&self, head: &[u8]) -> usize {
        let same = self.bytes.iter().zip(head).filter(|(a, b)| a == b).count();
        self.bytes.len() - same
    }

    /// Whether at most half of it is another.
    pub(crate) fn is_close(&self, head: &[u8]) -> bool {
        self.distance(head) * 2 <= self.bytes.len()
    }

    /// Whether it is letters, of which one may be mistaken; numbers are near to many others.
    fn is_word(&self) -> bool {
        let is_letter = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
        self.bytes.len() >= 4 && self.bytes.iter().all(is_letter)
    }

    fn name(&self) -> Cow<'static, str> {
        magic_name(self.bytes)
    }
}

/// What files with such a name begin with, the likeliest first.
fn by_name(formats: &[&'static dyn AnyFormat], head: &[u8], name: &str) -> Vec<Expected> {
    let named = formats.iter().filter(|format| format.has_extension(name));
    let mut all: Vec<Expected> = named.flat_map(|format| of_format(*format)).collect();
    sorted::by_key(&mut all, |expected| expected.distance(head));
    all
}

/// What a file should begin with: what its name says, or where that leads nowhere near and nothing else is known of it, the format of which
/// a magic is one letter off.
fn likely(
    formats: &[&'static dyn AnyFormat],
    head: &[u8],
    name: &str,
    is_unknown: bool,
) -> Vec<Expected> {
    let named = by_name(formats, head, name);
    let is_near = |one: &Expected| one.distance(head) <= 1;
    if !is_unknown || named.first().is_some_and(is_near) {
        return named;
    }
    let mut all = formats.iter().flat_map(|format| of_format(*format));
    let Some(near) = all.find(|one| one.is_word() && one.distance(head) == 1) else {
        return named;
    };
    let mut all = of_format(near.format);
    sorted::by_key(&mut all, |expected| expected.distance(head));
    all
}

/// The magics of a format that is known by them.
pub(crate) fn of_format(format: &'static dyn AnyFormat) -> Vec<Expected> {
    let layout = format.layout();
    let Some(layout) = layout.filter(|layout| layout.recognition == Recognition::Magic) else {
        return Vec::new();
    };
    let own = Some(&*layout.root().magic).filter(|magic| !magic.is_empty());
    let magics = layout
        .versions()
        .into_iter()
        .flat_map(|versions| versions.magics.iter());
    let bytes = own.into_iter().chain(magics.map(|magic| &*magic.bytes));
    bytes.map(|bytes| Expected { format, bytes }).collect()
}

/// What a file begins with and what it should begin with, byte by byte; `None` where its name says nothing, and no magic is near.
pub(super) fn told(
    formats: &[&'static dyn AnyFormat],
    head: &[u8],
    name: &str,
    is_unknown: bool,
) -> Option<String> {
    if head.is_empty() {
        return None;
    }
    let expected = likely(formats, head, name, is_unknown);
    let nearest = expected.first()?;
    let longest = expected.iter().map(|expected| expected.bytes.len()).max()?;
    let found = &head[..head.len().min(longest)];
    let mut all: Vec<String> = Vec::new();
    for Expected { bytes, .. } in expected.iter().take(TOLD) {
        all.push(format!("{} (`{}`)", hex(bytes), magic_name(bytes)));
    }
    let more = match expected.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let differing = differing(nearest, head);
    Some(format!(
        "it begins with {} (`{}`){differing}; files of {} begin with {}{more}",
        hex(found),
        magic_name(found),
        nearest.format.id(),
        all.join(", "),
    ))
}

/// Which bytes of a magic are others, where most are the same.
fn differing(nearest: &Expected, head: &[u8]) -> String {
    let is_it = nearest.distance(head) == 0;
    if is_it || !nearest.is_close(head) || head.len() < nearest.bytes.len() {
        return String::new();
    }
    let pairs = nearest.bytes.iter().zip(head).enumerate();
    let wrong = pairs.filter(|(_, (wanted, found))| wanted != found);
    let told = wrong.map(|(at, (wanted, found))| {
        format!("the byte at {at:#x}, {found:02x} in place of {wanted:02x}")
    });
    let told: Vec<String> = told.collect();
    let (name, id) = (nearest.name(), nearest.format.id());
    let help = format!("--as-format {id} tries to read it");
    format!(" – `{name}` but for {} ({help})", told.join(", "))
}

/// Bytes as two digits each.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
