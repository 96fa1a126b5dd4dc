//! What is wrong with the files in a package.

use std::ops::Range;

use formwork_schema::{Diagnostic, Location, Result, file_rules};

use crate::{
    asset::{Asset, open},
    identity::Confidence,
    registry::all,
};

/// What is wrong with the files in a package, at the place of each in its table; nothing of other files. `look` says what is
/// wrong with one; packages in packages are not opened, nor are malformed files that only
/// their name makes one of ours. What keeps a file from
/// being unpacked is told of the package.
#[must_use]
pub fn diagnose_contents(
    asset: &Asset,
    look: &dyn Fn(&Asset) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let Some(Ok(layers)) = asset.packages() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let count = layers.packages.len();
    for (number, package) in (1..).zip(&layers.packages) {
        if package.files.bounded().is_err() {
            continue;
        }
        // Paths are those of the tree of the last package.
        let inside = match number == count {
            true => String::new(),
            false => format!("package {number}: "),
        };
        for (place, entry) in package.entries.iter().enumerate() {
            let name = entry.name.to_text();
            let Ok(bytes) = package.files.read(place) else {
                continue;
            };
            let found = of_file(open(bytes, &name, asset.limits()), &name, look).into_iter();
            let path = format!("{inside}entries[{place}]");
            // Compressed bytes are nowhere in the package.
            let start =
                (!package.is_compressed).then_some(package.start.saturating_add(entry.offset));
            all.extend(found.map(|one| Diagnostic {
                location: Location {
                    bytes: start.zip(one.location.bytes.clone()).and_then(shifted),
                    ..Location::of(&*path)
                },
                ..within(one, &name)
            }));
        }
    }
    all
}

/// What is wrong with one of them. Of files of other programs, those alone are told whose name is that of a format with a magic:
/// texts of other programs have endings of ours, too.
fn of_file(
    file: Result<Asset>,
    name: &str,
    look: &dyn Fn(&Asset) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let file = match file {
        Ok(file) => file,
        Err(error) if is_named_by_us(name) => {
            return vec![Diagnostic::from(&error)];
        }
        Err(_) => return Vec::new(),
    };
    if file.packages().is_some() {
        return Vec::new();
    }
    let is_named_only = file.identity().confidence < Confidence::Magic;
    let is_told = |one: &Diagnostic| match one.rule {
        rule if *rule == file_rules::MALFORMED => !is_named_only,
        // Pictures have no tree.
        rule => *rule != file_rules::UNSUPPORTED || file.picture().is_none(),
    };
    look(&file).into_iter().filter(is_told).collect()
}

fn is_named_by_us(name: &str) -> bool {
    let mut binary = all().iter().filter(|format| format.layout().is_some());
    binary.any(|format| format.has_extension(name))
}

/// Bytes of a file that begins there, in what it is in.
fn shifted((start, bytes): (u64, Range<u64>)) -> Option<Range<u64>> {
    Some(start.checked_add(bytes.start)?..start.checked_add(bytes.end)?)
}

/// What is wrong with a file, told of what it is in.
fn within(inner: Diagnostic, name: &str) -> Diagnostic {
    let message = format!("`{name}`: {}", inner.place_and_message());
    let told = Diagnostic::new(inner.rule, Location::default(), message);
    Diagnostic {
        severity: inner.severity,
        ..told
    }
}
