//! Standard output and standard error.

use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

use formwork_files::watched::Watched;
use formwork_schema::escape::json_in_order;

use super::closed;
use crate::failure::{Failure, Outcome};

/// Names of standard output. Replacing the file after them would lose what is in it.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Prints one line to standard output, of JSON or of words that are [printable](crate::failure::printable).
pub(crate) fn line(text: &str) {
    let mut out = io::stdout().lock();
    let written = closed::is_open().and_then(|()| writeln!(out, "{}", json_in_order(text)));
    if let Err(error) = written {
        drop(out);
        end_of_output(&error);
        complain(&Failure::unprintable(&error));
        std::process::exit(Outcome::Unwritable.code().into());
    }
}

/// Prints one line to standard error. When that is closed, nobody wants to hear it.
pub(crate) fn complain(what: &impl Display) {
    let _ = writeln!(io::stderr().lock(), "{what}");
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
