//! What is wrong with a file, for commands that show, write or check it.

use std::path::Path;

use bytes::Bytes;
use formwork_files::diagnose_picture;
use formwork_formats::{Asset, Confidence, Profile, Tree, diagnose_tree, open, pictures::rules};
use formwork_schema::{Diagnostic, Does, Error, Kind, Limits, Location, Severity};
use serde_json::{Map, Value, json};

use crate::{failure, output};

/// Diagnostics of one file that are told.
const TOLD: usize = 10;

/// What is wrong with a file of any format; nothing of foreign ones.
///
/// Of a malformed file, that is what keeps it from being read; but not where only its name made it one of ours.
pub(crate) fn of_file(bytes: &Bytes, path: &Path, limits: &Limits) -> Vec<Diagnostic> {
    let Ok(asset) = open(bytes.clone(), &path.to_string_lossy(), limits) else {
        return Vec::new();
    };
    let profile = Profile::default();
    if asset.picture().is_some() {
        return diagnose_picture(&asset, &profile);
    }
    match asset.tree() {
        Ok(tree) => diagnose_tree(&asset, &*tree, &profile),
        Err(_) if asset.identity().confidence < Confidence::Magic => Vec::new(),
        Err(error) => vec![Diagnostic::from(&error)],
    }
}

/// What is wrong with a file of our text forms: lines would be those of the file that it stands for, which nobody sees.
pub(crate) fn without_lines(diagnostics: &mut [Diagnostic]) {
    for Diagnostic { location, .. } in diagnostics {
        (location.line, location.column) = (0, 0);
    }
}

/// What is wrong with a file that was read.
pub(crate) fn of_tree(asset: &Asset, tree: &dyn Tree) -> Vec<Diagnostic> {
    diagnose_tree(asset, tree, &Profile::default())
}

/// Whether memory was lacking: for the file, or for a picture in it.
pub(crate) fn lack_memory(error: Option<&Error>, diagnostics: &[Diagnostic]) -> bool {
    let is_picture = |one: &Diagnostic| one.rule.code == rules::PICTURE_NOT_DECODED.code;
    error.is_some_and(|error| error.kind() == Kind::Limit) || diagnostics.iter().any(is_picture)
}

/// Tells on standard error what is wrong with a file that was written. Notes are left to those who ask.
pub(crate) fn warn(path: &Path, diagnostics: &[Diagnostic]) {
    let name = failure::name(path);
    let diagnostics = diagnostics.iter();
    let diagnostics = diagnostics.filter(|one| one.severity > Severity::Note);
    let diagnostics: Vec<_> = diagnostics.collect();
    for diagnostic in diagnostics.iter().take(TOLD) {
        let severity = diagnostic.severity.name();
        output::complain(format_args!("{name}: {severity}: {diagnostic}"));
    }
    if let more @ 1.. = diagnostics.len().saturating_sub(TOLD) {
        output::complain(format_args!(
            "{name}: and {more} more; `formwork inspect` tells all"
        ));
    }
}

/// A diagnostic as an object; what is not known of its place is not there.
pub(crate) fn json(diagnostic: &Diagnostic) -> Value {
    let Diagnostic {
        rule,
        severity,
        location,
        count,
        message,
        related,
        replacement,
    } = diagnostic;
    let mut object = Map::new();
    object.insert("code".into(), rule.code.into());
    object.insert("severity".into(), severity.name().into());
    object.extend(place(location));
    if *count > 1 {
        object.insert("count".into(), (*count).into());
    }
    object.insert("message".into(), message.clone().into());
    let effects = [Does::Refuses, Does::Crashes, Does::Ignores, Does::Misreads];
    for does in effects {
        let effects = rule.effects.iter().filter(|effect| effect.does == does);
        let engines: Vec<&str> = effects.flat_map(|effect| effect.engines.ids()).collect();
        if !engines.is_empty() {
            object.insert(does.name().into(), engines.into());
        }
    }
    object.insert("remedy".into(), rule.remedy.into());
    if !related.is_empty() {
        let related = related.iter().take(TOLD).map(|related| {
            let mut object = place(&related.location);
            object.insert("message".into(), related.message.clone().into());
            Value::from(object)
        });
        object.insert("related".into(), related.collect());
    }
    if let Some(text) = replacement {
        object.insert("replacement".into(), text.clone().into());
    }
    object.into()
}

fn place(location: &Location) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("path".into(), location.path.clone().into());
    if let Some(bytes) = &location.bytes {
        object.insert("bytes".into(), json!([bytes.start, bytes.end]));
    }
    if location.line > 0 {
        object.insert("line".into(), location.line.into());
        object.insert("column".into(), location.column.into());
    }
    object
}
