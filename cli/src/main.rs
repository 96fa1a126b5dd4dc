//! `formwork`: look into, check and convert asset files of game engines.

mod args;
mod assets;
mod cmd;
mod content;
mod diagnostics;
mod failure;
mod files;
mod glob;
mod input;
mod inputs;
mod output;
mod package;
mod progress;
mod report;
mod schemas;
mod table;

use std::process::ExitCode;

use clap::Parser;

use crate::{
    args::{Args, Command},
    progress::Progress,
    report::Outcome,
};

fn main() -> ExitCode {
    output::remove_temporary_files_at_the_end();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return ExitCode::from(report::misused(error)),
    };
    let ready = schemas::load(&args).and_then(|()| assets::check_format(&args));
    if let Err(failure) = ready {
        return ExitCode::from(Outcome::of(&args, &failure).code());
    }
    let outcome = match &args.command {
        Command::Formats => cmd::formats::run(&args),
        Command::Identify(of) => cmd::identify::run(&args, of),
        Command::Inspect(of) => cmd::inspect::run(&args, of),
        Command::Dump(of) => alone(&args, || cmd::dump::run(&args, of)),
        Command::Decode(of) => alone(&args, || cmd::decode::run(&args, of)),
        Command::Convert(of) => cmd::convert::run(&args, of),
        Command::Encode(of) => alone(&args, || cmd::encode::run(&args, of)),
        Command::Schema(of) => cmd::schema::run(&args, of),
        Command::List(of) => cmd::list::run(&args, of),
        Command::Cat(of) => alone(&args, || cmd::cat::run(&args, of)),
        Command::Unpack(of) => cmd::unpack::run(&args, of),
        Command::Pack(of) => cmd::pack::run(&args, of),
        Command::Check(of) => cmd::check::run(&args, of),
        Command::Salvage(of) => alone(&args, || cmd::salvage::run(&args, of)),
        #[cfg(feature = "catalog")]
        Command::Catalog(of) => cmd::catalog::run(&args, of),
        Command::Explain(of) => cmd::explain::run(&args, of),
        Command::Diff(of) => alone(&args, || cmd::diff::run(&args, of)),
        Command::Textconv(of) => alone(&args, || cmd::textconv::run(&args, of)),
        Command::Git(of) => cmd::git::run(&args, of),
        Command::Completions(of) => cmd::completions::run(&args, of),
        Command::Man(of) => cmd::man::run(&args, of),
    };
    ExitCode::from(
        outcome
            .unwrap_or_else(|failure| Outcome::of(&args, &failure))
            .code(),
    )
}

/// Runs what is about one file.
fn alone<R>(args: &Args, run: impl FnOnce() -> R) -> R {
    Progress::of(args, 1).watch(run)
}
