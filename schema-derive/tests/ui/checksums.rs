use formwork_schema::{Blob, Checksum, Crc32};
use formwork_schema_derive::Schema;

/// A file.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct File {
    /// Of what comes next.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub early: Checksum<Crc32>,
    /// Some bytes.
    #[br(count = 4)]
    pub data: Blob,
    /// More of them.
    #[brw(big)]
    pub turned: u32,
    /// Of what?
    pub bare: Checksum<Crc32>,
    /// Of other bytes than the reader thinks.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum((data, turned)))]
    pub unlike: Checksum<Crc32>,
    /// Of what the writer of the checksum would turn around.
    #[br(parse_with = read_checksum(&turned))]
    #[bw(write_with = write_checksum(turned))]
    pub around: Checksum<Crc32>,
    /// A number.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub number: u32,
    /// Of nothing.
    #[br(parse_with = read_checksum(&nothing))]
    #[bw(write_with = write_checksum(nothing))]
    pub unknown: Checksum<Crc32>,
    /// Of a calculation.
    #[br(parse_with = read_checksum(&(turned + 1)))]
    #[bw(write_with = write_checksum(turned))]
    pub calculated: Checksum<Crc32>,
    /// Not always there.
    #[br(if(turned > 0), parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub sometimes: Option<Checksum<Crc32>>,
}

fn main() {}
