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

    Image {
        name: String,
        uri: Option<String>,
        mime_type "mimeType": Option<String>,
        buffer_view "bufferView": Option<usize>,
        extras: Extras,
    }
}
