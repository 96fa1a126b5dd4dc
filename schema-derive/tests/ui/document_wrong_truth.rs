use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// Whether it is on.
    #[schema(truth = "yes")]
    pub on: bool,
    /// Whether it is off.
    #[schema(truth = "true")]
    pub off: String,
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
}

fn main() {}
