//! Standard output, standard error, and where results go.

mod closed;
mod content;
mod destination;
mod folder;
mod standard;
mod survey;

use std::{io::Write, panic, path::Path, process};

use formwork_files::written;

use self::standard::to_stdout;
use crate::failure::Failure;

pub(crate) use closed::is_open;
pub(crate) use content::{Content, meaning};
pub(crate) use destination::{Destination, Request};
pub(crate) use folder::{OutputFolder, native};
pub(crate) use formwork_files::written::{Standing, is_temporary};
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
    let content = |out: &mut dyn Write| out.write_all(content).map_err(unwritable);
    written::renamed(path, standing, unwritable, content).map(drop)
}

/// Replaces a file that is the program's own to edit, whole or not at all.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, &error);
    let content = |out: &mut dyn Write| out.write_all(content).map_err(unwritable);
    written::replace(path, unwritable, content).map(drop)
}

/// Makes an interrupt remove temporary files and end the program with code 130, and a panic with 101 where it does not unwind.
pub(crate) fn remove_temporary_files_at_the_end() {
    // Without a handler the program still ends; only a temporary file may stay.
    let _ = ctrlc::set_handler(|| end(130));
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
