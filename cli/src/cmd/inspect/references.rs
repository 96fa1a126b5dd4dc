//! Which resources a text names, and where they are.

use std::path::{Path, PathBuf};

use formwork_formats::{FactValue, Inspection, Table};
use formwork_schema::Reference;

use crate::{input, report};

/// Adds a table of the resources that a text names, and where they are below a folder. Names are relative to one that
/// the file does not tell: taken is the nearest one above the file below which any of them is, see [`root`].
pub(super) fn add(inspection: &mut Inspection, references: &[Reference], root: Option<&Path>) {
    let mut rows: Vec<(&Reference, u64)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for reference in references {
        let key = (reference.kind, reference.name.as_str());
        let place = *known.entry(key).or_insert(rows.len());
        match rows.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => rows.push((reference, 1)),
        }
    }
    let row = |(reference, count): (&Reference, u64)| {
        let kind = reference.kind.rsplit('.').next().unwrap_or_default();
        let found = root.and_then(|root| below(root, &reference.name));
        let place = found.map_or(FactValue::Nothing, |path| report::name(&path).into());
        vec![
            kind.into(),
            reference.name.clone().into(),
            count.into(),
            place,
        ]
    };
    inspection.tables.push(Table {
        key: "references",
        columns: &["names", "resource", "times", "found_at"],
        rows: rows.into_iter().map(row).collect(),
    });
}

/// The folder that names seem to be relative to.
pub(super) fn root(references: &[Reference], file: &Path) -> Option<PathBuf> {
    /// Names that are looked for: where none of these is, the others will not be either.
    const TRIED: usize = 32;
    if input::is_standard(file) {
        return None;
    }
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // What the user wrote is shown, as far as it goes.
    let shown = folder.ancestors().map(Path::to_owned);
    let whole = folder.canonicalize().ok();
    let above = whole
        .iter()
        .flat_map(|whole| whole.ancestors())
        .map(Path::to_owned);
    let mut roots = shown
        .filter(|root| !root.as_os_str().is_empty())
        .chain(above);
    let names = references.iter().take(TRIED);
    roots.find(|root| names.clone().any(|one| below(root, &one.name).is_some()))
}

/// The file of a name below a folder; names that lead elsewhere have none.
fn below(root: &Path, name: &str) -> Option<PathBuf> {
    let is_inside = |part: &str| !matches!(part, "" | "." | "..") && !part.contains([':', '\\']);
    if !name.split('/').all(is_inside) {
        return None;
    }
    let path = root.join(name);
    path.is_file().then_some(path)
}
