//! Standard output, standard error, and where results go.

mod content;
mod destination;
mod file;
mod folder;
mod same;
mod standard;
mod survey;
mod watched;

use std::{io::Write, path::Path};

use self::standard::to_stdout;
use crate::failure::Failure;

pub(crate) use content::{Content, meaning};
pub(crate) use destination::{Destination, Request};
pub(crate) use file::{Standing, is_temporary, remove_temporary_files_when_interrupted};
pub(crate) use folder::{OutputFolder, native};
pub(crate) use standard::{complain, is_standard, line};
pub(crate) use survey::{Step, Wanted, survey};

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
