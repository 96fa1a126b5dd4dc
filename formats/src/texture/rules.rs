//! What can be wrong with textures.

use formwork_schema::rules;

rules! {
    /// The pixels cannot be decoded.
    NOT_DECODED = "T0101-not-decoded", Note, [];
        why "The header describes pixels that no decoder here knows. Engines may load them.";
        source "";
        example "fourCC = `YUY2`";
        remedy "convert the texture to another format";
    /// There is less data than the header says.
    DATA_SHORT = "T0102-data-short", Warning, [];
        why "Readers refuse it, or read what follows the file in memory.";
        source "";
        example "100 bytes of data for 64 by 64 pixels";
        remedy "export the texture again";
    /// A DDS file has 128 bytes or less.
    DDS_TOO_SHORT = "T0103-dds-too-short", Error, [HORDE3D_FAMILY Refuses];
        why "The engine takes files up to this size for other pictures, whose reader refuses them.";
        source "egTexture.cpp: TextureResource::checkDDS";
        example "a DDS header without pixels";
        remedy "export the texture again";
    /// `dwCaps2` is not that of a 2D, cube or volume texture.
    DDS_TYPE_REFUSED = "T0104-dds-type-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The loader stops with an error.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "caps_2 = 1";
        remedy "use a 2D, 3D or cube texture";
    /// There are mip levels without the flag that counts them.
    MIP_COUNT_NOT_FLAGGED = "T0105-mip-count-not-flagged", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine takes one level when `DDSD_MIPMAPCOUNT` is not set.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "mip_map_count = 7 and flags without MIP_MAP_COUNT";
        remedy "set `DDSD_MIPMAPCOUNT` in the flags";
    /// The header says 0 mip levels.
    DDS_NO_LEVELS = "T0106-dds-no-levels", Error, [HORDE3D_FAMILY Misreads];
        why "The engine uploads as many levels as the header says, so the texture stays empty.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "mip_map_count = 0 and flags with MIP_MAP_COUNT";
        remedy "write 1";
    /// The texture is an array.
    ARRAY_FIRST_ONLY = "T0107-array-first-only", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine reads the first element only, and of a KTX array with several levels only the first of those.";
        source "egTexture.cpp: TextureResource::loadDDS, loadKTX";
        example "array_size = 2";
        remedy "use one texture for each element";
    /// Only the extension header says that the texture is a cube.
    DX10_CUBE_IGNORED = "T0108-dx10-cube-ignored", Error, [HORDE3D_FAMILY Misreads];
        why "The engine reads the pixel format from the DX10 extension header and nothing else, so it takes one face \
             for a 2D texture.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "dx10.misc_flags = TEXTURE_CUBE and caps_2 = 0";
        remedy "set the flags of a cube in `dwCaps2`";
    /// A format is taken for BC6H, or for BC6H without sign.
    BC6H_MISREAD = "T0109-bc6h-misread", Error, [HORDE3D_FAMILY Misreads];
        why "The engine has the numbers of BC6H one too high: it takes BC6H_SF16 for BC6H_UF16, and BC7_TYPELESS for \
             BC6H_SF16.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "dx10.dxgi_format = BC6H_SF16";
        remedy "use BC7, or RGBA16F as fourCC 113";
    /// BC6H without sign is refused.
    BC6H_REFUSED = "T0110-bc6h-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The engine has the numbers of BC6H one too high, so it does not know 95, which is BC6H_UF16.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "dx10.dxgi_format = BC6H_UF16";
        remedy "use RGBA16F as fourCC 113";
    /// A pixel format that Horde3D does not load.
    DDS_FORMAT_REFUSED = "T0111-dds-format-refused", Error, [HORDE3D_FAMILY Refuses];
        why "It knows 24 and 32 bits with masks of 8 bits, DXT1, DXT3, DXT5, the fourCC 113 and 116, and of the DX10 \
             formats only BC7.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "four_cc = ATI2";
        remedy "use BGRA, DXT1, DXT3, DXT5 or BC7";
    /// A cube has fewer than six faces.
    MISSING_CUBE_FACES = "T0112-missing-cube-faces", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine logs an error and reads on as if there were six.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "caps_2 = CUBE_MAP | POSITIVE_X";
        remedy "export the texture again with six faces";
    /// There is less data than the levels and faces take.
    MIP_CHAIN_SHORT = "T0113-mip-chain-short", Error, [HORDE3D_FAMILY Refuses];
        why "The engine refuses the file as corrupt.";
        source "egTexture.cpp: TextureResource::loadDDS";
        example "mip_map_count = 7 with the data of one level";
        remedy "export the texture again";
    /// Bytes follow the last level.
    DATA_AFTER = "T0114-data-after", Warning, [];
        why "They are wasted. A debug build of Horde3D stops at an assertion.";
        source "";
        example "one byte after the data";
        remedy "remove them";
    /// The file is big-endian.
    BIG_ENDIAN_REFUSED = "T0116-big-endian-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The engine takes all numbers for little-endian and does not look at `endianness`, so it refuses the sizes \
             that it sees.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "endianness = 01 02 03 04";
        remedy "write it little-endian";
    /// The header says 0 mip levels.
    KTX_NO_LEVELS = "T0117-ktx-no-levels", Error, [HORDE3D_FAMILY Ignores];
        why "It asks the reader to make levels. The engine uploads as many as the header says, so the texture stays \
             empty.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "number_of_mipmap_levels = 0";
        remedy "write 1";
    /// The header says 0 faces.
    KTX_NO_FACES = "T0118-ktx-no-faces", Error, [HORDE3D_FAMILY Ignores];
        why "The engine uploads as many faces as the header says, so the texture stays empty.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "number_of_faces = 0 with one level";
        remedy "write 1 or 6";
    /// The header says 0 faces and several levels.
    KTX_NO_FACES_REFUSED = "T0119-ktx-no-faces-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The engine steps over no pixels, takes them for the size of the next level, and refuses that.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "number_of_faces = 0 with several levels";
        remedy "write 1 or 6";
    /// A number of faces other than 1 and 6.
    KTX_FACES_REFUSED = "T0120-ktx-faces-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The loader stops with an error.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "number_of_faces = 3";
        remedy "write 1 or 6";
    /// A pixel format that Horde3D does not load.
    KTX_FORMAT_REFUSED = "T0121-ktx-format-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The engine goes by `glInternalFormat`. It knows RGB8, RGBA8, BGRA, RGBA16F, RGBA32F, DXT1 with alpha, \
             DXT3, DXT5, ETC1, ETC2 and ASTC.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "gl_internal_format = 0x83F0, which is DXT1 without alpha";
        remedy "use one of the formats that it knows";
    /// RGBA8 is undefined on OpenGL ES.
    KTX_RGBA8_ON_ES = "T0122-ktx-rgba8-on-es", Note, [HORDE3D_FAMILY Misreads];
        why "Without swizzling the engine uploads a buffer that it has not filled. OpenGL on desktops is not affected.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "gl_internal_format = RGBA8";
        remedy "use another format for OpenGL ES";
    /// The channels are in another order than the internal format says.
    KTX_CHANNEL_ORDER = "T0123-ktx-channel-order", Error, [HORDE3D_FAMILY Misreads];
        why "The engine goes by `glInternalFormat` and ignores `glFormat`, so colours are swapped.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "gl_internal_format = RGBA8 and gl_format = BGRA";
        remedy "store the channels in the order of the internal format";
    /// Rows are padded to 4 bytes.
    KTX_ROW_PADDING = "T0124-ktx-row-padding", Error, [HORDE3D_FAMILY Misreads];
        why "The engine expects rows without padding, so the image is sheared.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "RGB8 with a width of 3 pixels";
        remedy "use a width that needs no padding";
    /// Images are padded to 4 bytes.
    KTX_IMAGE_PADDING = "T0125-ktx-image-padding", Error, [HORDE3D_FAMILY Misreads];
        why "The engine does not skip the padding, so levels or faces after it are shifted.";
        source "egTexture.cpp: TextureResource::loadKTX";
        example "levels of 3 bytes";
        remedy "use sizes that need no padding";
    /// The metadata is not a list of keys and values.
    METADATA_DAMAGED = "T0126-metadata-damaged", Warning, [];
        why "Engines skip it as a whole. Other programs refuse it, or read wrong values.";
        source "";
        example "a size of a key and value that exceeds the metadata";
        remedy "write the metadata again";
    /// `imageSize` is not what the pixels of the level take.
    IMAGE_SIZE = "T0127-image-size", Warning, [];
        why "Readers step from level to level by this size, so later levels are read from the wrong place.";
        source "";
        example "image_size = 3 for four pixels of RGBA8";
        remedy "export the texture again";
    /// The Urho3D family does not load this kind of Khronos texture.
    KTX_REFUSED_BY_URHO = "T0128-ktx-refused-by-urho", Error, [URHO3D_FAMILY Refuses];
        why "It knows compressed pictures of two dimensions, one face and a given number of levels, in little-endian files: DXT1 with alpha, \
             DXT3, DXT5, ETC1, PVRTC and mostly ETC2, none of them in sRGB.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "gl_type = UNSIGNED_BYTE";
        remedy "compress it, or use DDS or PNG";
    /// The Urho3D family does not load a DDS file of this pixel format.
    DDS_REFUSED_BY_URHO = "T0129-dds-refused-by-urho", Error, [URHO3D_FAMILY Refuses];
        why "It knows pixels of 16, 24 and 32 bits, DXT1, DXT3 and DXT5, and of the DX10 formats BC1, BC2, BC3 and RGBA8. RGBA8 it reads by the \
             bit count of the older header, which must not be 0.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "rgb_bit_count = 8, as grey has it; four_cc = ATI2";
        remedy "use DXT1, DXT5 or 32 bits a pixel, or PNG for grey";
    /// rbfx loads no DDS file of 16 or 24 bits a pixel.
    DDS_REFUSED_BY_RBFX = "T0130-dds-refused-by-rbfx", Error, [RBFX Refuses];
        why "Of pixels that are stored whole, it knows those of 32 bits only.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "rgb_bit_count = 24";
        remedy "store 32 bits a pixel";
    /// Only rbfx knows ETC and PVRTC in DDS files.
    DDS_RBFX_ONLY = "T0131-dds-rbfx-only", Error, [
        URHO3D_1_7 Refuses, URHO3D Refuses, U3D Refuses, DRY Refuses, ATOMIC Refuses
    ];
        why "The four characters `ETC1`, `ETC2`, `ET2A`, `PTC2` and `PTC4` are those of rbfx.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "four_cc = ETC1";
        remedy "use a KTX file";
    /// A compressed volume has no pixels in the Urho3D family.
    DDS_VOLUME_EMPTY = "T0132-dds-volume-empty", Error, [URHO3D_FAMILY Misreads];
        why "The engine reads one slice of the greatest level. When it uploads the level, it asks for all slices, finds less, and logs that the \
             level is outside of the image.";
        source "Resource/Image.cpp: Image::BeginLoad, Image::GetCompressedLevel";
        example "four_cc = DXT1 and depth = 4";
        remedy "store 32 bits a pixel";
    /// The Urho3D family takes another number of faces.
    DDS_FACES_MISREAD = "T0133-dds-faces-misread", Error, [URHO3D_FAMILY Misreads];
        why "The engine looks at the flags of faces and not at that of cubes: with any of them it reads six, without all of them one.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "caps_2 = CUBE_MAP | POSITIVE_X";
        remedy "export the texture again with six faces";
    /// The Urho3D family takes the numbers of pixels for other channels.
    DDS_CHANNELS_MISREAD = "T0134-dds-channels-misread", Error, [URHO3D_FAMILY Misreads];
        why "The engine goes by the masks of the older header, as if they were always those of red, green and blue. It does not look at the flags for \
             grey, luma or bumps, nor at the order that the DX10 format says.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "pixel_format_flags = LUMINANCE and rgb_bit_count = 16";
        remedy "store red, green, blue and alpha of 8 bits each";
    /// Pixels without alpha are transparent in the Urho3D family.
    DDS_ALPHA_ZERO = "T0135-dds-alpha-zero", Note, [URHO3D_FAMILY Misreads];
        why "The engine makes four channels of all pixels that are stored whole, and alpha becomes 0 where there is none. Materials that use alpha \
             show nothing.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "alpha_mask = 0";
        remedy "store alpha as well, or use PNG";
    /// Channels of less than 8 bits are darker in the Urho3D family.
    DDS_BITS_NOT_SCALED = "T0136-dds-bits-not-scaled", Warning, [URHO3D_FAMILY Misreads];
        why "The engine shifts them to 8 bits and leaves the lower ones 0: white of 5 bits becomes 248, and alpha of one bit 128.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "alpha_mask = 0x8000";
        remedy "store 8 bits a channel";
    /// What a DDS file lacks is whatever was in memory.
    DDS_DATA_UNSET = "T0137-dds-data-unset", Error, [URHO3D_FAMILY Misreads];
        why "The engine does not ask how much it has read, so the last pixels are what the memory had before.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "100 bytes of data for 64 by 64 pixels";
        remedy "export the texture again";
    /// The engine does not know ETC2.
    KTX_ETC2_REFUSED = "T0138-ktx-etc2-refused", Error, [URHO3D_1_7 Refuses, ATOMIC Refuses];
        why "ETC2 came with Urho3D 1.8.";
        source "Resource/Image.cpp: Image::BeginLoad";
        example "gl_internal_format = COMPRESSED_RGB8_ETC2";
        remedy "use ETC1, or DXT5 for alpha";
    /// The Urho3D family takes an array for one picture.
    KTX_ARRAY_MISREAD = "T0139-ktx-array-misread", Error, [URHO3D_FAMILY Misreads];
        why "The engine ignores the number of elements, and counts the places of levels from the size of one picture.";
        source "Resource/Image.cpp: Image::BeginLoad, Image::GetCompressedLevel";
        example "number_of_array_elements = 2";
        remedy "use one file for each element";
}
