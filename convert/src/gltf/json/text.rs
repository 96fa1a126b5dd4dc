//! The JSON of a file as text.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// JSON in one line, or indented for people.
///
/// # Errors
/// Where a value has no JSON.
pub(in super::super) fn written<T: Serialize>(
    value: &T,
    is_indented: bool,
) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    let form = Form(is_indented.then(PrettyFormatter::new));
    value.serialize(&mut Serializer::with_formatter(&mut text, form))?;
    Ok(text)
}

/// One type for both, so that each type of value is compiled once.
struct Form(Option<PrettyFormatter<'static>>);

macro_rules! either {
    ($($name:ident($($is_first:ident)?))+) => {
        impl Formatter for Form {
            $(fn $name<W: Write + ?Sized>(&mut self, to: &mut W $(, $is_first: bool)?) -> Result<()> {
                match &mut self.0 {
                    Some(indented) => indented.$name(to $(, $is_first)?),
                    None => CompactFormatter.$name(to $(, $is_first)?),
                }
            })+
        }
    };
}

either! {
    begin_array()
    end_array()
    begin_array_value(is_first)
    end_array_value()
    begin_object()
    end_object()
    begin_object_key(is_first)
    begin_object_value()
    end_object_value()
}
