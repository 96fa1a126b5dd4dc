//! `formwork schema --diff`: what changed between two layouts.

use std::{borrow::Cow, path::Path};

use formwork_export::{
    compare::{self, Change, Verdict, verdict},
    descriptor,
};
use formwork_formats::format;
use formwork_schema::{Error, Kind, Layout, escape::Printable};
use serde_json::{Value, json};

use crate::{
    args::Args,
    input, output,
    report::{self, Failure, Outcome},
};

/// Characters of one side of a change that a line shows.
const SHOWN: usize = 72;

pub(super) fn run(args: &Args, old: &Path, new: &Path) -> Result<Outcome, Failure> {
    if input::is_standard(old) && input::is_standard(new) {
        let message = "only one of the layouts can be standard input";
        return Err(Failure::usage(message));
    }
    let layouts = [layout(args, old)?, layout(args, new)?];
    let changes = compare::layouts(&layouts[0], &layouts[1]);
    let worst = verdict(&changes);
    if args.json {
        let object = json!({
            "formwork": 1,
            "a": report::path(old),
            "b": report::path(new),
            "verdict": worst.name(),
            "changes": changes.iter().map(change).collect::<Vec<_>>(),
        });
        output::json(&object);
    } else {
        print(&layouts[0], &changes, worst);
    }
    Ok(match worst {
        Verdict::Breaks => Outcome::Findings,
        Verdict::Compatible | Verdict::ReadsMore => Outcome::Ok,
    })
}

/// The layout of a format, or the one that a file describes.
fn layout(args: &Args, of: &Path) -> Result<Cow<'static, Layout>, Failure> {
    let name = of.to_string_lossy();
    if let Some(format) = format(&name) {
        if let Some(layout) = format.described() {
            return Ok(Cow::Borrowed(layout));
        }
        return Err(Failure::usage(format!(
            "`{name}` has no layout that could be compared"
        )));
    }
    let bytes = input::read(args, of)?;
    let xml = str::from_utf8(&bytes).map_err(|error| {
        let message = "a descriptor is XML in UTF-8";
        let at = error.valid_up_to() as u64;
        Failure::new(of, Error::new(Kind::Malformed, message).at(at))
    })?;
    let layout = descriptor::parse(xml).map_err(|error| Failure::new(of, error))?;
    Ok(Cow::Owned(layout))
}

fn change(change: &Change) -> Value {
    json!({
        "path": change.path,
        "was": change.was,
        "is": change.is,
        "verdict": change.verdict.name(),
        "why": change.why,
    })
}

fn print(old: &Layout, changes: &[Change], worst: Verdict) {
    for change in changes {
        let path = match &*change.path {
            "" => &*old.format,
            path => path,
        };
        let side = |text: &Option<String>| text.as_deref().map_or("–".to_owned(), brief);
        output::line(format_args!(
            "{:10}  {path}: {} → {} ({})",
            change.verdict.name(),
            side(&change.was),
            side(&change.is),
            change.why,
        ));
    }
    output::line(worst.name());
}

/// One side of a change as part of a line.
fn brief(text: &str) -> String {
    let text = Printable(text).to_string();
    if text.chars().count() <= SHOWN {
        return text;
    }
    let start: String = text.chars().take(SHOWN - 1).collect();
    format!("{start}…")
}
