//! [`Ignored`]: what is left out, by patterns as in `.gitignore`.

use std::{fs, io, path::Path};

use formwork_schema::{Error, Result};

use crate::{glob::Glob, report::Failure};

/// A file with patterns of what is left out of its folder and those below.
pub(super) const NAME: &str = ".formworkignore";

/// Patterns about what is in a folder; of those that match the last one decides.
#[derive(Default)]
pub(super) struct Ignored(Vec<Pattern>);

struct Pattern {
    glob: Glob,
    /// It is of folders alone.
    of_folders: bool,
    /// What it matches is not left out.
    keeps: bool,
}

impl Ignored {
    /// What lines say.
    ///
    /// # Errors
    /// One is no pattern; the error has its line.
    pub(super) fn new<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let lines = lines.into_iter().zip(1..);
        let patterns = lines.filter_map(|(line, number)| {
            let pattern = Pattern::new(line).transpose()?;
            Some(pattern.map_err(|error| error.at_line(number, 1)))
        });
        patterns.collect::<Result<_>>().map(Self)
    }

    /// What a folder's own file says; nothing, where there is none.
    pub(super) fn of(folder: &Path) -> std::result::Result<Self, Failure> {
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::unreadable(&path, &error)),
        };
        let text = text.trim_start_matches('\u{feff}');
        Self::new(text.lines()).map_err(|error: Error| Failure::new(&path, error))
    }

    /// Whether something of the folder is left out; none where no pattern is about it.
    pub(super) fn says(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let mut last_first = self.0.iter().rev();
        let last = last_first
            .find(|pattern| (is_folder || !pattern.of_folders) && pattern.glob.matches(path));
        last.map(|pattern| !pattern.keeps)
    }
}

impl Pattern {
    /// None for comments, and for lines of nothing.
    fn new(line: &str) -> Result<Option<Self>> {
        if line.starts_with('#') {
            return Ok(None);
        }
        let (keeps, line) = match line.strip_prefix('!') {
            Some(line) => (true, line),
            None => (false, line),
        };
        let line = without_blanks(line);
        let (of_folders, line) = match line.strip_suffix('/') {
            Some(line) => (true, line),
            None => (false, line),
        };
        let glob = (!line.is_empty()).then(|| Glob::in_folder(line));
        let pattern = |glob| Self {
            glob,
            of_folders,
            keeps,
        };
        Ok(glob.transpose()?.map(pattern))
    }
}

/// A line without blanks at its end, but for one behind a backslash.
fn without_blanks(line: &str) -> &str {
    let ended = line.trim_end_matches(' ');
    let is_escaped = ended.ends_with('\\') && ended.len() < line.len();
    &line[..ended.len() + usize::from(is_escaped)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_git_says_they_mean() {
        let says = |lines: &str, path: &str| {
            let ignored = Ignored::new(lines.lines()).unwrap();
            let (path, is_folder) = match path.strip_suffix('/') {
                Some(path) => (path, true),
                None => (path, false),
            };
            ignored.says(path.as_bytes(), is_folder)
        };
        assert_eq!(says("# a\n\n   \n!\n/\n", "a"), None);
        assert_eq!(says("*.txt", "a/b.txt"), Some(true));
        assert_eq!(says("/*.txt", "a/b.txt"), None);
        assert_eq!(says("a/*.txt", "b/a/c.txt"), None);
        assert_eq!(says("*.txt\n!b.txt", "a/b.txt"), Some(false));
        assert_eq!(says("!b.txt\n*.txt", "a/b.txt"), Some(true));
        assert_eq!(says("b/", "a/b"), None);
        assert_eq!(says("b/", "a/b/"), Some(true));
        assert_eq!(says("/a/**", "a/"), None);
        assert_eq!(says("/a/**", "a/b/c"), Some(true));
        assert_eq!(says("a  ", "a"), Some(true));
        assert_eq!(says("a\\ ", "a "), Some(true));
        assert_eq!(says("\\#a", "#a"), Some(true));
        assert_eq!(says("\\!a", "!a"), Some(true));
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number() {
        let error = Ignored::new(["a", "", "b{"]).err().unwrap();
        assert_eq!(error.line(), Some((3, 1)), "{error}");
    }
}
