//! `formwork identify`: which format files have.

mod summary;

use std::path::Path;

use formwork_formats::Identity;
use serde_json::{Value, json};

use self::summary::Summary;
use crate::{
    args::{Args, Paths},
    files::{self, Found, Which},
    input::Known,
    output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Paths) -> Result<Outcome, Failure> {
    if args.as_format.is_some() {
        let message = "`identify` says what files are: leave out --as-format";
        return Err(Failure::usage(message));
    }
    let found = files::find(&of.paths, Which::All);
    let mut outcome = Outcome::Ok;
    let mut summary = Summary::default();
    files::each(args, &found, Found::identify, |file, known| match known {
        Ok(known) => {
            // In a folder, files of other kinds are to be expected.
            if file.named && known.identity.format.is_none() {
                outcome = outcome.max(Outcome::Unreadable);
            }
            summary.add(&known);
            show(args, &file.path, &known);
        }
        Err(failure) => {
            summary.unreadable += 1;
            outcome = outcome.max(Outcome::of(args, &failure));
        }
    });
    if of.paths.iter().any(|path| path.is_dir()) {
        summary.show(args);
    }
    Ok(outcome)
}

fn show(args: &Args, path: &Path, known: &Known) {
    if args.json {
        output::json(&as_json(path, known));
    } else {
        output::line(format_args!("{}: {}", report::name(path), in_words(known)));
    }
}

fn in_words(Known { identity, form }: &Known) -> String {
    let Identity {
        format,
        version,
        engine,
        looks_like,
        beginnings,
        read_by,
        ..
    } = identity;
    let Some(format) = format else {
        let what = looks_like.as_ref().map(|what| format!("not ours: {what}"));
        let by = read_by.map(|by| format!("; {by}")).unwrap_or_default();
        return match (what, beginnings) {
            (Some(what), _) => what + &by,
            (None, Some(beginnings)) => format!("unknown: {beginnings}"),
            (None, None) => "unknown".into(),
        };
    };
    let mut words = String::from(*format);
    if let (Some(version), Some(_)) = (version, engine) {
        words += &format!(" {version}");
    }
    if let Some(form) = form {
        words += &format!(" as {}", form.name());
    }
    match (version, engine, looks_like) {
        (Some(_), Some(engine), _) => words + &format!(" ({engine})"),
        (_, _, Some(what)) => words + &format!(", {what}"),
        _ => words,
    }
}

fn as_json(path: &Path, Known { identity, form }: &Known) -> Value {
    json!({
        "formwork": 1,
        "path": report::path(path),
        "format": identity.format,
        "version": identity.version,
        "engine": identity.engine,
        "form": form.map(|form| form.id()),
        "confidence": identity.confidence.name(),
        "looks_like": identity.looks_like,
        "beginnings": identity.beginnings,
        "read_by": identity.read_by,
    })
}
