//! What `decode` and `encode` take.

use std::path::PathBuf;

use clap::ValueEnum;

use super::replace::Replace;

#[derive(Debug, clap::Args)]
pub(crate) struct Decode {
    /// The file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// What to turn it into. Without it, what the name of OUT says; else PNG for picture files, JSON
    /// for texts and with --json, and XML for the rest. JSON of documents and shaders has no comments and no layout.
    #[arg(long, value_enum)]
    pub(crate) to: Option<Target>,

    /// Which mip level becomes PNG; 0 is the greatest.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) level: u32,

    /// Which face of a cube becomes PNG; without it all of them.
    #[arg(long, value_enum, value_name = "FACE", allow_hyphen_values = true)]
    pub(crate) face: Option<Face>,

    /// Which slice of a volume, or element of an array, becomes PNG.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) slice: u32,

    /// Where to write; standard output without it, or with `-`. The target of a symbolic link is
    /// replaced, not the link.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

impl Decode {
    /// Whether it asks for other pixels than the first.
    pub(crate) fn asks_for_a_part(&self) -> bool {
        self.level != 0 || self.slice != 0 || self.face.is_some()
    }
}

/// What a file can be turned into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Attributes and elements.
    Xml,
    /// Objects and arrays.
    Json,
    /// Pixels.
    Png,
}

/// A face of a cube, by the axis that it is seen along from the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Face {
    /// Towards +x.
    #[value(name = "+x")]
    PositiveX,
    /// Towards -x.
    #[value(name = "-x")]
    NegativeX,
    /// Towards +y.
    #[value(name = "+y")]
    PositiveY,
    /// Towards -y.
    #[value(name = "-y")]
    NegativeY,
    /// Towards +z.
    #[value(name = "+z")]
    PositiveZ,
    /// Towards -z.
    #[value(name = "-z")]
    NegativeZ,
}

impl From<Face> for formwork_formats::texture::Face {
    fn from(face: Face) -> Self {
        match face {
            Face::PositiveX => Self::PositiveX,
            Face::NegativeX => Self::NegativeX,
            Face::PositiveY => Self::PositiveY,
            Face::NegativeY => Self::NegativeY,
            Face::PositiveZ => Self::PositiveZ,
            Face::NegativeZ => Self::NegativeZ,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Encode {
    /// XML or JSON as `decode` writes it, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Where to write; standard output without it, or with `-`. The target of a symbolic link is
    /// replaced, not the link.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}
