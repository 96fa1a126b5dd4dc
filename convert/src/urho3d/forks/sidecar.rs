//! The XML file beside a clip.

use bytes::Bytes;
use formwork_markup::Markup;
use formwork_schema::{Limits, Result};

use crate::{Code, Report, Target};

/// The file without the elements that only rbfx knows; for rbfx as it is.
pub(super) fn sidecar(file: &Bytes, target: Target, report: &mut Report) -> Result<Vec<u8>> {
    let markup = Markup::parse(file, &Limits::default())?;
    let root = markup.root();
    if target == Target::Rbfx || root.name() == "model" {
        return Ok(file.to_vec());
    }
    let text = markup.text();
    let start = text.as_ptr() as usize;
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for node in root.children() {
        if !matches!(node.name(), "transform" | "variant") {
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
