//! [`Spot`]: where in a text a place in the tree is written.
//!
//! A text is read without an error and its tree cannot be written: then it is read again, to find the line.

use formwork_schema::{Error, Path, line_and_column};

/// A path that is looked for, and what came nearest so far: the innermost value around it.
pub(crate) struct Spot {
    path: String,
    /// The same in the words of the text, where they are others.
    shown: Option<String>,
    depth: Option<usize>,
    at: usize,
}

/// The line of an offset, in words.
pub(crate) fn line(text: &str, at: usize) -> String {
    format!("on line {}", line_and_column(text, at).0)
}

impl Spot {
    pub(crate) fn new(path: &str) -> Self {
        Self {
            path: path.into(),
            shown: None,
            depth: None,
            at: 0,
        }
    }

    /// An item of a list has a name of its own in the text: what is below it is called by that.
    pub(crate) fn rename(&mut self, around: &Path<'_>, list: &str, place: usize, name: &str) {
        let around = around.to_string();
        let dot = if around.is_empty() { "" } else { "." };
        let own = format!("{around}{dot}{list}[{place}]");
        if let Some(rest) = self.path.strip_prefix(&own) {
            self.shown = Some(format!("{around}{dot}{name}{rest}"));
        }
    }

    /// A value with this path is written at this offset.
    pub(crate) fn see(&mut self, path: &Path<'_>, at: usize) {
        let depth = path.steps().len();
        if self.depth.is_some_and(|found| found >= depth) {
            return;
        }
        let shown = path.to_string();
        let rest = self.path.strip_prefix(&shown);
        let leads_there =
            |rest: &str| shown.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']);
        if rest.is_some_and(leads_there) {
            self.depth = Some(depth);
            self.at = at;
        }
    }

    /// The error with its line, if it is known.
    pub(crate) fn place(self, error: Error, text: &str) -> Error {
        match self.depth {
            Some(_) => {
                let (line, column) = line_and_column(text, self.at);
                error
                    .of(self.shown.unwrap_or(self.path))
                    .at_line(line, column)
            }
            None => error,
        }
    }
}
