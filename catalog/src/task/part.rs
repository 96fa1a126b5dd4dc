//! Parts of a catalogue: one Parquet file for each table, all under one name.

use std::{
    fs::{self, File, FileType},
    path::Path,
    sync::Arc,
};

use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use formwork_schema::Result;
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Compression,
    errors::ParquetError,
    file::{metadata::KeyValue, properties::WriterProperties},
};
use sha2::{Digest, Sha256};

use super::folder::{DIGITS, Folder, PartName, Place, UNFINISHED, failed, require};
use crate::{batch::Tables, look::hex, tables::TABLES};

/// What a part says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Footer {
    /// What it was made of.
    pub(crate) inputs: String,
    /// What made it.
    pub(crate) scanner: String,
    /// The first file in it.
    pub(crate) first: String,
    /// The last file in it.
    pub(crate) last: String,
    /// Whether nothing in it is to be tried again.
    pub(crate) is_final: bool,
}

impl Footer {
    fn pairs(&self) -> Vec<KeyValue> {
        let is_final = if self.is_final { "yes" } else { "no" };
        let pairs = [
            ("formwork.inputs", &*self.inputs),
            ("formwork.scanner", &self.scanner),
            ("formwork.first", &self.first),
            ("formwork.last", &self.last),
            ("formwork.final", is_final),
        ];
        let pair = |(key, value): (&str, &str)| KeyValue::new(key.into(), Some(value.to_owned()));
        pairs.into_iter().map(pair).collect()
    }

    fn of(pairs: &[KeyValue]) -> Option<Self> {
        let value = |key: &str| {
            let mut pairs = pairs.iter();
            pairs.find(|pair| pair.key == key)?.value.clone()
        };
        Some(Self {
            inputs: value("formwork.inputs")?,
            scanner: value("formwork.scanner")?,
            first: value("formwork.first")?,
            last: value("formwork.last")?,
            is_final: value("formwork.final")? == "yes",
        })
    }
}

type Reader = ParquetRecordBatchReaderBuilder<File>;

fn open(path: &Path) -> Option<Reader> {
    require(path, FileType::is_file).ok()?;
    Reader::try_new(File::open(path).ok()?).ok()
}

/// What a part says of itself; `None` of one that is damaged or not whole.
pub(crate) fn footer(folder: &Folder, place: Place, part: &PartName) -> Option<Footer> {
    let mut readers = TABLES
        .iter()
        .map(|table| open(&folder.file(place, table.name, part)));
    let files = readers.next().flatten()?;
    readers
        .all(|reader| reader.is_some())
        .then(|| footer_of(&files))?
}

fn footer_of(reader: &Reader) -> Option<Footer> {
    let metadata = reader.metadata().file_metadata();
    Footer::of(metadata.key_value_metadata()?)
}

/// Reads a part, wherever it is; `None` of one that is gone, damaged, or made by something else.
pub(crate) fn read(folder: &Folder, part: &PartName, scanner: &str) -> Option<Tables> {
    let mut places = [Place::Published, Place::Staged].into_iter();
    let place = places.find(|place| {
        let footer = footer(folder, *place, part);
        footer.is_some_and(|footer| footer.scanner == scanner)
    })?;
    let table = |index: usize| {
        let reader = open(&folder.file(place, TABLES[index].name, part))?;
        let schema = Arc::clone(reader.schema());
        let batches: Vec<RecordBatch> = reader
            .build()
            .ok()?
            .collect::<std::result::Result<_, _>>()
            .ok()?;
        concat_batches(&schema, &batches).ok()
    };
    Some(Tables {
        files: table(0)?,
        facts: table(1)?,
        references: table(2)?,
        diagnostics: table(3)?,
    })
}

/// Writes a part aside, whole or not at all; its name.
///
/// # Errors
/// [`Kind::System`] where it cannot be written.
pub(crate) fn stage(out: &Folder, tables: &Tables, footer: &Footer) -> Result<PartName> {
    let staged = out.staged();
    let wrong = |error: std::io::Error| failed(&staged, &error);
    let mut hash = Sha256::new();
    let mut files = Vec::new();
    for (table, batch) in TABLES.iter().zip(tables.each()) {
        let bytes = parquet(batch, footer).map_err(|error| failed(&staged, &error))?;
        hash.update(&bytes);
        files.push((table.name, bytes));
    }
    let mut part = hex(&hash.finalize());
    part.truncate(DIGITS);
    let part = PartName::try_from(part)?;
    let folder = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempdir_in(&staged);
    let folder = folder.map_err(wrong)?;
    for (table, bytes) in files {
        fs::write(folder.path().join(format!("{table}.parquet")), bytes).map_err(wrong)?;
    }
    let place = out.staged_part(&part);
    match fs::rename(folder.path(), &place) {
        Ok(()) => drop(folder.keep()),
        // Another process made the same.
        Err(_) if fs::symlink_metadata(&place).is_ok_and(|found| found.is_dir()) => {}
        Err(error) => return Err(wrong(error)),
    }
    Ok(part)
}

fn parquet(batch: &RecordBatch, footer: &Footer) -> std::result::Result<Vec<u8>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("formwork ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(footer.pairs()))
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties))?;
    writer.write(batch)?;
    writer.into_inner()
}
