//! How much is in which folder.

use std::collections::BTreeMap;

use crate::{
    inspect::{FactValue, Table},
    package::names::shown,
};

use super::super::{Entry, Layer};

/// Folders inside one another that get a line of their own.
const LEVELS: usize = 8;

/// Files added up.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) files: u64,
    pub(super) unpacked: u64,
    pub(super) packed: u64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.unpacked += other.unpacked;
        self.packed += other.packed;
    }

    /// How much of the size is left when packed, in words.
    pub(super) fn ratio(&self) -> FactValue {
        if self.unpacked == 0 {
            return FactValue::Nothing;
        }
        // Tenths, rounded: the same on every machine.
        let tenths = (u128::from(self.packed) * 1000 + u128::from(self.unpacked) / 2)
            / u128::from(self.unpacked);
        FactValue::Text(format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// All files of all packages.
pub(super) fn total(packages: &[Layer]) -> Sum {
    let mut total = Sum::default();
    each(packages, |_, sum| total.add(sum));
    total
}

/// One row per file and per folder, a folder before what is in it and with the sum of that.
pub(super) fn table(packages: &[Layer]) -> Table {
    let mut root = Folder::default();
    each(packages, |entry, sum| {
        let mut parts: Vec<&[u8]> = entry.name.as_bytes().split(|byte| *byte == b'/').collect();
        let folders = parts.len().saturating_sub(1).min(LEVELS);
        let file = parts.split_off(folders).join(&b'/');
        root.add(&parts, file, sum);
    });
    let mut rows = Vec::new();
    root.rows("", &mut rows);
    Table {
        key: "tree",
        columns: &["path", "files", "unpacked", "packed", "ratio"],
        rows,
    }
}

/// What is in a folder.
#[derive(Default)]
struct Folder<'a> {
    sum: Sum,
    folders: BTreeMap<&'a [u8], Folder<'a>>,
    /// By name; of one name there may be several.
    files: BTreeMap<Vec<u8>, Vec<Sum>>,
}

impl<'a> Folder<'a> {
    fn add(&mut self, folders: &[&'a [u8]], file: Vec<u8>, sum: Sum) {
        self.sum.add(sum);
        match folders {
            [] => self.files.entry(file).or_default().push(sum),
            [first, rest @ ..] => self.folders.entry(*first).or_default().add(rest, file, sum),
        }
    }

    /// The rows of what is in it: at most [`LEVELS`] deep.
    fn rows(&self, path: &str, rows: &mut Vec<Vec<FactValue>>) {
        for (name, folder) in &self.folders {
            let path = format!("{path}{}/", shown(name));
            rows.push(row(path.clone(), folder.sum.files.into(), folder.sum));
            folder.rows(&path, rows);
        }
        for (name, all) in &self.files {
            let path = format!("{path}{}", shown(name));
            rows.extend(
                all.iter()
                    .map(|sum| row(path.clone(), FactValue::Nothing, *sum)),
            );
        }
    }
}

fn row(path: String, files: FactValue, sum: Sum) -> Vec<FactValue> {
    vec![
        FactValue::Path(path),
        files,
        sum.unpacked.into(),
        sum.packed.into(),
        sum.ratio(),
    ]
}

/// Shows every file and what it takes.
fn each<'a>(packages: &'a [Layer], mut show: impl FnMut(&'a Entry, Sum)) {
    for Layer { package, .. } in packages {
        // Else many names could share one long run of blocks, and looking for their ends take days.
        let bounded = package.bounded().is_ok();
        let files = package.files();
        for entry in &package.entries {
            let stored = bounded.then(|| files.stored(entry).ok()).flatten();
            let packed = stored.map_or(0, |stored| stored.bytes.len());
            let sum = Sum {
                files: 1,
                unpacked: entry.size.into(),
                packed: packed as u64,
            };
            show(entry, sum);
        }
    }
}
