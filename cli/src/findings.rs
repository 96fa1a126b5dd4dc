//! What there is to say of a file, as `inspect` does, for commands that write or check it.

use std::path::Path;

use bytes::Bytes;
use formwork_formats::{
    Confidence, GameFormat, Inspection, Job, Picture, dispatch, identify, picture_info,
    texture::ENGINE,
};
use formwork_schema::{
    Error, Finding, Limits, Result,
    read::{self, ReadOptions, Trailing},
};
use serde_json::{Map, Value};

use crate::{
    input::{self, MISNAMED},
    output,
    report::{self, plural},
    texts::{self, Look, TextFile},
};

/// Findings of one file that are told.
const TOLD: usize = 10;

/// What there is to say of a file of any format; nothing of foreign ones.
///
/// Of a malformed file, that is what is wrong; but not where only its name made it one of ours.
pub(crate) fn of_file(bytes: &Bytes, path: &Path, limits: &Limits) -> Vec<Finding> {
    let identity = identify(bytes, &path.to_string_lossy());
    let Some(format) = identity.format else {
        return Vec::new();
    };
    if let Some(picture) = picture_info(format) {
        return of_picture(picture, bytes, path);
    }
    match of_format(format, bytes, limits) {
        Ok(findings) => findings,
        Err(_) if identity.confidence < Confidence::Magic => Vec::new(),
        Err(error) => vec![mistake(&error)],
    }
}

/// What there is to say of the bytes of a layout or text.
///
/// # Errors
/// See [`read::document`].
pub(crate) fn of_format(format: &str, bytes: &Bytes, limits: &Limits) -> Result<Vec<Finding>> {
    if texts::is_text(format) {
        let file = TextFile {
            format,
            bytes,
            limits,
        };
        return file.look().map(of_text);
    }
    let limits = *limits;
    dispatch(format, Ask { bytes, limits }).unwrap_or(Ok(Vec::new()))
}

struct Ask<'a> {
    bytes: &'a Bytes,
    limits: Limits,
}

impl Job for Ask<'_> {
    type Output = Result<Vec<Finding>>;

    fn run<T: GameFormat>(self) -> Self::Output {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: self.limits,
        };
        let document = read::document::<T>(self.bytes, &options)?;
        let mut findings = of_inspection(document.tree.inspect());
        if let count @ 1.. = document.trailing.len() {
            let message = format!("{} behind the end", plural(count as u64, "byte"));
            findings.push(of_the_whole("trailing-bytes", message));
        }
        Ok(findings)
    }
}

/// The findings of a text that was looked at.
pub(crate) fn of_text(seen: Look) -> Vec<Finding> {
    let mut findings = seen.findings;
    findings.extend(of_inspection(seen.inspection));
    findings
}

/// The findings among what `inspect` shows.
pub(crate) fn of_inspection(inspection: Inspection) -> Vec<Finding> {
    let refused = inspection.refused.map(refusal).into_iter();
    let oddities = inspection.oddities.into_iter().map(Finding::from);
    refused.chain(oddities).collect()
}

/// What there is to say of a picture without decoding it.
pub(crate) fn of_picture(picture: &Picture, bytes: &[u8], path: &Path) -> Vec<Finding> {
    let misnamed = input::misnamed(picture, path);
    let misnamed = misnamed.map(|message| of_the_whole(MISNAMED, message));
    let refused = formwork_pixels::refusal(picture.kind, bytes);
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
    let name = report::name(path);
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
