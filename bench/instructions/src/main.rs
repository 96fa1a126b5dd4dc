//! One hot path, a few times: what `.ci/instructions` counts. A package of its own, so that it builds without the conversions.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod paths;
mod samples;

use std::process::ExitCode;

/// `formwork-instructions` lists the paths, `formwork-instructions NAME TIMES` runs one.
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match &*words {
        [] => {
            paths::ALL.iter().for_each(|(name, _)| println!("{name}"));
            Ok(())
        }
        [name, times] => run(name, times),
        _ => Err("usage: formwork-instructions [NAME TIMES]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(name: &str, times: &str) -> Result<(), String> {
    let times = times
        .parse()
        .map_err(|_| format!("not a number: {times}"))?;
    let path = paths::ALL.iter().find(|(known, _)| *known == name);
    let (_, prepare) = path.ok_or_else(|| format!("no hot path is called {name}"))?;
    let once = prepare().map_err(|error| error.to_string())?;
    for _ in 0..times {
        once().map_err(|error| error.to_string())?;
    }
    Ok(())
}
