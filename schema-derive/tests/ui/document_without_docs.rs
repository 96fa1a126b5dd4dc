use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    pub radius: f32,
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
}

fn main() {}
