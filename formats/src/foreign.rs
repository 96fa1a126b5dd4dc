//! Files of other programs that share our extensions, and other things found in asset trees.

use crate::document::root_name;

/// Beginnings that tell what a file is.
const MAGICS: &[(&[u8], &str)] = &[
    (
        b"version https://git-lfs",
        "a Git LFS pointer: the file itself was not fetched; run `git lfs pull`",
    ),
    (b"IDPO", "a Quake model (IDPO)"),
    (b"IDP2", "a Quake II model (IDP2)"),
    (b"IDST", "a Half-Life model (IDST)"),
    (b"IDSQ", "a Half-Life sequence group (IDSQ)"),
    (b"MDL3", "a 3D GameStudio model (MDL3)"),
    (b"MDL4", "a 3D GameStudio model (MDL4)"),
    (b"MDL5", "a 3D GameStudio model (MDL5)"),
    (b"MDL7", "a 3D GameStudio model (MDL7)"),
    (b"MODL", "a collision hull of the ABx server (MODL)"),
    (b"TMF\0", "a model of a Turso3D derivative (TMF)"),
    (b"SCNE", "a scene of Turso3D (SCNE)"),
    (b"CRA\0", "an animation of CoreRender (CRA)"),
    (b"CRG\0", "a geometry of CoreRender (CRG)"),
    (b"PACK", "a package of Quake (PACK)"),
    (
        b"USCN",
        "a binary scene of the Urho3D family, which is not read yet",
    ),
    (b"\0BIN", "a binary archive of rbfx, which is not read yet"),
    (b"\0SRL", "a binary archive of rbfx, which is not read yet"),
    (
        b"\x89PNG",
        "a PNG picture that a change of line ends has damaged",
    ),
    (b"GIF8", "a GIF picture"),
    (
        b"\xabKTX 20",
        "a KTX texture of version 2, which is not read yet",
    ),
    (b"\xabKTX", "a KTX texture with a damaged beginning"),
    (
        b"\x53\x80\xf6\x34",
        "a Softimage picture (PIC), which is not decoded yet",
    ),
    (b"BM", "a BMP picture with a header that is not known"),
    (b"RIFF", "a RIFF file"),
    (b"OggS", "an Ogg file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"glTF", "a binary glTF"),
    (b"Kaydara FBX Binary", "a binary FBX"),
    (
        b"\x00\x05\x16\x07",
        "a macOS companion file (AppleDouble), not the file itself",
    ),
];

/// Beginnings of elements that only pipelines of CoreRender have, which share root and file name with those of Horde3D.
const CORE_RENDER: &[&str] = &["<FrameBuffer ", "<Sequence "];

/// Beginnings of programs.
const PROGRAMS: &[(&[u8], &str)] = &[
    (b"\x7fELF", "an ELF program"),
    (b"MZ", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xce\xfa\xed\xfe", "a macOS program"),
    (
        b"\xca\xfe\xba\xbe",
        "a macOS program for several processors, or a Java class",
    ),
];

/// Whether a file begins as programs do, so that [`identify_whole`](crate::identify_whole) may find more than
/// [`identify`](crate::identify()) does.
#[must_use]
pub fn is_program(head: &[u8]) -> bool {
    PROGRAMS.iter().any(|(magic, _)| head.starts_with(magic))
}

/// What a file seems to be; `None` when nothing comes to mind.
pub(crate) fn looks_like(head: &[u8], name: &str) -> Option<String> {
    if head.is_empty() {
        return Some("an empty file".into());
    }
    let mut magics = MAGICS.iter().chain(PROGRAMS);
    let magic = magics.find(|(magic, _)| head.starts_with(magic));
    magic
        .map(|(_, what)| (*what).into())
        .or_else(|| resource_pack(head, name))
        .or_else(|| damaged_magic(head))
        .or_else(|| page(head))
        .or_else(|| text(head, name))
}

/// Packs of Chromium, which begin with a version number only.
fn resource_pack(head: &[u8], name: &str) -> Option<String> {
    let is_pack = extension(&Some(name.into())).as_deref() == Some("pak");
    let versions: [&[u8]; 2] = [b"\x04\0\0\0", b"\x05\0\0\0"];
    let found = is_pack && versions.iter().any(|version| head.starts_with(version));
    found.then(|| "a resource pack of Chromium".into())
}

/// Pictures whose beginning is recognised although it is wrong.
fn damaged_magic(head: &[u8]) -> Option<String> {
    let name = head.get(1..4)?;
    let damaged = name.eq_ignore_ascii_case(b"PNG") || head.starts_with(b"PNG");
    damaged.then(|| "a PNG picture with a damaged beginning".into())
}

/// HTML, whatever stands behind it: servers answer with such pages, and caches keep them.
fn page(head: &[u8]) -> Option<String> {
    const STARTS: [&[u8]; 2] = [b"<html", b"<!doctype html"];
    let start = head.trim_ascii_start();
    let is_page = STARTS.iter().any(|known| {
        let start = start.get(..known.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(known))
    });
    is_page.then(|| "an HTML page, perhaps what a failed download left".into())
}

fn text(head: &[u8], name: &str) -> Option<String> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    // The end of the head may cut a character in two.
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    let start = text.trim_start();
    Some(if is_path(start, name) {
        "a path: a symbolic link that was checked out as text".into()
    } else if start.starts_with('<') {
        xml(start)
    } else if start.starts_with("Shader \"") {
        "a shader of Unity (ShaderLab)".into()
    } else if start.starts_with('{') {
        "JSON text".into()
    } else if starts_with_any(start, &["#include", "#define", "#pragma", "/*", "//"]) {
        "source code".into()
    } else {
        "plain text".into()
    })
}

fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

fn is_path(text: &str, name: &str) -> bool {
    let line = text.trim_end();
    let last = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
    !line.contains(['\n', ' ', '<', '{'])
        && line.contains('/')
        && extension(&last(line)) == extension(&last(name))
}

fn extension(name: &Option<String>) -> Option<String> {
    let (_, extension) = name.as_deref()?.rsplit_once('.')?;
    Some(extension.to_lowercase())
}

fn xml(text: &str) -> String {
    match root_name(text.as_bytes()) {
        Some("Pipeline") if CORE_RENDER.iter().any(|mark| text.contains(mark)) => {
            "a pipeline of CoreRender".into()
        }
        Some(name) => format!("XML text, `<{name}>`"),
        None => "XML text".into(),
    }
}
