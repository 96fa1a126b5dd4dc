//! Triggers and metadata as JSON, which rbfx and old engines do not read, as the XML that all do.

use std::fmt::Write as _;

use serde_json::Value;

use crate::urho3d::xml_text::escape;

/// Triggers and metadata as XML.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Xml {
    pub(super) bytes: Vec<u8>,
    /// Values that attributes cannot hold: lists and objects.
    pub(super) left_out: usize,
}

/// The XML that says the same; `None` for JSON of something else.
pub(super) fn to_xml(json: &[u8]) -> Option<Xml> {
    let json: Value = serde_json::from_slice(json).ok()?;
    let items = |name: &str| match json.get(name) {
        Some(items) => items.as_array().map(Vec::as_slice),
        None => Some(&[][..]),
    };
    let (triggers, metadata) = (items("triggers")?, items("metadata")?);
    if triggers.is_empty() && metadata.is_empty() {
        return None;
    }
    let mut text = String::from("<?xml version=\"1.0\"?>\n<animation>\n");
    let mut left_out = 0;
    let members = [
        ("normalizedTime", "normalizedtime"),
        ("time", "time"),
        ("name", "name"),
        ("type", "type"),
        ("value", "value"),
    ];
    let triggers = triggers.iter().map(|item| ("trigger", item));
    let metadata = metadata.iter().map(|item| ("metadata", item));
    for (element, item) in triggers.chain(metadata) {
        let _ = write!(text, "\t<{element}");
        for (member, attribute) in members {
            let Some(value) = item.get(member).filter(|value| !value.is_null()) else {
                continue;
            };
            match word(value) {
                Some(word) => {
                    let _ = write!(text, " {attribute}=\"{}\"", escape(&word));
                }
                None => left_out += 1,
            }
        }
        text.push_str(" />\n");
    }
    text.push_str("</animation>\n");
    Some(Xml {
        bytes: text.into_bytes(),
        left_out,
    })
}

/// A value as it stands in an attribute.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::to_xml;

    #[test]
    fn triggers_and_metadata_become_elements() {
        let json = br#"{
            "triggers": [
                {"normalizedTime": 0.5, "type": "String", "value": "a<b"},
                {"time": 1, "type": "Bool", "value": true},
                {"time": 2, "type": "VariantVector", "value": [1, 2]}
            ],
            "metadata": [{"name": "mood", "type": "Int", "value": 3}]
        }"#;
        let xml = to_xml(json).expect("a sidecar");
        assert_eq!(xml.left_out, 1);
        let xml = String::from_utf8(xml.bytes).expect("UTF-8");
        let expected = "<?xml version=\"1.0\"?>\n<animation>\n\
            \t<trigger normalizedtime=\"0.5\" type=\"String\" value=\"a&lt;b\" />\n\
            \t<trigger time=\"1\" type=\"Bool\" value=\"true\" />\n\
            \t<trigger time=\"2\" type=\"VariantVector\" />\n\
            \t<metadata name=\"mood\" type=\"Int\" value=\"3\" />\n</animation>\n";
        assert_eq!(xml, expected);
        assert_eq!(to_xml(b"{\"formwork\": 2}"), None);
        assert_eq!(to_xml(b"[1]"), None);
    }
}
