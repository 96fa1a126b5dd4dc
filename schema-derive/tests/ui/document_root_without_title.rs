use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp", format = "demo.lamp", extension = "lamp.xml")]
#[schema(obsolete("Candle"))]
#[serde(default)]
pub struct Lamp {
    /// What nobody knows.
    #[schema(unknown)]
    pub unknown: Unknown,
}

fn main() {}
