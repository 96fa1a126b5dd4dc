//! What `--force` allows.

/// Leave to replace files.
#[derive(Debug, clap::Args)]
pub(crate) struct Replace {
    /// Overwrite existing files, but never the input, and never under the extension of another format.
    #[arg(short, long)]
    pub(crate) force: bool,
}
