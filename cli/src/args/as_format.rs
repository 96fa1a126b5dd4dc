//! What `--as-format` takes.

/// A format to read files as, and perhaps a version of it.
#[derive(Debug, Clone)]
pub(crate) struct AsFormat {
    pub(crate) id: String,
    pub(crate) version: Option<String>,
}

impl AsFormat {
    #[expect(clippy::unnecessary_wraps, reason = "what clap asks for")]
    pub(super) fn parse(text: &str) -> Result<Self, std::convert::Infallible> {
        let (id, version) = match text.split_once(':') {
            Some((id, version)) => (id, Some(version.to_owned())),
            None => (text, None),
        };
        let id = id.to_owned();
        Ok(Self { id, version })
    }
}
