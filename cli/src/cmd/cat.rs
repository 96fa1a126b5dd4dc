//! `formwork cat`: one file of a package.

use std::path::Path;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use formwork_formats::{identify, package::Entry};
use formwork_schema::{Error, Kind};
use serde_json::json;

use crate::{
    args::{Args, Cat},
    output,
    package::{self, Warning},
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Cat) -> Result<Outcome, Failure> {
    let (format, layers) = package::open(args, &of.file)?;
    let package = package::choose(layers, of.package, &of.file)?;
    // Of several files of one name, engines find the last.
    let found = package
        .entries
        .iter()
        .rposition(|entry| is_named(entry, of));
    let Some(place) = found else {
        let error = Error::new(Kind::Invalid, format!("has no file `{}`", of.entry));
        let help = "`formwork list` shows what it has";
        return Err(Failure::asked(&of.file, error.help(help)));
    };
    let bytes = package.files.read(place).map_err(|error| {
        let message = format!("{}: {}", of.entry, error.message());
        Failure::new(&of.file, Error::new(error.kind(), message))
    })?;
    let entry = &package.entries[place];
    let found = package.files.checksum(&bytes);
    if found != entry.checksum && !args.json {
        package::warn(&of.file, &[Warning::of_checksum(entry, found)]);
    }
    let to = of.output.as_deref();
    let is_printed = output::is_standard(to);
    if !(args.json && is_printed) {
        let content = content(of, &bytes);
        let place = output::Request::new(to, content, &[&of.file], of.replace.force).check()?;
        place.write(true, |out| {
            out.write_all(&bytes)
                .map_err(|error| Failure::new(&of.file, error.into()))
        })?;
    }
    if args.json {
        let mut object = json!({
            "formwork": 1,
            "path": report::path(&of.file),
            "format": format,
            "name": entry.name.to_text(),
            "size": entry.size,
            "checksum_ok": found == entry.checksum,
        });
        let (key, value) = match to.filter(|_| !is_printed) {
            Some(to) => ("output", report::path(to)),
            None => ("content", BASE64_STANDARD.encode(&bytes)),
        };
        object[key] = value.into();
        output::json(&object);
    }
    Ok(Outcome::Ok)
}

/// What is written: under its own extension, whatever it is.
fn content(of: &Cat, bytes: &[u8]) -> output::Content<'static> {
    let to = of.output.as_deref();
    let is_same = to.is_some_and(|to| to.extension() == Path::new(&of.entry).extension());
    match identify(bytes, &of.entry).format {
        Some(id) if !is_same => output::Content::Format(id),
        _ => output::Content::Bytes,
    }
}

fn is_named(entry: &Entry, of: &Cat) -> bool {
    entry.name.to_text() == of.entry
}
