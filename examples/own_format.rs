//! A format of your own, written, read, edited and shown: `cargo run --example own_format [FOLDER]`. Into a folder it writes
//! a file and the descriptor, with which every command reads that.

use std::{env, error::Error, fs, io, path::Path};

use binrw::binrw;
use formwork_schema::{
    CString, Checksum, Crc32, Format, Schema, Value, read, read_checksum, size, sized, until_eof,
    write, write_checksum,
};
use formwork_text::{dump, xml};
use serde::{Deserialize, Serialize};

/// What is known of a song.
#[derive(Schema, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[schema(format = "my.tags", extension = "tags")]
#[binrw]
#[brw(little, magic = b"TAGS")]
struct Tags {
    /// One fact after another, up to the end of the file.
    #[br(parse_with = until_eof)]
    chunks: Vec<Chunk>,
}

/// One fact.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Chunk {
    /// What it is about.
    kind: Kind,
    #[br(temp)]
    #[bw(try_calc(size(text)))]
    text_size: u32,
    /// What is said.
    #[br(parse_with = sized(text_size))]
    text: CString,
    /// Of kind and text.
    #[br(parse_with = read_checksum((&kind, &text)))]
    #[bw(write_with = write_checksum((kind, text)))]
    crc: Checksum<Crc32>,
}

/// What a fact is about.
#[derive(Schema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[binrw]
#[brw(repr = u8)]
enum Kind {
    /// What the song is called.
    Title = 1,
    /// Who made it.
    Artist,
}

fn main() -> Result<(), Box<dyn Error>> {
    let chunk = |kind, text: &str| Chunk {
        kind,
        text: text.into(),
        crc: Checksum::default(),
    };
    let mut tags = Tags {
        chunks: vec![chunk(Kind::Title, "A Walk"), chunk(Kind::Artist, "Figure")],
    };
    let bytes = write::to_bytes(&tags)?;
    assert_eq!(read::from_slice::<Tags>(&bytes)?, tags);
    if let Some(folder) = env::args().nth(1) {
        let descriptor = formwork_export::descriptor::print(Tags::layout());
        fs::write(Path::new(&folder).join("song.tags"), &bytes)?;
        fs::write(Path::new(&folder).join("tags.xml"), descriptor)?;
        return Ok(());
    }

    tags.chunks.push(chunk(Kind::Artist, "Crate"));
    xml::print(Tags::layout(), &Value::of(&tags)?, &[], &mut io::stdout())?;
    dump::dump(
        Tags::layout(),
        &bytes,
        &dump::DumpOptions::default(),
        &mut io::stdout(),
    )?;
    let cut = read::from_slice::<Tags>(&bytes[..bytes.len() - 1]);
    println!("one byte less: {}", cut.err().ok_or("was read")?);
    Ok(())
}
