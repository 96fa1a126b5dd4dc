//! Rules for numbers that follow from fields before them: checksums, and lengths of files.

use syn::ext::IdentExt;

use super::judge::Judge;
use crate::{
    errors::Errors,
    input::Due,
    parse::RawField,
    types::{ValueKind, argument, last_name},
};

/// Whether a field says how long the file is.
pub(super) fn is_file_length(raw: &RawField) -> bool {
    last_name(&raw.ty).is_some_and(|name| name == "FileLength")
}

impl Judge<'_> {
    /// What the number follows from.
    pub(super) fn due(&mut self) -> Option<Due> {
        let raw = self.raw;
        if is_file_length(raw) {
            return self.file_length();
        }
        let bare = argument(&raw.ty, "Option").unwrap_or(&raw.ty);
        let is_checksum = last_name(bare).is_some_and(|name| name == "Checksum");
        let said =
            "`br(parse_with = read_checksum(&data))` and `bw(write_with = write_checksum(data))`";
        let of = self.read_and_written(is_checksum, "a checksum of what?", said)?;
        if !is_checksum {
            self.errors.at(
                &raw.ty,
                "this is no checksum: write `Checksum<Crc32>` or the like",
            );
        }
        if raw.if_read.is_some() || !self.is_plain() {
            self.errors.at(
                &raw.ty,
                "a checksum stands where it is, always, and in trees: give conditions, magics, padding and byte orders to fields or structs around it",
            );
        }
        Some(Due::Checksum(of))
    }

    fn file_length(&mut self) -> Option<Due> {
        let said =
            "`br(parse_with = read_file_length(()))` and `bw(write_with = write_file_length(()))`";
        let without = self.read_and_written(true, "without which fields?", said)?;
        if !self.is_plain() {
            self.errors.at(
                &self.raw.ty,
                "the length of a file is a number in trees: give magics, padding and byte orders to fields or structs around it",
            );
        }
        if !self.around.is_root {
            self.errors.at(
                &self.raw.ty,
                "only the root of a format knows how long the file is",
            );
        }
        Some(Due::FileLength(without))
    }

    /// The fields that reader and writer are given.
    fn read_and_written(
        &mut self,
        is_due: bool,
        question: &str,
        said: &str,
    ) -> Option<Vec<String>> {
        let raw = self.raw;
        let (read, write) = match (&raw.covered, &raw.covered_on_write) {
            (Some(read), Some(write)) => (read, write),
            (None, None) => {
                if is_due {
                    self.errors.at(&raw.ty, format!("{question} Say {said}"));
                }
                return None;
            }
            (Some((_, key)), None) | (None, Some((_, key))) => {
                self.errors
                    .at(key, format!("reader and writer must agree: say {said}"));
                return None;
            }
        };
        let are_known = read.0.is_some() && write.0.is_some();
        if are_known && read.0 != write.0 {
            self.errors
                .at(&write.1, "reader and writer must cover the same fields");
        }
        let names = read.0.iter().flatten();
        Some(names.map(|name| name.unraw().to_string()).collect())
    }

    fn is_plain(&self) -> bool {
        let raw = self.raw;
        let turns = raw.endian.is_some() || raw.big[0].is_some();
        let is_bare = raw.magic.is_none() && raw.temp.is_none() && raw.index_of.is_none();
        is_bare && !turns && raw.pads.is_empty()
    }
}

/// What a number follows from stands before it and is known by then.
pub(super) fn cover_what_is_there(fields: &[RawField], errors: &mut Errors) {
    for (place, field) in fields.iter().enumerate() {
        let (noun, does) = if is_file_length(field) {
            measure_what_is_there(fields, place, errors);
            ("length", "leaves out")
        } else {
            ("checksum", "covers")
        };
        let covered = || field.covered.iter().flat_map(|(names, _)| names).flatten();
        for (nth, name) in covered().enumerate() {
            if covered().take(nth).any(|other| other == name) {
                errors.at(name, format!("a {noun} {does} `{name}` once"));
                continue;
            }
            let at = fields.iter().position(|other| *name == other.name);
            let message = match at {
                None => format!("no field is called `{name}`"),
                Some(at) if at >= place => {
                    format!("`{name}` comes after its {noun}: what it {does} stands before it")
                }
                Some(at) if takes_no_bytes(&fields[at]) => format!("`{name}` takes no bytes"),
                Some(at) if fields[at].endian.is_some() || fields[at].big[0].is_some() => {
                    format!(
                        "`{name}` has a byte order of its own, which the writer of the {noun} does not know"
                    )
                }
                Some(at) if is_size_of_later(fields, at, place) => {
                    format!(
                        "`{name}` is the size of what comes after the {noun}, and is not known by then"
                    )
                }
                Some(_) => continue,
            };
            errors.at(name, message);
        }
    }
}

fn takes_no_bytes(field: &RawField) -> bool {
    let is_elsewhere = field.is.is_some() || field.at.is_some() || field.ignore.is_some();
    is_elsewhere || field.shape.value == ValueKind::Remaining
}

/// How long a file is up to its length is known there, so no size before it may yet take more bytes.
fn measure_what_is_there(fields: &[RawField], place: usize, errors: &mut Errors) {
    for (at, field) in fields[..place].iter().enumerate() {
        let is_variable = last_name(&field.ty).is_some_and(|name| name == "Vle");
        if is_variable && is_size_of_later(fields, at, place) {
            let message = "how many bytes this size takes is only known after the length of the file, \
                           which counts them";
            errors.at(&field.ty, message);
        }
    }
}

fn is_size_of_later(fields: &[RawField], at: usize, checksum: usize) -> bool {
    let sized = fields[at].counted.as_ref().filter(|_| fields[at].sizes);
    sized.is_some_and(|sized| fields[checksum..].iter().any(|later| *sized == later.name))
}
