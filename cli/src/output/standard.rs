//! Standard output and standard error.
//!
//! All lines for people pass through here, so that no text of a file or its name controls a terminal or a program that reads
//! the lines.

use std::{
    fmt::{self, Display},
    io::{self, Write},
    path::Path,
};

use formwork_files::watched::Watched;
use formwork_schema::escape::{JsonInOrder, Printable};
use serde::Serialize;

use super::closed;
use crate::failure::{Failure, Outcome};

/// Names of standard output. Replacing the file after them would lose what is in it.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Prints one line to standard output.
pub(crate) fn line(text: impl Display) {
    print_all(|out| writeln!(out, "{}", OneLine(text)));
}

/// Prints several lines to standard output: `text` breaks them where it has a line feed.
pub(crate) fn lines(text: &str) {
    text.lines().for_each(line);
}

/// Prints a line after `indent`, in bold with `color`.
pub(crate) fn heading(indent: &str, text: impl Display, color: bool) {
    let (bold, plain) = if color {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("", "")
    };
    print_all(|out| writeln!(out, "{indent}{bold}{}{plain}", OneLine(text)));
}

/// Prints a command of GitHub's workflows, such as `::error file=a::b`.
pub(crate) fn workflow_command(text: impl Display) {
    print_all(|out| writeln!(out, "{}", Printable(text)));
}

/// Prints JSON on one line to standard output.
pub(crate) fn json(value: &impl Serialize) {
    print_all(|out| {
        serde_json::to_writer(WithoutCommands(JsonInOrder(&mut *out)), value)?;
        writeln!(out)
    });
}

/// Prints JSON on several lines to standard output.
pub(crate) fn indented_json(value: &impl Serialize) {
    print_all(|out| {
        serde_json::to_writer_pretty(WithoutCommands(JsonInOrder(&mut *out)), value)?;
        writeln!(out)
    });
}

/// Writes JSON in which runners of GitHub's workflows find no command. A string comes in one piece up to what is escaped in it.
struct WithoutCommands<W>(W);

impl<W: Write> Write for WithoutCommands<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let json = str::from_utf8(bytes).map_err(io::Error::other)?;
        let json = json.replace("##[", "#\\u0023[");
        self.0.write_all(json.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints one line to standard error. A closed standard error is ignored.
pub(crate) fn complain(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", OneLine(text));
}

fn print_all(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
    let mut out = io::stdout().lock();
    let written = closed::is_open().and_then(|()| print(&mut out));
    if let Err(error) = written {
        drop(out);
        end_of_output(&error);
        complain(Failure::unprintable(&error));
        std::process::exit(Outcome::Unwritable.code().into());
    }
}

/// One line for people. Runners of GitHub's workflows take a line for a command that begins with `::` or holds `##[`.
pub(crate) struct OneLine<T>(pub(crate) T);

impl<T: Display> Display for OneLine<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Printable(&self.0).to_string().replace("##[", "#\\u{23}[");
        match text.trim_start().strip_prefix("::") {
            Some(rest) => write!(f, "\\u{{3a}}:{rest}"),
            None => f.write_str(&text),
        }
    }
}

/// Whether a result goes to standard output.
pub(crate) fn is_standard(to: Option<&Path>) -> bool {
    to.is_none_or(|path| STANDARD_OUTPUT.iter().any(|name| path.as_os_str() == *name))
}

/// Prints to standard output; how many bytes.
pub(super) fn to_stdout(
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    closed::is_open().map_err(|error| Failure::unprintable(&error))?;
    let mut out = Watched::new(io::stdout().lock());
    let result = content(&mut out);
    out.end(result, |error| {
        end_of_output(&error);
        Failure::unprintable(&error)
    })
}

/// A reader that went away is no failure: `formwork dump x | head`.
fn end_of_output(error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_workflow_command() {
        let shown = |text: &str| OneLine(text).to_string();
        assert_eq!(shown("::error::a"), r"\u{3a}:error::a");
        assert_eq!(shown("  ::error::a"), r"\u{3a}:error::a");
        assert_eq!(shown("a ##[error]b"), r"a #\u{23}[error]b");
        assert_eq!(shown("a\n::b: c::d"), r"a\n::b: c::d");
    }
}
