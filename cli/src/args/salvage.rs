//! What `salvage` takes.

use std::path::PathBuf;

use super::replace::Replace;

#[derive(Debug, clap::Args)]
pub(crate) struct Salvage {
    /// The file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Where to write what is left; `-` is standard output. The target of a symbolic link is replaced, not the link.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) replace: Replace,
}
