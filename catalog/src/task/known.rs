//! [`Known`]: what older parts say of files.

use std::collections::HashMap;

use arrow_array::{Array, Int64Array, StringArray, TimestampNanosecondArray, cast::AsArray};

use super::{
    folder::{Folder, PartName},
    part::read,
};
use crate::{
    batch::Tables,
    row::{Scanned, Status},
};

/// What older parts say of files.
#[derive(Default)]
pub(crate) struct Known {
    /// The tables of each part.
    pub(crate) parts: Vec<Tables>,
    /// The rows of each file by its name.
    rows: HashMap<String, Vec<At>>,
}

/// A row of `files`: the place of its part, and that in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) part: usize,
    pub(crate) row: usize,
}

/// What becomes of a file.
pub(crate) enum Found {
    /// A part knows it; this is its time now.
    Known(At, Option<i64>),
    /// It was looked into.
    New(Box<Scanned>),
}

/// The columns of `files` that tell whether one changed.
struct Columns<'a> {
    path: &'a StringArray,
    hash: &'a StringArray,
    status: &'a StringArray,
    size: &'a Int64Array,
    modified: &'a TimestampNanosecondArray,
}

impl<'a> Columns<'a> {
    fn of(tables: &'a Tables) -> Option<Self> {
        let column = |name| tables.files.column_by_name(name);
        Some(Self {
            path: column("path")?.as_string_opt()?,
            hash: column("hash")?.as_string_opt()?,
            status: column("status")?.as_string_opt()?,
            size: column("size")?.as_primitive_opt()?,
            modified: column("modified")?.as_primitive_opt()?,
        })
    }
}

impl Known {
    /// Reads parts. One that is gone or damaged knows nothing, so its files are read again.
    pub(crate) fn load(folder: &Folder, names: &[PartName], scanner: &str) -> Self {
        let mut known = Self::default();
        for tables in names.iter().filter_map(|name| read(folder, name, scanner)) {
            known.add(tables);
        }
        known
    }

    fn add(&mut self, tables: Tables) {
        let part = self.parts.len();
        let Some(columns) = Columns::of(&tables) else {
            return;
        };
        for (row, path) in columns.path.iter().enumerate() {
            let is_known = columns.status.value(row) != Status::Unreadable.name();
            if let Some(path) = path.filter(|_| is_known) {
                let rows = self.rows.entry(path.to_owned()).or_default();
                rows.push(At { part, row });
            }
        }
        self.parts.push(tables);
    }

    fn rows(&self, name: &str) -> impl Iterator<Item = (At, Columns<'_>)> {
        let rows = self.rows.get(name).map(Vec::as_slice).unwrap_or_default();
        let columns = |at: &At| Some((*at, Columns::of(self.parts.get(at.part)?)?));
        rows.iter().filter_map(columns)
    }

    /// The row of a file of this name, size and time.
    pub(crate) fn unchanged(&self, name: &str, size: i64, modified: Option<i64>) -> Option<At> {
        let modified = modified?;
        let mut rows = self.rows(name);
        let is_it = |at: At, columns: &Columns<'_>| {
            columns.size.is_valid(at.row)
                && columns.size.value(at.row) == size
                && columns.modified.is_valid(at.row)
                && columns.modified.value(at.row) == modified
        };
        rows.find(|(at, columns)| is_it(*at, columns))
            .map(|(at, _)| at)
    }

    /// The row of a file of this name and size, and the hash of its content.
    pub(crate) fn of_size(&self, name: &str, size: i64) -> Option<(At, String)> {
        let mut rows = self.rows(name).filter(|(at, columns)| {
            let (size_, hash) = (columns.size, columns.hash);
            size_.is_valid(at.row) && size_.value(at.row) == size && hash.is_valid(at.row)
        });
        let (at, columns) = rows.next()?;
        Some((at, columns.hash.value(at.row).to_owned()))
    }
}
