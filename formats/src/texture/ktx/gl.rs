//! Pixel formats by the numbers of OpenGL.

use formwork_schema::enums;

enums! {
    /// How a graphics card keeps pixels, by its number in OpenGL.
    pub struct InternalFormat: u32 {
        /// One channel, red; the kind of number is told apart.
        RED = 0x1903;
        /// One channel, alpha.
        ALPHA = 0x1906;
        /// Three channels.
        RGB = 0x1907;
        /// Four channels.
        RGBA = 0x1908;
        /// One channel, grey.
        LUMINANCE = 0x1909;
        /// Grey and alpha.
        LUMINANCE_ALPHA = 0x190a;
        /// Alpha of 8 bits.
        ALPHA8 = 0x803c;
        /// Grey of 8 bits.
        LUMINANCE8 = 0x8040;
        /// Grey and alpha of 8 bits each.
        LUMINANCE8_ALPHA8 = 0x8045;
        /// Three channels of 8 bits each.
        RGB8 = 0x8051;
        /// Four channels of 4 bits each.
        RGBA4 = 0x8056;
        /// Three channels of 5 bits each, and one bit of alpha.
        RGB5_A1 = 0x8057;
        /// Four channels of 8 bits each.
        RGBA8 = 0x8058;
        /// Three channels of 10 bits each, and two bits of alpha.
        RGB10_A2 = 0x8059;
        /// Four channels of 16 bits each.
        RGBA16 = 0x805b;
        /// Four channels of 8 bits each, blue first.
        BGRA = 0x80e1;
        /// One channel of 8 bits.
        R8 = 0x8229;
        /// One channel of 16 bits.
        R16 = 0x822a;
        /// Two channels of 8 bits each.
        RG8 = 0x822b;
        /// Two channels of 16 bits each.
        RG16 = 0x822c;
        /// One half float.
        R16F = 0x822d;
        /// One float.
        R32F = 0x822e;
        /// Two half floats.
        RG16F = 0x822f;
        /// Two floats.
        RG32F = 0x8230;
        /// Blocks of BC1: colours.
        COMPRESSED_RGB_S3TC_DXT1 = 0x83f0;
        /// Blocks of BC1: colours and one bit of alpha.
        COMPRESSED_RGBA_S3TC_DXT1 = 0x83f1;
        /// Blocks of BC2: colours and four bits of alpha.
        COMPRESSED_RGBA_S3TC_DXT3 = 0x83f2;
        /// Blocks of BC3: colours and smooth alpha.
        COMPRESSED_RGBA_S3TC_DXT5 = 0x83f3;
        /// Four floats.
        RGBA32F = 0x8814;
        /// Three floats.
        RGB32F = 0x8815;
        /// Four half floats.
        RGBA16F = 0x881a;
        /// Three half floats.
        RGB16F = 0x881b;
        /// Blocks of PVRTC, 4 bits a pixel: colours.
        COMPRESSED_RGB_PVRTC_4BPPV1 = 0x8c00;
        /// Blocks of PVRTC, 2 bits a pixel: colours.
        COMPRESSED_RGB_PVRTC_2BPPV1 = 0x8c01;
        /// Blocks of PVRTC, 4 bits a pixel: colours and alpha.
        COMPRESSED_RGBA_PVRTC_4BPPV1 = 0x8c02;
        /// Blocks of PVRTC, 2 bits a pixel: colours and alpha.
        COMPRESSED_RGBA_PVRTC_2BPPV1 = 0x8c03;
        /// Three small floats in 32 bits.
        R11F_G11F_B10F = 0x8c3a;
        /// Three numbers with one exponent in 32 bits.
        RGB9_E5 = 0x8c3d;
        /// Three channels of 8 bits each, colours in sRGB.
        SRGB8 = 0x8c41;
        /// Four channels of 8 bits each, colours in sRGB.
        SRGB8_ALPHA8 = 0x8c43;
        /// Blocks of BC1: colours in sRGB.
        COMPRESSED_SRGB_S3TC_DXT1 = 0x8c4c;
        /// Blocks of BC1: colours in sRGB and one bit of alpha.
        COMPRESSED_SRGB_ALPHA_S3TC_DXT1 = 0x8c4d;
        /// Blocks of BC2: colours in sRGB and four bits of alpha.
        COMPRESSED_SRGB_ALPHA_S3TC_DXT3 = 0x8c4e;
        /// Blocks of BC3: colours in sRGB and smooth alpha.
        COMPRESSED_SRGB_ALPHA_S3TC_DXT5 = 0x8c4f;
        /// Three channels of 5, 6 and 5 bits.
        RGB565 = 0x8d62;
        /// Blocks of BC4: one channel, shown as grey.
        COMPRESSED_LUMINANCE_LATC1 = 0x8c70;
        /// Blocks of BC4: one channel with sign, shown as grey.
        COMPRESSED_SIGNED_LUMINANCE_LATC1 = 0x8c71;
        /// Blocks of BC5: two channels, shown as grey and alpha.
        COMPRESSED_LUMINANCE_ALPHA_LATC2 = 0x8c72;
        /// Blocks of BC5: two channels with sign, shown as grey and alpha.
        COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2 = 0x8c73;
        /// Blocks of ETC1: colours.
        ETC1_RGB8 = 0x8d64;
        /// Blocks of BC4: one channel.
        COMPRESSED_RED_RGTC1 = 0x8dbb;
        /// Blocks of BC4: one channel with sign.
        COMPRESSED_SIGNED_RED_RGTC1 = 0x8dbc;
        /// Blocks of BC5: two channels.
        COMPRESSED_RG_RGTC2 = 0x8dbd;
        /// Blocks of BC5: two channels with sign.
        COMPRESSED_SIGNED_RG_RGTC2 = 0x8dbe;
        /// Blocks of BC7: colours and alpha.
        COMPRESSED_RGBA_BPTC_UNORM = 0x8e8c;
        /// Blocks of BC7: colours in sRGB and alpha.
        COMPRESSED_SRGB_ALPHA_BPTC_UNORM = 0x8e8d;
        /// Blocks of BC6H: half floats with sign.
        COMPRESSED_RGB_BPTC_SIGNED_FLOAT = 0x8e8e;
        /// Blocks of BC6H: half floats without sign.
        COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT = 0x8e8f;
        /// Blocks of EAC: one channel.
        COMPRESSED_R11_EAC = 0x9270;
        /// Blocks of EAC: one channel with sign.
        COMPRESSED_SIGNED_R11_EAC = 0x9271;
        /// Blocks of EAC: two channels.
        COMPRESSED_RG11_EAC = 0x9272;
        /// Blocks of EAC: two channels with sign.
        COMPRESSED_SIGNED_RG11_EAC = 0x9273;
        /// Blocks of ETC2: colours.
        COMPRESSED_RGB8_ETC2 = 0x9274;
        /// Blocks of ETC2: colours in sRGB.
        COMPRESSED_SRGB8_ETC2 = 0x9275;
        /// Blocks of ETC2: colours and one bit of alpha.
        COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2 = 0x9276;
        /// Blocks of ETC2: colours in sRGB and one bit of alpha.
        COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2 = 0x9277;
        /// Blocks of ETC2: colours and alpha.
        COMPRESSED_RGBA8_ETC2_EAC = 0x9278;
        /// Blocks of ETC2: colours in sRGB and alpha.
        COMPRESSED_SRGB8_ALPHA8_ETC2_EAC = 0x9279;
        /// Blocks of ASTC, 4 by 4 pixels.
        COMPRESSED_RGBA_ASTC_4X4 = 0x93b0;
        /// Blocks of ASTC, 5 by 4 pixels.
        COMPRESSED_RGBA_ASTC_5X4 = 0x93b1;
        /// Blocks of ASTC, 5 by 5 pixels.
        COMPRESSED_RGBA_ASTC_5X5 = 0x93b2;
        /// Blocks of ASTC, 6 by 5 pixels.
        COMPRESSED_RGBA_ASTC_6X5 = 0x93b3;
        /// Blocks of ASTC, 6 by 6 pixels.
        COMPRESSED_RGBA_ASTC_6X6 = 0x93b4;
        /// Blocks of ASTC, 8 by 5 pixels.
        COMPRESSED_RGBA_ASTC_8X5 = 0x93b5;
        /// Blocks of ASTC, 8 by 6 pixels.
        COMPRESSED_RGBA_ASTC_8X6 = 0x93b6;
        /// Blocks of ASTC, 8 by 8 pixels.
        COMPRESSED_RGBA_ASTC_8X8 = 0x93b7;
        /// Blocks of ASTC, 10 by 5 pixels.
        COMPRESSED_RGBA_ASTC_10X5 = 0x93b8;
        /// Blocks of ASTC, 10 by 6 pixels.
        COMPRESSED_RGBA_ASTC_10X6 = 0x93b9;
        /// Blocks of ASTC, 10 by 8 pixels.
        COMPRESSED_RGBA_ASTC_10X8 = 0x93ba;
        /// Blocks of ASTC, 10 by 10 pixels.
        COMPRESSED_RGBA_ASTC_10X10 = 0x93bb;
        /// Blocks of ASTC, 12 by 10 pixels.
        COMPRESSED_RGBA_ASTC_12X10 = 0x93bc;
        /// Blocks of ASTC, 12 by 12 pixels.
        COMPRESSED_RGBA_ASTC_12X12 = 0x93bd;
        /// Blocks of ASTC, 4 by 4 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_4X4 = 0x93d0;
        /// Blocks of ASTC, 5 by 4 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_5X4 = 0x93d1;
        /// Blocks of ASTC, 5 by 5 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_5X5 = 0x93d2;
        /// Blocks of ASTC, 6 by 5 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_6X5 = 0x93d3;
        /// Blocks of ASTC, 6 by 6 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_6X6 = 0x93d4;
        /// Blocks of ASTC, 8 by 5 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_8X5 = 0x93d5;
        /// Blocks of ASTC, 8 by 6 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_8X6 = 0x93d6;
        /// Blocks of ASTC, 8 by 8 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_8X8 = 0x93d7;
        /// Blocks of ASTC, 10 by 5 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_10X5 = 0x93d8;
        /// Blocks of ASTC, 10 by 6 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_10X6 = 0x93d9;
        /// Blocks of ASTC, 10 by 8 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_10X8 = 0x93da;
        /// Blocks of ASTC, 10 by 10 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_10X10 = 0x93db;
        /// Blocks of ASTC, 12 by 10 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_12X10 = 0x93dc;
        /// Blocks of ASTC, 12 by 12 pixels, colours in sRGB.
        COMPRESSED_SRGB8_ALPHA8_ASTC_12X12 = 0x93dd;
    }
}

enums! {
    /// The type of the numbers of a pixel, by its number in OpenGL.
    pub struct DataType: u32 {
        /// None: blocks.
        COMPRESSED = 0x0000;
        /// 8 bits with sign.
        BYTE = 0x1400;
        /// 8 bits.
        UNSIGNED_BYTE = 0x1401;
        /// 16 bits with sign.
        SHORT = 0x1402;
        /// 16 bits.
        UNSIGNED_SHORT = 0x1403;
        /// 32 bits with sign.
        INT = 0x1404;
        /// 32 bits.
        UNSIGNED_INT = 0x1405;
        /// Floats.
        FLOAT = 0x1406;
        /// Half floats.
        HALF_FLOAT = 0x140b;
        /// Four channels in 16 bits, the first highest.
        UNSIGNED_SHORT_4_4_4_4 = 0x8033;
        /// Four channels in 16 bits, the first highest.
        UNSIGNED_SHORT_5_5_5_1 = 0x8034;
        /// Three channels in 16 bits, the first highest.
        UNSIGNED_SHORT_5_6_5 = 0x8363;
        /// Four channels in 32 bits, the first lowest.
        UNSIGNED_INT_8_8_8_8_REV = 0x8367;
        /// Four channels in 32 bits, the first lowest.
        UNSIGNED_INT_2_10_10_10_REV = 0x8368;
        /// Half floats, by the number of an extension.
        HALF_FLOAT_OES = 0x8d61;
    }
}

enums! {
    /// The channels of a pixel in their order, by their number in OpenGL.
    pub struct Channels: u32 {
        /// None: blocks.
        COMPRESSED = 0x0000;
        /// Red.
        RED = 0x1903;
        /// Alpha.
        ALPHA = 0x1906;
        /// Red, green and blue.
        RGB = 0x1907;
        /// Red, green, blue and alpha.
        RGBA = 0x1908;
        /// Grey.
        LUMINANCE = 0x1909;
        /// Grey and alpha.
        LUMINANCE_ALPHA = 0x190a;
        /// Blue, green and red.
        BGR = 0x80e0;
        /// Blue, green, red and alpha.
        BGRA = 0x80e1;
        /// Red and green.
        RG = 0x8227;
    }
}
