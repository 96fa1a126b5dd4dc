//! The files that stand already where a package is unpacked.

use std::{fs, path::Path};

use formwork_formats::package::Files;

use super::File;
use crate::{
    args::Unpack,
    output::{self, Step, Wanted},
    report::Failure,
};

/// What to do about each file: those that are there with the same bytes are left alone, others are not replaced unless
/// that was asked for.
pub(super) fn survey(
    files: &dyn Files,
    whole: &[&File<'_>],
    folder: &Path,
    of: &Unpack,
) -> Result<Vec<Step>, Failure> {
    let wanted = whole.iter().map(|file| Wanted {
        path: folder.join(output::native(&file.path)),
        size: file.entry.size,
    });
    let wanted: Vec<Wanted> = wanted.collect();
    let is_same = |file: usize, path: &Path| match files.read(whole[file].place) {
        Ok(bytes) => fs::read(path).is_ok_and(|found| found == *bytes),
        // It is told later; nothing is written there.
        Err(_) => true,
    };
    output::survey(&wanted, &[&of.file], of.replace.force, is_same)
}
