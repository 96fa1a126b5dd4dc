//! Rules for checksums and what they cover.

use syn::ext::IdentExt;

use super::fields::Judge;
use crate::{
    errors::Errors,
    parse::RawField,
    types::{ValueKind, argument, last_name},
};

impl Judge<'_> {
    /// The fields that are covered.
    pub(super) fn checksum(&mut self) -> Option<Vec<String>> {
        let raw = self.raw;
        let bare = argument(&raw.ty, "Option").unwrap_or(&raw.ty);
        let is_checksum = last_name(bare).is_some_and(|name| name == "Checksum");
        let (read, write) = match (&raw.covered, &raw.covered_on_write) {
            (Some(read), Some(write)) => (read, write),
            (None, None) => {
                if is_checksum {
                    self.errors.at(
                        &raw.ty,
                        "a checksum of what? Say `br(parse_with = read_checksum(&data))` and \
                         `bw(write_with = write_checksum(data))`",
                    );
                }
                return None;
            }
            (Some((_, key)), None) | (None, Some((_, key))) => {
                self.errors.at(
                    key,
                    "reader and writer must agree: say `br(parse_with = read_checksum(&data))` and \
                     `bw(write_with = write_checksum(data))`",
                );
                return None;
            }
        };
        let is_known = !read.0.is_empty() && !write.0.is_empty();
        if is_known && read.0 != write.0 {
            self.errors
                .at(&write.1, "reader and writer must cover the same fields");
        }
        if !is_checksum {
            self.errors.at(
                &raw.ty,
                "this is no checksum: write `Checksum<Crc32>` or the like",
            );
        }
        let is_plain = raw.if_read.is_none() && raw.magic.is_none() && raw.temp.is_none();
        let turns = raw.endian.is_some() || raw.big[0].is_some();
        if !is_plain || turns || !raw.pads.is_empty() || raw.index_of.is_some() {
            self.errors.at(
                &raw.ty,
                "a checksum stands where it is, always, and in trees: give conditions, magics, padding and byte orders to fields or structs around it",
            );
        }
        Some(read.0.iter().map(|name| name.unraw().to_string()).collect())
    }
}

/// A checksum covers bytes that stand before it and are known by then.
pub(super) fn cover_what_is_there(fields: &[RawField], errors: &mut Errors) {
    for (place, field) in fields.iter().enumerate() {
        let covered = || field.covered.iter().flat_map(|(names, _)| names);
        for (nth, name) in covered().enumerate() {
            if covered().take(nth).any(|other| other == name) {
                errors.at(name, format!("a checksum covers `{name}` once"));
                continue;
            }
            let at = fields.iter().position(|other| *name == other.name);
            let message = match at {
                None => format!("no field is called `{name}`"),
                Some(at) if at >= place => {
                    format!("`{name}` comes after its checksum: what is covered stands before it")
                }
                Some(at) if takes_no_bytes(&fields[at]) => format!("`{name}` takes no bytes"),
                Some(at) if fields[at].endian.is_some() || fields[at].big[0].is_some() => {
                    format!(
                        "`{name}` has a byte order of its own, which the writer of the checksum does not know"
                    )
                }
                Some(at) if is_size_of_later(fields, at, place) => {
                    format!(
                        "`{name}` is the size of what comes after the checksum, and is not known by then"
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

fn is_size_of_later(fields: &[RawField], at: usize, checksum: usize) -> bool {
    let sized = fields[at].counted.as_ref().filter(|_| fields[at].sizes);
    sized.is_some_and(|sized| fields[checksum..].iter().any(|later| *sized == later.name))
}
