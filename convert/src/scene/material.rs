//! Surfaces.

use bytes::Bytes;
use serde_json::{Map, Value};

/// One surface, as glTF describes them.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// The file that it comes from, as others refer to it.
    pub file: Option<String>,
    /// Linear colour and opacity.
    pub base_color: [f32; 4],
    /// Its picture.
    pub base_color_texture: Option<Texture>,
    /// 0 to 1.
    pub metallic: f32,
    /// 0 to 1.
    pub roughness: f32,
    /// Green is roughness, blue metalness.
    pub metallic_roughness_texture: Option<Texture>,
    /// Directions across the surface.
    pub normal_texture: Option<Texture>,
    /// How strongly those count.
    pub normal_scale: f32,
    /// Red is how much light gets there.
    pub occlusion_texture: Option<Texture>,
    /// Linear colour of the light that it sends.
    pub emissive: [f32; 3],
    /// Its picture.
    pub emissive_texture: Option<Texture>,
    /// What opacity means.
    pub alpha: AlphaMode,
    /// Seen from behind as well.
    pub double_sided: bool,
    /// Not lit.
    pub unlit: bool,
    /// What the file says that nothing else here holds: techniques, flags, parameters, by name.
    pub notes: Map<String, Value>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            file: None,
            base_color: [1.0; 4],
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            emissive: [0.0; 3],
            emissive_texture: None,
            alpha: AlphaMode::Opaque,
            double_sided: false,
            unlit: false,
            notes: Map::new(),
        }
    }
}

/// What opacity means.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum AlphaMode {
    /// Nothing.
    #[default]
    Opaque,
    /// Below this there is nothing to see.
    Mask(f32),
    /// What is behind shines through.
    Blend,
}

impl AlphaMode {
    /// The opacity that shaders mask at which know no other, and that glTF means where it says none.
    pub const CUTOFF: f32 = 0.5;

    /// Whether such shaders mask at another opacity than this.
    #[must_use]
    pub fn has_own_cutoff(self) -> bool {
        matches!(self, Self::Mask(cutoff) if cutoff != Self::CUTOFF)
    }
}

/// A picture on a surface.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Which, by place in [`Scene::images`](super::Scene::images).
    pub image: usize,
    /// Which texture coordinates.
    pub set: u8,
    /// Whether it has a sampler or a transform that only glTF knows.
    pub has_details: bool,
}

/// A picture, as it is stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// The file that others refer to.
    pub file: Option<String>,
    /// What it holds, where that is known.
    pub bytes: Option<Bytes>,
    /// How the output refers to the file where it was found: relative to the output's folder.
    pub link: Option<String>,
}
