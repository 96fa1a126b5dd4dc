//! What there is to say of the files that go into a package.

use formwork_schema::{Diagnostic, escape::escape};
use serde_json::Value;

use super::{old::Old, walk::Source};
use crate::{
    diagnostics, output,
    report::{name, plural},
};

/// Files whose diagnostics are told.
const FILES: usize = 20;

/// One line for each file that there is something to say of.
pub(super) fn warn(sources: &[Source], diagnostics: &[Vec<Diagnostic>]) {
    let odd = || {
        sources
            .iter()
            .zip(diagnostics)
            .filter(|(_, all)| !all.is_empty())
    };
    for (source, all) in odd().take(FILES) {
        let name = name(&source.path);
        output::complain(match all.as_slice() {
            [only] => format!("{name}: {}: {only}", only.severity.name()),
            all => {
                let count = plural(all.len() as u64, "diagnostic");
                let first = &all[0];
                let severity = first.severity.name();
                format!("{name}: {count}, first {severity}: {first}")
            }
        });
    }
    if let more @ 1.. = odd().count().saturating_sub(FILES) {
        let files = plural(more as u64, "more file");
        output::complain(format_args!(
            "warning: and {files} with diagnostics; `formwork inspect` tells all"
        ));
    }
}

/// All of them, each with the name that its file has in the package.
pub(super) fn json(
    sources: &[Source],
    diagnostics: &[Vec<Diagnostic>],
    old: Option<&Old>,
) -> Value {
    let all = sources.iter().zip(diagnostics).flat_map(|(source, all)| {
        all.iter().map(|diagnostic| {
            let mut object = diagnostics::json(diagnostic);
            object["file"] = escape(source.name(old)).into();
            object
        })
    });
    all.collect()
}
