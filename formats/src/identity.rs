//! [`Identity`]: what a file is, and how sure that is.

/// How sure an identification is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing is known.
    None,
    /// There is no magic, or one that others have as well, but the header or the name fits.
    Likely,
    /// The magic is known, the version after it is not.
    Magic,
    /// Magic and version are known, or there are no versions.
    Certain,
}

impl Confidence {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Likely => "likely",
            Self::Magic => "magic",
            Self::Certain => "certain",
        }
    }
}

/// What a file is, as far as its first bytes say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Id of the format; `None` when it is none of ours.
    pub format: Option<&'static str>,
    /// Magic and version number, as in `UAN2 3`; none for formats without, and where it is not known.
    pub version: Option<String>,
    /// The engine that writes this version.
    pub engine: Option<&'static str>,
    /// How sure this is.
    pub confidence: Confidence,
    /// What a file of none of our formats seems to be.
    pub looks_like: Option<String>,
    /// What the first bytes of a file with such a name are, and what they should be; `None` for files of our formats and of others,
    /// and where the name says nothing.
    pub beginnings: Option<String>,
    /// What can be done with such a file, as a sentence without its full stop; `None` where nothing comes to mind.
    pub read_by: Option<&'static str>,
}

impl Identity {
    /// A file that is certainly of this format, whatever its version.
    pub(crate) fn of(format: &'static str) -> Self {
        Self {
            format: Some(format),
            version: None,
            engine: None,
            confidence: Confidence::Certain,
            looks_like: None,
            beginnings: None,
            read_by: None,
        }
    }
}
