//! Files of other programs that share our extensions, and other things found in asset trees.

mod kind;
mod magics;
mod texts;

pub(crate) use self::kind::Foreign;
use self::magics::{CROWBAR, MAGICS, PROGRAMS};

/// Whether a file begins as programs do, so that [`identify_whole`](crate::identify_whole) may find more than
/// [`identify`](crate::identify()) does.
#[must_use]
pub fn is_program(head: &[u8]) -> bool {
    PROGRAMS.iter().any(|(magic, _)| head.starts_with(magic))
}

/// What a file seems to be; `None` when nothing comes to mind.
pub(crate) fn looks_like(head: &[u8], name: &str) -> Option<Foreign> {
    if head.is_empty() {
        return Some(Foreign::of("an empty file", ""));
    }
    let mut magics = MAGICS.iter().chain(PROGRAMS);
    let magic = magics.find(|(magic, _)| head.starts_with(magic));
    magic
        .map(|(_, foreign)| foreign.clone())
        .or_else(|| valve(head))
        .or_else(|| riff(head))
        .or_else(|| blender(head))
        .or_else(|| resource_pack(head, name))
        .or_else(|| damaged_magic(head))
        .or_else(|| page(head))
        .or_else(|| texts::looks_like(head, name))
}

/// Models of Half-Life and of Source, which share a magic: the number after it tells.
fn valve(head: &[u8]) -> Option<Foreign> {
    let number = head.strip_prefix(b"IDST")?.first_chunk().copied();
    let what = match number.map(i32::from_le_bytes) {
        Some(number @ ..=10) => format!("a Half-Life model (IDST {number})"),
        Some(number) => format!("a Source model (IDST {number})"),
        None => "a Half-Life or Source model (IDST)".into(),
    };
    Some(Foreign {
        what: what.into(),
        read_by: CROWBAR,
    })
}

/// RIFF holds many things; the word after the size tells.
fn riff(head: &[u8]) -> Option<Foreign> {
    let kind = head.strip_prefix(b"RIFF")?.get(4..8);
    Some(match kind {
        Some(b"ACON") => Foreign::of(
            "an animated cursor of Windows (RIFF)",
            "programs that edit cursors open it",
        ),
        Some(b"WAVE") => Foreign::of("a sound (WAV)", "players of sounds open it"),
        Some(b"AVI ") => Foreign::of("a film (AVI)", "players of films open it"),
        Some(b"WEBP") => Foreign::of("a WebP picture", "browsers and image programs open it"),
        _ => Foreign::of("a RIFF file", ""),
    })
}

/// Files of Blender: its name, how wide pointers are, the byte order, and the version.
fn blender(head: &[u8]) -> Option<Foreign> {
    let rest = head.strip_prefix(b"BLENDER")?.first()?;
    let is_it = matches!(rest, b'-' | b'_' | b'0'..=b'9');
    is_it.then(|| Foreign::of("a Blender file", "Blender opens it, and exports glTF"))
}

/// Packs of Chromium, which begin with a version number only.
fn resource_pack(head: &[u8], name: &str) -> Option<Foreign> {
    let is_pack = texts::extension(name).as_deref() == Some("pak");
    let versions: [&[u8]; 2] = [b"\x04\0\0\0", b"\x05\0\0\0"];
    let found = is_pack && versions.iter().any(|version| head.starts_with(version));
    found.then(|| Foreign::of("a resource pack of Chromium", "its tool grit unpacks it"))
}

/// Pictures whose beginning is recognised although it is wrong.
fn damaged_magic(head: &[u8]) -> Option<Foreign> {
    let name = head.get(1..4)?;
    let damaged = name.eq_ignore_ascii_case(b"PNG") || head.starts_with(b"PNG");
    damaged.then(|| Foreign::of("a PNG picture with a damaged beginning", ""))
}

/// HTML, whatever follows it: servers answer with such pages, and caches keep them.
fn page(head: &[u8]) -> Option<Foreign> {
    const STARTS: [&[u8]; 2] = [b"<html", b"<!doctype html"];
    let start = head.trim_ascii_start();
    let is_page = STARTS.iter().any(|known| {
        let start = start.get(..known.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(known))
    });
    is_page.then(|| Foreign::of("an HTML page, perhaps what a failed download left", ""))
}
