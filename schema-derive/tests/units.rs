//! A unit is what `schema(unit = "…")` says; what a doc says of one is for people.

#![allow(missing_docs)]

use binrw::binrw;
use formwork_schema::{
    Schema as _,
    document::Elements as _,
    layout::{Field, Link, Type},
};
use formwork_schema_derive::Schema;
use serde::{Deserialize, Serialize};

/// How something moves.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// How fast it falls, in metres per square second.
    #[schema(unit = "metres per square second")]
    pub gravity: f32,
    /// How fast it falls elsewhere, in metres per square second.
    pub elsewhere: f32,
    /// Whether the offset in bytes is absolute.
    pub absolute: u8,
    /// When it begins.
    #[schema(unit = "seconds")]
    pub start: f32,
}

/// How something moves, as XML.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Motion")]
#[serde(default, deny_unknown_fields)]
pub struct Written {
    /// Its speed, in world units per second.
    #[schema(unit = "world units per second")]
    pub speed: f32,
    /// Its other speed, in world units per second.
    pub other: f32,
    /// Whether the offset in bytes is absolute.
    pub absolute: bool,
    /// What nobody knows.
    #[schema(unknown)]
    pub unknown: formwork_schema::document::Unknown,
}

fn fields(ty: &Type) -> &'static [Field] {
    let Type::Struct(reference) = ty else {
        panic!("not a struct")
    };
    let Link::Static(get) = reference.link else {
        panic!("no static")
    };
    get().fields()
}

#[test]
fn a_doc_says_no_unit() {
    let fields = fields(&Motion::TYPE);
    let units: Vec<&str> = fields.iter().map(|field| &*field.unit).collect();
    assert_eq!(units, ["metres per square second", "", "", "seconds"]);
    assert_eq!(
        fields[1].doc,
        "How fast it falls elsewhere, in metres per square second."
    );
}

#[test]
fn nor_does_that_of_an_attribute() {
    let fields = fields(&Written::TYPE);
    let units: Vec<&str> = fields.iter().map(|field| &*field.unit).collect();
    assert_eq!(units, ["world units per second", "", "", ""]);
}
