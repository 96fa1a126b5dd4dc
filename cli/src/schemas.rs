//! Formats that are described by files: `--schema`, and folders of descriptors.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use formwork_export::descriptor;
use formwork_formats::{AnyFormat, Asset, all, open_as};
use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    layout::{Recognition, Str},
    sorted,
};
use formwork_text::xml;

use crate::{
    args::Args,
    failure::{self, Failure},
    input, output,
};

/// What a descriptor begins with.
const ROOT: &str = "layout";

/// Reads all descriptors that were named or stand in the folders, so that their formats are known.
///
/// # Errors
/// A descriptor that cannot be read, with its name; two of one format.
pub(crate) fn load(args: &Args) -> std::result::Result<(), Failure> {
    let mut known: Vec<(PathBuf, Layout)> = Vec::new();
    for path in &args.schema {
        let bytes = input::read(args, path)?;
        let layout = layout_of(&bytes).map_err(|error| Failure::new(path, error))?;
        add(&mut known, path.clone(), layout)?;
    }
    // One that was named comes before one that stands in a folder.
    let named: Vec<Str> = known.iter().map(|(_, one)| one.format.clone()).collect();
    let folders = args.schemas.iter();
    for folder in folders.filter(|folder| !folder.as_os_str().is_empty()) {
        for path in descriptors(folder)? {
            if let Some(layout) = read_in_folder(args, &path)?
                && !named.contains(&layout.format)
            {
                add(&mut known, path, layout)?;
            }
        }
    }
    if known.is_empty() {
        return Ok(());
    }
    let layouts = known.into_iter().map(|(_, layout)| layout).collect();
    formwork_formats::add(layouts).map_err(|error| Failure::usage(error.message()))
}

fn add(
    known: &mut Vec<(PathBuf, Layout)>,
    path: PathBuf,
    layout: Layout,
) -> std::result::Result<(), Failure> {
    let mut others = known.iter();
    if let Some((other, _)) = others.find(|(_, other)| other.format == layout.format) {
        let message = format!(
            "describes `{}`, as {} does",
            layout.format,
            failure::name(other)
        );
        return Err(Failure::new(&path, Error::new(Kind::Invalid, message)));
    }
    known.push((path, layout));
    Ok(())
}

/// The descriptor in a folder; none where a file is XML of another kind, which is told.
fn read_in_folder(args: &Args, path: &Path) -> std::result::Result<Option<Layout>, Failure> {
    let bytes = input::read(args, path)?;
    if !begins_as_one(&bytes) {
        let name = failure::name(path);
        output::complain(format_args!(
            "{name}: note: does not begin with `<{ROOT}>`, so it is no descriptor: left out"
        ));
        return Ok(None);
    }
    let layout = layout_of(&bytes).map_err(|error| Failure::new(path, error));
    layout.map(Some)
}

/// Whether a file is a descriptor, or would be one but for a mistake.
fn begins_as_one(bytes: &[u8]) -> bool {
    let root = std::str::from_utf8(bytes).ok().map(xml::root);
    match root {
        Some(Ok(root)) => root == ROOT,
        _ => bytes.windows(7).any(|part| part == b"<layout"),
    }
}

fn layout_of(bytes: &[u8]) -> Result<Layout> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let error = Error::new(Kind::Malformed, "no text in UTF-8").at(error.valid_up_to() as u64);
        error.help("a schema is what `formwork schema FORMAT` writes")
    })?;
    descriptor::parse(text)
}

/// The descriptors in a folder: its XML files, in the order of their names.
fn descriptors(folder: &Path) -> std::result::Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: &io::Error| Failure::unreadable(folder, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unreadable(&error))? {
        let path = entry.map_err(|error| unreadable(&error))?.path();
        let is_xml = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("xml"));
        if is_xml && path.is_file() {
            found.push(path);
        }
    }
    sorted::ascending(&mut found);
    Ok(found)
}

/// The format that files are read as when nothing says that they are of another: the one whose schema was named, alone.
pub(crate) fn asked(args: &Args) -> Option<&'static dyn AnyFormat> {
    // What was named is known first.
    let is_one = args.schema.len() == 1;
    all().first().copied().filter(|_| is_one)
}

/// A file as what it is, or as what was asked for.
pub(crate) fn open(args: &Args, bytes: Bytes, name: &str, limits: &Limits) -> Result<Asset> {
    let Some(asked) = asked(args) else {
        return formwork_formats::open(bytes, name, limits);
    };
    let found = formwork_formats::open(bytes.clone(), name, limits);
    match found {
        Ok(asset) if !is_on_request(asked) => Ok(asset),
        _ => Ok(open_as(asked, bytes, limits)),
    }
}

/// Whether files of a format are never known by themselves.
fn is_on_request(format: &dyn AnyFormat) -> bool {
    let layout = format.described();
    layout.is_some_and(|layout| layout.recognition == Recognition::OnRequest)
}
