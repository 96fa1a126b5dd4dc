//! `index_of` names a list of the root.

use binrw::binrw;
use formwork_schema::Schema;

/// A bone.
#[derive(Schema)]
#[binrw]
pub struct Bone {
    /// Its parent.
    #[schema(index_of = "the bones")]
    pub parent: u32,
}

fn main() {}
