use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// How far it reaches.
    #[schema(default = f32::MAX)]
    pub radius: f32,
    /// How bright it is.
    #[schema(default = 1.0 + 1.0)]
    pub power: f32,
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
}

fn main() {}
