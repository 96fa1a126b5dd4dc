//! [`Glob`]: patterns of paths.

use fast_glob::{glob_match, validate};
use formwork_schema::{Error, Kind, Result};

/// A pattern of paths with slashes, such as `Models/**/*.{mdl,ani}`; `*` stays within a folder, and `?` is one byte.
#[derive(Debug, Clone)]
pub(crate) struct Glob(String);

impl Glob {
    /// A pattern of whole paths.
    ///
    /// # Errors
    /// It is no pattern.
    pub(crate) fn new(pattern: &str) -> Result<Self> {
        validate(pattern).map_err(|error| {
            Error::new(Kind::Invalid, format!("`{pattern}` is not a glob: {error}"))
        })?;
        // In front of a whole pattern, `!` would turn it into its opposite.
        let is_turned = pattern.starts_with('!');
        Ok(Self(format!(
            "{}{pattern}",
            if is_turned { "\\" } else { "" }
        )))
    }

    /// A pattern as in `.gitignore`: of names in any folder, or of paths from the folder on if it has a slash.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub(crate) fn in_folder(pattern: &str) -> Result<Self> {
        match pattern.strip_prefix('/') {
            Some(below) => Self::new(below),
            None if pattern.contains('/') => Self::new(pattern),
            None => Self::new(pattern).map(|Self(name)| Self(format!("**/{name}"))),
        }
    }

    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        glob_match(&self.0, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_within_folders_and_names_are_in_any() {
        let matches = |glob: Result<Glob>, path: &str| glob.unwrap().matches(path.as_bytes());
        assert!(matches(Glob::new("a/*.{mdl,ani}"), "a/b.ani"));
        assert!(!matches(Glob::new("a/*.mdl"), "a/b/c.mdl"));
        assert!(matches(Glob::new("a/**/*.mdl"), "a/c.mdl"));
        assert!(!matches(Glob::new("*.mdl"), "a/b.mdl"));
        assert!(matches(Glob::in_folder("*.mdl"), "b.mdl"));
        assert!(matches(Glob::in_folder("*.mdl"), "a/b/c.mdl"));
        assert!(!matches(Glob::in_folder("/*.mdl"), "a/b.mdl"));
        assert!(!matches(Glob::in_folder("a/*.mdl"), "x/a/b.mdl"));
        assert!(matches(Glob::new("!a[0-9]"), "!a1"));
        assert!(matches(Glob::in_folder("!a?"), "x/!a1"));
        assert!(!matches(Glob::new("!a[0-9]"), "b"));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for wrong in ["a{", "[a", "a\\"] {
            let said = Glob::in_folder(wrong).unwrap_err().to_string();
            assert!(said.contains("is not a glob: "), "{said}");
        }
    }
}
