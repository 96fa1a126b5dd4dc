//! What `check` and `explain` take.

use std::path::PathBuf;

use clap::ValueEnum;
use formwork_schema::{Engines, Severity};

use super::paths::Paths;

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) paths: Paths,

    /// Say only which files fail, and why.
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Have a line for every file and for every diagnostic.
    #[arg(long, short)]
    pub(crate) verbose: bool,

    /// Also follow what files name. ROOT is the folder that names of resources are relative to; given several times, the first
    /// one that has a file counts.
    #[arg(long, value_name = "ROOT")]
    pub(crate) content: Vec<PathBuf>,

    /// Which diagnostics make a file fail: those of this severity, and worse ones.
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// Report only this rule: `U0116-late-parent`, `U0116` or `late-parent`; repeat it for several.
    #[arg(long, value_name = "CODE")]
    pub(crate) only: Vec<String>,

    /// Do not report this rule; repeat it for several.
    #[arg(long, value_name = "CODE")]
    pub(crate) ignore: Vec<String>,

    /// The engine that files should work with; repeat it for several, with each of which they should work. Without it, those that
    /// a file of its format and version is for, and something is an error only where it is one for all of them.
    #[arg(long, value_name = "ENGINE")]
    pub(crate) profile: Vec<Engines>,

    /// How to tell what was found.
    #[arg(long = "as", value_name = "FORM", conflicts_with_all = ["verbose", "quiet"])]
    pub(crate) form: Option<ReportForm>,

    /// Report only what is new since an earlier run, whose --json output is in this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Go on after that, and check again what changes, until it is interrupted.
    #[arg(long, conflicts_with_all = ["form", "fix"])]
    pub(crate) watch: bool,

    /// Mend what is safe to mend, in place: bounds and centers of models, sums of weights, `\` in names of resources, and with
    /// --content their letter case.
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix, only say what would be mended.
    #[arg(long, requires = "fix")]
    pub(crate) dry_run: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The rule: `U0116-late-parent`, `U0116` or `late-parent`. Without one, all rules are listed.
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
}

/// From which severity on a file fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors.
    #[default]
    Error,
    /// Errors and warnings.
    Warning,
    /// Everything.
    Note,
    /// Nothing: only what is not understood.
    Never,
}

impl FailOn {
    /// Whether something of a severity makes a file fail.
    pub(crate) fn fails(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity >= Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}

/// How to tell what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// Lines for people.
    Text,
    /// SARIF 2.1.0, as code scanners exchange it.
    Sarif,
    /// XML of JUnit: a test for every file.
    Junit,
    /// Commands that GitHub's workflows show beside the files.
    Github,
}
