//! What is wrong with the files in a package.

use formwork_schema::{Diagnostic, Location, file_rules};

use crate::{
    asset::{Asset, open},
    identity::Confidence,
};

/// What is wrong with the files in a package, at the place of each in its table; nothing of other files. `look` says what is
/// wrong with one; packages in packages are not opened, nor are files of formats that are not known, or malformed ones that only
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
            let bytes = package.files.read(place).ok();
            let file = bytes.and_then(|bytes| open(bytes, &name, asset.limits()).ok());
            let Some(file) = file.filter(|file| file.packages().is_none()) else {
                continue;
            };
            let is_named_only = file.identity().confidence < Confidence::Magic;
            let is_told = |one: &Diagnostic| match one.rule {
                rule if *rule == file_rules::MALFORMED => !is_named_only,
                rule => *rule != file_rules::UNSUPPORTED,
            };
            let found = look(&file).into_iter().filter(is_told);
            all.extend(found.map(|one| within(one, &format!("{inside}entries[{place}]"), &name)));
        }
    }
    all
}

/// What is wrong with a file, told of what it is in.
fn within(inner: Diagnostic, path: &str, name: &str) -> Diagnostic {
    let message = format!("`{name}`: {}", inner.place_and_message());
    let told = Diagnostic::new(inner.rule, Location::of(path), message);
    Diagnostic {
        severity: inner.severity,
        ..told
    }
}
