//! Tells what went wrong with which file, and what was written.

use std::{
    io::{self, Write},
    path::Path,
};

use clap::{
    builder::StyledStr,
    error::{ContextKind, ContextValue},
};
use formwork_schema::Diagnostic;
use serde_json::json;

pub(crate) use crate::failure::{Failure, Outcome, error_json, name, path, plural};
use crate::{
    args::Args,
    diagnostics, failure,
    output::{self, OneLine},
};

impl Outcome {
    /// Prints a failure; the outcome of a run that ends with it.
    pub(crate) fn of(args: &Args, failure: &Failure) -> Self {
        // Errors of standard output are not printed to it.
        if args.json && failure.file != failure::OUTPUT {
            output::json(&failure.json());
        } else {
            output::complain(failure);
        }
        failure.outcome
    }
}

/// Commands of other programs, and which of ours does such a thing.
const TIPS: [(&[&str], &str); 8] = [
    (
        &["validate", "verify", "lint", "test"],
        "`check` proves that files are understood",
    ),
    (
        &["extract", "unzip", "x"],
        "`unpack` writes the files of a package, `cat` prints one of them",
    ),
    (
        &["export", "import", "to"],
        "`convert` makes models of other engines and glTF, `decode` XML, JSON or PNG, `encode` a file of XML or JSON",
    ),
    (
        &[
            "view", "show", "info", "open", "stat", "print", "read", "tree",
        ],
        "`inspect` shows what is in a file, `dump` every byte of it",
    ),
    (
        &["hexdump", "xxd"],
        "`dump` shows every byte of a file with its meaning",
    ),
    (
        &["create", "zip", "build"],
        "`pack` makes a package of a folder",
    ),
    (
        &["compare", "cmp", "changes"],
        "`diff` says what two files of one format differ in",
    ),
    (
        &["catalog", "catalogue", "index"],
        if cfg!(feature = "catalog") {
            "`catalog` writes what is in many files as tables"
        } else {
            "releases have the command `catalog`, and so has what is built with `--features catalog`"
        },
    ),
];

/// Adds what people may have meant who called a command as other programs do.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(said)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let tip = TIPS
        .iter()
        .find(|(names, _)| names.contains(&said.as_str()));
    if let Some((_, tip)) = tip {
        // A command that is only spelled alike is not what was meant.
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = ContextValue::StyledStrs(vec![(*tip).into()]);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

/// Makes words of the command line, which may be names of files, parts of [one line](OneLine).
fn with_printable_words(mut error: clap::Error) -> clap::Error {
    let printable = |word: &String| OneLine(word).to_string();
    let styled = |text: &StyledStr| {
        let shown = text.to_string();
        let printable = printable(&shown);
        if printable == shown {
            text.clone()
        } else {
            printable.into()
        }
    };
    let words: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(word) => Some((kind, ContextValue::String(printable(word)))),
            ContextValue::Strings(words) => {
                let words = words.iter().map(printable).collect();
                Some((kind, ContextValue::Strings(words)))
            }
            ContextValue::StyledStr(text) => Some((kind, ContextValue::StyledStr(styled(text)))),
            ContextValue::StyledStrs(texts) => {
                let texts = texts.iter().map(styled).collect();
                Some((kind, ContextValue::StyledStrs(texts)))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in words {
        error.insert(kind, value);
    }
    error
}

/// Says what is wrong with a command line, or what was asked about it; the exit code.
///
/// Nothing of it is understood yet, so whoever wrote `--json` anywhere is a program.
pub(crate) fn misused(error: clap::Error) -> u8 {
    let error = with_printable_words(with_tip(error));
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    let text = error.render().to_string();
    let is_printable = |line: &str| OneLine(line).to_string() == line;
    if !error.use_stderr() || !std::env::args_os().any(|word| word == "--json") {
        let is_open = if error.use_stderr() {
            Ok(())
        } else {
            output::is_open()
        };
        let printed = is_open.and_then(|()| match text.lines().all(is_printable) {
            true => error.print(),
            false => {
                text.lines().for_each(output::complain);
                Ok(())
            }
        });
        let printed = printed.and_then(|()| io::stdout().flush());
        // A reader that goes away has read enough.
        return match printed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                output::complain(Failure::unprintable(&error));
                Outcome::Unwritable.code()
            }
            _ => code,
        };
    }
    let message = text.trim_start_matches("error: ").trim_end();
    output::json(&Failure::usage(message).json());
    code
}

/// Tells a program that a file was written, and of a file of the format itself what there is to say of it; a result on
/// standard output tells itself.
pub(crate) fn written(
    from: &Path,
    to: Option<&Path>,
    format: &str,
    bytes: u64,
    diagnostics: Option<&[Diagnostic]>,
) {
    let Some(to) = to.filter(|_| !output::is_standard(to)) else {
        return;
    };
    let mut done = json!({
        "formwork": 1,
        "path": path(from),
        "format": format,
        "output": path(to),
        "bytes": bytes,
    });
    if let Some(diagnostics) = diagnostics {
        done["diagnostics"] = diagnostics.iter().map(diagnostics::json).collect();
    }
    output::json(&done);
}
