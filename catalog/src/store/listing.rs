//! [`list`]: the files below some roots, as they are now.

use std::{
    fs,
    path::{Path, PathBuf},
};

use formwork_files::{
    walk::{self, Entry},
    words::unreadable,
};
use formwork_schema::Result;
use rayon::prelude::*;

use crate::{
    facts::to_i64,
    look::modified,
    task::{Item, failed},
};

/// The files below some roots, sorted by name, each once; what is in the catalogue itself is none of them.
///
/// # Errors
/// [`Kind::System`](formwork_schema::Kind::System) for a root that does not exist: its files would be gone.
pub(crate) fn list(roots: &[PathBuf], out: &Path) -> Result<Vec<Item>> {
    let mut entries: Vec<Entry> = Vec::new();
    for root in roots {
        let found = fs::metadata(root).map_err(|error| {
            let error = unreadable(&error);
            failed(root, &error.message())
        })?;
        if !found.is_dir() {
            entries.push(Ok(root.clone()));
            continue;
        }
        let own = own(root, out);
        let is_own = |path: &Path| own.as_ref().is_some_and(|own| path.starts_with(own));
        let below = walk::below(root, |path, kind| kind.is_file() && !is_own(path));
        entries.extend(below);
    }
    let items = entries.into_par_iter().map(item);
    let mut items: Vec<(String, Item)> = items.map(|item| (item.name(), item)).collect();
    items.par_sort_by(|(a, _), (b, _)| a.cmp(b));
    items.dedup_by(|(a, _), (b, _)| a == b);
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// The catalogue, as the walk of a root calls it that it is below.
fn own(root: &Path, out: &Path) -> Option<PathBuf> {
    let (whole, out) = (root.canonicalize().ok()?, out.canonicalize().ok()?);
    Some(root.join(out.strip_prefix(whole).ok()?))
}

fn item(entry: Entry) -> Item {
    let (path, error) = match entry {
        Ok(path) => match fs::metadata(&path) {
            Ok(found) => return Item::new(path, to_i64(found.len()), modified(&found)),
            Err(error) => (path, error),
        },
        Err(lost) => lost,
    };
    Item::lost(path, unreadable(&error).message())
}
