//! Standard output, standard error, and where results go.

mod content;
mod destination;
mod file;
mod same;
mod survey;
mod watched;

use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

use self::watched::Watched;
use crate::report::{Failure, Outcome};

pub(crate) use content::Content;
pub(crate) use destination::{Destination, Request};
pub(crate) use file::{Standing, remove_temporary_files_when_interrupted};
pub(crate) use survey::{Step, Wanted, survey};

/// Names of standard output. Replacing the file behind them would lose what is in it.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Prints one line to standard output.
pub(crate) fn line(text: &str) {
    let mut out = io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}") {
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

/// Prints to standard output what is made of no file in particular.
pub(crate) fn print(
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    to_stdout(content).map(drop)
}

/// Writes one of the files that were asked about with [`survey`](fn@survey), whole or not at all.
pub(crate) fn file(path: &Path, standing: &Standing, content: &[u8]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    file::renamed(path, standing, |out| {
        out.write_all(content).map_err(unwritable)
    })
    .map(drop)
}

/// Replaces a file that is the program's own to edit, whole or not at all.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    file::replace(path, |out| out.write_all(content).map_err(unwritable)).map(drop)
}

fn to_stdout(content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<u64, Failure> {
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
