//! The generations of shader files, of which the engine reads the newest.

use std::ops::Range;

use formwork_schema::{Kind, Result};

use super::{comments::blank, lexer, sections};
use crate::{document::root_name, horde3d::place, identity::Confidence, texts::Recognised};

/// The grammar of today, since Beta4.
pub(super) const FX: &str = "FX";
/// Its preview, whose samplers have the keyword `sampler`.
pub(super) const FX_PREVIEW: &str = "FX-preview";
/// XML inside the section `[[FX]]`, from 2008-12 to 2009.
pub(super) const FX_XML: &str = "FX-XML";
/// An XML document, as in Beta1.
pub(super) const XML: &str = "XML";

/// From the newest to the oldest.
pub(super) const ALL: &[&str] = &[FX, FX_PREVIEW, FX_XML, XML];

/// Refuses documents that are XML throughout.
pub(super) fn refuse_xml(text: &[u8]) -> Result<()> {
    if !is_xml(text) || contains(text, b"[[FX]]") {
        return Ok(());
    }
    if !root_is_shader(text) {
        return Err(place::refused(
            Kind::Unsupported,
            text,
            0,
            "",
            "XML, and no shader",
        ));
    }
    let message = "an XML shader, as in Beta1: not accepted since 2008-12";
    Err(place::refused(Kind::Unsupported, text, 0, "", message)
        .help("move its code into sections `[[name]]` and its settings into `[[FX]]`"))
}

/// Refuses XML in the FX section.
pub(super) fn refuse_xml_body(text: &[u8], fx: &Range<usize>) -> Result<()> {
    let section = text.get(fx.clone()).unwrap_or_default();
    let Some(at) = first(&blank(section).text).filter(|at| section.get(*at) == Some(&b'<')) else {
        return Ok(());
    };
    let message = "XML in `[[FX]]`, as from 2008-12 to 2009: not accepted since Beta4";
    Err(
        place::refused(Kind::Unsupported, text, fx.start + at, "FX", message)
            .help("declare contexts, samplers and uniforms in the grammar of today"),
    )
}

/// What a file is, from its beginning and its name.
pub(super) fn recognise(head: &[u8], name: &str) -> Option<Recognised> {
    let is_named = |end: &str| {
        let start = name.len().checked_sub(end.len());
        let end_of_name = start.and_then(|start| name.get(start..));
        end_of_name.is_some_and(|found| found.eq_ignore_ascii_case(end))
    };
    let is_shader = is_named(".shader") || is_named(".shader.xml");
    if is_xml(head) && !contains(head, b"[[FX]]") {
        let outdated = "an XML shader, as in Beta1: no engine reads it since 2008-12";
        return root_is_shader(head).then(|| of(XML, Some(outdated)));
    }
    let begins =
        first(head).is_some_and(|at| head.get(at..).is_some_and(|h| h.starts_with(b"[[FX]]")));
    if begins || (is_shader && contains(head, b"[[FX]]")) {
        return Some(by_section(head, is_named(".shader.xml")));
    }
    let has_sections = is_shader && sections::split(head).is_ok_and(|parts| !parts.is_empty());
    has_sections.then(|| Recognised {
        version: None,
        confidence: Confidence::Magic,
        looks_like: Some("sections, and no `[[FX]]` among the first".into()),
    })
}

fn by_section(head: &[u8], is_misnamed: bool) -> Recognised {
    let at = find(head, b"[[FX]]").unwrap_or_default() + 6;
    let rest = head.get(at..).unwrap_or_default();
    let end = find(rest, b"[[").unwrap_or(rest.len());
    let section = blank(rest.get(..end).unwrap_or_default()).text;
    if first(&section).is_some_and(|at| section.get(at) == Some(&b'<')) {
        let outdated = "XML in `[[FX]]`, as from 2008-12 to 2009: no engine since Beta4 reads it";
        return of(FX_XML, Some(outdated));
    }
    if declares_sampler(&section) {
        let outdated =
            "the keyword `sampler`, as in the preview of Beta4: no engine since reads it";
        return of(FX_PREVIEW, Some(outdated));
    }
    let misnamed = "sections, under a name of XML shaders";
    of(FX, is_misnamed.then_some(misnamed))
}

fn of(version: &'static str, looks_like: Option<&str>) -> Recognised {
    Recognised {
        version: Some(version),
        confidence: Confidence::Certain,
        looks_like: looks_like.map(Into::into),
    }
}

/// Whether a statement begins with `sampler`.
fn declares_sampler(section: &[u8]) -> bool {
    let mut at = 0;
    let mut depth = 0_u32;
    let mut is_start = true;
    while let Ok(word) = lexer::word(section, at) {
        match word.text {
            b"" => break,
            b"{" | b"<" => depth += 1,
            b"}" | b">" => depth = depth.saturating_sub(1),
            text if is_start && text.eq_ignore_ascii_case(b"sampler") => return true,
            _ => {}
        }
        is_start = depth == 0 && matches!(word.text, b";" | b"}");
        at = word.range.end;
    }
    false
}

fn is_xml(text: &[u8]) -> bool {
    first(text).is_some_and(|at| text.get(at) == Some(&b'<'))
}

/// Whether the first element is `Shader`.
fn root_is_shader(text: &[u8]) -> bool {
    root_name(text) == Some("Shader")
}

/// The first byte that is neither blank nor of a byte order mark.
fn first(text: &[u8]) -> Option<usize> {
    let start = if text.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let rest = text.get(start..)?;
    let found = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(start + found)
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}

fn contains(text: &[u8], what: &[u8]) -> bool {
    find(text, what).is_some()
}
