//! What is worth a diagnostic in a shader as a whole.

mod declared;

use std::collections::{BTreeMap, HashMap};

use formwork_schema::{Diagnostic, Limits, Reference, Rule, escape::escape};

use super::{
    capability::Capability,
    comments::Ending,
    parse::{Parsed, parse},
    sections::Part,
    tree::Shader,
    words::{Backend, Stage},
};
use crate::horde3d::shader::rules;
use crate::horde3d::{
    code::{Piece, Scan, scan},
    place::{self, Note},
};

/// Diagnostics of a text that can be read, in order of place.
pub(super) fn diagnostics(text: &[u8]) -> Vec<Diagnostic> {
    let Some(mut read) = read(text) else {
        return Vec::new();
    };
    let mut notes = std::mem::take(&mut read.notes);
    let users = users(&read.shader);
    let mut seen = Notes {
        text,
        read: &read,
        notes: &mut notes,
    };
    seen.preamble();
    seen.needs();
    seen.fx();
    seen.sections(&users);
    declared::notes(&read, &mut notes);
    place::diagnostics(text, notes)
}

/// What a text that can be read names, in order of place.
pub(super) fn references(text: &[u8]) -> Vec<Reference> {
    let Some(mut read) = read(text) else {
        return Vec::new();
    };
    let mut notes = std::mem::take(&mut read.textures);
    for part in &read.parts {
        let (code, name) = code(text, part);
        let piece = Piece {
            code,
            start: part.content.start,
            path: &name,
            versioned: "",
        };
        notes.extend(piece.references(&scan(code)));
    }
    place::references(text, notes)
}

fn read(text: &[u8]) -> Option<Parsed> {
    let limits = Limits {
        bytes: u64::MAX,
        ..Limits::default()
    };
    parse(text, &limits).ok()
}

fn code<'t>(text: &'t [u8], part: &Part) -> (&'t [u8], String) {
    let bytes = |range: &std::ops::Range<usize>| text.get(range.clone()).unwrap_or_default();
    (bytes(&part.content), escape(bytes(&part.name)).into_owned())
}

/// Which back ends run each code section, by its index.
fn users(shader: &Shader) -> BTreeMap<usize, Vec<Backend>> {
    let mut last = HashMap::new();
    for (index, section) in shader.sections.iter().enumerate() {
        last.insert(section.name.as_bytes(), index);
    }
    let mut users: BTreeMap<usize, Vec<Backend>> = BTreeMap::new();
    for context in &shader.contexts {
        for stage in Stage::ALL {
            // A section without a name stands in for every stage that is not there.
            let name = context.stages.get(stage).map_or("", String::as_str);
            if let Some(index) = last.get(name.as_bytes()) {
                let backends = users.entry(*index).or_default();
                if !backends.contains(&context.backend) {
                    backends.push(context.backend);
                }
            }
        }
    }
    users
}

struct Notes<'a> {
    text: &'a [u8],
    read: &'a Parsed,
    notes: &'a mut Vec<Note>,
}

impl Notes<'_> {
    fn add(
        &mut self,
        at: usize,
        rule: &'static Rule,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.notes.push(Note::new(at, rule, path, message));
    }

    fn preamble(&mut self) {
        let text = self.read.shader.preamble.as_bytes();
        let visible = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let at = visible.iter().position(|byte| !byte.is_ascii_whitespace());
        if let Some(at) = at {
            let at = text.len() - visible.len() + at;
            self.add(
                at,
                &rules::TEXT_BEFORE_SECTIONS,
                "",
                "before the first section: the engine skips it",
            );
        }
        self.comment(text, 0, "");
    }

    fn needs(&mut self) {
        let needs = self.read.shader.needs();
        let needs: Vec<&str> = needs.into_iter().map(Capability::words).collect();
        if !needs.is_empty() {
            let message = format!(
                "a device without {} refuses the whole shader, as those of OpenGL2 do",
                needs.join(" and ")
            );
            self.add(self.read.fx.start, &rules::NEEDS_CAPABILITY, "FX", message);
        }
    }

    fn fx(&mut self) {
        let range = self.read.fx.clone();
        let section = self.text.get(range.clone()).unwrap_or_default();
        if let Some(at) = section.iter().position(|byte| *byte == 0) {
            let message = "a NUL byte ends the section for the engine: what follows is ignored";
            return self.add(range.start + at, &rules::NUL_BYTE, "FX", message);
        }
        match self.read.ending {
            Some(Ending::Line(at)) if range.end < self.text.len() => {
                self.in_comment(range.start + at, "FX")
            }
            Some(Ending::Closed(at)) => {
                let message =
                    "the last bytes of the section end a comment: the engine reads on after it";
                self.add(
                    range.start + at,
                    &rules::COMMENT_ENDS_SECTION,
                    "FX",
                    message,
                );
            }
            _ => {}
        }
    }

    fn in_comment(&mut self, at: usize, path: &str) {
        let message = "the next section begins in this comment: every `[[` begins one";
        self.add(at, &rules::SECTION_IN_COMMENT, path, message);
    }

    /// A comment that some code ends in, with a section after it.
    fn comment(&mut self, code: &[u8], start: usize, path: &str) {
        let is_last = start + code.len() >= self.text.len();
        if let Some(at) = scan(code).open.filter(|_| !is_last) {
            self.in_comment(start + at, path);
        }
    }

    fn sections(&mut self, users: &BTreeMap<usize, Vec<Backend>>) {
        let mut last = HashMap::new();
        for (index, section) in self.read.shader.sections.iter().enumerate() {
            last.insert(section.name.as_bytes(), index);
        }
        for (index, part) in self.read.parts.iter().enumerate() {
            let (code, name) = code(self.text, part);
            let raw = self.text.get(part.name.clone()).unwrap_or_default();
            let is_shadowed = last.get(raw) != Some(&index);
            if is_shadowed {
                let message = "another section of this name follows, and the last counts";
                self.add(part.at, &rules::DUPLICATE_SECTION, &*name, message);
            }
            self.section_name(part, raw, &name);
            let scan = scan(code);
            if let Some(backends) = users.get(&index) {
                self.code(part, code, &name, &scan, backends);
            } else if !is_shadowed {
                self.add(
                    part.at,
                    &rules::UNUSED_SECTION,
                    &*name,
                    "no context uses this section",
                );
            }
            self.comment(code, part.content.start, &name);
        }
    }

    fn section_name(&mut self, part: &Part, raw: &[u8], name: &str) {
        if raw.is_empty() {
            let message =
                "a section without a name stands in for every stage that a context does not name";
            self.add(part.at, &rules::EMPTY_SECTION_NAME, name, message);
        }
        if self.text.get(part.name.end) != Some(&b']') {
            let message =
                "the name ends with its line and one `]`, which the engine takes for `]]`";
            self.add(part.at, &rules::SECTION_NAME_END, name, message);
        }
    }

    fn code(&mut self, part: &Part, code: &[u8], name: &str, scan: &Scan, backends: &[Backend]) {
        let versioned = backends
            .iter()
            .filter(|backend| **backend != Backend::OpenGL2);
        let versioned: Vec<&str> = versioned.map(|backend| backend.word()).collect();
        let versioned = match &*versioned {
            [] => String::new(),
            several => format!("on {}", several.join(" and ")),
        };
        let piece = Piece {
            code,
            start: part.content.start,
            path: name,
            versioned: &versioned,
        };
        self.notes.extend(piece.notes(scan));
    }
}
