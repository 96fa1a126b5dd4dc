//! Which files a command is about.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct Paths {
    /// Files, folders, or `-` for standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}
