use formwork_schema::{Blob, CString, FileLength, Vle};

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
    /// A number.
    pub number: u8,
    /// What only a whole file tells.
    #[schema(in_texts)]
    #[br(calc = number > 2)]
    #[bw(ignore)]
    pub told: bool,
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

/// A file that says how long it is too early.
#[derive(formwork_schema::Schema)]
#[schema(format = "test.early", extension = "early", recognised = "on request")]
#[rustfmt::binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Early {
    #[br(temp)]
    #[bw(try_calc(size(late)))]
    late_size: Vle,
    /// One byte or more are not counted yet.
    #[br(parse_with = read_file_length((&late, &late)))]
    #[bw(write_with = write_file_length((late, late)))]
    pub early: FileLength,
    /// Of something that is no field.
    #[br(parse_with = read_file_length(3))]
    #[bw(write_with = write_file_length(3))]
    pub of_three: FileLength,
    /// Bytes.
    #[br(parse_with = sized(late_size))]
    pub late: CString,
}

fn main() {}
