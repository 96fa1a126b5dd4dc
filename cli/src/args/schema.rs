//! What `schema` takes.

use std::path::PathBuf;

use clap::ValueEnum;

use super::replace::Replace;

#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    /// The format, such as `urho3d.animation`; `descriptor` for the descriptors themselves.
    /// Without it, the names that can be given.
    #[arg(value_name = "FORMAT")]
    pub(crate) format: Option<String>,

    /// As what; without it, as an XSD for descriptors, and as a descriptor for everything else.
    #[arg(long = "as", value_enum)]
    pub(crate) form: Option<Description>,

    /// Say what changed between two layouts, each a descriptor (a file, or `-` for standard input) or a format, and
    /// whether files of the old one still read under the new one.
    #[arg(
        long,
        num_args = 2,
        value_names = ["OLD", "NEW"],
        conflicts_with_all = ["format", "form", "output", "force"]
    )]
    pub(crate) diff: Option<Vec<PathBuf>>,

    /// Where to write; standard output without it, or with `-`. The target of a symbolic link is
    /// replaced, not the link.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

/// A description of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Description {
    /// The descriptor: everything there is to know of the files.
    Xml,
    /// An XSD of the XML that `decode` writes, or of the documents of a format that is XML already.
    Xsd,
    /// A JSON Schema of the JSON that `decode` writes and `encode` takes.
    #[value(name = "jsonschema")]
    JsonSchema,
    /// A reference page, of formats that are XML already.
    Markdown,
}

impl Description {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Xsd => "xsd",
            Self::JsonSchema => "jsonschema",
            Self::Markdown => "markdown",
        }
    }
}
