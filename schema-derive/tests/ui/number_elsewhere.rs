use binrw::{binrw, io::SeekFrom};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// It would be a part of the tree.
    #[br(restore_position, seek_before = SeekFrom::Start(4))]
    pub kept: u32,
    #[br(temp, seek_before = SeekFrom::Start(4))]
    #[bw(ignore)]
    moves: u32,
    #[br(temp, restore_position, seek_before = SeekFrom::End(-4))]
    #[bw(ignore)]
    from_the_end: u32,
    #[br(temp, restore_position, seek_before = SeekFrom::Start(4))]
    #[bw(calc(1))]
    written: u32,
    #[br(temp, restore_position, seek_before = SeekFrom::Start(4))]
    #[bw(ignore)]
    float: f32,
    #[br(temp, restore_position)]
    #[bw(ignore)]
    nowhere: u32,
}

fn main() {}
