//! What came of a conversion.

use std::path::PathBuf;

use formwork_convert::Report;
use formwork_files::written::Staged;

/// Result of a conversion, with the files under temporary names.
pub(super) struct Verdict {
    /// What the first input is.
    pub(super) from: String,
    /// What was made.
    pub(super) outputs: Vec<Made>,
    /// What was lost.
    pub(super) report: Report,
    /// Whether nothing was written, for something would be lost.
    pub(super) refused: bool,
}

/// One file that was made.
pub(super) struct Made {
    /// Where it is, or would be.
    pub(super) path: PathBuf,
    /// What it is.
    pub(super) format: String,
    /// How long it is in bytes.
    pub(super) size: usize,
    /// SHA-256 in hexadecimal digits.
    pub(super) sha256: String,
    /// Whether it refers to the others, so that it is written after them.
    pub(super) is_main: bool,
    /// The file until it has its path; none where it is not written, or is that of another conversion.
    pub(super) staged: Option<Staged>,
}
