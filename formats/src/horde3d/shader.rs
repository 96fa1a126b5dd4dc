//! Shaders of Horde3D: `.shader` files, sections of which one, `[[FX]]`, declares samplers, uniforms, buffers and
//! contexts, and the others are code.
//!
//! Facts: the engine's section splitter, tokenizer and grammar, revisions of 2013 to 2025, and 204 real files. The
//! manual differs in places; the engine's behaviour is what is read, and what the manual does not say is a diagnostic.

mod capability;
mod comments;
mod generation;
mod inspect;
mod lexer;
mod notes;
mod numbers;
mod parse;
mod print;
pub mod rules;
mod sections;
mod slots;
mod state;
mod tree;
mod words;
mod write;

use bytes::Bytes;
use formwork_schema::{Diagnostic, Limits, Reference, Result, fault::Fault, json::Node};

pub use capability::Capability;
pub use state::{BlendMode, RenderState};
pub use tree::{Buffer, Context, Sampler, Section, Shader, Source, Uniform};
pub use words::{
    Address, Backend, BlendFactor, CullMode, Filter, SamplerKey, SamplerType, Stage, StateKey,
    UniformType, Usage, ZFunc,
};

use super::code;
use crate::{
    inspect::Inspection,
    library::Library,
    texts::{Recognised, TextFormat, TextInfo},
};

impl TextFormat for Shader {
    const INFO: TextInfo = TextInfo {
        id: "horde3d.shader",
        title: "A shader: contexts, samplers and uniforms, and the code",
        versions: generation::ALL,
        extensions: &["shader", "shader.xml"],
        engines: "Horde3D",
        notes: "FX is read, as by every engine since Beta4; the older generations are recognised and refused",
    };

    fn recognise(head: &[u8], name: &str) -> Option<Recognised> {
        generation::recognise(head, name)
    }

    fn parse(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let mut shader = parse::parse(bytes, limits)?.shader;
        shader.source = Source(Some(Bytes::copy_from_slice(bytes)));
        Ok(shader)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        write::to_bytes(self, self.source.0.as_deref())
    }

    fn canonical(&self) -> Result<Vec<u8>> {
        write::canonical(self)
    }

    fn from_json(value: &Node<'_>, text: &str) -> Result<Self> {
        let shader: Self = value.read(text)?;
        let nodes = value.get("uniforms").map_or(&[][..], Node::items);
        let mut pairs = shader.uniforms.iter().zip(nodes).enumerate();
        let checked = pairs.try_for_each(|(place, (uniform, node))| {
            let fits = uniform_fits(uniform, node);
            fits.map_err(|fault| fault.in_item(place).in_member("uniforms"))
        });
        match checked {
            Ok(()) => Ok(shader),
            Err(fault) => Err(fault.placed_along(text)),
        }
    }

    fn inspect(&self) -> Inspection {
        self.overview()
    }

    fn inspect_among(&self, library: &dyn Library, limits: &Limits) -> Inspection {
        let mut seen = self.inspect();
        code::show_all_flags(&mut seen, &self.flags(), &self.flags_with(library, limits));
        seen
    }

    fn version(&self) -> String {
        generation::FX.into()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.to_bytes()
            .map_or_else(|_| Vec::new(), |text| notes::diagnostics(&text))
    }

    fn references(&self) -> Vec<Reference> {
        self.to_bytes()
            .map_or_else(|_| Vec::new(), |text| notes::references(&text))
    }
}

/// Whether a uniform has as many numbers as its type says; writing would cut and fill them.
fn uniform_fits(uniform: &Uniform, node: &Node<'_>) -> std::result::Result<(), Fault> {
    let wanted = uniform.kind.components();
    let found = [
        ("value", uniform.value.len(), uniform.value.len() == wanted),
        (
            "written",
            uniform.written.into(),
            usize::from(uniform.written) <= wanted,
        ),
    ];
    let wrong = found.into_iter().find(|(.., fits)| !fits);
    let Some((name, found, _)) = wrong else {
        return Ok(());
    };
    let most = if name == "written" { "at most " } else { "" };
    let fault = Fault::malformed(format!("expected {most}{wanted} numbers, found {found}"));
    Err(fault.at(node.get(name).unwrap_or(node).at).in_member(name))
}
