//! What there is to say of the files that go into a package.

use formwork_schema::{Finding, escape::escape};
use serde_json::Value;

use super::{old::Old, walk::Source};
use crate::{
    findings, output,
    report::{name, plural},
};

/// Files whose findings are told.
const FILES: usize = 20;

/// One line for each file that there is something to say of.
pub(super) fn warn(sources: &[Source], findings: &[Vec<Finding>]) {
    let odd = || {
        sources
            .iter()
            .zip(findings)
            .filter(|(_, all)| !all.is_empty())
    };
    for (source, all) in odd().take(FILES) {
        let name = name(&source.path);
        output::complain(&match all.as_slice() {
            [only] => format!("{name}: warning: {only}"),
            all => {
                let count = plural(all.len() as u64, "finding");
                format!("{name}: warning: {count}, first {}", all[0])
            }
        });
    }
    if let more @ 1.. = odd().count().saturating_sub(FILES) {
        let files = plural(more as u64, "more file");
        output::complain(&format!(
            "warning: and {files} with findings; `formwork inspect` tells all"
        ));
    }
}

/// All of them, each with the name that its file has in the package.
pub(super) fn json(sources: &[Source], findings: &[Vec<Finding>], old: Option<&Old>) -> Value {
    let all = sources.iter().zip(findings).flat_map(|(source, all)| {
        all.iter().map(|finding| {
            let mut object = findings::json(finding);
            object["file"] = escape(source.name(old)).into();
            object
        })
    });
    all.collect()
}
