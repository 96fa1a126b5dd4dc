//! Materials, textures and images.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::gltf::{
    extras::Extras,
    skip::{is_false, is_none},
};

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::gltf) struct Material {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "is_none")]
    pub pbr_metallic_roughness: Option<Pbr>,
    #[serde(skip_serializing_if = "is_none")]
    pub normal_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "is_none")]
    pub occlusion_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "is_none")]
    pub emissive_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "is_none")]
    pub emissive_factor: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub alpha_mode: Option<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub alpha_cutoff: Option<f32>,
    #[serde(skip_serializing_if = "is_false")]
    pub double_sided: bool,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extensions: Map<String, Value>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::gltf) struct Pbr {
    #[serde(skip_serializing_if = "is_none")]
    pub base_color_factor: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "is_none")]
    pub base_color_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "is_none")]
    pub metallic_factor: Option<f32>,
    #[serde(skip_serializing_if = "is_none")]
    pub roughness_factor: Option<f32>,
    #[serde(skip_serializing_if = "is_none")]
    pub metallic_roughness_texture: Option<TextureInfo>,
}

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::gltf) struct TextureInfo {
    pub index: usize,
    #[serde(skip_serializing_if = "is_none")]
    pub tex_coord: Option<u8>,
    #[serde(skip_serializing_if = "is_none")]
    pub scale: Option<f32>,
    #[serde(skip_serializing)]
    pub strength: Option<f32>,
    #[serde(skip_serializing)]
    pub extensions: Map<String, Value>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::gltf) struct Texture {
    #[serde(skip_serializing)]
    pub sampler: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub source: Option<usize>,
    #[serde(skip_serializing)]
    pub extensions: Map<String, Value>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::gltf) struct Image {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "is_none")]
    pub uri: Option<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub mime_type: Option<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub buffer_view: Option<usize>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}
