use formwork_schema::{Padding, Peek, Remaining, Slack};
use formwork_schema_derive::Schema;

/// A picture.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
pub struct Picture {
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    next: Peek<0>,
    /// Trees have it, texts and layouts do not.
    #[br(calc = left == 1)]
    #[bw(ignore)]
    pub is_last: bool,
    #[br(temp, calc = next & 1)]
    #[bw(ignore)]
    odd: u32,
    #[br(temp)]
    #[bw(try_calc(size(part)))]
    part_size: u8,
    /// In an order that no tree shows.
    #[br(is_big = is_last)]
    #[bw(is_big = *is_last)]
    pub number: u16,
    /// Behind padding that no tree shows.
    #[br(pad_before = part_size & 1)]
    #[bw(pad_before = *part_size & 1)]
    pub padded: u8,
    /// Its size is known behind it.
    #[br(parse_with = sized(part_size), pad_after = part_size & 1)]
    #[bw(pad_after = *part_size & 1)]
    pub part: Part,
    /// Zeros that no text shows.
    #[br(count = odd)]
    pub slack: Slack,
    /// Behind an alignment that no tree shows.
    #[br(align_before = next)]
    #[bw(align_before = *next)]
    pub aligned: u8,
    /// Filled up to a length that no tree shows.
    #[br(pad_size_to = next)]
    #[bw(pad_size_to = *next)]
    pub filled: u8,
    /// In front of padding that no tree shows.
    #[br(pad_after = odd)]
    #[bw(pad_after = *odd)]
    pub followed: u8,
    /// Trees have it only where it is not zero.
    #[br(if(odd == 1))]
    pub padding: Option<Padding<2>>,
    /// Handed what no tree has.
    #[br(args(odd))]
    pub other: Other,
}

/// A part.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Part {
    /// A number.
    pub number: u8,
}

/// Another part.
#[derive(Schema)]
#[rustfmt::binrw]
#[br(import(odd: u32))]
pub struct Other {
    /// A number.
    #[br(if(odd == 1))]
    pub number: Option<u8>,
}

fn main() {}
