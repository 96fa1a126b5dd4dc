//! The files that engines look for beside a model or a clip.

use bytes::Bytes;
use formwork_formats::urho3d::graph::beside;
use formwork_markup::Markup;
use formwork_schema::{Limits, Result};

use crate::{
    Code, Files, Input, Output, Report, Target,
    scene::Source,
    urho3d::{
        facts::SIDECAR,
        file::is_clip,
        read::{SIDECAR_TRACKS, Sidecar},
    },
};

/// Triggers, metadata and the list of materials that are beside a file, as a target reads them beside `made`, which was made of it.
///
/// # Errors
/// [`Malformed`](formwork_schema::Kind::Malformed) for XML that cannot be parsed.
pub(crate) fn sidecars(
    input: &Input,
    made: &str,
    files: &dyn Files,
    target: Target,
    report: &mut Report,
) -> Result<Vec<Output>> {
    let output = |extension: &str, format: &str, bytes: Bytes| Output {
        path: beside(made, extension),
        format: format.into(),
        bytes,
    };
    let is_clip = is_clip(&input.bytes);
    let mut found = Vec::new();
    let belongs = |it: &Sidecar| match is_clip {
        true => !it.is_of_model(),
        false => it.serves_models(),
    };
    if let Some(own) = Sidecar::find(input, files, report).filter(belongs) {
        let bytes = sidecar(&own.bytes, target, report)?;
        found.push(output("xml", "xml", bytes.into()));
    }
    if !is_clip && let Some(list) = files.find(input, &beside(input.name(), "txt")) {
        found.push(output("txt", "text", list.bytes));
    }
    Ok(found)
}

/// Reports what was beside models and clips and does not come along, where the target has no such files.
pub(crate) fn report_sidecars(sources: &[Source], report: &mut Report) {
    for source in sources {
        let stored = source.facts.0.get(SIDECAR).and_then(Sidecar::parse);
        let Some(stored) = stored else { continue };
        for (names, detail) in [
            (&["metadata"][..], "metadata beside it"),
            (SIDECAR_TRACKS, "tracks beside it"),
        ] {
            report.add_many(Code::C608, stored.count(names), &*source.name, detail);
        }
    }
}

/// The file without the elements that only rbfx knows; for rbfx as it is.
pub(in crate::urho3d) fn sidecar(
    file: &Bytes,
    target: Target,
    report: &mut Report,
) -> Result<Vec<u8>> {
    let markup = Markup::parse(file, &Limits::default())?;
    let root = markup.root();
    if target == Target::Urho3dLegacy {
        let metadata = root.children().filter(|node| node.name() == "metadata");
        let detail = "engines before Urho3D 1.7 do not read it";
        report.add_many(Code::C608, metadata.count(), "metadata", detail);
    }
    if target == Target::Rbfx || root.name() == "model" {
        return Ok(file.to_vec());
    }
    let text = markup.text();
    let start = text.as_ptr() as usize;
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for node in root.children() {
        if !SIDECAR_TRACKS.contains(&node.name()) {
            continue;
        }
        let xml = node.xml();
        // A part of the text.
        let from = (xml.as_ptr() as usize).saturating_sub(start);
        if let Some(before) = text.get(end..from) {
            kept.push_str(before.trim_end());
            end = from + xml.len();
            report.add(Code::C712, node.name(), node.get("name"));
        }
    }
    kept.push_str(text.get(end..).unwrap_or_default());
    Ok(kept.into_bytes())
}
