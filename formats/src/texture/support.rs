//! [`SUPPORT`]: which textures the manual of Horde3D lists, which engines load, and which are decoded.

use formwork_schema::Engines;

/// One kind of texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    /// What it is.
    pub what: &'static str,
    /// What the manual says of it.
    pub manual: &'static str,
    /// What Horde3D does with it.
    pub engine: &'static str,
    /// Engines of the Urho3D family that load it without an error of `check`.
    pub urho3d: Engines,
    /// What formwork does with it.
    pub formwork: &'static str,
}

const fn row(
    what: &'static str,
    manual: &'static str,
    engine: &'static str,
    urho3d: Engines,
    formwork: &'static str,
) -> Support {
    Support {
        what,
        manual,
        engine,
        urho3d,
        formwork,
    }
}

const LISTED: &str = "listed";
const OTHERS: &str = "“a few other”";
const SILENT: &str = "–";
const LOADS: &str = "loads";
const DECODED: &str = "read, written, decoded";
const PIXELS: &str = "decoded";

const FAMILY: Engines = Engines::URHO3D_FAMILY;
const NONE: Engines = Engines::NONE;
const NOT_RBFX: Engines = FAMILY.without(Engines::RBFX);
const WITH_ETC2: Engines = FAMILY.without(Engines::URHO3D_1_7.or(Engines::ATOMIC));

/// What the manual lists, what the engine loads beyond that, and what is common beside it.
pub static SUPPORT: &[Support] = &[
    row("DDS, RGB8", LISTED, LOADS, NOT_RBFX, DECODED),
    row("DDS, RGBA8", LISTED, LOADS, FAMILY, DECODED),
    row("DDS, RGBA16F", LISTED, LOADS, NONE, DECODED),
    row("DDS, RGBA32F", OTHERS, LOADS, NONE, DECODED),
    row("DDS, DXT1", LISTED, LOADS, FAMILY, DECODED),
    row("DDS, DXT3", LISTED, LOADS, FAMILY, DECODED),
    row("DDS, DXT5", LISTED, LOADS, FAMILY, DECODED),
    row(
        "DDS, BC6H",
        OTHERS,
        "refuses it, or takes it for another format: its numbers are one too high",
        NONE,
        DECODED,
    ),
    row("DDS, BC7", OTHERS, LOADS, NONE, DECODED),
    row(
        "DDS, cube map",
        LISTED,
        "loads when all faces are there",
        FAMILY,
        DECODED,
    ),
    row("DDS, volume", SILENT, LOADS, FAMILY, DECODED),
    row(
        "DDS, array",
        SILENT,
        "loads the first element",
        FAMILY,
        DECODED,
    ),
    row("DDS, BC4, BC5", SILENT, "refuses", NONE, DECODED),
    row("DDS, L8, A8", SILENT, "refuses", NONE, DECODED),
    row("DDS, 565, 1555, 4444", SILENT, "refuses", NOT_RBFX, DECODED),
    row(
        "KTX, RGB8",
        LISTED,
        "loads; rows with padding are skewed",
        NONE,
        DECODED,
    ),
    row(
        "KTX, RGBA8",
        LISTED,
        "loads, but not on OpenGL ES",
        NONE,
        DECODED,
    ),
    row("KTX, BGRA8", SILENT, LOADS, NONE, DECODED),
    row("KTX, RGBA16F", LISTED, LOADS, NONE, DECODED),
    row("KTX, RGBA32F", SILENT, LOADS, NONE, DECODED),
    row(
        "KTX, DXT1, DXT3, DXT5",
        LISTED,
        "loads, DXT1 only with alpha",
        FAMILY,
        DECODED,
    ),
    row(
        "KTX, DXT1, DXT3, DXT5 in sRGB",
        SILENT,
        "refuses",
        NONE,
        DECODED,
    ),
    row("KTX, ETC1", LISTED, LOADS, FAMILY, DECODED),
    row("KTX, ETC2 RGB, RGBA", LISTED, LOADS, WITH_ETC2, DECODED),
    row(
        "KTX, ASTC",
        LISTED,
        LOADS,
        NONE,
        "read, written, decoded with 8 bits a channel",
    ),
    row("KTX, cube map", LISTED, LOADS, NONE, DECODED),
    row("KTX, volume", SILENT, LOADS, NONE, DECODED),
    row(
        "KTX, array",
        SILENT,
        "loads the first element of the first level",
        NONE,
        DECODED,
    ),
    row("KTX, big-endian", SILENT, "refuses", NONE, DECODED),
    row(
        "JPEG, baseline and progressive",
        LISTED,
        LOADS,
        FAMILY,
        PIXELS,
    ),
    row(
        "PNG",
        LISTED,
        "loads, with 8 bits a channel",
        FAMILY,
        PIXELS,
    ),
    row("TGA", LISTED, LOADS, FAMILY, PIXELS),
    row(
        "GIF",
        LISTED,
        "loads the first frame",
        FAMILY,
        "first frame decoded",
    ),
    row(
        "BMP without run lengths",
        LISTED,
        "loads, but not pixels of one bit",
        FAMILY,
        PIXELS,
    ),
    row(
        "BMP with pixels of one bit",
        SILENT,
        "refuses",
        WITH_ETC2,
        PIXELS,
    ),
    row("BMP with run lengths", SILENT, "refuses", NONE, PIXELS),
    row("PSD, RGB", LISTED, LOADS, FAMILY, "merged image decoded"),
    row("PSD, grey", SILENT, "refuses", NONE, "merged image decoded"),
    row("HDR", LISTED, "uploads garbage", NONE, "decoded as floats"),
    row("PNM, P5 and P6", SILENT, LOADS, FAMILY, PIXELS),
    row("PIC (Softimage)", SILENT, LOADS, FAMILY, PIXELS),
];
