//! A shader: what it declares, and its code.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use formwork_schema::{Limits, sorted};
use serde::{Deserialize, Serialize};

use super::{
    state::{BlendMode, RenderState},
    words::{
        Address, Backend, BlendFactor, Filter, SamplerKey, SamplerType, Stage, StateKey,
        UniformType, Usage,
    },
};
use crate::{
    horde3d::{
        code::{self, Flag, flags_with},
        raw_text::RawText,
    },
    library::Library,
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
pub struct Source(pub(super) Option<Bytes>);

impl PartialEq for Source {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A texture that the code samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampler {
    /// Its name in the code; materials set textures by it.
    pub name: String,
    /// What it samples.
    #[serde(rename = "type")]
    pub kind: SamplerType,
    /// What stands in `<…>` after the name; the engine skips it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<RawText>,
    /// Resource name of the texture used where a material gives none; without one, the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<RawText>,
    /// Texture unit, up to 11, on OpenGL4 up to 91; negative: the lowest that is free.
    pub tex_unit: i32,
    /// What is found outside the texture.
    pub address: Address,
    /// How the texture is filtered.
    pub filter: Filter,
    /// Samples of anisotropic filtering; the engine rounds up to 1, 2, 4, 8 or 16.
    pub max_anisotropy: i32,
    /// What the texture is bound as.
    pub usage: Usage,
    /// Which of the settings above are written; what is not has its default.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub written: BTreeSet<SamplerKey>,
}

/// Numbers that a material may set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// Its name in the code; materials set it by it.
    pub name: String,
    /// How many numbers.
    #[serde(rename = "type")]
    pub kind: UniformType,
    /// What stands in `<…>` after the name; the engine skips it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<RawText>,
    /// Its value where a material gives none; 0 for what is not written.
    #[serde(with = "super::numbers")]
    pub value: Vec<f32>,
    /// How many of these numbers are written.
    pub written: u8,
}

/// A shader storage buffer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Its name in the code; materials set buffers by it.
    pub name: String,
    /// What stands in `<…>` after the name; the engine skips it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<RawText>,
}

/// How something is drawn in one kind of pass; commands of a pipeline choose contexts by name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// Its name, such as `AMBIENT`; of several the first is used.
    pub name: String,
    /// The back end that it is for.
    pub backend: Backend,
    /// What stands in `<…>` after the name; the engine skips it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<RawText>,
    /// The code section of each stage.
    pub stages: BTreeMap<Stage, String>,
    /// Everything else that it sets.
    pub state: RenderState,
    /// Which of the settings of `state` are written; what is not has its default.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub written: BTreeSet<StateKey>,
}

/// A piece of code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its name, by which contexts call it; of several the last is used.
    pub name: RawText,
    /// What follows `[[name]]`, up to the next section.
    pub code: RawText,
}

impl Shader {
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
        let flags: BTreeSet<Flag> = sorted::collect(self.sections.iter().flat_map(flags));
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

impl Sampler {
    /// A sampler without settings.
    #[must_use]
    pub fn new(kind: SamplerType, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            annotation: None,
            texture: None,
            tex_unit: -1,
            address: Address::Wrap,
            filter: Filter::Trilinear,
            max_anisotropy: 8,
            usage: Usage::Texture,
            written: BTreeSet::new(),
        }
    }

    /// The samples that the engine makes of [`max_anisotropy`](Self::max_anisotropy).
    #[must_use]
    pub fn anisotropy(&self) -> u8 {
        // A negative number is a huge one for the engine.
        match self.max_anisotropy {
            0 | 1 => 1,
            2 => 2,
            3 | 4 => 4,
            5..=8 => 8,
            _ => 16,
        }
    }

    /// A setting as text.
    #[must_use]
    pub fn text(&self, key: SamplerKey) -> String {
        match key {
            SamplerKey::TexUnit => self.tex_unit.to_string(),
            SamplerKey::Address => self.address.word().into(),
            SamplerKey::Filter => self.filter.word().into(),
            SamplerKey::MaxAnisotropy => self.max_anisotropy.to_string(),
            SamplerKey::Usage => self.usage.word().into(),
        }
    }

    /// Every value that is not the default must be written.
    pub(super) fn normalize(&mut self) {
        let default = Self::new(self.kind, "");
        for key in SamplerKey::ALL {
            if self.text(*key) != default.text(*key) {
                self.written.insert(*key);
            }
        }
    }
}

impl Uniform {
    /// A uniform without a value.
    #[must_use]
    pub fn new(kind: UniformType, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            annotation: None,
            value: vec![0.0; kind.components()],
            written: 0,
        }
    }

    /// Every number up to the last that is not the default must be written, and none is missing.
    pub(super) fn normalize(&mut self) {
        let count = self.kind.components();
        self.value.resize(count, 0.0);
        let last = self.value.iter().rposition(|number| number.to_bits() != 0);
        let least = last.map_or(0, |place| place + 1);
        let written = usize::from(self.written).clamp(least, count);
        self.written = u8::try_from(written).unwrap_or(u8::MAX);
    }
}

impl Context {
    /// A context without stages.
    #[must_use]
    pub fn new(backend: Backend, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            backend,
            annotation: None,
            stages: BTreeMap::new(),
            state: RenderState::default(),
            written: BTreeSet::new(),
        }
    }

    /// Every value that is not the default must be written, and a blend mode of its own name has it.
    pub(super) fn normalize(&mut self) {
        let default = RenderState::default();
        for key in StateKey::ALL {
            if self.state.text(*key) != default.text(*key) {
                self.written.insert(*key);
            }
        }
    }

    /// What colours are multiplied with when they are blended: the new ones and those in the frame buffer;
    /// `None` when the new ones replace them.
    #[must_use]
    pub fn blending(&self) -> Option<(BlendFactor, BlendFactor)> {
        match self.state.blend_mode {
            BlendMode::Replace => None,
            mode => mode.factors(),
        }
    }
}

fn is_empty(text: &RawText) -> bool {
    text.as_bytes().is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
