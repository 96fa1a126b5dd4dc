//! Standard output, standard error, and where results go.

mod file;
mod watched;

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::Path,
};

use self::watched::Watched;
use crate::report::{Failure, Outcome};

pub(crate) use file::remove_temporary_files_when_interrupted;

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

/// Writes a result to a file, or to standard output; returns how many bytes it has.
///
/// A file is there whole or not at all. `binary` results are not sent to a terminal.
pub(crate) fn write(
    to: Option<&Path>,
    binary: bool,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    match to.filter(|_| !is_standard(to)) {
        None if binary && io::stdout().is_terminal() => Err(Failure::usage(
            "the result is binary; name a file with -o, or redirect standard output",
        )),
        None => to_stdout(content),
        Some(path) => file::write(path, content),
    }
}

/// Writes a file with some content, whole or not at all; never to standard output, whatever its name.
pub(crate) fn file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    file::write(path, |out| out.write_all(content).map_err(unwritable)).map(drop)
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
