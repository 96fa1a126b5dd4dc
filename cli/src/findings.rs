//! What there is to say of a file, as `inspect` does, for commands that write or check it.

use std::path::Path;

use bytes::Bytes;
use formwork_formats::{Asset, Confidence, Inspection, PictureKind, Tree, open, texture::ENGINE};
use formwork_schema::{Error, Finding, Limits};
use serde_json::{Map, Value};

use crate::{
    failure::{self, plural},
    input::{self, MISNAMED},
    output,
};

/// Findings of one file that are told.
const TOLD: usize = 10;

/// What there is to say of a file of any format; nothing of foreign ones.
///
/// Of a malformed file, that is what is wrong; but not where only its name made it one of ours.
pub(crate) fn of_file(bytes: &Bytes, path: &Path, limits: &Limits) -> Vec<Finding> {
    let Ok(asset) = open(bytes.clone(), &path.to_string_lossy(), limits) else {
        return Vec::new();
    };
    if let Some(kind) = asset.picture() {
        return of_picture(kind, &asset, path);
    }
    match asset.tree() {
        Ok(tree) => of_whole(&*tree),
        Err(_) if asset.identity().confidence < Confidence::Magic => Vec::new(),
        Err(error) => vec![mistake(&error)],
    }
}

/// Forgets where in a text something is: it is another one than the user has.
pub(crate) fn without_line(finding: &mut Finding) {
    (finding.line, finding.column) = (0, 0);
}

/// What there is to say of a file that was read, and of what is after its end.
pub(crate) fn of_whole(tree: &dyn Tree) -> Vec<Finding> {
    let mut findings = of_tree(tree);
    if let count @ 1.. = tree.trailing().len() {
        let message = format!("{} after the end", plural(count as u64, "byte"));
        findings.push(of_the_whole("trailing-bytes", message));
    }
    findings
}

/// What there is to say of a file that was read.
pub(crate) fn of_tree(tree: &dyn Tree) -> Vec<Finding> {
    let mut findings = tree.findings().unwrap_or_default();
    findings.extend(of_inspection(tree.inspect()));
    findings
}

/// The findings among what `inspect` shows.
fn of_inspection(inspection: Inspection) -> Vec<Finding> {
    let refused = inspection.refused.map(refusal).into_iter();
    let oddities = inspection.oddities.into_iter().map(Finding::from);
    refused.chain(oddities).collect()
}

/// What there is to say of a picture without decoding it.
pub(crate) fn of_picture(kind: PictureKind, asset: &Asset, path: &Path) -> Vec<Finding> {
    let misnamed = input::misnamed(asset, path);
    let misnamed = misnamed.map(|message| of_the_whole(MISNAMED, message));
    let refused = formwork_pixels::refusal(kind, asset.bytes());
    misnamed.into_iter().chain(refused.map(refusal)).collect()
}

/// What other programs read, and the engine does not.
fn refusal(why: String) -> Finding {
    of_the_whole("engine-refuses", format!("{ENGINE} refuses it: {why}"))
}

/// What keeps a file from being read.
fn mistake(error: &Error) -> Finding {
    let (line, column) = error.line().unwrap_or_default();
    let at = error.offset().map(|offset| format!("at {offset:#x}: "));
    Finding {
        code: error.kind().name(),
        line,
        column,
        path: error.path().into(),
        message: at.unwrap_or_default() + error.message(),
    }
}

fn of_the_whole(code: &'static str, message: String) -> Finding {
    Finding {
        code,
        line: 0,
        column: 0,
        path: String::new(),
        message,
    }
}

/// Tells on standard error what there is to say of a file that was written.
pub(crate) fn warn(path: &Path, findings: &[Finding]) {
    let name = failure::name(path);
    for finding in findings.iter().take(TOLD) {
        output::complain(&format_args!("{name}: warning: {finding}"));
    }
    if let more @ 1.. = findings.len().saturating_sub(TOLD) {
        output::complain(&format_args!(
            "{name}: warning: and {more} more; `formwork inspect` tells all"
        ));
    }
}

/// A finding as an object; files that have no lines have no `line` and `column`.
pub(crate) fn json(finding: &Finding) -> Value {
    let Finding {
        code,
        line,
        column,
        path,
        message,
    } = finding;
    let mut object = Map::new();
    object.insert("code".into(), (*code).into());
    if *line > 0 {
        object.insert("line".into(), (*line).into());
        object.insert("column".into(), (*column).into());
    }
    object.insert("path".into(), path.clone().into());
    object.insert("message".into(), message.clone().into());
    object.into()
}
