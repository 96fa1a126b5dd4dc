//! What is beside a clip or a model: triggers and notes, as XML.

use bytes::Bytes;
use formwork_markup::{Markup, float};
use formwork_schema::Limits;
use serde_json::{Map, Value};

use crate::{Files, Input, scene::Trigger};

/// An XML file that belongs to another.
pub(in crate::urho3d) struct Sidecar {
    pub(in crate::urho3d) bytes: Bytes,
    markup: Markup,
}

impl Sidecar {
    /// The file of the same name, if there is one that is XML.
    pub(in crate::urho3d) fn find(input: &Input, files: &dyn Files) -> Option<Self> {
        let name = input.name();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let found = files.find(input, &format!("{stem}.xml"))?;
        Self::parse(&found.bytes)
    }

    pub(in crate::urho3d) fn parse(bytes: &Bytes) -> Option<Self> {
        let markup = Markup::parse(bytes, &Limits::default()).ok()?;
        Some(Self {
            bytes: bytes.clone(),
            markup,
        })
    }

    /// Whether it belongs to a model, not to a clip.
    pub(in crate::urho3d) fn is_of_model(&self) -> bool {
        self.markup.root().name() == "model"
    }
}

/// What happens at some time of a clip of this length.
pub(in crate::urho3d) fn triggers(sidecar: &Sidecar, length: f32) -> Vec<Trigger> {
    if sidecar.is_of_model() {
        return Vec::new();
    }
    let root = sidecar.markup.root();
    let triggers = root.children().filter(|node| node.name() == "trigger");
    let triggers = triggers.map(|node| {
        let normalized = node.attribute("normalizedtime");
        let time = normalized.map_or_else(
            || float(&node.get("time")).0,
            |time| float(&time.value()).0 * length,
        );
        let value =
            ["type", "value"].map(|name| (name.into(), Value::String(node.get(name).into())));
        Trigger {
            time,
            value: Value::Object(Map::from_iter(value)),
        }
    });
    triggers.collect()
}
