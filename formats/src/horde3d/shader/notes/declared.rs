//! What is worth a diagnostic among the declarations of a shader.

use std::collections::{HashMap, HashSet};

use super::super::{
    parse::Parsed,
    slots::{Of, Slot},
    tree::Shader,
    words::{Backend, SamplerKey},
};
use crate::horde3d::place::Note;
use crate::horde3d::shader::rules;

/// Names and texture units that are taken twice.
pub(super) fn notes(read: &Parsed, notes: &mut Vec<Note>) {
    names(read, notes);
    units(read, notes);
}

/// Names that are declared twice.
fn names(read: &Parsed, notes: &mut Vec<Note>) {
    let mut seen = HashSet::new();
    for (slot, range) in &read.slots {
        let Some((kind, path)) = declared(&read.shader, *slot) else {
            continue;
        };
        // Names have no blanks; contexts of other blocks are others, samplers of other types are not.
        let (place, name) = path.rsplit_once(' ').unwrap_or_default();
        let block = if kind == "context" { place } else { "" };
        if seen.insert((kind, block.to_owned(), name.to_owned())) {
            continue;
        }
        let code = if kind == "context" {
            &rules::REPEATED_CONTEXT
        } else {
            &rules::REPEATED_NAME
        };
        let message = format!("a second {kind} of this name: the engine finds the first");
        notes.push(Note::new(range.start, code, path, message));
    }
}

/// Texture units that are asked for twice.
fn units(read: &Parsed, notes: &mut Vec<Note>) {
    let mut taken: HashMap<i32, &str> = HashMap::new();
    for (slot, range) in &read.slots {
        let Slot::Sampler(index, Of::Value(SamplerKey::TexUnit)) = slot else {
            continue;
        };
        let samplers = &read.shader.samplers;
        let Some(sampler) = samplers.get(*index).filter(|s| s.tex_unit >= 0) else {
            continue;
        };
        let Some(other) = taken.insert(sampler.tex_unit, &sampler.name) else {
            continue;
        };
        if other != sampler.name {
            let path = format!("FX/{} {}/TexUnit", sampler.kind.word(), sampler.name);
            let message = format!(
                "the texture unit {} is that of `{other}` as well",
                sampler.tex_unit
            );
            notes.push(Note::new(
                range.start,
                &rules::TEX_UNIT_CLASH,
                path,
                message,
            ));
        }
    }
}

/// What a name declares, and its path.
fn declared(shader: &Shader, slot: Slot) -> Option<(&'static str, String)> {
    match slot {
        Slot::Sampler(at, Of::Name) => {
            let sampler = shader.samplers.get(at)?;
            Some((
                "sampler",
                format!("FX/{} {}", sampler.kind.word(), sampler.name),
            ))
        }
        Slot::Uniform(at, Of::Name) => {
            let uniform = shader.uniforms.get(at)?;
            Some((
                "uniform",
                format!("FX/{} {}", uniform.kind.word(), uniform.name),
            ))
        }
        Slot::Buffer(at, Of::Name) => {
            let buffer = shader.buffers.get(at)?;
            Some(("buffer", format!("FX/buffer {}", buffer.name)))
        }
        Slot::Context(at, Of::Name) => {
            let context = shader.contexts.get(at)?;
            let path = match context.backend {
                Backend::OpenGL2 => format!("FX/context {}", context.name),
                block => format!("FX/{}/context {}", block.word(), context.name),
            };
            Some(("context", path))
        }
        _ => None,
    }
}
