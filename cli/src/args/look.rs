//! What the commands take that look into files.

use std::path::PathBuf;

use clap::ValueEnum;

use super::paths::Paths;

#[derive(Debug, clap::Args)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) paths: Paths,

    /// Show every row of long tables, and every diagnostic.
    #[arg(long)]
    pub(crate) all: bool,

    /// Show, in place of the file alone, all resources that it leads to. ROOT is the folder that names of resources
    /// are relative to; given several times, the first one that has a file counts.
    /// Of a folder below ROOT, all resources in it are shown, and those that nothing names.
    #[arg(long, value_name = "ROOT")]
    pub(crate) content: Vec<PathBuf>,

    /// How to show the resources.
    #[arg(
        long = "as",
        value_enum,
        value_name = "FORM",
        requires = "content",
        conflicts_with = "json"
    )]
    pub(crate) form: Option<GraphForm>,
}

/// How resources that lead to others are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphForm {
    /// As a tree.
    Tree,
    /// As a graph for Graphviz: `formwork inspect … --as dot | dot -Tsvg -o graph.svg`.
    Dot,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Dump {
    /// The file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Explain one byte: its offset, decimal or `0x…`.
    #[arg(long, value_name = "OFFSET", value_parser = offset, conflicts_with = "path")]
    pub(crate) at: Option<u64>,

    /// Show one place and what is below it, such as `tracks[3].keyframes[17]`.
    #[arg(long, value_name = "FIELD.PATH")]
    pub(crate) path: Option<String>,

    /// Show every item of long lists.
    #[arg(long)]
    pub(crate) all: bool,
}

fn offset(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let parsed = digits.map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    parsed.map_err(|_| "an offset is a number such as 420 or 0x1a4".into())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// The one file, or `-` for standard input.
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,

    /// The other file, or `-` for standard input.
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,

    /// Tell every value that differs, and sum up nothing.
    #[arg(long)]
    pub(crate) all: bool,

    /// Treat floating-point numbers as equal that differ by no more than this.
    #[arg(long, value_name = "DIFFERENCE", default_value_t = 0.0, hide_default_value = true, value_parser = tolerance)]
    pub(crate) tolerance: f64,
}

/// A number that is finite and not below 0.
fn tolerance(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number of 0 or more".into())
}
