//! What is asked of arbitrary bytes: the bodies of the fuzz targets, and of the tests over the seeds.

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_formats::{
    GameFormat, Inspect as _, Job, TEXTS, dispatch, info,
    urho3d::{
        Package,
        package::{Builder, Layer, OnUnsafe, Packed, packages, problem, targets},
    },
};
use formwork_schema::{Kind, Limits, agree, read, walk, write};

use crate::{questions::keeping, texts::know};

/// Both readers agree on whether and how these bytes read, and what reads is written back the same.
///
/// # Panics
/// When they do not.
pub fn bytes(format: &str, bytes: &[u8]) {
    dispatch(format, Read(bytes)).expect("a known format");
}

struct Read<'a>(&'a [u8]);

impl Job for Read<'_> {
    type Output = ();

    fn run<T: GameFormat>(self) {
        let input = Bytes::copy_from_slice(self.0);
        let walked = walk::dry(T::layout(), &input, &Limits::default());
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
            }
        }
    }
}

/// As [`bytes`](fn@bytes); and what is in the packages is listed, named and unpacked, as far as that is cheap.
///
/// # Panics
/// When a list contradicts itself, or packing what was unpacked gives another file.
pub fn package(bytes: &[u8]) {
    self::bytes("urho3d.package", bytes);
    let Ok(layers) = packages(&Bytes::copy_from_slice(bytes)) else {
        return;
    };
    for Layer { package, .. } in layers.packages {
        let _ = package.inspect();
        for on_unsafe in [OnUnsafe::Skip, OnUnsafe::Rename] {
            named(&package, on_unsafe);
        }
        if let Ok(verdict) = package.verify() {
            assert!(verdict.entries.len() == package.entries.len());
            kept(&package);
        }
    }
}

/// Every file has a path of its own, and none leads elsewhere.
fn named(package: &Package, on_unsafe: OnUnsafe) {
    let names = package.entries.iter().map(|entry| entry.name.as_bytes());
    let targets = targets(names, on_unsafe);
    assert!(targets.len() == package.entries.len());
    let mut seen = BTreeSet::new();
    for path in targets.into_iter().filter_map(|target| target.path) {
        assert!(problem(path.as_bytes()).is_none(), "{path}");
        assert!(seen.insert(path.to_lowercase()), "{path} twice");
    }
}

/// Files that are taken over read as they did.
fn kept(package: &Package) {
    let mut builder = Builder::like(package);
    for entry in &package.entries {
        let Ok(file) = Packed::kept(package, entry) else {
            return;
        };
        builder.push(file);
    }
    let Ok(bytes) = builder.finish() else { return };
    let again: Package = read::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"));
    for (entry, old) in again.entries.iter().zip(&package.entries) {
        assert!(again.read(entry) == package.read(old), "another file");
    }
}

/// Every document format reads these bytes, and every way back means the same, or refuses them.
///
/// # Panics
/// When a way back leads elsewhere.
pub fn documents(bytes: &[u8]) {
    for text in TEXTS.iter().filter(|text| !(text.items)().is_empty()) {
        if let Err(error) = know(text.info.id, bytes) {
            let is_refused = matches!(error.kind(), Kind::Malformed | Kind::Limit);
            assert!(is_refused, "{}: {error}", text.info.id);
        }
    }
}

/// A descriptor is read or refused, and what is read prints and reads back the same.
///
/// # Panics
/// When it does not.
pub fn descriptor(text: &str) {
    use formwork_export::descriptor::{parse, print};
    let Ok(layout) = parse(text) else { return };
    let printed = print(&layout);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert!(again == layout, "{printed}");
}

/// XML and JSON of a format are read or refused; what is read can be written, or says why not.
///
/// # Panics
/// When reading or writing does.
pub fn text(format: &str, text: &str) {
    dispatch(format, Parse(text)).expect("a known format");
    let _ = info(format);
}

struct Parse<'a>(&'a str);

impl Job for Parse<'_> {
    type Output = ();

    fn run<T: GameFormat>(self) {
        let trees = [
            formwork_text::xml::parse::<T>(T::layout(), self.0).ok(),
            formwork_text::json::parse::<T>(T::layout(), self.0).ok(),
        ];
        for parsed in trees.into_iter().flatten() {
            let Ok(written) = write::to_bytes(&parsed.value) else {
                continue;
            };
            // What can be written can be read; candidate readings may see it differently.
            let again = read::document::<T>(&Bytes::from(written.clone()), &keeping());
            let again = again.unwrap_or_else(|error| panic!("{error}"));
            let rewritten = write::document(&again).unwrap_or_else(|error| panic!("{error}"));
            assert!(rewritten == written, "other bytes came back");
        }
    }
}
