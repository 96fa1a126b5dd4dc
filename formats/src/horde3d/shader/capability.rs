//! What a device must have for a shader.

use formwork_schema::sorted;

use super::{
    tree::{Sampler, Shader},
    words::{SamplerKey, Stage},
};

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
        sorted::ascending(&mut needs);
        needs.dedup();
        needs
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
