//! The words of the FX grammar. The engine compares them without case.

use serde::{Deserialize, Serialize};

macro_rules! keywords {
    ($(#[$meta:meta])* $Name:ident {
        $($(#[$doc:meta])* $Variant:ident $word:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $Name {
            $($(#[$doc])* #[serde(rename = $word)] $Variant),+
        }

        impl $Name {
            /// Every one of them.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),+];

            /// The word in the grammar.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word),+
                }
            }

            /// The one that a word means, whatever its case.
            #[must_use]
            pub fn from_word(word: &[u8]) -> Option<Self> {
                let all = Self::ALL.iter();
                let mut same = all.filter(|known| known.word().as_bytes().eq_ignore_ascii_case(word));
                same.next().copied()
            }
        }
    };
}

keywords! {
    /// Which back end of the engine takes a context; the others check it and drop it.
    Backend {
        /// Outside any block.
        OpenGL2 "OpenGL2",
        /// In a block `OpenGL4 { … }`.
        OpenGL4 "OpenGL4",
        /// In a block `OpenGLES3 { … }`.
        OpenGLES3 "OpenGLES3",
    }
}

keywords! {
    /// A programmable stage, and the code section that it runs.
    Stage {
        /// Runs per vertex.
        VertexShader "VertexShader",
        /// Runs per fragment.
        PixelShader "PixelShader",
        /// Runs per primitive; needs a device with geometry shaders.
        GeometryShader "GeometryShader",
        /// Runs per patch, before tessellation; needs a device with tessellation.
        TessControlShader "TessControlShader",
        /// Runs per tessellated vertex; needs a device with tessellation.
        TessEvalShader "TessEvalShader",
        /// Runs alone, outside the pipeline; needs a device with compute shaders.
        ComputeShader "ComputeShader",
    }
}

keywords! {
    /// What a fragment's depth must be against the depth buffer, to be drawn.
    ZFunc {
        /// Not farther.
        LessEqual "LessEqual",
        /// Anything.
        Always "Always",
        /// The same.
        Equal "Equal",
        /// Nearer.
        Less "Less",
        /// Farther.
        Greater "Greater",
        /// Not nearer.
        GreaterEqual "GreaterEqual",
    }
}

keywords! {
    /// Which faces are left out.
    CullMode {
        /// Those turned away.
        Back "Back",
        /// Those turned to the viewer.
        Front "Front",
        /// None.
        None "None",
    }
}

keywords! {
    /// What a colour is multiplied with when it is blended.
    BlendFactor {
        /// Nothing of it.
        Zero "Zero",
        /// All of it.
        One "One",
        /// The alpha of the new fragment.
        SrcAlpha "SrcAlpha",
        /// One less the alpha of the new fragment.
        OneMinusSrcAlpha "OneMinusSrcAlpha",
        /// The alpha in the frame buffer.
        DestAlpha "DestAlpha",
        /// One less the alpha in the frame buffer.
        OneMinusDestAlpha "OneMinusDestAlpha",
        /// The colour in the frame buffer.
        DestColor "DestColor",
        /// The colour of the new fragment.
        SrcColor "SrcColor",
        /// One less the colour in the frame buffer.
        OneMinusDestColor "OneMinusDestColor",
        /// One less the colour of the new fragment.
        OneMinusSrcColor "OneMinusSrcColor",
    }
}

keywords! {
    /// A setting of a context.
    StateKey {
        /// [`z_write_enable`](super::RenderState::z_write_enable).
        ZWriteEnable "ZWriteEnable",
        /// [`z_enable`](super::RenderState::z_enable).
        ZEnable "ZEnable",
        /// [`z_func`](super::RenderState::z_func).
        ZFunc "ZFunc",
        /// [`blend_mode`](super::RenderState::blend_mode).
        BlendMode "BlendMode",
        /// [`cull_mode`](super::RenderState::cull_mode).
        CullMode "CullMode",
        /// [`alpha_to_coverage`](super::RenderState::alpha_to_coverage).
        AlphaToCoverage "AlphaToCoverage",
        /// [`tess_patch_vertices`](super::RenderState::tess_patch_vertices).
        TessPatchVertices "TessPatchVertices",
    }
}

keywords! {
    /// What a sampler samples.
    SamplerType {
        /// A picture; without a texture the built-in white one.
        Sampler2D "sampler2D",
        /// Six faces; without a texture the built-in black ones.
        SamplerCube "samplerCube",
        /// A volume; without a texture the built-in one.
        Sampler3D "sampler3D",
    }
}

keywords! {
    /// What is found outside a texture.
    Address {
        /// The texture again.
        Wrap "Wrap",
        /// Its edge.
        Clamp "Clamp",
        /// A border colour; the manual does not know it.
        Border "Border",
    }
}

keywords! {
    /// How a texture is filtered.
    Filter {
        /// The nearest texel.
        None "None",
        /// Between texels of the nearest mip level.
        Bilinear "Bilinear",
        /// Between texels and mip levels.
        Trilinear "Trilinear",
    }
}

keywords! {
    /// What a texture is bound as.
    Usage {
        /// A texture.
        Texture "Texture",
        /// An image that a compute shader reads.
        ComputeImageRO "ComputeImageRO",
        /// An image that a compute shader writes.
        ComputeImageWO "ComputeImageWO",
        /// An image that a compute shader reads and writes.
        ComputeImageRW "ComputeImageRW",
    }
}

keywords! {
    /// A setting of a sampler.
    SamplerKey {
        /// [`tex_unit`](super::Sampler::tex_unit).
        TexUnit "TexUnit",
        /// [`address`](super::Sampler::address).
        Address "Address",
        /// [`filter`](super::Sampler::filter).
        Filter "Filter",
        /// [`max_anisotropy`](super::Sampler::max_anisotropy).
        MaxAnisotropy "MaxAnisotropy",
        /// [`usage`](super::Sampler::usage).
        Usage "Usage",
    }
}

keywords! {
    /// How many numbers a uniform has.
    UniformType {
        /// One.
        Float "float",
        /// Four.
        Float4 "float4",
    }
}

impl UniformType {
    /// How many numbers.
    #[must_use]
    pub const fn components(self) -> usize {
        match self {
            Self::Float => 1,
            Self::Float4 => 4,
        }
    }
}
