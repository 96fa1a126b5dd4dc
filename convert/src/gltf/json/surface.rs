//! Materials, textures and images.

use serde_json::{Map, Value};

use crate::gltf::{extras::Extras, typed::objects};

objects! {
    Material {
        name: String,
        pbr_metallic_roughness "pbrMetallicRoughness": Option<Pbr>,
        normal_texture "normalTexture": Option<TextureInfo>,
        occlusion_texture "occlusionTexture": Option<TextureInfo>,
        emissive_texture "emissiveTexture": Option<TextureInfo>,
        emissive_factor "emissiveFactor": Option<[f32; 3]>,
        alpha_mode "alphaMode": Option<String>,
        alpha_cutoff "alphaCutoff": Option<f32>,
        double_sided "doubleSided": bool = Nonzero,
        extensions: Map<String, Value>,
        extras: Extras,
    }

    Pbr {
        base_color_factor "baseColorFactor": Option<[f32; 4]>,
        base_color_texture "baseColorTexture": Option<TextureInfo>,
        metallic_factor "metallicFactor": Option<f32>,
        roughness_factor "roughnessFactor": Option<f32>,
        metallic_roughness_texture "metallicRoughnessTexture": Option<TextureInfo>,
    }

    TextureInfo {
        index: usize = Always,
        tex_coord "texCoord": Option<u8>,
        scale: Option<f32>,
        strength: Option<f32> = Read,
        extensions: Map<String, Value> = Read,
    }

    Texture {
        sampler: Option<usize> = Read,
        source: Option<usize>,
        extensions: Map<String, Value> = Read,
    }

    Sampler {
        mag_filter "magFilter": Option<u32> = Read,
        min_filter "minFilter": Option<u32> = Read,
        wrap_s "wrapS": Option<u32> = Read,
        wrap_t "wrapT": Option<u32> = Read,
    }

    Image {
        name: String,
        uri: Option<String>,
        mime_type "mimeType": Option<String>,
        buffer_view "bufferView": Option<usize>,
        extras: Extras,
    }
}

impl Sampler {
    /// Whether engines sample so by default: repeated, and linearly within mip levels and between them.
    pub(in crate::gltf) fn is_default(&self) -> bool {
        let is = |member: Option<u32>, usual: u32| member.is_none_or(|it| it == usual);
        is(self.wrap_s, REPEAT)
            && is(self.wrap_t, REPEAT)
            && is(self.mag_filter, LINEAR)
            && is(self.min_filter, LINEAR_MIPMAP_LINEAR)
    }
}

const REPEAT: u32 = 10497;
const LINEAR: u32 = 9729;
const LINEAR_MIPMAP_LINEAR: u32 = 9987;

impl TextureInfo {
    /// Whether the texture is moved, turned or scaled.
    pub(in crate::gltf) fn is_transformed(&self) -> bool {
        let Some(transform) = self.extensions.get(TRANSFORM) else {
            return false;
        };
        let is = |member: &str, usual: &[f64]| {
            let numbers = match transform.get(member) {
                None => return true,
                Some(Value::Array(numbers)) => numbers.iter().map(Value::as_f64).collect(),
                Some(number) => vec![number.as_f64()],
            };
            numbers.into_iter().eq(usual.iter().copied().map(Some))
        };
        !(is("offset", &[0.0; 2]) && is("rotation", &[0.0]) && is("scale", &[1.0; 2]))
    }

    /// Which texture coordinates: a transform may say others.
    pub(in crate::gltf) fn set(&self) -> u8 {
        let own = self.extensions.get(TRANSFORM);
        let own = own.and_then(|it| it.get("texCoord")?.as_u64());
        let own = own.and_then(|set| u8::try_from(set).ok());
        own.or(self.tex_coord).unwrap_or(0)
    }
}

const TRANSFORM: &str = "KHR_texture_transform";
