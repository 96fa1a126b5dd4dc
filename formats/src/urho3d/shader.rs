//! Urho3D compiled shader: `.vs4`, `.ps4` and their like, magic `USHD`.
//!
//! The engine compiles a shader once per set of defines and keeps the bytecode, and what it must know to
//! feed it, beside the source. The file name ends with the hash of the defines.
//!
//! The layout depends on the shader model. Files of models 2 and 3 do not say whether they hold
//! one variation, as since Urho3D 1.2, or all of them, as in 1.1.
//!
//! After `D3D9ShaderVariation.cpp` and `D3D11ShaderVariation.cpp` of Urho3D, and `VKShaderVariation.cpp`
//! of Urho3D-FromBones. OpenGL keeps no binaries, and rbfx has a format of its own.

mod bytecode;
mod elements;
mod inspect;
pub mod rules;
mod spirv;

use binrw::binrw;
use formwork_schema::{Blob, CString, Packed, Schema, count, dialects, enums, reserving, versions};
use serde::{Deserialize, Serialize};

pub use bytecode::Bytecode;
pub use elements::Rule;

/// Shader model of Direct3D 9 in its smaller form.
const MODEL_2: u16 = 2;
/// Shader model of Direct3D 9.
const MODEL_3: u16 = 3;
/// Shader model of Direct3D 11.
const MODEL_4: u16 = 4;
/// What Urho3D-FromBones calls Vulkan.
const MODEL_5: u16 = 5;

versions! {
    /// Magic of a compiled shader; what follows depends on the shader model.
    pub struct Version {
        /// The Urho3D family, since 1.1.
        b"USHD" implies 1;
    }
}

dialects! {
    /// Which Urho3D wrote a file of shader model 2 or 3.
    pub enum Revision {
        /// 1.2 and later: one variation per file.
        Current = "current",
        /// 1.1: all variations in one file.
        Urho1_1 = "urho3d_1_1",
    }
}

impl Revision {
    /// One variation per file.
    pub const CURRENT: Self = Self::Current;
    /// All variations in one file.
    pub const URHO_1_1: Self = Self::Urho1_1;
}

enums! {
    /// What a shader is run for.
    pub struct Stage: u16 {
        /// Every vertex.
        VERTEX = 0;
        /// Every pixel.
        PIXEL = 1;
    }
}

/// A compiled shader of the Urho3D family: bytecode, and the parameters and textures that it wants.
#[derive(Schema)]
#[schema(
    format = "urho3d.shader",
    extension = "vs4",
    extension = "ps4",
    extension = "vs3",
    extension = "ps3",
    extension = "vs2",
    extension = "ps2",
    extension = "vs5",
    extension = "ps5"
)]
#[binrw]
#[brw(little)]
#[br(import(reading: Revision))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shader {
    /// Magic.
    pub version: Version,

    /// What the shader is run for.
    pub stage: Stage,

    /// Shader model: 2 and 3 are Direct3D 9, 4 is Direct3D 11, 5 is Vulkan.
    #[br(assert(
        model == MODEL_2 || model == MODEL_3 || model == MODEL_4 || model == MODEL_5,
        "how this shader model is stored is not known; known are 2 to 5"
    ))]
    pub model: u16,

    /// How the file was read where its shader model leaves that open.
    #[schema(dialect)]
    #[br(if(model <= MODEL_3), args(reading))]
    pub revision: Option<Revision>,

    /// Stands for the vertex elements that the shader reads; 0 for pixel shaders. A mask or a hash, by
    /// the revision of the engine, which the file does not tell; in model 5 a hash of input locations.
    #[br(if(model >= MODEL_4))]
    #[schema(unit = "hash")]
    pub element_word: Option<u32>,

    #[br(temp, if(model == MODEL_5))]
    #[bw(if(descriptor_sets.is_some()), try_calc(count(descriptor_sets)))]
    descriptor_set_count: u32,
    /// How Vulkan hands resources to the shader.
    #[br(if(model == MODEL_5), count = descriptor_set_count)]
    pub descriptor_sets: Option<Vec<DescriptorSet>>,

    #[br(temp)]
    #[bw(try_calc(count(parameters)))]
    parameter_count: u32,
    /// The constants that the shader wants.
    #[br(count = parameter_count, args { inner: (model, reading) }, parse_with = reserving)]
    pub parameters: Vec<Parameter>,

    #[br(temp)]
    #[bw(try_calc(count(texture_units)))]
    texture_unit_count: u32,
    /// The textures that the shader wants.
    #[br(count = texture_unit_count, parse_with = reserving)]
    pub texture_units: Vec<TextureUnit>,

    #[br(temp, if(model <= MODEL_3 && reading == Revision::URHO_1_1))]
    #[bw(if(variations.is_some()), try_calc(count(variations)))]
    variation_count: u32,
    /// The shader under each set of defines; Urho3D 1.1 only.
    #[br(
        if(model <= MODEL_3 && reading == Revision::URHO_1_1),
        count = variation_count,
        args { inner: (parameter_count, texture_unit_count) }
    )]
    pub variations: Option<Vec<Variation>>,

    #[br(temp, if(model >= MODEL_4 || reading == Revision::CURRENT))]
    #[bw(if(bytecode.is_some()), try_calc(count(bytecode)))]
    bytecode_size: u32,
    /// What the graphics driver compiles: Direct3D 9 tokens, DXBC or SPIR-V. Direct3D 9 tokens are
    /// without their leading comments.
    #[br(if(model >= MODEL_4 || reading == Revision::CURRENT), count = bytecode_size)]
    pub bytecode: Option<Blob>,
}

/// Resources that Vulkan binds together.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptorSet {
    /// Number of the set in the shader.
    pub index: u8,

    #[br(temp)]
    #[bw(try_calc(count(bindings)))]
    binding_count: u8,
    /// The resources.
    #[br(count = binding_count)]
    pub bindings: Vec<Binding>,
}

/// A resource, or several in a row, as Vulkan binds it.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Number of the binding in its set.
    pub id: u8,
    /// What is bound.
    pub kind: DescriptorKind,
    /// The first unit: of textures, or of constant buffers.
    pub first_unit: u8,
    /// How many units.
    pub unit_count: u8,
}

enums! {
    /// What Vulkan binds, by the numbers of its own `VkDescriptorType`.
    pub struct DescriptorKind: u8 {
        /// How textures are filtered.
        SAMPLER = 0;
        /// A texture, and how it is filtered.
        COMBINED_IMAGE_SAMPLER = 1;
        /// A texture.
        SAMPLED_IMAGE = 2;
        /// An image that may be written.
        STORAGE_IMAGE = 3;
        /// A buffer of formatted texels.
        UNIFORM_TEXEL_BUFFER = 4;
        /// The same, to be written.
        STORAGE_TEXEL_BUFFER = 5;
        /// Constants.
        UNIFORM_BUFFER = 6;
        /// A buffer that may be written.
        STORAGE_BUFFER = 7;
        /// Constants, at an offset that changes from draw to draw.
        UNIFORM_BUFFER_DYNAMIC = 8;
        /// A buffer that may be written, at such an offset.
        STORAGE_BUFFER_DYNAMIC = 9;
        /// A picture that an earlier part of the render pass left.
        INPUT_ATTACHMENT = 10;
    }
}

/// A constant that the shader wants.
#[derive(Schema)]
#[binrw]
#[br(import(model: u16, reading: Revision))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name, without the letter that marks a constant in the source.
    pub name: CString,

    /// The first register that it occupies.
    #[br(if(model <= MODEL_3))]
    pub register: Option<u8>,

    /// How many registers it occupies, of four numbers each.
    #[br(if(model <= MODEL_3 && reading == Revision::CURRENT))]
    pub register_count: Option<u8>,

    /// The constant buffer that it is in.
    #[br(if(model >= MODEL_4))]
    pub buffer: Option<u8>,

    /// Where it begins in the buffer, in bytes.
    #[schema(unit = "bytes")]
    #[br(if(model >= MODEL_4))]
    pub offset: Option<u32>,

    /// Its size, in bytes.
    #[schema(unit = "bytes")]
    #[br(if(model >= MODEL_4))]
    pub size: Option<u32>,
}

/// A texture that the shader wants.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureUnit {
    /// Name, without the letter that marks a sampler in the source. Empty in Vulkan's shaders.
    pub name: CString,
    /// The unit that the texture is bound to.
    pub unit: u8,
}

/// The shader under one set of defines.
#[derive(Schema)]
#[binrw]
#[br(import(parameter_count: u32, texture_unit_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// Name of the variation.
    pub name: CString,

    /// For each parameter of the file, whether this variation wants it: 1, or 0.
    #[br(count = parameter_count)]
    pub used_parameters: Packed<u8>,

    /// For each texture unit of the file, whether this variation wants it: 1, or 0.
    #[br(count = texture_unit_count)]
    pub used_texture_units: Packed<u8>,

    #[br(temp)]
    #[bw(try_calc(count(bytecode)))]
    bytecode_size: u32,
    /// What the graphics driver compiles: Direct3D 9 tokens.
    #[br(count = bytecode_size)]
    pub bytecode: Blob,
}
