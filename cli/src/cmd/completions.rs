//! `formwork completions`: what makes a shell complete the command line.

use clap::CommandFactory;
use serde_json::json;

use crate::{
    args::{Args, Completions},
    output,
    report::{Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Completions) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(of.shell, &mut Args::command(), "formwork", &mut script);
    if args.json {
        let script = String::from_utf8_lossy(&script);
        let object = json!({
            "formwork": 1,
            "shell": of.shell.to_string(),
            "script": script,
        });
        output::json(&object);
    } else {
        output::print(|out| {
            out.write_all(&script)
                .map_err(|error| Failure::unprintable(&error))
        })?;
    }
    Ok(Outcome::Ok)
}
