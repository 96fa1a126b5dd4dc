use binrw::binrw;
use formwork_schema_derive::Schema;

/// A box.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[brw(little)]
pub struct Bounds {
    /// Its corners.
    pub corners: [f32; 6],
}

fn main() {}
