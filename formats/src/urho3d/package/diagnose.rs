//! What is wrong with a package, and with its files.

use formwork_schema::{Diagnostics, Result, Rule, escape::escape};

use super::{Entry, Files, Package, rules};
use crate::{
    package::{Verdict, names::problems, rules as names_rules},
    repeated::{Again, repeated},
    urho3d::names::sanitized,
};

pub(super) fn find(last: &Package, seen: &mut Diagnostics) {
    let in_front = last.all_in_front();
    let packages: Vec<&Package> = in_front.iter().chain([last]).collect();
    let prefix = packages.first().map_or(0, |first| first.start());
    if prefix > 0 {
        let message = format!("{prefix} bytes before the first package");
        seen.add(&rules::BYTES_BEFORE, || "before".into(), &message);
    }
    let several = packages.len() > 1;
    if several && prefix == 0 {
        let message = match packages.len() - 1 {
            1 => "a package behind the first, which engines do not find by themselves".to_owned(),
            hidden => {
                format!(
                    "{hidden} packages behind the first, which engines do not find by themselves"
                )
            }
        };
        seen.add(&rules::HIDDEN_PACKAGE, || "before".into(), message);
    }
    for (place, package) in packages.iter().enumerate() {
        // Paths are those of the tree of the last package; the others say which they are.
        let inside = if several && place + 1 < packages.len() {
            format!("package {}: ", place + 1)
        } else {
            String::new()
        };
        let mut odd = Odd {
            seen,
            inside,
            file_size: last.start() + last.size(),
        };
        odd.checksums(package, &package.verify());
        odd.names(package);
        odd.layering(package);
        odd.layout(package);
    }
}

struct Odd<'a> {
    seen: &'a mut Diagnostics,
    /// What paths begin with.
    inside: String,
    /// Size of the whole file, in bytes.
    file_size: u64,
}

impl Odd<'_> {
    fn add(&mut self, rule: &'static Rule, path: &str, message: &str) {
        let inside = &self.inside;
        self.seen.add(rule, || format!("{inside}{path}"), message);
    }

    fn entry(&mut self, rule: &'static Rule, place: usize, field: &str, message: &str) {
        self.add(rule, &format!("entries[{place}]{field}"), message);
    }

    fn checksums(&mut self, package: &Package, verdict: &Result<Verdict>) {
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(error) => return self.add(&rules::UNBOUNDED, "entries", error.message()),
        };
        let files = package.files();
        for (place, (entry, verdict)) in package.entries.iter().zip(&verdict.entries).enumerate() {
            if files.has_larger_block(entry) {
                let message = "a block larger than the first one, by which engines make room";
                self.entry(&rules::LARGER_BLOCK, place, "", message);
            }
            match verdict {
                Ok(true) => {}
                Ok(false) => {
                    let message = format!("the bytes of {} have another checksum", shown(entry));
                    self.entry(&rules::CHECKSUM, place, ".checksum", &message);
                }
                Err(error) => {
                    let rule = self.unreadable(package, &files, entry);
                    let message = match rule.code == rules::ENTRY_WRAPS.code {
                        true => format!(
                            "begins at {} and takes {} bytes, whose sum does not fit 32 bits; the engine opens the package",
                            entry.offset, entry.size
                        ),
                        false => error.message().to_owned(),
                    };
                    self.entry(rule, place, "", &message);
                }
            }
        }
        if verdict.whole == Some(false) {
            let message = "the checksum of the package is another";
            self.add(&rules::PACKAGE_CHECKSUM, "checksum", message);
        }
    }

    fn names(&mut self, package: &Package) {
        for (place, entry) in package.entries.iter().enumerate() {
            let name = entry.name.as_bytes();
            let asked = sanitized(name);
            if asked != name || name.is_empty() {
                let message = match name {
                    [] => "a file without a name, which nobody can ask for".into(),
                    _ => format!(
                        "engines never look for {}, but for `{}`",
                        shown(entry),
                        escape(&asked)
                    ),
                };
                self.entry(&rules::UNREACHABLE_NAME, place, ".name", &message);
            }
        }
        let names = package.entries.iter().map(|entry| entry.name.as_bytes());
        let names: Vec<&[u8]> = names.collect();
        self.equal_hashes(&names);
        for (place, problem) in problems(&names).into_iter().enumerate() {
            if let Some(problem) = problem {
                // One line for all of them, whatever is wrong with each.
                let message = match problem.rule() {
                    rule if *rule == names_rules::UNSAFE_NAME => {
                        "a name that is not a safe path on every system".into()
                    }
                    _ => format!("a name that {}", problem.words()),
                };
                self.entry(problem.rule(), place, ".name", &message);
            }
        }
    }

    /// Names that are one where hashes of names ignore letter case.
    fn equal_hashes(&mut self, names: &[&[u8]]) {
        let all = repeated(names.len(), &|place| names[place]).into_iter();
        for one in all.filter(|one| one.again == Again::ButForCase) {
            let inside = &self.inside;
            let path = || format!("{inside}entries[{}].name", one.place);
            let message = "a file of that name came before, but for letter case";
            self.seen
                .add_many(&rules::FILE_BUT_FOR_CASE, one.count, path, message);
        }
    }

    /// The rule that a file breaks whose bytes cannot be read.
    fn unreadable(&self, package: &Package, files: &Files, entry: &Entry) -> &'static Rule {
        if package.is_compressed() {
            return match files.is_stuck(entry) {
                true => &rules::EMPTY_BLOCK,
                false => &rules::UNREADABLE_FILE,
            };
        }
        // As engines add them: in 32 bits, from the start of the file.
        let end = u64::from(entry.offset) + u64::from(entry.size) + package.start();
        if u64::from(end as u32) > self.file_size {
            &rules::BEYOND_END
        } else if end > u64::from(u32::MAX) {
            &rules::ENTRY_WRAPS
        } else {
            &rules::OUTSIDE_FILES
        }
    }

    fn layering(&mut self, package: &Package) {
        let layering = package.layering();
        for place in layering.overlapping {
            let message = "a file that shares bytes with another";
            self.entry(&rules::OVERLAP, place, ".offset", message);
        }
        if layering.unused > 0 {
            let message = format!("{} bytes that belong to no file", layering.unused);
            self.add(&rules::UNUSED_BYTES, "data", &message);
        }
    }

    fn layout(&mut self, package: &Package) {
        if let Some(revision) = package.revision.filter(|revision| *revision != 0) {
            let message = format!("revision {revision}; engines know 0 alone");
            self.add(&rules::REVISION, "revision", &message);
        }
        if package.without_size {
            let message = "no size at the end, as before 2013-10: not found after a program";
            self.add(&rules::NO_PACKAGE_SIZE, "without_size", message);
        }
        if package.block_size.is_some() {
            let message = "a block size, as for two days in 2013-10: no later engine reads this";
            self.add(&rules::BLOCK_SIZE, "block_size", message);
        }
        if package.leading_data.is_some() && package.start() > 0 {
            let message = "a table after the files, which engines do not find here";
            self.add(&rules::MISPLACED_TABLE, "file_list_offset", message);
        }
    }
}

/// The name of a file, for people.
fn shown(entry: &Entry) -> String {
    format!("`{}`", entry.name.to_text())
}
