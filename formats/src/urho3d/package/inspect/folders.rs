//! How much is in which folder.

use std::collections::BTreeMap;

use crate::inspect::{Table, Value};

use super::super::{Entry, Layer, names::shown};

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
    pub(super) fn ratio(&self) -> Value {
        if self.unpacked == 0 {
            return Value::Nothing;
        }
        // Tenths, rounded: the same on every machine.
        let tenths = (u128::from(self.packed) * 1000 + u128::from(self.unpacked) / 2)
            / u128::from(self.unpacked);
        Value::Text(format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// All files of all packages.
pub(super) fn total(packages: &[Layer]) -> Sum {
    let mut total = Sum::default();
    each(packages, |_, sum| total.add(sum));
    total
}

/// One row per folder, with all that is below it.
pub(super) fn table(packages: &[Layer]) -> Table {
    let mut folders: BTreeMap<Vec<&[u8]>, Sum> = BTreeMap::new();
    each(packages, |entry, sum| {
        let parts: Vec<&[u8]> = entry.name.as_bytes().split(|byte| *byte == b'/').collect();
        let depth = parts.len().saturating_sub(1).min(LEVELS);
        for level in 0..=depth {
            folders.entry(parts[..level].to_vec()).or_default().add(sum);
        }
    });
    let row = |(folder, sum): (Vec<&[u8]>, Sum)| {
        let name = if folder.is_empty() {
            ".".to_owned()
        } else {
            shown(&folder.join(&b'/'))
        };
        vec![
            name.into(),
            sum.files.into(),
            sum.unpacked.into(),
            sum.packed.into(),
            sum.ratio(),
        ]
    };
    Table {
        key: "folders",
        columns: &["folder", "files", "unpacked", "packed", "ratio"],
        rows: folders.into_iter().map(row).collect(),
    }
}

/// Shows every file and what it takes.
fn each<'a>(packages: &'a [Layer], mut show: impl FnMut(&'a Entry, Sum)) {
    for Layer { package, .. } in packages {
        // Else many names could share one long run of blocks, and looking for their ends take days.
        let bounded = package.bounded().is_ok();
        for entry in &package.entries {
            let stored = bounded.then(|| package.stored(entry).ok()).flatten();
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
