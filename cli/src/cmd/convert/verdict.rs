//! What came of a conversion.

use std::path::PathBuf;

use formwork_convert::Report;

/// What came of a conversion, but for the bytes: of a folder there is one for each file in the end.
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
    /// SHA-256 in hexadecimal digits, where somebody is told it.
    pub(super) sha256: Option<String>,
}
