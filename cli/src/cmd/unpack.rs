//! `formwork unpack`: the files of a package as files.

mod place;

use std::path::{Path, PathBuf};

use formwork_formats::{
    sdbm,
    urho3d::{
        self, Package,
        package::{Entry, targets},
    },
};
use formwork_schema::{Error, Kind};
use rayon::prelude::*;
use serde_json::json;

use self::place::Place;
use crate::{
    args::{Args, OnUnsafe, Unpack},
    input, output, package,
    report::{self, Failure, Outcome},
};

/// Names that a refusal tells.
const NAMES: usize = 10;

pub(crate) fn run(args: &Args, of: &Unpack) -> Result<Outcome, Failure> {
    let layers = package::open(args, &of.file)?;
    let package = package::choose(layers, of.package, &of.file)?.package;
    let possible = package.bounded();
    possible.map_err(|error| Failure::new(&of.file, error))?;
    let Chosen {
        files: chosen,
        changes,
    } = chosen(&package, of)?;
    bounded(&chosen, of)?;
    let folder = folder(of)?;
    let place = Place::new(&folder, chosen.iter().map(|file| &*file.path))?;
    let results: Vec<Result<u64, Failure>> = chosen
        .par_iter()
        .map(|file| unpack(&package, file, &place, of))
        .collect();
    if results.iter().all(Result::is_ok) {
        // Also for a package without files.
        place.make()?;
    }
    if let Some(list) = &of.order {
        let names = chosen.iter().map(|file| file.path.clone());
        let text = package::order(names);
        output::file(list, text.as_bytes())?;
    }
    let joined = package.is_joined();
    Ok(summed(args, of, &folder, &changes, results, joined))
}

/// A file to write.
struct File<'a> {
    entry: &'a Entry,
    /// Where, below the target folder.
    path: String,
}

/// The files that were asked for, with paths below one folder, and what became of unsafe names.
struct Chosen<'a> {
    files: Vec<File<'a>>,
    changes: Vec<Change>,
}

/// A file that does not get the name that it has in the package.
struct Change {
    /// Which entry it is.
    place: usize,
    name: String,
    /// Where it is written instead; none: nowhere.
    path: Option<String>,
    why: &'static str,
}

fn chosen<'a>(package: &'a Package, of: &Unpack) -> Result<Chosen<'a>, Failure> {
    let given = match of.on_unsafe {
        OnUnsafe::Rename => urho3d::package::OnUnsafe::Rename,
        OnUnsafe::Refuse | OnUnsafe::Skip => urho3d::package::OnUnsafe::Skip,
    };
    let names = package.entries.iter().map(|entry| entry.name.as_bytes());
    let targets = targets(names, given);
    let mut found = vec![false; of.entries.len()];
    let (mut files, mut changes) = (Vec::new(), Vec::new());
    for (place, (entry, target)) in package.entries.iter().zip(targets).enumerate() {
        if is_asked(entry, &of.entries, &mut found) {
            let path = target.path;
            changes.extend(target.problem.map(|problem| Change {
                place,
                name: entry.name.to_text().into_owned(),
                path: path.clone(),
                why: problem.words(),
            }));
            files.extend(path.map(|path| File { entry, path }));
        }
    }
    refuse(&changes, of)?;
    match found.iter().position(|found| !found) {
        None => Ok(Chosen { files, changes }),
        Some(missing) => {
            let message = format!("has no file or folder `{}`", of.entries[missing]);
            let error = Error::new(Kind::Invalid, message);
            let help = "`formwork list` shows what it has";
            Err(Failure::asked(&of.file, error.help(help)))
        }
    }
}

/// Whether a file is asked for by its name or that of a folder around it; without names, every file is.
fn is_asked(entry: &Entry, names: &[String], found: &mut [bool]) -> bool {
    let name = entry.name.to_text();
    let mut asked = names.is_empty();
    for (wanted, found) in names.iter().zip(found) {
        let below = name.strip_prefix(wanted.trim_end_matches('/'));
        if below.is_some_and(|below| below.is_empty() || below.starts_with('/')) {
            *found = true;
            asked = true;
        }
    }
    asked
}

/// Nothing is written when one name is no path of its own, unless the user says what to do with it.
fn refuse(changes: &[Change], of: &Unpack) -> Result<(), Failure> {
    let Some(first) = changes.first().filter(|_| of.on_unsafe == OnUnsafe::Refuse) else {
        return Ok(());
    };
    let names = changes.iter().take(NAMES);
    let names: Vec<String> = names
        .map(|Change { name, why, .. }| format!("`{name}` {why}"))
        .collect();
    let mut message = match changes.len() {
        1 => names.concat(),
        count => format!("{count} names are no safe paths: {}", names.join("; ")),
    };
    if let more @ 1.. = changes.len().saturating_sub(NAMES) {
        message += &format!("; and {more} more");
    }
    let error = Error::new(Kind::Malformed, message).of(format!("entries[{}].name", first.place));
    let help = "say what to do with --on-unsafe rename or --on-unsafe skip";
    Err(Failure::new(&of.file, error.help(help)))
}

/// Holds what was asked for against the limits, before anything is written.
fn bounded(files: &[File<'_>], of: &Unpack) -> Result<(), Failure> {
    let refused = |message: String, option: &str| {
        let error = Error::new(Kind::Limit, message);
        let help = format!("{option} allows more, if you trust where the package is from");
        Err(Failure::new(&of.file, error.help(help)))
    };
    let count = files.len() as u64;
    if count > of.max_entries {
        let message = format!("{count} files; the limit is {}", of.max_entries);
        return refused(message, "--max-entries");
    }
    let size: u64 = files.iter().map(|file| u64::from(file.entry.size)).sum();
    if size > of.max_unpacked.saturating_mul(1 << 20) {
        let message = format!(
            "unpacked {size} bytes; the limit is {} MiB",
            of.max_unpacked
        );
        return refused(message, "--max-unpacked");
    }
    Ok(())
}

/// Where to unpack: what was asked for, else a folder named after the package.
fn folder(of: &Unpack) -> Result<PathBuf, Failure> {
    if let Some(folder) = &of.output {
        return Ok(folder.clone());
    }
    let stem = of
        .file
        .file_stem()
        .filter(|_| of.file.extension().is_some());
    match stem.filter(|_| !input::is_standard(&of.file)) {
        Some(stem) => Ok(stem.into()),
        None => Err(Failure::usage("name a folder with -o")),
    }
}

fn unpack(package: &Package, file: &File<'_>, place: &Place, of: &Unpack) -> Result<u64, Failure> {
    let name = file.entry.name.to_text();
    let wrong = |error: Error| {
        let message = format!("{name}: {}", error.message());
        Failure::new(&of.file, Error::new(error.kind(), message))
    };
    let bytes = package.files().read(file.entry).map_err(wrong)?;
    let (found, said) = (sdbm::hash(&bytes), file.entry.checksum);
    if found != said {
        let message = format!("the checksum is {found:08x}, not {said:08x}");
        return Err(wrong(Error::new(Kind::Malformed, message)));
    }
    let path = place.file(&file.path)?;
    output::file(&path, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Tells what went wrong, in the order of the package, and at last whether its checksum fits.
fn summed(
    args: &Args,
    of: &Unpack,
    folder: &Path,
    changes: &[Change],
    results: Vec<Result<u64, Failure>>,
    joined: formwork_schema::Result<()>,
) -> Outcome {
    let mut outcome = Outcome::Ok;
    let (mut files, mut bytes) = (0, 0);
    for result in results {
        match result {
            Ok(length) => {
                files += 1;
                bytes += length;
            }
            Err(failure) => outcome = outcome.max(Outcome::of(args, &failure)),
        }
    }
    // A file with a wrong checksum has been told, and makes that of the package wrong or right by chance.
    let joined = (outcome == Outcome::Ok).then_some(joined);
    if let Some(Err(error)) = &joined {
        let failure = Failure {
            outcome: Outcome::Findings,
            ..Failure::new(&of.file, error.clone())
        };
        outcome = outcome.max(Outcome::of(args, &failure));
    }
    if args.json {
        let done = json!({
            "formwork": 1,
            "path": report::path(&of.file),
            "format": package::FORMAT,
            "output": report::path(folder),
            "files": files,
            "bytes": bytes,
            "checksum_ok": joined.map(|joined| joined.is_ok()),
            "changed": changes.iter().map(Change::json).collect::<Vec<_>>(),
        });
        output::line(&done.to_string());
    } else {
        for change in changes {
            output::complain(&format_args!(
                "{}: {}",
                report::name(&of.file),
                change.words()
            ));
        }
    }
    outcome
}

impl Change {
    fn words(&self) -> String {
        let Self {
            name, path, why, ..
        } = self;
        match path {
            Some(path) => format!("`{name}` {why}: written as `{path}`"),
            None => format!("`{name}` {why}: left out"),
        }
    }

    /// Its name in the package, where it is written (null: nowhere), and why.
    fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "output": self.path, "why": self.why })
    }
}
