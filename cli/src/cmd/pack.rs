//! `formwork pack`: the files of a folder as a package.

mod files;
mod ignored;
mod old;
mod told;
mod walk;

use std::{fs, path::Path};

use bytes::Bytes;
use formwork_formats::package::{
    Packed,
    lz4::{self, Compression},
    names::problem,
};
use formwork_schema::{Diagnostic, Error, Kind};
use rayon::prelude::*;
use serde_json::{Value, json};

use self::{files::Found, old::Old, walk::Source};
use crate::{
    args::{Args, Compress, Pack},
    diagnostics, input, output,
    package::{self, Warning},
    progress::Progress,
    report::{self, Failure, Outcome},
};

/// Bytes of files that are in memory at a time, apart from the package: enough to keep all cores busy.
const AT_ONCE: u64 = 64 << 20;

/// How often the bytes of a package are in memory at once: twice while its data grow, then once more for the finished package.
const COPIES: u64 = 3;

/// How often the bytes of files are in memory that are being packed: as they are, and compressed.
const IN_WORK: u64 = 3;

/// The most that a package holds, in bytes.
const MOST: u64 = u32::MAX as u64;

pub(crate) fn run(args: &Args, of: &Pack) -> Result<Outcome, Failure> {
    let base = base(of)?;
    let old = of.update.as_deref();
    let old = old.map(|path| Old::open(args, path)).transpose()?;
    let compress = compression(of, old.as_ref())?;
    let order = order(args, of)?;
    let Found { sources, warnings } = files::find(args, of, base, order, old.as_ref())?;
    let blocks = blocks(of, compress)?;
    afford(args, of, &sources)?;
    let (format, mut builder) = match &old {
        Some(old) => (old.format, old.builder()),
        None => package::builder(blocks.is_some())?,
    };
    let destination = destination(of, format, &sources, old.as_ref())?;
    let mut diagnostics = Vec::new();
    let progress = Progress::of(args, sources.len());
    for batch in batches(&sources) {
        let packed = batch.par_iter().map(|source| {
            let packed = pack(args, source, blocks, old.as_ref());
            progress.inc();
            packed
        });
        let packed: Vec<(Packed, Vec<Diagnostic>)> = packed.collect::<Result<_, _>>()?;
        for ((file, found), source) in packed.into_iter().zip(batch) {
            let pushed = builder.push(file);
            pushed.map_err(|error| Failure::new(&source.path, error))?;
            diagnostics.push(found);
        }
    }
    drop(progress);
    let bytes = builder
        .finish()
        .map_err(|error| Failure::new(&of.folder, error))?;
    let files = sources.len();
    let to = of.output.as_deref();
    let written = destination.write(true, |out| {
        out.write_all(&bytes)
            .map_err(|error| Failure::new(&of.folder, error.into()))
    })?;
    match to.filter(|_| args.json && !output::is_standard(to)) {
        Some(to) => {
            let diagnostics = told::json(&sources, &diagnostics, old.as_ref());
            tell(of, (format, to), (files, written), &warnings, diagnostics);
        }
        None => {
            package::warn(&of.folder, &warnings);
            told::warn(&sources, &diagnostics);
        }
    }
    Ok(Outcome::Ok)
}

/// Asks whether there is memory for a package of these files, beside the one that it updates. It stands as a whole before it is written: its data grow as files come, and are
/// copied behind the table then.
fn afford(args: &Args, of: &Pack, sources: &[Source]) -> Result<(), Failure> {
    let all: u64 = sources.iter().map(|source| source.size).sum();
    let batch = batches(sources).map(|batch| batch.iter().map(|source| source.size).sum());
    let batch: u64 = batch.max().unwrap_or(0);
    let known = (sources.len() as u64).saturating_mul(package::ENTRY);
    let needed = all
        .saturating_mul(COPIES)
        .saturating_add(batch.saturating_mul(IN_WORK));
    let old = of.update.as_deref().and_then(|old| fs::metadata(old).ok());
    let old = old.map_or(0, |old| old.len());
    let needed = needed.saturating_add(known).saturating_add(old);
    let affordable = input::limits(args).afford("packing it", needed);
    affordable.map_err(|error| Failure::new(&of.folder, error))
}

/// Where the package goes: onto none of its files, and of other files only without asking onto the one that it updates.
fn destination<'a>(
    of: &'a Pack,
    format: &'static str,
    sources: &[Source],
    old: Option<&Old>,
) -> Result<output::Destination<'a>, Failure> {
    let sources = sources.iter().map(|source| source.path.as_path());
    let inputs: Vec<&Path> = of.order.as_deref().into_iter().chain(sources).collect();
    let request = output::Request {
        to: of.output.as_deref(),
        content: output::Content::Format(format),
        inputs: &inputs,
        own: of.update.as_deref().zip(old.map(|old| &old.original)),
        force: of.replace.force,
    };
    request.check()
}

/// Files that are read and packed at a time, one after the other in the package.
fn batches(sources: &[Source]) -> impl Iterator<Item = &[Source]> {
    let mut size = 0;
    sources.chunk_by(move |source, _| {
        size += source.size;
        let goes_on = size < AT_ONCE;
        if !goes_on {
            size = 0;
        }
        goes_on
    })
}

fn tell(
    of: &Pack,
    (format, to): (&str, &Path),
    (files, bytes): (usize, u64),
    warnings: &[Warning],
    diagnostics: Value,
) {
    let done = json!({
        "formwork": 1,
        "path": report::path(&of.folder),
        "format": format,
        "output": report::path(to),
        "files": files,
        "bytes": bytes,
        "warnings": warnings.iter().map(Warning::json).collect::<Vec<_>>(),
        "diagnostics": diagnostics,
    });
    output::json(&done);
}

/// What was asked for; else as the old package is; else nothing.
fn compression(of: &Pack, old: Option<&Old>) -> Result<Compress, Failure> {
    let Some(old) = old else {
        return Ok(of.compress.unwrap_or(Compress::None));
    };
    let compress = of.compress.unwrap_or_else(|| old.compress());
    if (compress == Compress::None) != (old.compress() == Compress::None) {
        let is = if old.compress() == Compress::None {
            "is not compressed"
        } else {
            "is compressed"
        };
        let message = format!("the package to update {is}, and so must the new one be");
        return Err(Failure::usage(message));
    }
    Ok(compress)
}

fn blocks(of: &Pack, compress: Compress) -> Result<Option<(Compression, u16)>, Failure> {
    if compress == Compress::None && of.block_size.is_some() {
        return Err(Failure::usage(
            "--block-size means nothing without compression; add --compress",
        ));
    }
    #[cfg(feature = "lz4hc")]
    if compress != Compress::Lz4hc && of.level.is_some() {
        return Err(Failure::usage(
            "--level means nothing without --compress lz4hc",
        ));
    }
    let compression = match compress {
        Compress::None => return Ok(None),
        Compress::Lz4 => Compression::Fast,
        #[cfg(feature = "lz4hc")]
        Compress::Lz4hc => {
            Compression::High(of.level.unwrap_or(formwork_formats::package::tool::LEVEL))
        }
    };
    let block_size = of.block_size.unwrap_or(lz4::BLOCK_SIZE);
    Ok(Some((compression, block_size)))
}

/// What names in the package begin with: a path below a folder, or nothing.
fn base(of: &Pack) -> Result<&str, Failure> {
    let base = of.base.as_deref().unwrap_or_default();
    let base = base.strip_suffix('/').unwrap_or(base);
    let systems = package::systems(of.portable);
    let problem = problem(base.as_bytes()).filter(|problem| problem.concerns(systems));
    match problem.filter(|_| of.base.as_deref().is_some_and(|all| !all.is_empty())) {
        Some(problem) => Err(Failure::usage(format!("--base {}", problem.words()))),
        None => Ok(base),
    }
}

/// The names that come first, in order, where a list says so.
fn order(args: &Args, of: &Pack) -> Result<Option<Vec<Vec<u8>>>, Failure> {
    let Some(list) = &of.order else {
        return Ok(None);
    };
    let names = input::text(args, list)?;
    Ok(Some(package::parse_order(&names)))
}

fn pack(
    args: &Args,
    source: &Source,
    blocks: Option<(Compression, u16)>,
    old: Option<&Old>,
) -> Result<(Packed, Vec<Diagnostic>), Failure> {
    let wrong = |error| Failure::new(&source.path, error);
    let bytes: Bytes = input::read(args, &source.path)?;
    if bytes.len() as u64 > MOST {
        let error = Error::new(
            Kind::Limit,
            "more than 4 GiB, the most that a package holds",
        );
        return Err(wrong(error));
    }
    let diagnostics = diagnostics::of_file(&bytes, &source.path, &input::limits(args));
    let kept = old.zip(source.old);
    if let Some(kept) = kept.and_then(|(old, place)| old.unchanged(place, &bytes)) {
        return Ok((kept, diagnostics));
    }
    let packed = Packed::new(source.name(old).to_vec(), bytes, blocks).map_err(wrong)?;
    Ok((packed, diagnostics))
}
