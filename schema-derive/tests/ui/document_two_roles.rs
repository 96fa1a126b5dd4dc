use formwork_schema::document::Unknown;
use formwork_schema_derive::Schema;
use serde::Deserialize;

/// A lamp.
#[derive(Schema, Deserialize)]
#[schema(xml = "Lamp")]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// What it says.
    #[schema(text, attribute = "says")]
    pub says: String,
    /// What stands on it, as XML.
    #[schema(verbatim = "Label", expected)]
    pub label: Option<String>,
    /// What is not known.
    #[schema(unknown)]
    pub unknown: Unknown,
}

fn main() {}
