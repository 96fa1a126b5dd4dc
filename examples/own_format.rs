//! A format of your own, written, read, printed and dumped: `cargo run --example own_format`.

use std::{error::Error, io};

use binrw::binrw;
use formwork_schema::{
    CString, Checksum, Crc32, Format, Schema, Value, read, read_checksum, size, sized, until_eof,
    write, write_checksum,
};
use formwork_text::dump::{self, DumpOptions};
use serde::{Deserialize, Serialize};

/// Who is to be thanked for an asset.
#[derive(Schema)]
#[schema(format = "my.credits", extension = "credits")]
#[binrw]
#[brw(little, magic = b"CRED")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Credits {
    /// One after another, up to the end of the file.
    #[br(parse_with = until_eof)]
    chunks: Vec<Chunk>,
}

/// A thing to know.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Chunk {
    /// What it is about.
    kind: Kind,
    #[br(temp)]
    #[bw(try_calc(size(text)))]
    length: u32,
    /// What there is to say.
    #[br(parse_with = sized(length))]
    text: CString,
    /// Of kind and text.
    #[br(parse_with = read_checksum((&kind, &text)))]
    #[bw(write_with = write_checksum((kind, text)))]
    crc: Checksum<Crc32>,
}

/// What a chunk is about.
#[derive(Schema)]
#[binrw]
#[brw(repr = u16)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    /// A name.
    Author = 1,
    /// What others may do with it.
    License = 2,
}

fn main() -> Result<(), Box<dyn Error>> {
    let chunk = |kind, text: &str| Chunk {
        kind,
        text: text.into(),
        crc: Checksum::default(),
    };
    let chunks = vec![chunk(Kind::Author, "Ada"), chunk(Kind::License, "CC0-1.0")];
    let credits = Credits { chunks };
    let mut bytes = write::to_bytes(&credits)?;
    let again: Credits = read::from_slice(&bytes)?;
    assert_eq!(again, credits);
    let layout = Credits::layout();
    formwork_text::xml::print(layout, &Value::of(&again)?, &[], io::stdout())?;

    // Somebody edits a letter by hand, and forgets the checksum.
    bytes[10] = b'E';
    dump::dump(layout, &bytes, &DumpOptions::default(), io::stdout())?;

    // Cut off.
    bytes.truncate(30);
    let error = read::from_slice::<Credits>(&bytes).err();
    println!("{}", error.ok_or("was read")?);
    Ok(())
}
