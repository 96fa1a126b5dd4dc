use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// How far it reaches.
    pub radius: f32,
}

/// A light that keeps what is not known twice.
#[derive(Schema, Deserialize)]
#[schema(xml = "Light")]
#[serde(default, deny_unknown_fields)]
pub struct Light {
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
    /// What is not known either.
    #[schema(unknown)]
    pub others: Unknown,
}

fn main() {}
