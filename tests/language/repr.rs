//! Numbers that all have a name.

use binrw::binrw;
use formwork_schema::{Schema, count, read};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// What a shape is.
#[derive(Schema)]
#[binrw]
#[brw(repr = u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Round.
    Circle = 1,
    /// With four sides.
    Square,
    /// Anything else.
    Other = 9,
}

/// Where it is seen from.
#[derive(Schema)]
#[binrw]
#[brw(repr = i16)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// From behind.
    Back = -1,
    /// From the front.
    Front = 1,
}

/// Shapes.
#[derive(Schema)]
#[schema(format = "test.shapes", extension = "shp")]
#[binrw]
#[brw(big, magic = b"SHP")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shapes {
    /// Of all of them.
    pub side: Side,
    /// What the first is.
    pub first: Kind,
    /// How wide a circle is.
    #[br(if(first == Kind::Circle))]
    pub radius: Option<u16>,
    #[br(temp)]
    #[bw(try_calc(count(others)))]
    other_count: u8,
    /// What the others are.
    #[br(count = other_count)]
    pub others: Vec<Kind>,
}

pub const FEATURE: Feature = Feature {
    name: "enumerations without other values",
    spelled: "`brw(repr = u8)` on an enum",
    ask: || {
        let (circle, square) = (b"SHP\xff\xff\x01\0\x05\x02\x09\x02", b"SHP\0\x01\x02\0");
        ask::<Shapes>(&[circle, square])
    },
};

#[test]
fn a_number_without_a_name_is_refused() {
    let error = read::from_slice::<Shapes>(b"SHP\0\x01\x02\x01\x03").expect_err("no kind");
    assert_eq!(
        error.to_string(),
        "malformed: others[0] at 0x7: 3 is no Kind (1 Circle, 2 Square, 9 Other)"
    );
    let layout = <Shapes as formwork_schema::Format>::layout();
    let xml =
        |first: &str| format!("<test.shapes formwork=\"2\" side=\"Back\" first=\"{first}\"/>");
    assert!(formwork_text::xml::encode(layout, &xml("Square")).is_ok());
    let error = formwork_text::xml::encode(layout, &xml("3")).expect_err("no kind");
    assert!(
        error
            .to_string()
            .ends_with("expected Circle, Square, Other for Kind, found `3`"),
        "{error}"
    );
}
