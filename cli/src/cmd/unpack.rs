//! `formwork unpack`: the files of a package as files.

mod chosen;
mod existing;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use formwork_formats::package::{Files, Package};
use formwork_schema::{Error, Kind, sorted};
use rayon::prelude::*;
use serde_json::json;

use self::chosen::{Change, Chosen, File, chosen};
use crate::{
    args::{Args, Unpack},
    input,
    output::{self, OutputFolder, Step},
    package::{self, Warning},
    progress::Progress,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Unpack) -> Result<Outcome, Failure> {
    let (format, layers) = package::open(args, &of.file)?;
    let package = &package::choose(layers, of.package, &of.file)?;
    let files = &*package.files;
    let possible = files.bounded();
    possible.map_err(|error| Failure::new(&of.file, error))?;
    let chosen = chosen(package, of)?;
    bounded(&chosen.files, of)?;
    afford(args, package, &chosen.files, of)?;
    let folder = folder(of)?;
    let list = list(of)?;
    let mut run = Run {
        args,
        of,
        format,
        warnings: Vec::new(),
        damaged: Vec::new(),
    };
    let whole = run.look(files, &chosen.files)?;
    // When something else is wrong, this would be wrong as well, or right by chance.
    let is_whole = run.warnings.is_empty() && run.damaged.is_empty();
    let joined = is_whole.then(|| files.is_joined());
    if let Some(Err(error)) = &joined {
        run.warnings.push(Warning::of_all(error.message()));
    }
    let place = OutputFolder::new(&folder, whole.iter().map(|file| &*file.path))?;
    let steps = existing::survey(files, &whole, &folder, of)?;
    let writes = whole.into_iter().zip(steps);
    let progress = Progress::of(args, chosen.files.len());
    let results = write(files, writes, &place, of, &progress);
    drop(progress);
    if results.iter().all(Result::is_ok) && run.damaged.is_empty() {
        // Also for a package without files.
        place.make()?;
    }
    if let (Some(list), Some(path)) = (list, &of.order) {
        let names = chosen.files.iter().map(|file| &*file.path);
        let text = package::order(names);
        list.write(false, |out| {
            let written = out.write_all(text.as_bytes());
            written.map_err(|error| Failure::unwritable(path, &error))
        })?;
    }
    let checksum_ok = joined.map(|joined| joined.is_ok());
    Ok(run.summed(&folder, chosen, results, checksum_ok))
}

/// Writes the files; those that may have the path of another one behind all others, one by one.
fn write<'a>(
    files: &dyn Files,
    whole: impl Iterator<Item = (&'a File<'a>, Step)>,
    place: &OutputFolder,
    of: &Unpack,
    progress: &Progress,
) -> Vec<Result<u64, Failure>> {
    let (apart, alone): (Vec<_>, Vec<_>) = whole.partition(|(file, _)| file.problem.is_none());
    let write = |(file, step): &(&File<'_>, Step)| {
        let written = file.write(step, files, place, of);
        progress.inc();
        written
    };
    let mut results: Vec<_> = apart.par_iter().map(write).collect();
    results.extend(alone.iter().map(write));
    results
}

impl File<'_> {
    fn write(
        &self,
        step: &Step,
        files: &dyn Files,
        place: &OutputFolder,
        of: &Unpack,
    ) -> Result<u64, Failure> {
        let bytes = files.read(self.place);
        let bytes = bytes.map_err(|error| self.wrong(&error, of))?;
        let path = place.file(&self.path)?;
        if let Step::Write(standing) = step {
            output::file(&path, standing, &bytes)?;
        }
        place.written(&path);
        Ok(bytes.len() as u64)
    }

    /// What is wrong with its bytes.
    fn wrong(&self, error: &Error, of: &Unpack) -> Failure {
        let message = format!("{}: {}", self.entry.name.to_text(), error.message());
        Failure::new(&of.file, Error::new(error.kind(), message))
    }
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
    let size: u64 = files.iter().map(|file| file.entry.size).sum();
    if size > of.max_unpacked.saturating_mul(1 << 20) {
        let message = format!(
            "unpacked {size} bytes; the limit is {} MiB",
            of.max_unpacked
        );
        return refused(message, "--max-unpacked");
    }
    Ok(())
}

/// Asks whether there is memory for what is in work at once: the package, the largest files, one for each thread, and what is known of each.
fn afford(args: &Args, package: &Package, files: &[File<'_>], of: &Unpack) -> Result<(), Failure> {
    let mut sizes: Vec<u64> = files.iter().map(|file| file.entry.size).collect();
    sorted::by(&mut sizes, |a, b| b.cmp(a));
    let at_once: u64 = sizes.iter().take(rayon::current_num_threads()).sum();
    let known = (files.len() as u64).saturating_mul(package::ENTRY);
    let held = package.start.saturating_add(package.size);
    let needed = held.saturating_add(at_once).saturating_add(known);
    let affordable = input::limits(args).afford("unpacking it", needed);
    affordable.map_err(|error| Failure::new(&of.file, error))
}

/// Where the list of names goes.
fn list(of: &Unpack) -> Result<Option<output::Destination<'_>>, Failure> {
    let Some(list) = of.order.as_deref() else {
        return Ok(None);
    };
    let content = output::Content::Names;
    let place = output::Request::new(Some(list), content, &[&of.file], of.replace.force).check();
    place.map(Some)
}

/// Where to unpack: what was asked for, else a folder named after the package.
fn folder(of: &Unpack) -> Result<PathBuf, Failure> {
    if let Some(folder) = &of.output {
        if output::is_standard(Some(folder)) {
            let message = "files are unpacked into a folder, and not to standard output: name it with -o; \
                           `./-` is a folder called `-`";
            return Err(Failure::usage(message));
        }
        if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
            let error = io::Error::other("it is no folder");
            return Err(Failure::unwritable(folder, &error));
        }
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

/// What is found out on the way.
struct Run<'a> {
    args: &'a Args,
    of: &'a Unpack,
    /// Id of the format.
    format: &'static str,
    warnings: Vec<Warning>,
    /// Files that cannot be unpacked.
    damaged: Vec<Failure>,
}

impl Run<'_> {
    /// Unpacks every file without keeping it. Nothing is written when one is damaged, unless the others are asked for.
    fn look<'f>(
        &mut self,
        files: &dyn Files,
        chosen: &'f [File<'f>],
    ) -> Result<Vec<&'f File<'f>>, Failure> {
        let progress = Progress::of(self.args, chosen.len());
        let hashes = chosen.par_iter().map(|file| {
            let hash = files.hash(file.place);
            progress.inc();
            hash
        });
        let hashes: Vec<formwork_schema::Result<u32>> = hashes.collect();
        drop(progress);
        let mut whole = Vec::new();
        for (file, hash) in chosen.iter().zip(hashes) {
            match hash {
                Ok(found) => {
                    whole.push(file);
                    if found != file.entry.checksum {
                        // Engines do not look at it.
                        self.warnings.push(Warning::of_checksum(file.entry, found));
                    }
                }
                Err(error) => self.damaged.push(file.wrong(&error, self.of)),
            }
        }
        match self.damaged.first() {
            Some(first) if !self.of.keep_going => Err(self.refused(first)),
            _ => Ok(whole),
        }
    }

    fn refused(&self, first: &Failure) -> Failure {
        let messages = self.damaged.iter().map(|failure| failure.error.message());
        let message = match self.damaged.len() {
            1 => first.error.message().to_owned(),
            count => format!("{count} files are damaged: {}", package::some(messages)),
        };
        let error = Error::new(first.error.kind(), message);
        let help = "nothing was written; --keep-going unpacks the other files";
        Failure::new(&self.of.file, error.help(help))
    }

    /// Tells what went wrong, in the order of the package.
    fn summed(
        self,
        folder: &Path,
        chosen: Chosen<'_>,
        results: Vec<Result<u64, Failure>>,
        checksum_ok: Option<bool>,
    ) -> Outcome {
        let Self {
            args, of, format, ..
        } = self;
        let mut warnings = chosen.warnings;
        warnings.extend(self.warnings);
        let mut outcome = Outcome::Ok;
        for failure in self.damaged {
            // What is damaged was expected, and the rest is there.
            let told = Failure {
                outcome: Outcome::Findings,
                ..failure
            };
            outcome = outcome.max(Outcome::of(args, &told));
        }
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
        if args.json {
            let done = json!({
                "formwork": 1,
                "path": report::path(&of.file),
                "format": format,
                "output": report::path(folder),
                "files": files,
                "bytes": bytes,
                "checksum_ok": checksum_ok,
                "changed": chosen.changes.iter().map(Change::json).collect::<Vec<_>>(),
                "warnings": warnings.iter().map(Warning::json).collect::<Vec<_>>(),
            });
            output::json(&done);
        } else {
            for change in &chosen.changes {
                output::complain(format_args!(
                    "{}: {}",
                    report::name(&of.file),
                    change.words()
                ));
            }
            package::warn(&of.file, &warnings);
        }
        outcome
    }
}
