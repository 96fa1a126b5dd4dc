//! [`Tables`]: rows as record batches of Arrow.

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
    TimestampNanosecondArray,
    builder::{ListBuilder, StringBuilder},
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use rayon::prelude::*;

use crate::{
    column::{Column, Get, Row},
    look::{Options, scan_file},
    row::{DiagnosticRow, FactRow, FileRow, ReferenceRow, Scanned},
};

/// What is said of some files: one batch for each table, with the columns of [`TABLES`](crate::TABLES). Rows are in the order of the files.
#[derive(Debug, Clone, PartialEq)]
pub struct Tables {
    /// One row for each file.
    pub files: RecordBatch,
    /// One row for each file that was read.
    pub facts: RecordBatch,
    /// One row for each resource that a file names.
    pub references: RecordBatch,
    /// One row for each thing that is wrong with a file.
    pub diagnostics: RecordBatch,
}

/// Says what is in files, on all cores. Nothing that is wrong with one is an error: it is a row.
///
/// # Errors
/// Where rows exceed what Arrow holds in one batch: texts of 2 GiB.
pub fn scan(paths: &[PathBuf], options: &Options) -> Result<Tables, ArrowError> {
    let seen = paths.par_iter().map(|path| scan_file(path, options));
    Tables::of(&seen.collect::<Vec<_>>())
}

/// The same until somebody wants it ended, which is asked before each file; `None` then.
///
/// # Errors
/// See [`scan`].
pub fn scan_while(
    paths: &[PathBuf],
    options: &Options,
    goes_on: impl Fn() -> bool + Sync,
) -> Result<Option<Tables>, ArrowError> {
    let one = |path: &PathBuf| goes_on().then(|| scan_file(path, options));
    let seen: Option<Vec<_>> = paths.par_iter().map(one).collect();
    seen.map(|seen| Tables::of(&seen)).transpose()
}

impl Tables {
    /// The tables of files that were scanned.
    ///
    /// # Errors
    /// See [`scan`].
    pub(crate) fn of(seen: &[Scanned]) -> Result<Self, ArrowError> {
        Ok(Self {
            files: batch::<FileRow>(&all(seen, |one| [&one.file]))?,
            facts: batch::<FactRow>(&all(seen, |one| &one.facts))?,
            references: batch::<ReferenceRow>(&all(seen, |one| &one.references))?,
            diagnostics: batch::<DiagnosticRow>(&all(seen, |one| &one.diagnostics))?,
        })
    }

    /// All of them, in the order of [`TABLES`](crate::TABLES).
    #[must_use]
    pub fn each(&self) -> [&RecordBatch; 4] {
        [
            &self.files,
            &self.facts,
            &self.references,
            &self.diagnostics,
        ]
    }
}

fn all<'a, R: 'a, I: IntoIterator<Item = &'a R>>(
    seen: &'a [Scanned],
    rows: impl Fn(&'a Scanned) -> I,
) -> Vec<&'a R> {
    seen.iter().flat_map(rows).collect()
}

/// The schema of a table; fields have their unit and what they say as metadata.
fn schema<R: Row>() -> SchemaRef {
    let field = |column: &Column<R>| {
        let about = [("unit", column.unit), ("description", column.about)];
        let about = about.into_iter().filter(|(_, text)| !text.is_empty());
        let about: HashMap<String, String> = about
            .map(|(key, text)| (key.to_owned(), text.to_owned()))
            .collect();
        Field::new(column.name, kind(&column.get), column.nullable).with_metadata(about)
    };
    Arc::new(Schema::new(
        R::COLUMNS.iter().map(field).collect::<Vec<_>>(),
    ))
}

fn kind<R>(get: &Get<R>) -> DataType {
    match get {
        Get::Text(_) => DataType::Utf8,
        Get::Integer(_) => DataType::Int64,
        Get::Number(_) => DataType::Float64,
        Get::Moment(_) => DataType::Timestamp(TimeUnit::Nanosecond, None),
        Get::Texts(_) => DataType::new_list(DataType::Utf8, true),
    }
}

fn batch<R: Row>(rows: &[&R]) -> Result<RecordBatch, ArrowError> {
    let columns = R::COLUMNS.iter().map(|column| array(&column.get, rows));
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(schema::<R>(), columns.collect(), &options)
}

fn array<R>(get: &Get<R>, rows: &[&R]) -> ArrayRef {
    let rows = rows.iter().copied();
    match get {
        Get::Text(get) => Arc::new(rows.map(get).collect::<StringArray>()),
        Get::Integer(get) => Arc::new(rows.map(get).collect::<Int64Array>()),
        Get::Number(get) => Arc::new(rows.map(get).collect::<Float64Array>()),
        Get::Moment(get) => Arc::new(rows.map(get).collect::<TimestampNanosecondArray>()),
        Get::Texts(get) => {
            let mut list = ListBuilder::new(StringBuilder::new());
            for texts in rows.map(get) {
                list.append_option(texts.map(|texts| texts.iter().map(Some)));
            }
            Arc::new(list.finish())
        }
    }
}
