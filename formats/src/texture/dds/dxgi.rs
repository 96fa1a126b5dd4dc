//! Pixel formats by the numbers of DXGI.

use formwork_schema::enums;

enums! {
    /// A pixel format, by its number in DXGI.
    pub struct DxgiFormat: u32 {
        /// Red, green, blue and alpha of 32 bits each, kind of number left open.
        R32G32B32A32_TYPELESS = 1;
        /// Red, green, blue and alpha of 32 bits each, floats.
        R32G32B32A32_FLOAT = 2;
        /// Red, green, blue and alpha of 32 bits each, whole numbers.
        R32G32B32A32_UINT = 3;
        /// Red, green, blue and alpha of 32 bits each, signed whole numbers.
        R32G32B32A32_SINT = 4;
        /// Red, green and blue of 32 bits each, kind of number left open.
        R32G32B32_TYPELESS = 5;
        /// Red, green and blue of 32 bits each, floats.
        R32G32B32_FLOAT = 6;
        /// Red, green and blue of 32 bits each, whole numbers.
        R32G32B32_UINT = 7;
        /// Red, green and blue of 32 bits each, signed whole numbers.
        R32G32B32_SINT = 8;
        /// Red, green, blue and alpha of 16 bits each, kind of number left open.
        R16G16B16A16_TYPELESS = 9;
        /// Red, green, blue and alpha of 16 bits each, floats.
        R16G16B16A16_FLOAT = 10;
        /// Red, green, blue and alpha of 16 bits each, numbers from 0 to 1.
        R16G16B16A16_UNORM = 11;
        /// Red, green, blue and alpha of 16 bits each, whole numbers.
        R16G16B16A16_UINT = 12;
        /// Red, green, blue and alpha of 16 bits each, numbers from -1 to 1.
        R16G16B16A16_SNORM = 13;
        /// Red, green, blue and alpha of 16 bits each, signed whole numbers.
        R16G16B16A16_SINT = 14;
        /// Red and green of 32 bits each, kind of number left open.
        R32G32_TYPELESS = 15;
        /// Red and green of 32 bits each, floats.
        R32G32_FLOAT = 16;
        /// Red and green of 32 bits each, whole numbers.
        R32G32_UINT = 17;
        /// Red and green of 32 bits each, signed whole numbers.
        R32G32_SINT = 18;
        /// Red 10, green 10, blue 10, alpha 2 bits, kind of number left open.
        R10G10B10A2_TYPELESS = 23;
        /// Red 10, green 10, blue 10, alpha 2 bits, numbers from 0 to 1.
        R10G10B10A2_UNORM = 24;
        /// Red 10, green 10, blue 10, alpha 2 bits, whole numbers.
        R10G10B10A2_UINT = 25;
        /// Red 11, green 11, blue 10 bits, floats.
        R11G11B10_FLOAT = 26;
        /// Red, green, blue and alpha of 8 bits each, kind of number left open.
        R8G8B8A8_TYPELESS = 27;
        /// Red, green, blue and alpha of 8 bits each, numbers from 0 to 1.
        R8G8B8A8_UNORM = 28;
        /// Red, green, blue and alpha of 8 bits each, numbers from 0 to 1, colours in sRGB.
        R8G8B8A8_UNORM_SRGB = 29;
        /// Red, green, blue and alpha of 8 bits each, whole numbers.
        R8G8B8A8_UINT = 30;
        /// Red, green, blue and alpha of 8 bits each, numbers from -1 to 1.
        R8G8B8A8_SNORM = 31;
        /// Red, green, blue and alpha of 8 bits each, signed whole numbers.
        R8G8B8A8_SINT = 32;
        /// Red and green of 16 bits each, kind of number left open.
        R16G16_TYPELESS = 33;
        /// Red and green of 16 bits each, floats.
        R16G16_FLOAT = 34;
        /// Red and green of 16 bits each, numbers from 0 to 1.
        R16G16_UNORM = 35;
        /// Red and green of 16 bits each, whole numbers.
        R16G16_UINT = 36;
        /// Red and green of 16 bits each, numbers from -1 to 1.
        R16G16_SNORM = 37;
        /// Red and green of 16 bits each, signed whole numbers.
        R16G16_SINT = 38;
        /// Red of 32 bits, kind of number left open.
        R32_TYPELESS = 39;
        /// Depth of 32 bits, floats.
        D32_FLOAT = 40;
        /// Red of 32 bits, floats.
        R32_FLOAT = 41;
        /// Red of 32 bits, whole numbers.
        R32_UINT = 42;
        /// Red of 32 bits, signed whole numbers.
        R32_SINT = 43;
        /// Red and green of 8 bits each, kind of number left open.
        R8G8_TYPELESS = 48;
        /// Red and green of 8 bits each, numbers from 0 to 1.
        R8G8_UNORM = 49;
        /// Red and green of 8 bits each, whole numbers.
        R8G8_UINT = 50;
        /// Red and green of 8 bits each, numbers from -1 to 1.
        R8G8_SNORM = 51;
        /// Red and green of 8 bits each, signed whole numbers.
        R8G8_SINT = 52;
        /// Red of 16 bits, kind of number left open.
        R16_TYPELESS = 53;
        /// Red of 16 bits, floats.
        R16_FLOAT = 54;
        /// Depth of 16 bits, numbers from 0 to 1.
        D16_UNORM = 55;
        /// Red of 16 bits, numbers from 0 to 1.
        R16_UNORM = 56;
        /// Red of 16 bits, whole numbers.
        R16_UINT = 57;
        /// Red of 16 bits, numbers from -1 to 1.
        R16_SNORM = 58;
        /// Red of 16 bits, signed whole numbers.
        R16_SINT = 59;
        /// Red of 8 bits, kind of number left open.
        R8_TYPELESS = 60;
        /// Red of 8 bits, numbers from 0 to 1.
        R8_UNORM = 61;
        /// Red of 8 bits, whole numbers.
        R8_UINT = 62;
        /// Red of 8 bits, numbers from -1 to 1.
        R8_SNORM = 63;
        /// Red of 8 bits, signed whole numbers.
        R8_SINT = 64;
        /// Alpha of 8 bits, numbers from 0 to 1.
        A8_UNORM = 65;
        /// Red 9, green 9, blue 9, exponent 5 bits, floats that share an exponent.
        R9G9B9E5_SHAREDEXP = 67;
        /// Blocks of BC1, kind of number left open.
        BC1_TYPELESS = 70;
        /// Blocks of BC1, numbers from 0 to 1.
        BC1_UNORM = 71;
        /// Blocks of BC1, numbers from 0 to 1, colours in sRGB.
        BC1_UNORM_SRGB = 72;
        /// Blocks of BC2, kind of number left open.
        BC2_TYPELESS = 73;
        /// Blocks of BC2, numbers from 0 to 1.
        BC2_UNORM = 74;
        /// Blocks of BC2, numbers from 0 to 1, colours in sRGB.
        BC2_UNORM_SRGB = 75;
        /// Blocks of BC3, kind of number left open.
        BC3_TYPELESS = 76;
        /// Blocks of BC3, numbers from 0 to 1.
        BC3_UNORM = 77;
        /// Blocks of BC3, numbers from 0 to 1, colours in sRGB.
        BC3_UNORM_SRGB = 78;
        /// Blocks of BC4, kind of number left open.
        BC4_TYPELESS = 79;
        /// Blocks of BC4, numbers from 0 to 1.
        BC4_UNORM = 80;
        /// Blocks of BC4, numbers from -1 to 1.
        BC4_SNORM = 81;
        /// Blocks of BC5, kind of number left open.
        BC5_TYPELESS = 82;
        /// Blocks of BC5, numbers from 0 to 1.
        BC5_UNORM = 83;
        /// Blocks of BC5, numbers from -1 to 1.
        BC5_SNORM = 84;
        /// Blue 5, green 6, red 5 bits, numbers from 0 to 1.
        B5G6R5_UNORM = 85;
        /// Blue 5, green 5, red 5, alpha 1 bits, numbers from 0 to 1.
        B5G5R5A1_UNORM = 86;
        /// Blue, green, red and alpha of 8 bits each, numbers from 0 to 1.
        B8G8R8A8_UNORM = 87;
        /// Blue, green, red and nothing of 8 bits each, numbers from 0 to 1.
        B8G8R8X8_UNORM = 88;
        /// Blue, green, red and alpha of 8 bits each, kind of number left open.
        B8G8R8A8_TYPELESS = 90;
        /// Blue, green, red and alpha of 8 bits each, numbers from 0 to 1, colours in sRGB.
        B8G8R8A8_UNORM_SRGB = 91;
        /// Blue, green, red and nothing of 8 bits each, kind of number left open.
        B8G8R8X8_TYPELESS = 92;
        /// Blue, green, red and nothing of 8 bits each, numbers from 0 to 1, colours in sRGB.
        B8G8R8X8_UNORM_SRGB = 93;
        /// Blocks of BC6H, kind of number left open.
        BC6H_TYPELESS = 94;
        /// Blocks of BC6H, half floats without sign.
        BC6H_UF16 = 95;
        /// Blocks of BC6H, half floats with sign.
        BC6H_SF16 = 96;
        /// Blocks of BC7, kind of number left open.
        BC7_TYPELESS = 97;
        /// Blocks of BC7, numbers from 0 to 1.
        BC7_UNORM = 98;
        /// Blocks of BC7, numbers from 0 to 1, colours in sRGB.
        BC7_UNORM_SRGB = 99;
        /// Blue, green, red and alpha of 4 bits each, numbers from 0 to 1.
        B4G4R4A4_UNORM = 115;
    }
}
