//! [`Ignored`]: what is left out, by patterns as in `.gitignore`.

use std::path::Path;

use formwork_schema::{Error, Kind};

use crate::{args::Args, glob::Glob, input, report::Failure};

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
    /// The number of a line that is no pattern, and why.
    pub(super) fn new<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, (u64, String)> {
        let lines = lines.into_iter().zip(1..);
        let patterns = lines.filter_map(|(line, number)| {
            let pattern = Pattern::new(line).transpose()?;
            Some(pattern.map_err(|why| (number, why)))
        });
        patterns.collect::<Result<_, _>>().map(Self)
    }

    /// What a folder's own file says; nothing, where there is none.
    pub(super) fn of(args: &Args, folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(NAME);
        // A pipe of that name would never end.
        if !path.is_file() {
            return Ok(Self::default());
        }
        let patterns = Self::new(input::text(args, &path)?.lines());
        patterns.map_err(|(line, why)| {
            let error = Error::new(Kind::Malformed, why);
            Failure::new(&path, error.at_line(line, 1))
        })
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
    fn new(line: &str) -> Result<Option<Self>, String> {
        if line.starts_with('#') {
            return Ok(None);
        }
        let whole = without_blanks(line);
        let line = whole.strip_prefix('!').unwrap_or(whole);
        let path = line.strip_suffix('/').unwrap_or(line);
        if path.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            glob: Glob::in_folder(path)?,
            of_folders: path != line,
            keeps: line != whole,
        }))
    }
}

/// A line without blanks at its end, but for one behind a backslash.
fn without_blanks(line: &str) -> &str {
    let ended = line.trim_end_matches(' ');
    let backslashes = ended.len() - ended.trim_end_matches('\\').len();
    let is_escaped = backslashes % 2 == 1 && ended.len() < line.len();
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
        assert_eq!(says("a\\\\  ", "a\\"), Some(true));
        assert_eq!(says("\\#a", "#a"), Some(true));
        assert_eq!(says("\\!a", "!a"), Some(true));
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number() {
        let (line, why) = Ignored::new(["a", "", "b{"]).err().unwrap();
        assert_eq!(line, 3, "{why}");
    }
}
