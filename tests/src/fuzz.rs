//! What is asked of arbitrary bytes: the bodies of the fuzz targets, and of the tests over the seeds.

mod contents;
mod convert;
mod loaded;
mod mutate;
mod packing;
mod parts;
mod pixels;
mod rows;

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_formats::{
    AnyFormat, FORMATS, FormatVisitor, GameFormat, View, dispatch, format, identify, layouts,
    open_as,
    package::{
        Packed,
        names::{OnUnsafe, Systems, problem, targets as paths},
    },
    urho3d::{
        Package,
        package::{Builder, Layer, packages},
    },
};
use formwork_schema::{Format as _, Kind, Limits, Result, agree, read, value, walk, write};
use formwork_text::{
    diff::{self, DiffOptions, Lines, Objects},
    outline::Outline,
    textconv,
};

pub use self::{
    loaded::gallery_seeds,
    mutate::mutate,
    packing::entries,
    pixels::{pixels, surfaces},
};
use crate::questions::keeping;

/// A question that is asked of arbitrary bytes.
type Ask = fn(&[u8]);

/// The questions that are asked of all formats at once.
const QUESTIONS: [(&str, Ask); 15] = [
    ("contents", contents::contents),
    ("convert", convert::convert_all),
    ("facts", convert::facts),
    ("gallery", loaded::gallery),
    ("gltf", convert::gltf),
    ("descriptor", |bytes| loaded::descriptor(beginning(bytes))),
    ("diff", diff),
    ("documents", |bytes| loaded::documents(beginning(bytes))),
    ("loaded", loaded::loaded),
    ("pack", packing::pack),
    ("packages", package),
    ("pixels", pixels),
    ("rows", rows::rows),
    ("text", |bytes| text(beginning(bytes))),
    ("textconv", textconv),
];

/// The names of all targets: those of questions, and of formats.
pub fn targets() -> impl Iterator<Item = &'static str> {
    let read = FORMATS.iter().filter(|format| format.picture().is_none());
    let formats = read.map(|format| format.id());
    let questions = QUESTIONS.iter().map(|(name, _)| *name);
    questions.chain(formats)
}

/// Asks of these bytes what a target asks: for a format [`bytes`](fn@bytes) or [`text_format`].
///
/// # Panics
/// When there is no such target, and as these do.
pub fn ask(target: &str, bytes: &[u8]) {
    if let Some((_, ask)) = QUESTIONS.iter().find(|(name, _)| *name == target) {
        return ask(bytes);
    }
    if dispatch(target, Read(bytes)).is_some() {
        return;
    }
    let Some(format) = format(target).filter(|format| format.picture().is_none()) else {
        let known: Vec<&str> = targets().collect();
        panic!(
            "no target is called `{target}`; there are {}",
            known.join(", ")
        )
    };
    written(format, bytes);
}

/// As much of some bytes as is text.
fn beginning(bytes: &[u8]) -> &str {
    let chunk = bytes.utf8_chunks().next();
    chunk.map_or("", |chunk| chunk.valid())
}

/// Both readers agree on whether and how these bytes read, and what reads is written back the same.
///
/// # Panics
/// When they do not.
pub fn bytes(format: &str, bytes: &[u8]) {
    dispatch(format, Read(bytes)).expect("a known format");
}

struct Read<'a>(&'a [u8]);

impl FormatVisitor for Read<'_> {
    type Output = ();

    fn run<T: GameFormat>(self) {
        let input = Bytes::copy_from_slice(self.0);
        let walked = walk::validate(T::layout(), &input, &Limits::default());
        match read::document::<T>(&input, &keeping()) {
            Err(error) => {
                assert!(error.kind() != Kind::Disagreement, "{error}");
                assert!(
                    walked.is_err(),
                    "the fast reader refuses what the walker reads: {error}"
                );
            }
            Ok(document) => {
                let walked =
                    walked.unwrap_or_else(|error| panic!("only the walker refuses: {error}"));
                let read = input.len() - document.trailing.len();
                assert!(
                    walked.end == read as u64,
                    "the readers end at different places"
                );
                let agreed = agree::agree(T::layout(), &input, &document.tree, &Limits::default());
                agreed.unwrap_or_else(|error| panic!("{error} in {:02x?}", self.0));
                let written = write::document(&document).unwrap_or_else(|error| panic!("{error}"));
                assert!(written == input, "other bytes came back");
                parts::parts(&T::layout().format, input);
            }
        }
    }
}

/// As [`bytes`](fn@bytes); and what is in the packages is listed, named and unpacked, as far as that is cheap.
///
/// # Panics
/// When a list contradicts itself, or packing what was unpacked gives another file.
pub fn package(bytes: &[u8]) {
    self::bytes(&Package::layout().format, bytes);
    let Ok(layers) = packages(&Bytes::copy_from_slice(bytes)) else {
        return;
    };
    for Layer { package, .. } in layers.packages {
        let _ = package.inspect();
        for on_unsafe in [OnUnsafe::Skip, OnUnsafe::Rename] {
            for systems in [Systems::Unix, Systems::All] {
                named(&package, systems, on_unsafe);
            }
        }
        if let Ok(verdict) = package.verify() {
            assert!(verdict.entries.len() == package.entries.len());
            kept(&package);
        }
    }
}

/// Every file has a path of its own, and none leads elsewhere.
fn named(package: &Package, systems: Systems, on_unsafe: OnUnsafe) {
    let names = package.entries.iter().map(|entry| entry.name.as_bytes());
    let targets = paths(names, systems, on_unsafe);
    assert!(targets.len() == package.entries.len());
    let mut seen = BTreeSet::new();
    for path in targets.into_iter().filter_map(|target| target.path) {
        let wrong = problem(&path).filter(|problem| problem.concerns(systems));
        assert!(wrong.is_none(), "{path:?}: {wrong:?}");
        let seen_as = match systems {
            Systems::Unix => path.clone(),
            Systems::All => String::from_utf8_lossy(&path).to_lowercase().into_bytes(),
        };
        assert!(seen.insert(seen_as), "{path:?} twice");
    }
}

/// Files that are taken over read as they did.
fn kept(package: &Package) {
    let mut builder = Builder::like(package);
    let files = package.files();
    for entry in &package.entries {
        let kept = Packed::kept(&files, entry).and_then(|file| builder.push(file));
        if kept.is_err() {
            return;
        }
    }
    let Ok(bytes) = builder.finish() else { return };
    let again: Package = read::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"));
    let read = again.files();
    for (entry, old) in again.entries.iter().zip(&package.entries) {
        assert!(read.read(entry) == files.read(old), "another file");
    }
}

/// A text is read or refused with a place; what is read is written back the same, and normalized and as JSON
/// means the same.
///
/// # Panics
/// When it does not.
pub fn text_format(id: &str, bytes: &[u8]) {
    written(format(id).expect("a known format"), bytes);
}

fn written(format: &'static dyn AnyFormat, bytes: &[u8]) {
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &Limits::default());
    let tree = match asset.tree() {
        Ok(tree) => tree,
        Err(error) => {
            assert!(error.line().is_some(), "no place: {error}");
            return;
        }
    };
    let proved = tree.prove(asset.bytes(), asset.limits(), &mut |_| {});
    proved.unwrap_or_else(|error| panic!("{error}"));
    let version = tree.version().expect("a version");
    assert!(format.versions().contains(&version));
    let places = |(line, column)| line > 0 && column > 0;
    let diagnostics = tree.diagnose();
    assert!(
        diagnostics
            .iter()
            .all(|f| places((f.location.line, f.location.column)))
    );
    let references = tree.references().expect("of a text");
    assert!(references.iter().all(|r| places((r.line, r.column))));
    let _ = tree.inspect();
}

/// XML and JSON of every format are read or refused; what is read can be written, or says why not.
///
/// # Panics
/// When reading or writing does.
pub fn text(text: &str) {
    for layout in layouts() {
        dispatch(&layout.format, Parse(text));
    }
}

struct Parse<'a>(&'a str);

impl FormatVisitor for Parse<'_> {
    type Output = ();

    fn run<T: GameFormat>(self) {
        let trees = [
            formwork_text::xml::parse(T::layout(), self.0).ok(),
            formwork_text::json::parse(T::layout(), self.0).ok(),
        ];
        for parsed in trees.into_iter().flatten() {
            let Ok(written) = value::write(T::layout(), &parsed) else {
                continue;
            };
            // What can be written can be read; dialects may see it differently.
            let again = read::document::<T>(&Bytes::from(written.clone()), &keeping());
            let again = again.unwrap_or_else(|error| panic!("{error}"));
            let rewritten = write::document(&again).unwrap_or_else(|error| panic!("{error}"));
            assert!(rewritten == written, "other bytes came back");
        }
    }
}

/// A pair of files as one input: the length of the first in two bytes, the first, the second.
#[must_use]
pub fn pair(a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(a.len()).ok()?;
    Some([&length.to_le_bytes(), a, b].concat())
}

/// The files of a [`pair`].
fn unpaired(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::from(u16::from_le_bytes(*length)).min(rest.len());
    Some(rest.split_at(length))
}

/// Two files of the format of the first are compared, when both read: equal ones differ in nothing, and others in
/// something. Takes a [`pair`].
///
/// # Panics
/// When they are not.
pub fn diff(bytes: &[u8]) {
    let Some((a, b)) = unpaired(bytes) else {
        return;
    };
    let known = identify(a, "").format.and_then(format);
    let Some(format) = known.filter(|format| format.layout().is_some()) else {
        return;
    };
    let views = [a, b].map(|file| format.view(&Bytes::copy_from_slice(file)));
    if let [Some(one), Some(other)] = &views
        && let (Ok(one), Ok(other)) = (viewed(one), viewed(other))
    {
        compared(&one, &other, false);
    }
    if let (Ok(one), Ok(other)) = (outline(format, a), outline(format, b)) {
        compared(&one, &other, a == b);
    }
    let layout = format.layout().expect("a layout");
    let [a, b] = [a, b].map(Bytes::copy_from_slice);
    if let Some(counted) = diff::renumbered(layout, &a, &b, &Limits::default())
        && let (Ok(one), Ok(other)) = (outline(format, &a), outline(format, &counted))
    {
        compared(&one, &other, false);
    }
}

fn outline<'b>(format: &dyn AnyFormat, bytes: &'b [u8]) -> Result<Outline<'b>> {
    let layout = format.layout().expect("a layout");
    let outline = Outline::read(layout, bytes, &Limits::default())?;
    Ok(outline)
}

fn viewed(view: &View) -> Result<Outline<'_>> {
    let outline = Outline::read(view.layout, &view.bytes, &Limits::default())?;
    Ok(outline.as_view(view.ignored_fields))
}

fn compared(a: &Outline<'_>, b: &Outline<'_>, are_equal: bool) {
    for all in [false, true] {
        let (mut json, mut text) = (std::io::sink(), std::io::sink());
        let mut objects = Objects::new(&mut json, &serde_json::Map::new());
        let mut lines = Lines::new(&mut text, ["a".into(), "b".into()], false);
        let told = diff::diff(
            a,
            b,
            DiffOptions {
                all,
                ..DiffOptions::default()
            },
            &mut |one| {
                objects.tell(one)?;
                lines.tell(one)
            },
        );
        let told = told.unwrap_or_else(|error| panic!("{error}"));
        assert!((told == 0) == are_equal, "{told} differences");
    }
}

/// Any bytes have a text, and the same one when asked again, whatever format they are taken for.
///
/// # Panics
/// When they have none.
pub fn textconv(bytes: &[u8]) {
    let mut out = Vec::new();
    let printed = textconv::print_foreign(bytes, None, &mut out);
    printed.unwrap_or_else(|error| panic!("{error}"));
    let Some(format) = identify(bytes, "").format.and_then(format) else {
        return;
    };
    let Some(layout) = format.layout() else {
        return;
    };
    let text = || {
        let some = Outline::read_some(layout, bytes, &Limits::default());
        let (outline, mistake) = some.unwrap_or_else(|error| panic!("{error}"));
        let mut out = Vec::new();
        let printed = textconv::print(&outline, mistake.as_ref(), &mut out);
        printed.unwrap_or_else(|error| panic!("{error}"));
        out
    };
    assert!(text() == text(), "two texts");
    if let Some(view) = format.view(&Bytes::copy_from_slice(bytes)) {
        let outline = viewed(&view).unwrap_or_else(|error| panic!("{error}"));
        let printed = textconv::print(&outline, None, &mut out);
        printed.unwrap_or_else(|error| panic!("{error}"));
    }
}
