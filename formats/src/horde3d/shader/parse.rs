//! Reads a shader as the engine does.

mod context;
mod cursor;
mod sampler;
mod statements;
mod uniform;
mod units;

use std::ops::Range;

use formwork_schema::{Limits, Result};

use super::{
    comments::{Ending, blank},
    generation,
    sections::{self, Part},
    slots::Slot,
    tree::{Section, Shader, Source},
};
use crate::horde3d::{
    RawText,
    place::{self, Named, Note, malformed},
};
use cursor::Cursor;

/// A shader, and what is known of its text.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The tree.
    pub(super) shader: Shader,
    /// Where its values stand.
    pub(super) slots: Vec<(Slot, Range<usize>)>,
    /// Where the content of the FX section is.
    pub(super) fx: Range<usize>,
    /// The comment that the FX section ends in.
    pub(super) ending: Option<Ending>,
    /// The code sections, in order.
    pub(super) parts: Vec<Part>,
    /// What is worth a diagnostic in the FX section.
    pub(super) notes: Vec<Note>,
    /// The textures that samplers name.
    pub(super) textures: Vec<Named>,
}

/// Reads a shader.
///
/// # Errors
/// What the engine refuses, and the older generations that it no longer reads.
pub(super) fn parse(text: &[u8], limits: &Limits) -> Result<Parsed> {
    place::check_size(text, limits)?;
    generation::refuse_xml(text)?;
    let mut parts = sections::split(text)?;
    let index = fx_section(text, &parts)?;
    let preamble = 0..parts.first().map_or(0, |part| part.at);
    let fx = parts.remove(index).content;
    generation::refuse_xml_body(text, &fx)?;

    let bytes = |range: Range<usize>| RawText::from(text.get(range).unwrap_or_default());
    let section = |part: &Part| Section {
        name: bytes(part.name.clone()),
        code: bytes(part.content.clone()),
    };
    let mut shader = Shader {
        preamble: bytes(preamble.clone()),
        sections_before: index,
        samplers: Vec::new(),
        uniforms: Vec::new(),
        buffers: Vec::new(),
        contexts: Vec::new(),
        sections: parts.iter().map(section).collect(),
        source: Source::default(),
    };
    let mut slots = vec![(Slot::Preamble, preamble)];
    for (at, part) in parts.iter().enumerate() {
        slots.push((Slot::SectionName(at), part.name.clone()));
        slots.push((Slot::SectionCode(at), part.content.clone()));
    }

    let blanked = blank(text.get(fx.clone()).unwrap_or_default());
    if let Some(Ending::Open(at)) = blanked.last {
        let message = "a comment that nothing ends";
        return Err(malformed(text, fx.start + at, "FX", message).help("end it with `*/`"));
    }
    let mut cursor = Cursor::new(text, &blanked.text, fx.start, slots)?;
    statements::read(&mut cursor, &mut shader)?;
    let Cursor {
        slots,
        notes,
        textures,
        ..
    } = cursor;
    Ok(Parsed {
        shader,
        slots,
        fx,
        ending: blanked.last,
        parts,
        notes,
        textures,
    })
}

/// Which section is the one named `FX`.
fn fx_section(text: &[u8], parts: &[Part]) -> Result<usize> {
    let is_fx = |part: &Part| text.get(part.name.clone()) == Some(b"FX");
    let Some(index) = parts.iter().position(is_fx) else {
        return Err(malformed(text, 0, "", "no section `[[FX]]`")
            .help("declare samplers, uniforms and contexts in a section of this name"));
    };
    let second = parts.iter().skip(index + 1).find(|part| is_fx(part));
    match second {
        None => Ok(index),
        Some(second) => {
            let message = "a second section `[[FX]]`";
            Err(malformed(text, second.at, "", message).help("put both into one"))
        }
    }
}
