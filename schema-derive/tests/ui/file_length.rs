use formwork_schema::{Blob, FileLength};

/// A part of a file.
#[derive(formwork_schema::Schema)]
#[rustfmt::binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Of a file that nobody knows here.
    #[br(parse_with = read_file_length(()))]
    #[bw(write_with = write_file_length(()))]
    pub inside: FileLength,
}

/// A file.
#[derive(formwork_schema::Schema)]
#[schema(format = "test.file", extension = "file", recognised = "on request")]
#[rustfmt::binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Bytes.
    #[br(count = 3)]
    pub data: Blob,
    /// Nobody says of what.
    pub bare: FileLength,
    /// The writer has it always.
    #[br(if(data.len() > 2), parse_with = read_file_length(&data))]
    #[bw(write_with = write_file_length(data))]
    pub sometimes: FileLength,
    /// Turned around.
    #[br(parse_with = read_file_length(&data))]
    #[bw(write_with = write_file_length(data))]
    #[brw(big)]
    pub turned: FileLength,
    /// A number that only the file tells.
    #[schema(in_texts)]
    #[br(calc = data.len())]
    #[bw(ignore)]
    pub number: u8,
    /// In every text anyway.
    #[schema(in_texts)]
    pub plain: u8,
}

fn main() {}
