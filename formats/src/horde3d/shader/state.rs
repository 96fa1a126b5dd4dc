//! What a context sets beside its stages.

use serde::{Deserialize, Serialize};

use super::words::{BlendFactor, CullMode, StateKey, ZFunc};

/// What a context sets beside its stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RenderState {
    /// Whether depth is written.
    pub z_write_enable: bool,
    /// Whether depth is tested.
    pub z_enable: bool,
    /// How depth is tested.
    pub z_func: ZFunc,
    /// How colours are blended.
    pub blend_mode: BlendMode,
    /// Which faces are left out.
    pub cull_mode: CullMode,
    /// Whether alpha decides how many samples of a pixel are covered.
    pub alpha_to_coverage: bool,
    /// Vertices of a patch; the engine takes 0 for 1, and stores 16 bits.
    pub tess_patch_vertices: i32,
}

impl Default for RenderState {
    fn default() -> Self {
        Self {
            z_write_enable: true,
            z_enable: true,
            z_func: ZFunc::LessEqual,
            blend_mode: BlendMode::Replace,
            cull_mode: CullMode::Back,
            alpha_to_coverage: false,
            tess_patch_vertices: 1,
        }
    }
}

/// How the colours of a context are blended with those in the frame buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlendMode {
    /// Not at all.
    Replace,
    /// By the alpha of the new ones: `SrcAlpha`, `OneMinusSrcAlpha`.
    Blend,
    /// Added: `One`, `One`.
    Add,
    /// Added by the alpha of the new ones: `SrcAlpha`, `One`.
    AddBlended,
    /// Multiplied: `DestColor`, `Zero`.
    Mult,
    /// By two factors, `{ source, destination }`; both `Zero` is not at all.
    Factors(BlendFactor, BlendFactor),
}

impl BlendMode {
    /// Those that have a name.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Replace, "Replace"),
        (Self::Blend, "Blend"),
        (Self::Add, "Add"),
        (Self::AddBlended, "AddBlended"),
        (Self::Mult, "Mult"),
    ];

    /// What the new colours and those in the frame buffer are multiplied with; `None` without blending.
    #[must_use]
    pub fn factors(self) -> Option<(BlendFactor, BlendFactor)> {
        use BlendFactor::{DestColor, One, OneMinusSrcAlpha, SrcAlpha, Zero};
        match self {
            Self::Replace | Self::Factors(Zero, Zero) => None,
            Self::Blend => Some((SrcAlpha, OneMinusSrcAlpha)),
            Self::Add => Some((One, One)),
            Self::AddBlended => Some((SrcAlpha, One)),
            Self::Mult => Some((DestColor, Zero)),
            Self::Factors(source, destination) => Some((source, destination)),
        }
    }

    /// As text.
    #[must_use]
    pub fn text(self) -> String {
        if let Self::Factors(source, destination) = self {
            return format!("{{ {}, {} }}", source.word(), destination.word());
        }
        let named = Self::NAMED.iter().find(|(mode, _)| *mode == self);
        named.map(|(_, name)| (*name).into()).unwrap_or_default()
    }
}

impl RenderState {
    /// A setting as text.
    #[must_use]
    pub fn text(&self, key: StateKey) -> String {
        match key {
            StateKey::ZWriteEnable => self.z_write_enable.to_string(),
            StateKey::ZEnable => self.z_enable.to_string(),
            StateKey::ZFunc => self.z_func.word().into(),
            StateKey::BlendMode => self.blend_mode.text(),
            StateKey::CullMode => self.cull_mode.word().into(),
            StateKey::AlphaToCoverage => self.alpha_to_coverage.to_string(),
            StateKey::TessPatchVertices => self.tess_patch_vertices.to_string(),
        }
    }

    /// The vertices of a patch that the engine makes of [`tess_patch_vertices`](Self::tess_patch_vertices).
    #[must_use]
    pub fn patch_vertices(&self) -> u16 {
        // Sixteen bits are kept, as in the engine.
        match self.tess_patch_vertices {
            0 => 1,
            count => (count & 0xffff) as u16,
        }
    }
}
