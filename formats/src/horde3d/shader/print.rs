//! Prints a shader normalized.

use super::{
    numbers,
    slots::quoted,
    tree::{Buffer, Context, Sampler, Section, Shader, Uniform},
    words::{Backend, SamplerKey, Stage, StateKey, UniformType},
};
use crate::horde3d::RawText;

/// The whole file. What is left to say is said by whoever reads it again: not every tree can be written.
pub(super) fn shader(shader: &Shader) -> Vec<u8> {
    let mut out = shader.preamble.as_bytes().to_vec();
    let before = shader.sections_before.min(shader.sections.len());
    let (first, last) = shader.sections.split_at(before);
    first.iter().for_each(|code| section(&mut out, code));
    out.extend_from_slice(b"[[FX]]\n");
    out.append(&mut fx(shader));
    last.iter().for_each(|code| section(&mut out, code));
    out
}

fn section(out: &mut Vec<u8>, section: &Section) {
    out.extend_from_slice(b"[[");
    out.extend_from_slice(section.name.as_bytes());
    out.extend_from_slice(b"]]");
    out.extend_from_slice(section.code.as_bytes());
}

/// What stands in the FX section.
pub(super) fn fx(shader: &Shader) -> Vec<u8> {
    let mut out = Lines::default();
    out.group(&shader.samplers, sampler);
    out.group(&shader.uniforms, uniform);
    out.group(&shader.buffers, buffer);
    let same = |a: &Context, b: &Context| a.backend == b.backend;
    for contexts in shader.contexts.chunk_by(same) {
        match contexts.first().map(|context| context.backend) {
            None | Some(Backend::OpenGL2) => contexts
                .iter()
                .for_each(|c| out.paragraph(|out| context(out, c))),
            Some(backend) => out.paragraph(|out| block(out, backend, contexts)),
        }
    }
    out.line("");
    out.text
}

/// Lines of text, indented.
#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    depth: usize,
}

impl Lines {
    fn line(&mut self, line: impl AsRef<[u8]>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n(b'\t', self.depth));
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
    }

    fn paragraph(&mut self, content: impl FnOnce(&mut Self)) {
        self.line("");
        content(self);
    }

    fn group<T>(&mut self, items: &[T], print: impl Fn(&mut Self, &T)) {
        if !items.is_empty() {
            self.paragraph(|out| items.iter().for_each(|item| print(out, item)));
        }
    }

    fn braces(&mut self, end: &str, content: impl FnOnce(&mut Self)) {
        self.line("{");
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.line(end);
    }

    fn setting(&mut self, key: &str, value: &[u8]) {
        self.line([key.as_bytes(), b" = ", value, b";"].concat());
    }
}

/// `sampler2D name <annotation>`.
fn declared(kind: &str, name: &str, annotation: Option<&RawText>) -> Vec<u8> {
    let mut out = format!("{kind} {name}").into_bytes();
    if let Some(annotation) = annotation {
        out.extend_from_slice(b" <");
        out.extend_from_slice(annotation.as_bytes());
        out.push(b'>');
    }
    out
}

fn sampler(out: &mut Lines, sampler: &Sampler) {
    let mut head = declared(
        sampler.kind.word(),
        &sampler.name,
        sampler.annotation.as_ref(),
    );
    if sampler.texture.is_none() && sampler.written.is_empty() {
        head.push(b';');
        return out.line(head);
    }
    head.extend_from_slice(b" = sampler_state");
    out.line(head);
    out.braces("};", |out| {
        if let Some(texture) = &sampler.texture {
            out.setting("Texture", &quoted(texture));
        }
        for key in SamplerKey::ALL
            .iter()
            .filter(|key| sampler.written.contains(key))
        {
            out.setting(key.word(), sampler.text(*key).as_bytes());
        }
    });
}

fn uniform(out: &mut Lines, uniform: &Uniform) {
    let mut line = declared(
        uniform.kind.word(),
        &uniform.name,
        uniform.annotation.as_ref(),
    );
    let written = uniform.value.iter().take(usize::from(uniform.written));
    let numbers: Vec<String> = written.map(|number| numbers::text(*number)).collect();
    if !numbers.is_empty() {
        let numbers = numbers.join(", ");
        let value = match uniform.kind {
            UniformType::Float => format!(" = {numbers}"),
            UniformType::Float4 => format!(" = {{ {numbers} }}"),
        };
        line.extend_from_slice(value.as_bytes());
    }
    line.push(b';');
    out.line(line);
}

fn buffer(out: &mut Lines, buffer: &Buffer) {
    let mut line = declared("buffer", &buffer.name, buffer.annotation.as_ref());
    line.push(b';');
    out.line(line);
}

fn block(out: &mut Lines, backend: Backend, contexts: &[Context]) {
    out.line(backend.word());
    out.braces("}", |out| {
        for (place, item) in contexts.iter().enumerate() {
            if place > 0 {
                out.line("");
            }
            context(out, item);
        }
    });
}

fn context(out: &mut Lines, context: &Context) {
    out.line(declared(
        "context",
        &context.name,
        context.annotation.as_ref(),
    ));
    out.braces("}", |out| {
        for stage in Stage::ALL {
            if let Some(section) = context.stages.get(stage) {
                out.line(format!("{} = compile GLSL {section};", stage.word()));
            }
        }
        for key in StateKey::ALL
            .iter()
            .filter(|key| context.written.contains(key))
        {
            out.setting(key.word(), context.state.text(*key).as_bytes());
        }
    });
}
