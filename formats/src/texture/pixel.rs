//! [`PixelFormat`]: how pixels are stored, in words that formats have in common.

use std::fmt;

use formwork_schema::sorted;

/// How pixels are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PixelFormat {
    /// Each pixel is a whole number, little-endian, some bits of which are each channel.
    Masks(Masks),
    /// Each pixel is 1 to 4 numbers: red, green, blue, alpha.
    Numbers {
        /// How many.
        channels: u8,
        /// What kind of numbers.
        number: Number,
    },
    /// Blocks of several pixels.
    Blocks(Block),
}

/// Which bits of a pixel are which channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Masks {
    /// Bytes of a pixel: 1 to 4.
    pub bytes: u8,
    /// Bits that are red, green, blue and alpha; 0 where there is no such channel.
    pub rgba: [u32; 4],
    /// Whether what is called red is grey.
    pub grey: bool,
}

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// 16 bits, from 0 to 1.
    Unorm16,
    /// A half float.
    Half,
    /// A float.
    Float,
}

/// A kind of compressed block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// Colours; `alpha` when one of four may be transparent.
    Bc1 {
        /// Whether transparent pixels are meant to be.
        alpha: bool,
    },
    /// Colours and 4 bits of alpha.
    Bc2,
    /// Colours and smooth alpha.
    Bc3,
    /// One channel.
    Bc4 {
        /// Whether it has a sign.
        signed: bool,
    },
    /// Two channels.
    Bc5 {
        /// Whether they have a sign.
        signed: bool,
    },
    /// Half floats.
    Bc6h {
        /// Whether they have a sign.
        signed: bool,
    },
    /// Colours and alpha.
    Bc7,
    /// Colours.
    Etc1,
    /// Colours.
    Etc2,
    /// Colours and one bit of alpha.
    Etc2A1,
    /// Colours and alpha.
    Etc2A8,
    /// One channel.
    EacR {
        /// Whether it has a sign.
        signed: bool,
    },
    /// Two channels.
    EacRg {
        /// Whether they have a sign.
        signed: bool,
    },
    /// Colours and alpha in blocks of many sizes.
    Astc {
        /// Columns of a block.
        width: u8,
        /// Rows of a block.
        height: u8,
    },
}

impl PixelFormat {
    /// Columns and rows of what is stored together, and its bytes.
    #[must_use]
    pub const fn unit(self) -> (u32, u32, u32) {
        match self {
            Self::Masks(Masks { bytes, .. }) => (1, 1, bytes as u32),
            Self::Numbers {
                channels, number, ..
            } => (1, 1, channels as u32 * number.bytes()),
            Self::Blocks(Block::Astc { width, height }) => (width as u32, height as u32, 16),
            Self::Blocks(block) => (4, 4, block.bytes()),
        }
    }

    /// Whether its colours go beyond 0 to 1, or are finer than 8 bits: floats.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Self::Numbers {
                number: Number::Half | Number::Float,
                ..
            } | Self::Blocks(Block::Bc6h { .. })
        )
    }

    /// Its channels in words.
    #[must_use]
    pub fn channels(self) -> &'static str {
        match self {
            Self::Masks(masks) => masks.channels(),
            Self::Numbers { channels: 1, .. }
            | Self::Blocks(Block::Bc4 { .. } | Block::EacR { .. }) => "red",
            Self::Numbers { channels: 2, .. }
            | Self::Blocks(Block::Bc5 { .. } | Block::EacRg { .. }) => "red, green",
            Self::Numbers { channels: 3, .. }
            | Self::Blocks(
                Block::Bc1 { alpha: false } | Block::Bc6h { .. } | Block::Etc1 | Block::Etc2,
            ) => "red, green, blue",
            _ => "red, green, blue, alpha",
        }
    }
}

impl Masks {
    /// Channels of 8 bits in the order of their bytes: 0 is red, 3 is alpha.
    #[must_use]
    pub const fn bytes(order: &[usize]) -> Self {
        let mut rgba = [0; 4];
        let mut place = 0;
        while place < order.len() {
            rgba[order[place]] = 0xff << (8 * place);
            place += 1;
        }
        Self {
            bytes: order.len() as u8,
            rgba,
            grey: false,
        }
    }

    /// Bits of grey in bytes, and perhaps of alpha.
    #[must_use]
    pub const fn grey(bytes: u8, grey: u32, alpha: u32) -> Self {
        Self {
            bytes,
            rgba: [grey, 0, 0, alpha],
            grey: true,
        }
    }

    fn channels(self) -> &'static str {
        let [red, green, blue, alpha] = self.rgba.map(|mask| mask != 0);
        match (self.grey, red, green, blue, alpha) {
            (true, .., false) => "grey",
            (true, .., true) => "grey, alpha",
            (false, false, false, false, true) => "alpha",
            (false, true, false, false, false) => "red",
            (false, true, true, false, false) => "red, green",
            (false, .., false) => "red, green, blue",
            (false, .., true) => "red, green, blue, alpha",
        }
    }
}

impl Number {
    /// Size of one.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Unorm16 | Self::Half => 2,
            Self::Float => 4,
        }
    }
}

impl Block {
    const fn bytes(self) -> u32 {
        match self {
            Self::Bc1 { .. }
            | Self::Bc4 { .. }
            | Self::Etc1
            | Self::Etc2
            | Self::Etc2A1
            | Self::EacR { .. } => 8,
            _ => 16,
        }
    }
}

impl fmt::Display for PixelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Masks(masks) => masks.fmt(f),
            Self::Numbers {
                channels, number, ..
            } => {
                let names = ["R", "RG", "RGB", "RGBA"];
                let name = names.get(usize::from(*channels).saturating_sub(1));
                let (bits, kind) = match number {
                    Number::Unorm16 => (16, ""),
                    Number::Half => (16, "F"),
                    Number::Float => (32, "F"),
                };
                write!(f, "{}{bits}{kind}", name.unwrap_or(&"?"))
            }
            Self::Blocks(block) => block.fmt(f),
        }
    }
}

/// Channels from the lowest bit up, each with its bits: `B8G8R8A8`, `B5G6R5`.
impl fmt::Display for Masks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = if self.grey { "L  A" } else { "RGBA" };
        let mut channels: Vec<(u32, char, u32)> = names
            .chars()
            .zip(self.rgba)
            .filter(|(_, mask)| *mask != 0)
            .map(|(name, mask)| (mask.trailing_zeros(), name, mask.count_ones()))
            .collect();
        sorted::ascending(&mut channels);
        let mut used = 0;
        for (_, name, bits) in channels {
            used += bits;
            write!(f, "{name}{bits}")?;
        }
        let unused = (u32::from(self.bytes) * 8).saturating_sub(used);
        if unused > 0 {
            write!(f, "X{unused}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |signed: &bool| if *signed { " with sign" } else { "" };
        match self {
            Self::Bc1 { .. } => f.write_str("BC1"),
            Self::Bc2 => f.write_str("BC2"),
            Self::Bc3 => f.write_str("BC3"),
            Self::Bc4 { signed: s } => write!(f, "BC4{}", signed(s)),
            Self::Bc5 { signed: s } => write!(f, "BC5{}", signed(s)),
            Self::Bc6h { signed: s } => write!(f, "BC6H{}", signed(s)),
            Self::Bc7 => f.write_str("BC7"),
            Self::Etc1 => f.write_str("ETC1"),
            Self::Etc2 => f.write_str("ETC2 RGB"),
            Self::Etc2A1 => f.write_str("ETC2 RGB A1"),
            Self::Etc2A8 => f.write_str("ETC2 RGBA"),
            Self::EacR { signed: s } => write!(f, "EAC R{}", signed(s)),
            Self::EacRg { signed: s } => write!(f, "EAC RG{}", signed(s)),
            Self::Astc { width, height } => write!(f, "ASTC {width}×{height}"),
        }
    }
}
