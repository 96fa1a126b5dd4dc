//! Files and those that are made of them, such as geometries and scenes: together they are one thing to convert.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use formwork_convert::Format;

use super::{
    disk,
    found::{Found, encoded_name},
};
use crate::args::{Args, Convert};

/// Takes out of what was found the parts of other files among it; those that only their names lead to go along with these.
pub(super) fn gather(args: &Args, of: &Convert, mut found: Vec<Found>) -> Vec<Found> {
    let mut parts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for (place, one) in found.iter().enumerate() {
        if one.format.is_some_and(Format::is_part) {
            parts.insert(real(&one.path), place);
        }
    }
    let mut used = vec![false; found.len()];
    for whole in 0..found.len() {
        let has_parts = |format: &Format| !parts.is_empty() && format.has_parts();
        let Some(format) = found[whole].format.filter(has_parts) else {
            continue;
        };
        // What cannot be read is told when it is converted.
        let Ok(input) = disk::read(args, &found[whole].path) else {
            continue;
        };
        for reference in format.parts(&input) {
            let reference = reference.replace('\\', "/");
            let name = reference.rsplit('/').next().unwrap_or_default();
            let beside = disk::path(&of.root, &input, &reference)
                .or_else(|| disk::path(&of.root, &input, name));
            if let Some(path) = beside {
                if let Some(place) = parts.get(&real(&path)) {
                    used[*place] = true;
                }
                continue;
            }
            let named = || {
                let is_it = |one: &Found| encoded_name(&one.path).as_deref() == Some(name);
                let mut places = parts.values().copied();
                places.find(|place| found[*place].is_named && is_it(&found[*place]))
            };
            if let Some(place) = named() {
                used[place] = true;
                let path = found[place].path.clone();
                found[whole].parts.push(path);
            }
        }
    }
    let mut used = used.into_iter();
    found.retain(|_| !used.next().unwrap_or_default());
    found
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.into())
}
