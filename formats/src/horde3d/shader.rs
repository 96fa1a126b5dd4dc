//! Shaders of Horde3D: `.shader` files, sections of which one, `[[FX]]`, declares samplers, uniforms, buffers and
//! contexts, and the others are code.
//!
//! Facts: the engine's section splitter, tokenizer and grammar, revisions of 2013 to 2025, and 204 real files. The
//! manual differs in places; the engine's behaviour is what is read, and what the manual does not say is a diagnostic.

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

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_schema::{Diagnostic, Limits, Reference, Result, fault::Fault, json::Node};
use serde::{Deserialize, Serialize};

pub use state::{BlendMode, RenderState};
pub use tree::{Buffer, Context, Sampler, Section, Uniform};
pub use words::{
    Address, Backend, BlendFactor, CullMode, Filter, SamplerKey, SamplerType, Stage, StateKey,
    UniformType, Usage, ZFunc,
};

use super::{
    code::{self, Flag, flags_with},
    raw_text::RawText,
};
use crate::{
    inspect::Inspection,
    library::Library,
    texts::{Recognised, TextFormat, TextInfo},
};

/// A shader: what it declares, and its code.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shader {
    /// What stands before the first section; the engine skips it.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub preamble: RawText,
    /// How many code sections stand before `[[FX]]`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sections_before: usize,
    /// Textures that the code samples.
    #[serde(default)]
    pub samplers: Vec<Sampler>,
    /// Numbers that materials may set.
    #[serde(default)]
    pub uniforms: Vec<Uniform>,
    /// Shader storage buffers.
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    /// How something is drawn, per kind of pass and back end.
    pub contexts: Vec<Context>,
    /// The code, in order.
    #[serde(default)]
    pub sections: Vec<Section>,
    /// The text that this was read from, so that writing changes what was changed and nothing else.
    #[serde(skip)]
    pub source: Source,
}

/// The text that a tree was read from, or none; no part of what the tree means.
#[derive(Debug, Clone, Default)]
pub struct Source(Option<Bytes>);

impl PartialEq for Source {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What a device must have for a shader: without it the engine refuses the whole shader, also for back ends whose
/// contexts do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Geometry shaders.
    GeometryShaders,
    /// Tessellation.
    Tessellation,
    /// Compute shaders.
    ComputeShaders,
}

impl Capability {
    /// The words for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::GeometryShaders => "geometry shaders",
            Self::Tessellation => "tessellation",
            Self::ComputeShaders => "compute shaders",
        }
    }
}

impl Shader {
    /// What a device must have; each once.
    #[must_use]
    pub fn needs(&self) -> Vec<Capability> {
        let stages = self.contexts.iter().flat_map(|context| {
            let is_compute = context.stages.contains_key(&Stage::ComputeShader);
            // Beside a compute shader nothing else is looked at.
            let seen = move |stage: &&Stage| !is_compute || **stage == Stage::ComputeShader;
            context.stages.keys().filter(seen)
        });
        let mut needs: Vec<Capability> = stages.filter_map(|stage| stage.capability()).collect();
        let is_image = |sampler: &Sampler| sampler.written.contains(&SamplerKey::Usage);
        if self.samplers.iter().any(is_image) {
            needs.push(Capability::ComputeShaders);
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// The texture unit of every sampler, on OpenGL4.
    #[must_use]
    pub fn units(&self) -> Vec<Option<usize>> {
        parse::units(&self.samplers)
    }

    /// The section of this name that the engine takes: the last.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        let mut same = self.sections.iter().rev();
        same.find(|section| section.name.as_bytes() == name.as_bytes())
    }

    /// The flags that its code asks for, without those of its includes; each once, in order of number.
    #[must_use]
    pub fn flags(&self) -> Vec<Flag> {
        let flags = |section: &Section| {
            let code = section.code.as_bytes();
            code::flags(code, &code::scan(code))
        };
        let flags: BTreeSet<Flag> = self.sections.iter().flat_map(flags).collect();
        Vec::from_iter(flags)
    }

    /// The flags that its code asks for, with those of its includes as far as these are found; each once, in order of
    /// number.
    #[must_use]
    pub fn flags_with(&self, library: &dyn Library, limits: &Limits) -> Vec<Flag> {
        let pieces = self.sections.iter().map(|section| section.code.as_bytes());
        flags_with(pieces, library, limits)
    }
}

impl Stage {
    /// What a device must have for it; `None` for what every device has.
    #[must_use]
    pub const fn capability(self) -> Option<Capability> {
        match self {
            Self::VertexShader | Self::PixelShader => None,
            Self::GeometryShader => Some(Capability::GeometryShaders),
            Self::TessControlShader | Self::TessEvalShader => Some(Capability::Tessellation),
            Self::ComputeShader => Some(Capability::ComputeShaders),
        }
    }
}

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

fn is_empty(text: &RawText) -> bool {
    text.as_bytes().is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
