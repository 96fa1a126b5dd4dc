//! What is beside clips and models: triggers.

use std::fmt::Write as _;

use bytes::Bytes;
use formwork_schema::Result;
use serde_json::Value;

use super::Writer;
use crate::{
    scene::{Clip, Trigger},
    urho3d::{
        facts::SIDECAR,
        forks::sidecar::sidecar,
        read::{Sidecar, triggers},
        xml_text::escape,
    },
};

impl Writer<'_> {
    /// Writes what happens at some time of a clip: the file that there was, where it says the same.
    pub(super) fn triggers(&mut self, clip: &Clip, number: usize, name: &str) -> Result<()> {
        let stored = self.source("urho3d.animation", number);
        let stored = stored
            .and_then(|source| source.facts.0.get(SIDECAR))
            .cloned();
        let length = clip.length.unwrap_or_default();
        let same = stored.as_ref().and_then(Sidecar::parse);
        let is_same = same.is_some_and(|sidecar| {
            sidecar.says_something() && triggers(&sidecar, length) == clip.triggers
        });
        let text = match stored.filter(|_| is_same) {
            Some(stored) => sidecar(&stored, self.target, self.report)?,
            None if clip.triggers.is_empty() => return Ok(()),
            None => document(&clip.triggers).into_bytes(),
        };
        self.push(format!("{name}.xml"), "xml", text);
        Ok(())
    }

    /// Writes the file that was beside the model, which is called `name` now.
    pub(super) fn stored_sidecar(&mut self, name: &str) -> Result<()> {
        let source = self.source("urho3d.model", 0);
        let stored = source
            .and_then(|source| source.facts.0.get(SIDECAR))
            .cloned();
        let Some(stored) = stored.filter(serves_models) else {
            return Ok(());
        };
        let text = sidecar(&stored, self.target, self.report)?;
        self.push(format!("{name}.xml"), "xml", text);
        Ok(())
    }
}

/// Whether stored bytes are a file that belongs beside a model.
fn serves_models(stored: &Bytes) -> bool {
    Sidecar::parse(stored).is_some_and(|sidecar| sidecar.serves_models())
}

fn document(triggers: &[Trigger]) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<animation>\n");
    for trigger in triggers {
        let (r#type, value) = said(&trigger.value);
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "\t<trigger time=\"{}\" type=\"{}\" value=\"{}\" />",
            trigger.time,
            escape(&r#type),
            escape(&value)
        );
    }
    text.push_str("</animation>\n");
    text
}

/// Type and text of a value: as a reader of the family has them, or of whatever else is said.
fn said(value: &Value) -> (String, String) {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    match (value.get("type"), value.get("value")) {
        (Some(r#type), Some(value)) => (text(r#type), text(value)),
        _ => ("String".into(), text(value)),
    }
}
