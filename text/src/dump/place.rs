//! Everything about the one value that covers a byte.

use formwork_schema::{
    Layout, Limits, Result,
    walk::{self, Found},
};

use super::{around, types, value};
use crate::{amount::plural, fault::Fault, paths::Paths, sink::Sink};

/// Bytes of a value that are shown.
const SHOWN: usize = 32;

/// Writes what is at an offset.
pub(super) fn print(
    layout: &Layout,
    bytes: &[u8],
    offset: u64,
    covered_by: &str,
    mut sink: Sink<'_>,
) -> Result<()> {
    match walk::at(layout, bytes, offset) {
        Ok(found) => leaf(layout, bytes, &found, covered_by, &mut sink),
        Err(error) => {
            let end = walk::validate(layout, bytes, &Limits::default())
                .map_or(u64::MAX, |walked| walked.end);
            if offset < end || offset >= bytes.len() as u64 {
                return Err(error);
            }
            let range = end..bytes.len() as u64;
            row(&mut sink, "path", "trailing");
            row(&mut sink, "bytes", &hex(bytes, &range));
            row(
                &mut sink,
                "doc",
                "Bytes after the end of the file proper, kept as they are.",
            );
        }
    }
    sink.finish().map_err(Fault::into_error)
}

fn leaf(layout: &Layout, bytes: &[u8], found: &Found, covered_by: &str, sink: &mut Sink<'_>) {
    let mut paths = Paths::new(layout, bytes);
    row(sink, "path", &paths.shown(&found.path));
    row(sink, "bytes", &hex(bytes, &found.range));
    row(sink, "type", &types::words(&found.ty));
    let held = found.value.as_scalar();
    let text = match &found.field.due {
        Some(due) => value::due(due, held, found.right),
        None => value::text(&found.ty, found.part, held),
    };
    row(sink, "value", &text);
    row(sink, "entry", covered_by);
    row(
        sink,
        "meaning",
        &value::meaning(&found.field, found.part, ""),
    );
    row(sink, "doc", &found.field.doc.replace('\n', " "));
    let mut title = "in";
    for one in around::structs(layout, &found.path) {
        let gap = if one.path.is_empty() { "" } else { "  " };
        row(
            sink,
            title,
            &format!("{}{gap}{}: {}", paths.shown(&one.path), one.name, one.doc),
        );
        title = "";
    }
}

fn row(sink: &mut Sink<'_>, title: &str, text: &str) {
    if !text.is_empty() {
        sink.text(&format!("{title:<8} {text}\n"));
    }
}

fn hex(bytes: &[u8], range: &std::ops::Range<u64>) -> String {
    let all = bytes
        .get(range.start as usize..range.end as usize)
        .unwrap_or(&[]);
    let digits: String = all
        .iter()
        .take(SHOWN)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let more = if all.len() > SHOWN { "…" } else { "" };
    let last = range.end.saturating_sub(1);
    let count = plural(all.len() as u64, "byte");
    format!("{:#06x}–{last:#06x}, {count}: {digits}{more}", range.start)
}
