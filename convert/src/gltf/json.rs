//! What the JSON of a glTF file says.
//!
//! Members that are not here are let go when a file is read; none is needed to read a scene. Members are written in the order of
//! these structs, and only where they say something.

mod surface;
mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(super) use self::{
    surface::{Image, Material, Pbr, Texture, TextureInfo},
    text::written,
};
use super::{
    extras::Extras,
    origin::Origin,
    skip::{is_false, is_none, is_zero},
};

/// A file.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    pub asset: Asset,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub scene: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "is_none")]
    pub extensions: Option<RootExtensions>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Asset {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub generator: String,
    pub version: String,
    #[serde(skip_serializing_if = "is_none")]
    pub min_version: Option<String>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct RootExtensions {
    #[serde(rename = "FW_origin", skip_serializing_if = "is_none")]
    pub origin: Option<Box<Origin>>,
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "is_none")]
    pub lights: Option<Lights>,
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Lights {
    pub lights: Vec<Light>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Scene {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<usize>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Node {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub matrix: Option<[f32; 16]>,
    #[serde(skip_serializing_if = "is_none")]
    pub translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "is_none")]
    pub scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub mesh: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub skin: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub weights: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "is_none")]
    pub camera: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub extensions: Option<NodeExtensions>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "is_none")]
    pub light: Option<LightReference>,
    #[serde(rename = "MSFT_lod", skip_serializing)]
    pub lod: Option<MsftLod>,
    #[serde(flatten, skip_serializing)]
    pub others: Map<String, Value>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(super) struct LightReference {
    pub light: usize,
}

#[derive(Debug, Default, Clone, Deserialize)]
pub(super) struct MsftLod {
    pub ids: Vec<usize>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mesh {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

/// What one primitive or one morph target has, by name.
pub(super) type Attributes = BTreeMap<String, usize>;

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Primitive {
    pub attributes: Attributes,
    #[serde(skip_serializing_if = "is_none")]
    pub indices: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub material: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub mode: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Attributes>,
    #[serde(skip_serializing)]
    pub extensions: Map<String, Value>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Skin {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "is_none")]
    pub inverse_bind_matrices: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub skeleton: Option<usize>,
    pub joints: Vec<usize>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Animation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub channels: Vec<Channel>,
    pub samplers: Vec<AnimationSampler>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Channel {
    pub sampler: usize,
    pub target: ChannelTarget,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ChannelTarget {
    #[serde(skip_serializing_if = "is_none")]
    pub node: Option<usize>,
    pub path: String,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(super) struct AnimationSampler {
    pub input: usize,
    pub output: usize,
    #[serde(default, skip_serializing_if = "is_none")]
    pub interpolation: Option<String>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Camera {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "is_none")]
    pub perspective: Option<Perspective>,
    #[serde(skip_serializing_if = "is_none")]
    pub orthographic: Option<Orthographic>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Perspective {
    #[serde(skip_serializing_if = "is_none")]
    pub aspect_ratio: Option<f32>,
    pub yfov: f32,
    pub znear: f32,
    #[serde(skip_serializing_if = "is_none")]
    pub zfar: Option<f32>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Orthographic {
    pub xmag: f32,
    pub ymag: f32,
    pub znear: f32,
    pub zfar: f32,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Light {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "is_none")]
    pub color: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub intensity: Option<f32>,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "is_none")]
    pub range: Option<f32>,
    #[serde(skip_serializing_if = "is_none")]
    pub spot: Option<Spot>,
    #[serde(skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Spot {
    #[serde(skip_serializing_if = "is_none")]
    pub inner_cone_angle: Option<f32>,
    #[serde(skip_serializing_if = "is_none")]
    pub outer_cone_angle: Option<f32>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Accessor {
    #[serde(skip_serializing_if = "is_none")]
    pub buffer_view: Option<usize>,
    #[serde(skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(skip_serializing_if = "is_false")]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f32>,
    #[serde(skip_serializing_if = "is_none")]
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(super) struct Sparse {
    pub count: u64,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub buffer_view: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    pub component_type: u32,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub buffer_view: usize,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct BufferView {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub buffer: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    pub byte_length: u64,
    #[serde(skip_serializing_if = "is_none")]
    pub byte_stride: Option<u64>,
    #[serde(skip_serializing_if = "is_none")]
    pub target: Option<u32>,
    #[serde(skip_serializing)]
    pub extensions: Map<String, Value>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Buffer {
    #[serde(skip_serializing_if = "is_none")]
    pub uri: Option<String>,
    pub byte_length: u64,
}
