//! [`merge`]: the tables of a part, of rows that are new and rows that older parts have.

use std::{collections::HashMap, ops::Range, sync::Arc};

use arrow_array::{RecordBatch, StringArray, TimestampNanosecondArray, cast::AsArray};
use arrow_schema::ArrowError;
use arrow_select::interleave::interleave_record_batch;

use super::known::{At, Known};
use crate::batch::Tables;

/// Where the rows of a file come from, and its time.
pub(crate) enum Pick {
    /// The file of this place among the new ones.
    New(usize, Option<i64>),
    /// A row that a part has.
    Known(At, Option<i64>),
}

/// The tables of the files that were picked, in that order.
pub(crate) fn merge(new: &Tables, known: &Known, picks: &[Pick]) -> Result<Tables, ArrowError> {
    let mut sources = vec![new];
    sources.extend(&known.parts);
    // The new tables are the first source.
    let place = |pick: &Pick| match *pick {
        Pick::New(row, _) => (0, row),
        Pick::Known(At { part, row }, _) => (part + 1, row),
    };
    let places: Vec<_> = picks.iter().map(place).collect();
    let files: Vec<_> = sources.iter().map(|tables| &tables.files).collect();
    let names = files.iter().map(|files| paths(files));
    let names: Vec<&StringArray> = names.collect::<Result<_, _>>()?;
    let rest = |table: fn(&Tables) -> &RecordBatch| {
        let batches: Vec<_> = sources.iter().map(|tables| table(tables)).collect();
        of_files(&batches, &names, &places)
    };
    Ok(Tables {
        files: with_times(&take(&files, &places)?, picks)?,
        facts: rest(|tables| &tables.facts)?,
        references: rest(|tables| &tables.references)?,
        diagnostics: rest(|tables| &tables.diagnostics)?,
    })
}

fn paths(batch: &RecordBatch) -> Result<&StringArray, ArrowError> {
    let column = batch.column_by_name("path");
    let text = column.and_then(|column| column.as_string_opt());
    text.ok_or_else(|| ArrowError::SchemaError("a table without paths".into()))
}

/// The rows of these files in a table that may have several of each, or none.
fn of_files(
    batches: &[&RecordBatch],
    names: &[&StringArray],
    files: &[(usize, usize)],
) -> Result<RecordBatch, ArrowError> {
    let ranges = batches.iter().map(|batch| Ok(ranges(paths(batch)?)));
    let ranges: Vec<HashMap<&str, Range<usize>>> = ranges.collect::<Result<_, ArrowError>>()?;
    let mut places = Vec::new();
    for &(source, row) in files {
        let range = ranges[source].get(names[source].value(row));
        places.extend(range.cloned().unwrap_or_default().map(|row| (source, row)));
    }
    take(batches, &places)
}

/// The rows of each file: they stand together.
fn ranges(paths: &StringArray) -> HashMap<&str, Range<usize>> {
    let mut ranges: HashMap<&str, Range<usize>> = HashMap::new();
    for (row, path) in paths.iter().enumerate() {
        let range = ranges.entry(path.unwrap_or_default());
        range.or_insert(row..row).end = row + 1;
    }
    ranges
}

fn take(batches: &[&RecordBatch], places: &[(usize, usize)]) -> Result<RecordBatch, ArrowError> {
    if places.is_empty() {
        return Ok(batches[0].slice(0, 0));
    }
    // Parts that were read have the same columns, and what was written beside them.
    let schema = batches[0].schema();
    let alike = batches
        .iter()
        .map(|batch| RecordBatch::try_new(Arc::clone(&schema), batch.columns().to_vec()));
    let alike: Vec<RecordBatch> = alike.collect::<Result<_, _>>()?;
    interleave_record_batch(&alike.iter().collect::<Vec<_>>(), places)
}

/// The same files, with the times that they have now.
fn with_times(files: &RecordBatch, picks: &[Pick]) -> Result<RecordBatch, ArrowError> {
    let times = picks.iter().map(|pick| match pick {
        Pick::New(_, modified) | Pick::Known(_, modified) => *modified,
    });
    let times = Arc::new(times.collect::<TimestampNanosecondArray>());
    let schema = files.schema();
    let place = schema.index_of("modified")?;
    let mut columns = files.columns().to_vec();
    columns[place] = times;
    RecordBatch::try_new(schema, columns)
}
