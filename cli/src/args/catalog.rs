//! What the command takes that writes tables.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct Catalog {
    /// Folders and files.
    #[arg(required = true, value_name = "ROOT")]
    pub(crate) roots: Vec<PathBuf>,

    /// The folder of the catalogue: a new or empty one, or one that this command made.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    /// Files in each part, on average.
    #[arg(long, value_name = "FILES", default_value_t = formwork_catalog::BATCH as u64,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) batch: u64,

    /// How long reading one file may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time_limit: u64,
}
