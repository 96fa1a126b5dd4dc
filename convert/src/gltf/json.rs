//! What the JSON of a glTF file says.
//!
//! Members that are not here are let go when a file is read; none is needed to read a scene. Members are written in the order of
//! these structs, and only where they say something.

mod surface;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub(super) use self::surface::{Image, Material, Pbr, Sampler, Texture, TextureInfo};
use super::{extras::Extras, origin::Origin, typed::objects};

/// What one primitive or one morph target has, by name.
pub(super) type Attributes = BTreeMap<String, usize>;

objects! {
    /// A file.
    Document {
        asset: Asset = Always,
        extensions_used "extensionsUsed": Vec<String>,
        extensions_required "extensionsRequired": Vec<String>,
        scene: Option<usize>,
        scenes: Vec<Scene>,
        nodes: Vec<Node>,
        meshes: Vec<Mesh>,
        skins: Vec<Skin>,
        animations: Vec<Animation>,
        materials: Vec<Material>,
        textures: Vec<Texture>,
        samplers: Vec<Sampler> = Read,
        images: Vec<Image>,
        cameras: Vec<Camera>,
        accessors: Vec<Accessor>,
        buffer_views "bufferViews": Vec<BufferView>,
        buffers: Vec<Buffer>,
        extensions: Option<RootExtensions>,
        extras: Extras,
    }

    Asset { generator: String, version: String = Always, min_version "minVersion": Option<String> }

    RootExtensions {
        origin "FW_origin": Option<Box<Origin>>,
        lights "KHR_lights_punctual": Option<Lights>,
        others: Map<String, Value> = Rest,
    }

    Lights { lights: Vec<Light> = Always }

    Scene { name: String, nodes: Vec<usize>, extras: Extras }

    Node {
        name: String,
        children: Vec<usize>,
        matrix: Option<[f32; 16]>,
        translation: Option<[f32; 3]>,
        rotation: Option<[f32; 4]>,
        scale: Option<[f32; 3]>,
        mesh: Option<usize>,
        skin: Option<usize>,
        weights: Option<Vec<f32>>,
        camera: Option<usize>,
        extensions: Option<NodeExtensions>,
        extras: Extras,
    }

    NodeExtensions {
        light "KHR_lights_punctual": Option<LightReference>,
        lod "MSFT_lod": Option<MsftLod> = Read,
        instancing "EXT_mesh_gpu_instancing": Option<Instancing> = Read,
        others: Map<String, Value> = Rest,
    }

    LightReference { light: usize = Needed }

    Instancing { attributes: Attributes = Needed }

    MsftLod { ids: Vec<usize> = Needed }

    Mesh { name: String, primitives: Vec<Primitive> = Always, weights: Vec<f32>, extras: Extras }

    Primitive {
        attributes: Attributes = Always,
        indices: Option<usize>,
        material: Option<usize>,
        mode: Option<u32>,
        targets: Vec<Attributes>,
        extensions: Map<String, Value> = Read,
        extras: Extras,
    }

    Skin {
        name: String,
        inverse_bind_matrices "inverseBindMatrices": Option<usize>,
        skeleton: Option<usize>,
        joints: Vec<usize> = Always,
        extras: Extras,
    }

    Animation {
        name: String,
        channels: Vec<Channel> = Always,
        samplers: Vec<AnimationSampler> = Always,
        extras: Extras,
    }

    Channel { sampler: usize = Always, target: ChannelTarget = Always, extras: Extras }

    ChannelTarget { node: Option<usize>, path: String = Always }

    AnimationSampler {
        input: usize = Needed,
        output: usize = Needed,
        interpolation: Option<String>,
    }

    Camera {
        name: String,
        kind "type": String = Always,
        perspective: Option<Perspective>,
        orthographic: Option<Orthographic>,
        extras: Extras,
    }

    Perspective {
        aspect_ratio "aspectRatio": Option<f32>,
        yfov: f32 = Always,
        znear: f32 = Always,
        zfar: Option<f32>,
    }

    Orthographic { xmag: f32 = Always, ymag: f32 = Always, znear: f32 = Always, zfar: f32 = Always }

    Light {
        name: String,
        color: Option<[f32; 3]>,
        intensity: Option<f32>,
        kind "type": String = Always,
        range: Option<f32>,
        spot: Option<Spot>,
        extras: Extras,
    }

    Spot {
        inner_cone_angle "innerConeAngle": Option<f32>,
        outer_cone_angle "outerConeAngle": Option<f32>,
    }

    Accessor {
        buffer_view "bufferView": Option<usize>,
        byte_offset "byteOffset": u64 = Nonzero,
        component_type "componentType": u32 = Always,
        normalized: bool = Nonzero,
        count: u64 = Always,
        kind "type": String = Always,
        max: Vec<f32>,
        min: Vec<f32>,
        sparse: Option<Sparse>,
    }

    Sparse { count: u64 = Needed, indices: SparseIndices = Needed, values: SparseValues = Needed }

    SparseIndices {
        buffer_view "bufferView": usize = Needed,
        byte_offset "byteOffset": u64 = Nonzero,
        component_type "componentType": u32 = Needed,
    }

    SparseValues {
        buffer_view "bufferView": usize = Needed,
        byte_offset "byteOffset": u64 = Nonzero,
    }

    BufferView {
        name: String,
        buffer: usize = Always,
        byte_offset "byteOffset": u64 = Nonzero,
        byte_length "byteLength": u64 = Always,
        byte_stride "byteStride": Option<u64>,
        target: Option<u32>,
        extensions: Map<String, Value> = Read,
    }

    Buffer { uri: Option<String>, byte_length "byteLength": u64 = Always }
}
