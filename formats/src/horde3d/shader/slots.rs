//! Values of a shader that stand somewhere in its text.

use super::{
    numbers,
    tree::Shader,
    words::{SamplerKey, Stage, StateKey},
};
use crate::horde3d::RawText;

/// A value of a shader: what it is of, and the item by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// What stands before the first section.
    Preamble,
    /// Name of a code section.
    SectionName(usize),
    /// Code of a section.
    SectionCode(usize),
    /// Something of a sampler.
    Sampler(usize, Of<SamplerKey>),
    /// Something of a uniform; its numbers by place.
    Uniform(usize, Of<usize>),
    /// Something of a buffer.
    Buffer(usize, Of<()>),
    /// Something of a context.
    Context(usize, Of<StateKey>),
    /// The section that a stage of a context runs.
    Stage(usize, Stage),
}

/// What of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Of<K> {
    /// Its type, where it has several.
    Type,
    /// Its name.
    Name,
    /// What stands between `<` and `>`.
    Annotation,
    /// The texture of a sampler.
    Texture,
    /// A setting.
    Value(K),
}

/// A value as it would be written; `None` when the shader has none.
pub(super) fn text(shader: &Shader, slot: Slot) -> Option<Vec<u8>> {
    let raw = |text: &RawText| text.as_bytes().to_vec();
    let declared = |name: &str, annotation: &Option<RawText>, of_name: bool| {
        if of_name {
            Some(name.as_bytes().to_vec())
        } else {
            annotation.as_ref().map(raw)
        }
    };
    let word = |word: &str| Some(word.as_bytes().to_vec());
    match slot {
        Slot::Preamble => Some(raw(&shader.preamble)),
        Slot::SectionName(at) => shader.sections.get(at).map(|section| raw(&section.name)),
        Slot::SectionCode(at) => shader.sections.get(at).map(|section| raw(&section.code)),
        Slot::Sampler(at, of) => {
            let sampler = shader.samplers.get(at)?;
            match of {
                Of::Type => word(sampler.kind.word()),
                Of::Value(key) => Some(sampler.text(key).into_bytes()),
                Of::Texture => sampler.texture.as_ref().map(quoted),
                Of::Name | Of::Annotation => {
                    declared(&sampler.name, &sampler.annotation, of == Of::Name)
                }
            }
        }
        Slot::Uniform(at, of) => {
            let uniform = shader.uniforms.get(at)?;
            match of {
                Of::Type => word(uniform.kind.word()),
                Of::Value(place) => {
                    let number = uniform.value.get(place)?;
                    Some(numbers::text(*number).into_bytes())
                }
                Of::Texture => None,
                Of::Name | Of::Annotation => {
                    declared(&uniform.name, &uniform.annotation, of == Of::Name)
                }
            }
        }
        Slot::Buffer(at, of) => {
            let buffer = shader.buffers.get(at)?;
            declared(&buffer.name, &buffer.annotation, of == Of::Name)
        }
        Slot::Context(at, of) => {
            let context = shader.contexts.get(at)?;
            match of {
                Of::Value(key) => Some(context.state.text(key).into_bytes()),
                _ => declared(&context.name, &context.annotation, of == Of::Name),
            }
        }
        Slot::Stage(at, stage) => {
            let section = shader.contexts.get(at)?.stages.get(&stage)?;
            word(section)
        }
    }
}

/// The name of a resource, in quotes unless it has one itself.
pub(super) fn quoted(name: &RawText) -> Vec<u8> {
    let name = name.as_bytes();
    if name.contains(&b'"') {
        return name.into();
    }
    [b"\"", name, b"\""].concat()
}
