//! Standard output, standard error, and where results go.

mod closed;
mod destination;
mod folder;
mod signals;
mod standard;
mod survey;

use std::{io::Write, panic, path::Path, process};

use formwork_files::{
    original::Original,
    written::{self, Replacement, Staged},
};

use self::standard::to_stdout;
use crate::failure::Failure;

pub(crate) use closed::is_open;
pub(crate) use destination::{Destination, Request};
pub(crate) use folder::{OutputFolder, native};
pub(crate) use formwork_files::{
    content::{Content, meaning},
    written::{Standing, is_temporary},
};
pub(crate) use standard::{
    OneLine, complain, heading, indented_json, is_standard, json, line, lines, workflow_command,
};
pub(crate) use survey::{Step, Wanted, allow, look, survey};

/// Prints to standard output what is made of no file in particular.
pub(crate) fn print(
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    to_stdout(content).map(drop)
}

/// Writes one of the files that were asked about with [`survey`](fn@survey), whole or not at all.
pub(crate) fn file(path: &Path, standing: &Standing, content: &[u8]) -> Result<(), Failure> {
    destination::refuse_input(path)?;
    place(path, standing, content)
}

/// Writes a file under a temporary name, which [`commit`] gives its path.
pub(crate) fn stage(path: &Path, content: &[u8]) -> Result<Staged, Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    let content = |out: &mut dyn Write| out.write_all(content).map_err(unwritable);
    let written = Staged::write(path, &Standing::of(path), unwritable, content);
    written.map(|(staged, _)| staged)
}

/// Gives all these files their paths, or none of them.
pub(crate) fn commit(files: Vec<Replacement>) -> Result<(), Failure> {
    for file in &files {
        destination::refuse_input(&file.path)?;
    }
    written::commit(files).map_err(|failed| Failure::unwritable(&failed.path, &failed.error))
}

/// Replaces a file that was read by what was made of it, whole or not at all; none, where there was no file.
///
/// # Errors
/// A file that cannot be written, or is not any more as it was read.
pub(crate) fn replace(
    path: &Path,
    original: Option<&Original>,
    content: &[u8],
) -> Result<(), Failure> {
    let standing = original.cloned();
    let standing = standing.map_or(Standing::Nothing, |original| {
        Standing::Read(original.into())
    });
    place(path, &standing, content)
}

fn place(path: &Path, standing: &Standing, content: &[u8]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    let content = |out: &mut dyn Write| out.write_all(content).map_err(unwritable);
    written::renamed(path, standing, unwritable, content).map(drop)
}

/// Makes signals that end the program remove temporary files first, and a panic where it does not unwind.
pub(crate) fn remove_temporary_files_at_the_end() {
    // Without a handler the program still ends; only a temporary file may stay.
    let _ = signals::end_with(end);
    if cfg!(panic = "abort") {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            tell(info);
            end(101);
        }));
    }
}

fn end(code: i32) -> ! {
    let _others_wait = written::remove_temporary_files();
    process::exit(code);
}
