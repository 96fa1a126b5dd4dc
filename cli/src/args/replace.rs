//! What `--force` allows.

/// Leave to replace files.
#[derive(Debug, clap::Args)]
pub(crate) struct Replace {
    /// Replace files that exist. Not the input, which is never written onto, and not under a name whose extension
    /// means another format.
    #[arg(short, long)]
    pub(crate) force: bool,
}
