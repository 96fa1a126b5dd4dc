//! What is beside a clip or a model: triggers and metadata, as XML or JSON.

mod json;

use bytes::Bytes;
use formwork_formats::urho3d::graph::beside;
use formwork_markup::{Markup, float};
use formwork_schema::Limits;
use serde_json::{Map, Value};

use crate::{Code, Files, Input, Report, scene::Trigger};

/// An XML file that belongs to another.
pub(in crate::urho3d) struct Sidecar {
    pub(in crate::urho3d) bytes: Bytes,
    markup: Markup,
}

impl Sidecar {
    /// The file of the same name that engines look for: XML, or else JSON, which becomes XML here. `None` for files that only have
    /// that name, as scenes, materials and texts of models and clips do. Reports what cannot be read.
    pub(in crate::urho3d) fn find(
        input: &Input,
        files: &dyn Files,
        report: &mut Report,
    ) -> Option<Self> {
        let name = input.stem();
        let find = |extension: &str| {
            let found = files.find(input, &beside(input.name(), extension))?;
            (found.path != input.path).then_some(found.bytes)
        };
        // An engine that finds XML looks no further.
        let found = match find("xml") {
            Some(xml) => {
                let sidecar = Self::parse(&xml);
                if sidecar.is_none() {
                    report.add(Code::C608, name, "XML beside it that cannot be read");
                }
                sidecar
            }
            None => {
                let xml = json::to_xml(&find("json")?)?;
                report.add_many(
                    Code::C608,
                    xml.left_out,
                    name,
                    "lists and objects as values",
                );
                Self::parse(&xml.bytes.into())
            }
        };
        found.filter(Self::says_something)
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

    /// Whether the engine finds something in it that is a model's: metadata, whatever the root is.
    pub(in crate::urho3d) fn serves_models(&self) -> bool {
        self.is_of_model() || self.count(&["metadata"]) > 0
    }

    /// Whether the engine finds something in it, or it is named as what stands beside a clip or a model.
    pub(in crate::urho3d) fn says_something(&self) -> bool {
        let is_named = matches!(self.markup.root().name(), "animation" | "model");
        is_named || self.count(&["trigger", "metadata"]) + self.count(TRACKS) > 0
    }

    /// How many of these elements it has.
    pub(in crate::urho3d) fn count(&self, names: &[&str]) -> usize {
        let children = self.markup.root().children();
        children.filter(|node| names.contains(&node.name())).count()
    }
}

/// Elements by which rbfx adds tracks to a clip.
pub(in crate::urho3d) const TRACKS: &[&str] = &["transform", "variant"];

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
