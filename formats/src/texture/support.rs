//! [`SUPPORT`]: which textures the manual of Horde3D lists, which the engine loads, and which are decoded.

/// One kind of texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    /// What it is.
    pub what: &'static str,
    /// What the manual says of it.
    pub manual: &'static str,
    /// What the engine does with it.
    pub engine: &'static str,
    /// What formwork does with it.
    pub formwork: &'static str,
}

const fn row(
    what: &'static str,
    manual: &'static str,
    engine: &'static str,
    formwork: &'static str,
) -> Support {
    Support {
        what,
        manual,
        engine,
        formwork,
    }
}

const LISTED: &str = "listed";
const OTHERS: &str = "“a few other”";
const SILENT: &str = "–";
const LOADS: &str = "loads";
const DECODED: &str = "read, written, decoded";
const PIXELS: &str = "decoded";

/// What the manual lists, what the engine loads beyond that, and what is common beside it.
pub static SUPPORT: &[Support] = &[
    row("DDS, RGB8", LISTED, LOADS, DECODED),
    row("DDS, RGBA8", LISTED, LOADS, DECODED),
    row("DDS, RGBA16F", LISTED, LOADS, DECODED),
    row("DDS, RGBA32F", OTHERS, LOADS, DECODED),
    row("DDS, DXT1", LISTED, LOADS, DECODED),
    row("DDS, DXT3", LISTED, LOADS, DECODED),
    row("DDS, DXT5", LISTED, LOADS, DECODED),
    row(
        "DDS, BC6H",
        OTHERS,
        "refuses it, or takes it for another format: its numbers are one too high",
        DECODED,
    ),
    row("DDS, BC7", OTHERS, LOADS, DECODED),
    row(
        "DDS, cube map",
        LISTED,
        "loads when all faces are there",
        DECODED,
    ),
    row("DDS, volume", SILENT, LOADS, DECODED),
    row("DDS, array", SILENT, "loads the first element", DECODED),
    row("DDS, BC4, BC5", SILENT, "refuses", DECODED),
    row("DDS, L8, A8, 565, 1555, 4444", SILENT, "refuses", DECODED),
    row(
        "KTX, RGB8",
        LISTED,
        "loads; rows with padding are skewed",
        DECODED,
    ),
    row("KTX, RGBA8", LISTED, "loads, but not on OpenGL ES", DECODED),
    row("KTX, BGRA8", SILENT, LOADS, DECODED),
    row("KTX, RGBA16F", LISTED, LOADS, DECODED),
    row("KTX, RGBA32F", SILENT, LOADS, DECODED),
    row(
        "KTX, DXT1, DXT3, DXT5",
        LISTED,
        "loads, DXT1 only with alpha",
        DECODED,
    ),
    row("KTX, ETC1", LISTED, LOADS, DECODED),
    row("KTX, ETC2 RGB, RGBA", LISTED, LOADS, DECODED),
    row(
        "KTX, ASTC",
        LISTED,
        LOADS,
        "read, written, decoded with 8 bits a channel",
    ),
    row("KTX, cube map", LISTED, LOADS, DECODED),
    row("KTX, volume", SILENT, LOADS, DECODED),
    row(
        "KTX, array",
        SILENT,
        "loads the first element of the first level",
        DECODED,
    ),
    row("KTX, big-endian", SILENT, "refuses", DECODED),
    row("JPEG, baseline and progressive", LISTED, LOADS, PIXELS),
    row("PNG", LISTED, "loads, with 8 bits a channel", PIXELS),
    row("TGA", LISTED, LOADS, PIXELS),
    row(
        "GIF",
        LISTED,
        "loads the first frame",
        "first frame decoded",
    ),
    row(
        "BMP without run lengths",
        LISTED,
        "loads, but not pixels of one bit",
        PIXELS,
    ),
    row("BMP with run lengths", SILENT, "refuses", PIXELS),
    row("PSD, RGB", LISTED, LOADS, "merged image decoded"),
    row("PSD, grey", SILENT, "refuses", "merged image decoded"),
    row("HDR", LISTED, "uploads garbage", "decoded as floats"),
    row("PNM, P5 and P6", SILENT, LOADS, PIXELS),
    row("PIC (Softimage)", SILENT, LOADS, PIXELS),
];
