//! Graphics interchange format: `.gif`.
//!
//! A screen, and blocks that draw on it, each cut into pieces. After "GRAPHICS INTERCHANGE FORMAT Version 89a" of CompuServe.

use binrw::binrw;
use formwork_schema::{Blob, Packed, Schema, enums, until, versions, wide};
use serde::{Deserialize, Serialize};

use crate::color::{Color, Palette};

versions! {
    /// Magic of a picture.
    pub struct Version {
        /// Without extensions.
        b"GIF87a" implies 87;
        /// With extensions: animations, texts.
        b"GIF89a" implies 89;
    }
}

enums! {
    /// What a block is.
    pub struct BlockKind: u8 {
        /// What a later version added.
        EXTENSION = 0x21;
        /// A picture.
        IMAGE = 0x2c;
        /// The end.
        TRAILER = 0x3b;
    }
}

enums! {
    /// What an extension says.
    pub struct Label: u8 {
        /// How the next picture is drawn.
        GRAPHIC_CONTROL = 0xf9;
        /// Text that is not drawn.
        COMMENT = 0xfe;
        /// What a program means, such as the repetitions of an animation.
        APPLICATION = 0xff;
    }
}

/// A picture, or several that follow one another.
#[derive(Schema)]
#[schema(format = "image.gif", extension = "gif")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gif {
    /// Magic and version.
    pub version: Version,
    /// Width and height of the screen.
    #[schema(unit = "pixels")]
    pub size: [u16; 2],
    /// Whether colours follow, and how many.
    pub palette: Palette,
    /// The colour where nothing is drawn.
    pub background: u8,
    /// Shape of a pixel: width through height is this, plus 15, through 64; 0 where nothing is said.
    pub aspect: u8,
    /// The colours of pictures that have none of their own.
    #[br(if(palette.present()), count = wide(2) << palette.size())]
    pub colors: Option<Packed<Color>>,
    /// What is drawn, up to the end.
    #[br(parse_with = until(|block: &Block| block.kind == BlockKind::TRAILER))]
    pub blocks: Vec<Block>,
}

/// A picture, something about it, or the end.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    #[br(assert(matches!(kind, BlockKind::EXTENSION | BlockKind::IMAGE | BlockKind::TRAILER)))]
    pub kind: BlockKind,
    /// A picture.
    #[br(if(kind == BlockKind::IMAGE))]
    pub image: Option<Image>,
    /// Something about it.
    #[br(if(kind == BlockKind::EXTENSION))]
    pub extension: Option<Extension>,
}

/// A picture on a part of the screen.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Where it is: from the left, from the top, its width and height.
    #[schema(unit = "pixels")]
    pub area: [u16; 4],
    /// Whether colours follow, and how many.
    pub palette: Palette,
    /// Its own colours.
    #[br(if(palette.present()), count = wide(2) << palette.size())]
    pub colors: Option<Packed<Color>>,
    /// Bits of the first codes of the pixels.
    pub code_size: u8,
    /// Indices of colours, compressed by LZW.
    #[br(parse_with = until(|piece: &Piece| piece.size == 0))]
    pub pieces: Vec<Piece>,
}

/// Something about pictures.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Extension {
    /// What it says.
    pub label: Label,
    /// How the next picture is drawn.
    #[br(if(label == Label::GRAPHIC_CONTROL))]
    pub control: Option<Control>,
    /// Anything else.
    #[br(parse_with = until(|piece: &Piece| piece.size == 0))]
    pub pieces: Vec<Piece>,
}

/// How a picture is drawn: a piece of 4 bytes.
#[derive(Schema)]
#[binrw]
#[brw(magic = 4u8)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// Bit 0: a colour is transparent. Bits 2 to 4: what becomes of the picture afterwards.
    pub bits: u8,
    /// How long it is seen.
    #[schema(unit = "hundredths of a second")]
    pub delay: u16,
    /// The transparent colour.
    pub transparent: u8,
}

/// At most 255 bytes; without any, the last one.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// How many.
    pub size: u8,
    /// The bytes.
    #[br(count = size)]
    pub data: Blob,
}
