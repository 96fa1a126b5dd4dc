//! What can be wrong with pictures.

use formwork_schema::rules;

rules! {
    /// A Radiance HDR picture loses its range, or is uploaded wrongly.
    HDR_BROKEN = "T0201-hdr-broken", Error, [HORDE3D_FAMILY Misreads, URHO3D_FAMILY Misreads];
        why "Horde3D swaps bytes of the floats as if they were 8-bit colours, and since 2018 uploads them as half floats. The Urho3D family takes \
             8 bits a channel, in which all that is brighter than white is white.";
        source "egTexture.cpp: TextureResource::loadSTBI; Resource/Image.cpp: Image::GetImageData";
        example "any `.hdr` file";
        remedy "use a DDS or KTX file with half floats";
    /// The picture has 16 bits a channel.
    SIXTEEN_BIT_REDUCED = "T0202-sixteen-bit-reduced", Warning, [HORDE3D_FAMILY Misreads, URHO3D_FAMILY Misreads];
        why "The engine asks its picture reader for 8 bits a channel, so the lower ones are lost.";
        source "egTexture.cpp: TextureResource::loadSTBI; Resource/Image.cpp: Image::GetImageData; stb_image.h";
        example "a PNG file with 16 bits a channel";
        remedy "store 8 bits a channel, or use a texture of half floats";
    /// The header of a BMP has an unknown size.
    BMP_HEADER_REFUSED = "T0203-bmp-header-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader knows headers of 12, 40, 56, 108 and 124 bytes and refuses others.";
        source "stb_image.h: stbi__bmp_parse_header";
        example "a header of 64 bytes, as OS/2 writes it";
        remedy "save the picture as PNG";
    /// A BMP is run-length encoded.
    BMP_RLE_REFUSED = "T0204-bmp-rle-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader refuses it.";
        source "stb_image.h: stbi__bmp_parse_header";
        example "compression = 1";
        remedy "save the picture as PNG";
    /// A BMP has 1 bit a pixel.
    BMP_ONE_BIT_REFUSED = "T0205-bmp-one-bit-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_1_7 Refuses, ATOMIC Refuses];
        why "The picture reader refuses it until its version 2.17, which Urho3D 1.8, U3D, Dry and rbfx have.";
        source "stb_image.h: stbi__bmp_parse_header";
        example "bits a pixel = 1";
        remedy "save the picture as PNG";
    /// A JPEG is neither baseline nor progressive.
    JPEG_KIND_REFUSED = "T0206-jpeg-kind-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader refuses other kinds, such as lossless and arithmetic coding.";
        source "stb_image.h: stbi__decode_jpeg_header";
        example "a start of frame `FF C3`";
        remedy "save the picture as baseline JPEG";
    /// A GIF has several frames.
    GIF_FIRST_FRAME = "T0207-gif-first-frame", Note, [HORDE3D_FAMILY Ignores, URHO3D_FAMILY Ignores];
        why "The engine reads the first frame only.";
        source "egTexture.cpp: TextureResource::loadSTBI; Resource/Image.cpp: Image::GetImageData; stb_image.h: stbi__gif_load";
        example "two image blocks";
        remedy "use a picture of one frame";
    /// A PNM is neither P5 nor P6.
    PNM_KIND_REFUSED = "T0208-pnm-kind-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader knows binary grey and RGB only and refuses others.";
        source "stb_image.h: stbi__pnm_info";
        example "a file that begins with `P3`";
        remedy "save the picture as PNG";
    /// A PNM has values above 255.
    PNM_DEPTH_REFUSED = "T0209-pnm-depth-refused", Error, [
        HORDE3D_FAMILY Refuses, URHO3D_1_7 Refuses, ATOMIC Refuses, URHO3D Refuses, U3D Misreads, DRY Misreads, RBFX Misreads
    ];
        why "The picture reader refuses it until its version 2.27, which U3D has, and then keeps 8 bits a channel.";
        source "stb_image.h: stbi__pnm_info";
        example "P6 with a maximum of 65535";
        remedy "store 8 bits a channel";
    /// A PSD that is not RGB.
    PSD_MODE_REFUSED = "T0210-psd-mode-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader refuses other colour modes.";
        source "stb_image.h: stbi__psd_load";
        example "colour mode = 4, which is CMYK";
        remedy "save the picture as PNG";
    /// A PSD has neither 8 nor 16 bits a channel.
    PSD_DEPTH_REFUSED = "T0211-psd-depth-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader refuses it.";
        source "stb_image.h: stbi__psd_load";
        example "32 bits a channel";
        remedy "save the picture as PNG";
    /// The merged image of a PSD is zipped.
    PSD_COMPRESSION_REFUSED = "T0212-psd-compression-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader knows raw data and run lengths only and refuses others.";
        source "stb_image.h: stbi__psd_load";
        example "compression = 2";
        remedy "save the picture as PNG";
    /// The rows of a TGA go from right to left.
    TGA_MIRRORED = "T0213-tga-mirrored", Error, [HORDE3D_FAMILY Misreads, URHO3D_FAMILY Misreads];
        why "The picture reader ignores this bit, so the picture is mirrored.";
        source "stb_image.h: stbi__tga_load";
        example "image descriptor = 0x10";
        remedy "save the rows from left to right";
    /// The pixels are of a kind that is not decoded here.
    PICTURE_NOT_DECODED = "T0214-picture-not-decoded", Note, [];
        why "Engines may load them. Nothing is said about the pixels.";
        source "";
        example "a JPEG with arithmetic coding";
        remedy "save the picture in another format";
    /// The picture cannot be read.
    PICTURE_REFUSED = "T0215-picture-refused", Error, [HORDE3D_FAMILY Refuses, URHO3D_FAMILY Refuses];
        why "The picture reader refuses it, and the engine shows its default texture.";
        source "egTexture.cpp: TextureResource::loadSTBI; Resource/Image.cpp: Image::GetImageData";
        example "a PNG file that is cut short";
        remedy "repair the picture, or save it as PNG again";
}
