//! The rows of each table.

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// It was read, all of it; of a picture file, its header.
    Read,
    /// It is of a format that is known, and cannot be read.
    Refused,
    /// It is of no format that is known.
    #[default]
    Unknown,
    /// The system does not give it, or another program writes it.
    Unreadable,
    /// It exceeds a limit.
    Limit,
    /// Reading it took too long.
    Timeout,
    /// Reading it ended the thread or the process that did.
    Crashed,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Read,
        Self::Refused,
        Self::Unknown,
        Self::Unreadable,
        Self::Limit,
        Self::Timeout,
        Self::Crashed,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::Unreadable => "unreadable",
            Self::Limit => "limit",
            Self::Timeout => "timeout",
            Self::Crashed => "crashed",
        }
    }
}

/// All that is said of one file.
#[derive(Debug, Clone, Default)]
pub struct Scanned {
    /// The file.
    pub file: FileRow,
    /// What is in it, where it was read.
    pub facts: Option<FactRow>,
    /// What it names.
    pub references: Vec<ReferenceRow>,
    /// What is wrong with it.
    pub diagnostics: Vec<DiagnosticRow>,
}

/// A row of `files`. The columns say what each field means.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "columns have descriptions")]
pub struct FileRow {
    pub path: String,
    pub hash: Option<String>,
    pub size: Option<i64>,
    pub modified: Option<i64>,
    pub format: Option<&'static str>,
    pub version: Option<String>,
    pub engine: Option<String>,
    pub status: Status,
}

/// A row of `facts`. The columns say what each field means.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "columns have descriptions")]
pub struct FactRow {
    pub path: String,
    pub meshes: Option<i64>,
    pub vertices: Option<i64>,
    pub triangles: Option<i64>,
    pub bones: Option<i64>,
    pub morphs: Option<i64>,
    pub clips: Option<i64>,
    pub seconds: Option<f64>,
    pub keyframes: Option<i64>,
    pub textures: Option<i64>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub memory: Option<i64>,
    pub attributes: Option<Vec<String>>,
    pub bone_names: Option<Vec<String>>,
    pub track_names: Option<Vec<String>>,
}

/// A row of `references`. The columns say what each field means.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "columns have descriptions")]
pub struct ReferenceRow {
    pub path: String,
    pub kind: &'static str,
    pub name: String,
    pub place: String,
    pub line: Option<i64>,
    pub line_column: Option<i64>,
}

/// A row of `diagnostics`. The columns say what each field means.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "columns have descriptions")]
pub struct DiagnosticRow {
    pub path: String,
    pub code: &'static str,
    pub severity: &'static str,
    pub message: String,
    pub place: String,
    pub byte: Option<i64>,
    pub line: Option<i64>,
    pub line_column: Option<i64>,
    pub places: i64,
}
