//! What is legal but unusual in a package, and what is wrong with its files.

use formwork_schema::Result;

use super::super::{Layer, Layers, Package};
use crate::{
    inspect::Inspection,
    package::{Verdict, names::problems},
};

pub(super) fn find(layers: &Layers, verdicts: &[Result<Verdict>], seen: &mut Inspection) {
    if layers.prefix > 0 {
        let message = format!("{} bytes before the first package", layers.prefix);
        seen.odd("bytes-before", || "before".into(), &message);
    }
    let several = layers.packages.len() > 1;
    for (place, (layer, verdict)) in layers.packages.iter().zip(verdicts).enumerate() {
        // Paths are those of the tree of the last package; the others say which they are.
        let inside = if several && place + 1 < layers.packages.len() {
            format!("package {}: ", place + 1)
        } else {
            String::new()
        };
        let mut odd = Odd { seen, inside };
        odd.checksums(verdict);
        odd.names(&layer.package);
        odd.layering(&layer.package);
        odd.layout(layer);
    }
}

struct Odd<'a> {
    seen: &'a mut Inspection,
    /// What paths begin with.
    inside: String,
}

impl Odd<'_> {
    fn add(&mut self, code: &'static str, path: &str, message: &str) {
        let inside = &self.inside;
        self.seen.odd(code, || format!("{inside}{path}"), message);
    }

    fn entry(&mut self, code: &'static str, place: usize, field: &str, message: &str) {
        self.add(code, &format!("entries[{place}]{field}"), message);
    }

    fn checksums(&mut self, verdict: &Result<Verdict>) {
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(error) => return self.add("unbounded", "entries", error.message()),
        };
        for (place, entry) in verdict.entries.iter().enumerate() {
            match entry {
                Ok(true) => {}
                Ok(false) => {
                    let message = "a file whose checksum is another";
                    self.entry("checksum", place, ".checksum", message);
                }
                Err(error) => self.entry("unreadable-file", place, "", error.message()),
            }
        }
        if verdict.whole == Some(false) {
            let message = "the checksum of the package is another";
            self.add("package-checksum", "checksum", message);
        }
    }

    fn names(&mut self, package: &Package) {
        let names = package.entries.iter().map(|entry| entry.name.as_bytes());
        let names: Vec<&[u8]> = names.collect();
        for (place, problem) in problems(&names).into_iter().enumerate() {
            if let Some(problem) = problem {
                // One line for all of them, whatever is wrong with each.
                let message = match problem.code() {
                    "unsafe-name" => "a name that is not a safe path on every system".into(),
                    _ => format!("a name that {}", problem.words()),
                };
                self.entry(problem.code(), place, ".name", &message);
            }
        }
    }

    fn layering(&mut self, package: &Package) {
        let layering = package.layering();
        for place in layering.overlapping {
            let message = "a file that shares bytes with another";
            self.entry("overlap", place, ".offset", message);
        }
        if layering.unused > 0 {
            let message = format!("{} bytes that belong to no file", layering.unused);
            self.add("unused-bytes", "data", &message);
        }
    }

    fn layout(&mut self, Layer { start, package }: &Layer) {
        if package.package_size.is_none() {
            let message = "no size at the end, as before 2013-10: not found after a program";
            self.add("no-package-size", "package_size", message);
        }
        if package.block_size.is_some() {
            let message = "a block size, as for two days in 2013-10: no later engine reads this";
            self.add("block-size", "block_size", message);
        }
        if package.leading_data.is_some() && *start > 0 {
            let message = "a table after the files, which engines do not find here";
            self.add("misplaced-table", "file_list_offset", message);
        }
    }
}
