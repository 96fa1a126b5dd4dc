use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A light.
#[derive(Schema, Deserialize)]
#[schema(xml)]
pub enum Light {
    /// A lamp.
    Lamp(Lamp),
    /// Two lamps.
    Pair(Lamp, Lamp),
    /// None.
    Dark,
}

fn main() {}
