use binrw::binrw;
use formwork_schema::{Column, Packed, Vec3};
use formwork_schema_derive::{Record, Schema};

/// A pose.
#[derive(Schema, Record)]
#[binrw]
#[br(import(is_high: u8))]
pub struct Keyframe {
    /// The moment.
    pub time: f32,
    /// A height.
    #[br(if(is_high == 1))]
    pub height: Option<f32>,
}

fn times(keyframes: &Packed<Keyframe>) -> Column<'_, u32> {
    keyframes.column(Keyframe::FIELDS.time)
}

fn heights(keyframes: &Packed<Keyframe>) -> f32 {
    keyframes.column(Keyframe::FIELDS.height).sum()
}

fn places(keyframes: &Packed<Keyframe>) -> Option<f32> {
    keyframes.column(Vec3::FIELDS.x).next()
}

fn main() {}
