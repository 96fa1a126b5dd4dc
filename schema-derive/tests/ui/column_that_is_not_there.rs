use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::{Record, Schema};

/// A pose.
#[derive(Schema, Record)]
#[binrw]
pub struct Keyframe {
    /// The moment.
    pub time: f32,
    /// A pause after it.
    pub pause: u16,
}

fn times(keyframes: &Packed<Keyframe>) -> f32 {
    keyframes.column(Keyframe::FIELDS.tmie).sum()
}

fn main() {}
