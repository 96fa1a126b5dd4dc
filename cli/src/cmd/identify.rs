//! `formwork identify`: which format files have.

use std::path::Path;

use formwork_formats::Identity;
use serde_json::{Value, json};

use crate::{
    args::{Args, Paths},
    files::{self, Found, Which},
    output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Paths) -> Result<Outcome, Failure> {
    let found = files::find(&of.paths, Which::All);
    let mut outcome = Outcome::Ok;
    files::each(
        args,
        &found,
        Found::identify,
        |file, identity| match identity {
            Ok(identity) => {
                // In a folder, files of other kinds are to be expected.
                if file.named && identity.format.is_none() {
                    outcome = outcome.max(Outcome::Unreadable);
                }
                show(args, &file.path, &identity);
            }
            Err(failure) => outcome = outcome.max(Outcome::of(args, &failure)),
        },
    );
    Ok(outcome)
}

fn show(args: &Args, path: &Path, identity: &Identity) {
    if args.json {
        output::line(&as_json(path, identity).to_string());
        return;
    }
    let name = report::name(path);
    output::line(&match (identity, &identity.version) {
        (
            Identity {
                format: Some(format),
                engine: Some(engine),
                ..
            },
            Some(version),
        ) => {
            format!("{name}: {format} {version} ({engine})")
        }
        (
            Identity {
                format: Some(format),
                looks_like: Some(what),
                ..
            },
            _,
        ) => {
            format!("{name}: {format}, {what}")
        }
        (
            Identity {
                format: Some(format),
                ..
            },
            _,
        ) => format!("{name}: {format}"),
        (
            Identity {
                looks_like: Some(what),
                ..
            },
            _,
        ) => format!("{name}: not ours: {what}"),
        _ => format!("{name}: unknown"),
    });
}

fn as_json(path: &Path, identity: &Identity) -> Value {
    json!({
        "formwork": 1,
        "path": report::path(path),
        "format": identity.format,
        "version": identity.version,
        "engine": identity.engine,
        "confidence": identity.confidence.name(),
        "looks_like": identity.looks_like,
    })
}
