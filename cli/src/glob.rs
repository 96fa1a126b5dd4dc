//! [`Glob`]: patterns of paths.

use std::fmt::Display;

use fast_glob::{glob_match, validate};

/// Patterns that braces may say in one: all of them are tried.
const BRANCHES: u64 = 1000;

/// A pattern of paths with slashes, such as `Models/**/*.{mdl,ani}`; `*` stays within a folder, and `?` is one byte.
#[derive(Debug, Clone)]
pub(crate) struct Glob(String);

impl Glob {
    /// A pattern of whole paths.
    ///
    /// # Errors
    /// Why it is no pattern.
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        let wrong = |why: &dyn Display| format!("`{pattern}` is not a glob: {why}");
        validate(pattern).map_err(|error| wrong(&error))?;
        if branches(pattern) > BRANCHES {
            return Err(wrong(&format_args!(
                "braces that say more than {BRANCHES} patterns"
            )));
        }
        Ok(Self(plain(pattern)))
    }

    /// A pattern as in `.gitignore`: of names in any folder, or of paths from the folder on if it has a slash.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub(crate) fn in_folder(pattern: &str) -> Result<Self, String> {
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

/// How many patterns the braces say.
fn branches(pattern: &str) -> u64 {
    let mut all: u64 = 1;
    let mut open: Vec<u64> = Vec::new();
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => drop(chars.next()),
            '{' => open.push(1),
            ',' => open.last_mut().into_iter().for_each(|count| *count += 1),
            '}' => all = all.saturating_mul(open.pop().unwrap_or(1)),
            _ => {}
        }
    }
    all
}

/// The pattern without what has a meaning for `fast-glob` alone: `!` in front, which would turn it into its opposite, and
/// backslashes that make control characters of letters.
fn plain(pattern: &str) -> String {
    let mut plain = String::with_capacity(pattern.len() + 1);
    if pattern.starts_with('!') {
        plain.push('\\');
    }
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        let is_needless = char == '\\' && chars.peek().is_some_and(char::is_ascii_alphanumeric);
        if !is_needless {
            plain.push(char);
        }
        // What is escaped is no backslash that escapes.
        if char == '\\' {
            plain.extend(chars.next());
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_within_folders_and_names_are_in_any() {
        let matches =
            |glob: Result<Glob, String>, path: &str| glob.unwrap().matches(path.as_bytes());
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
        assert!(matches(Glob::new("\\name"), "name"));
        assert!(matches(Glob::new("a\\*\\\\n"), "a*\\n"));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        let many = "{a,a,a,a,a,a}".repeat(10);
        for wrong in ["a{", "[a", "a\\", &many] {
            let said = Glob::in_folder(wrong).unwrap_err();
            assert!(said.contains("is not a glob: "), "{said}");
        }
    }
}
