//! The statements of the FX section.

use std::collections::HashMap;

use formwork_schema::Result;

use super::{
    super::{
        slots::{Of, Slot},
        tree::{Buffer, Shader},
        words::{Backend, SamplerType, UniformType},
    },
    context::{self, Sections},
    cursor::Cursor,
    sampler, uniform, units,
};
use crate::horde3d::shader::rules;

/// The back ends that have a block of their own.
const BLOCKS: [Backend; 2] = [Backend::OpenGL4, Backend::OpenGLES3];

/// Reads all of them.
pub(super) fn read(cursor: &mut Cursor<'_>, shader: &mut Shader) -> Result<()> {
    let mut names = HashMap::new();
    for (at, section) in shader.sections.iter().enumerate() {
        // Of several the last is used.
        names.insert(section.name.as_bytes().to_vec(), at);
    }
    while !cursor.is_at_end() {
        statement(cursor, shader, &names)?;
    }
    if !cursor.word.range.is_empty() {
        let at = cursor.word.range.start;
        cursor.note(
            at,
            &rules::TEXT_BEHIND_END,
            "an empty text ends the section for the engine: what follows is ignored",
        );
    }
    units::assign(cursor, shader)
}

fn statement(cursor: &mut Cursor<'_>, shader: &mut Shader, names: &Sections) -> Result<()> {
    let ahead = cursor.word.text;
    if let Some(kind) = UniformType::from_word(ahead) {
        let uniform = uniform::read(cursor, kind, shader.uniforms.len())?;
        shader.uniforms.push(uniform);
    } else if let Some(kind) = SamplerType::from_word(ahead) {
        let sampler = sampler::read(cursor, kind, shader.samplers.len())?;
        shader.samplers.push(sampler);
    } else if cursor.is("buffer") {
        let buffer = buffer(cursor, shader.buffers.len())?;
        shader.buffers.push(buffer);
    } else if cursor.is("context") {
        let context = context::read(cursor, Backend::OpenGL2, names, shader.contexts.len())?;
        shader.contexts.push(context);
    } else if let Some(backend) = BLOCKS.into_iter().find(|known| cursor.is(known.word())) {
        block(cursor, shader, names, backend)?;
    } else if cursor.is("sampler") {
        return Err(cursor
            .outdated("the keyword `sampler` is not accepted since the preview of Beta4")
            .help("write `sampler2D`, `samplerCube` or `sampler3D`"));
    } else {
        return Err(unknown(cursor));
    }
    Ok(())
}

fn unknown(cursor: &Cursor<'_>) -> formwork_schema::Error {
    let error = cursor.unexpected("a statement");
    let blocks = ["OpenGL2", "Direct3D", "D3D11"];
    if blocks.into_iter().any(|block| cursor.is(block)) {
        return error.help(
            "the only blocks are `OpenGL4` and `OpenGLES3`; contexts of OpenGL2 stand outside any",
        );
    }
    if cursor.is(";") {
        return error.help("a context ends with `}` and no `;`");
    }
    error.help(
        "statements begin with `float`, `float4`, `buffer`, `sampler2D`, `samplerCube`, `sampler3D`, \
         `context`, `OpenGL4` or `OpenGLES3`",
    )
}

fn buffer(cursor: &mut Cursor<'_>, index: usize) -> Result<Buffer> {
    cursor.advance()?;
    let (name, range) = cursor.identifier("a name")?;
    cursor.slot(Slot::Buffer(index, Of::Name), range);
    cursor.enter(format!("buffer {name}"));
    let annotation = cursor.annotation()?.map(|(text, range)| {
        cursor.slot(Slot::Buffer(index, Of::Annotation), range);
        text
    });
    cursor.expect(";")?;
    cursor.leave();
    Ok(Buffer { name, annotation })
}

/// Contexts of one back end.
fn block(
    cursor: &mut Cursor<'_>,
    shader: &mut Shader,
    names: &Sections,
    backend: Backend,
) -> Result<()> {
    cursor.advance()?;
    cursor.enter(backend.word());
    cursor.expect("{")?;
    while !cursor.eat("}")? {
        if !cursor.is("context") {
            return Err(cursor.unexpected("`context` or `}`"));
        }
        let context = context::read(cursor, backend, names, shader.contexts.len())?;
        shader.contexts.push(context);
    }
    cursor.leave();
    Ok(())
}
