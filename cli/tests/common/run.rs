//! [`Run`]: a run of the command whose JSON is held against its schema.

use std::{ffi::OsStr, io, path::Path, process::Output, time::Duration};

use assert_cmd::{Command, assert::Assert};
use serde_json::{Deserializer, Value};

use super::schema;

/// A run of the command. Whatever it prints with `--json` must be valid against the schema of the command in
/// `docs/json`.
pub(crate) struct Run(Command);

impl Run {
    /// A run with these arguments.
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let mut command = Command::cargo_bin("formwork").unwrap();
        command.args(arguments).env_remove("NO_COLOR");
        Self(command)
    }

    pub(crate) fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.with(|command| command.arg(argument))
    }

    pub(crate) fn args(
        &mut self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> &mut Self {
        self.with(|command| command.args(arguments))
    }

    pub(crate) fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.with(|command| command.current_dir(folder))
    }

    pub(crate) fn env(&mut self, key: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.with(|command| command.env(key, value))
    }

    pub(crate) fn env_remove(&mut self, key: impl AsRef<OsStr>) -> &mut Self {
        self.with(|command| command.env_remove(key))
    }

    pub(crate) fn timeout(&mut self, most: Duration) -> &mut Self {
        self.with(|command| command.timeout(most))
    }

    pub(crate) fn write_stdin(&mut self, bytes: impl Into<Vec<u8>>) -> &mut Self {
        self.with(|command| command.write_stdin(bytes))
    }

    fn with(&mut self, change: impl FnOnce(&mut Command) -> &mut Command) -> &mut Self {
        change(&mut self.0);
        self
    }

    /// Runs it.
    pub(crate) fn output(&mut self) -> io::Result<Output> {
        let output = self.0.output()?;
        is_valid(&self.words(), &output);
        Ok(output)
    }

    /// The name of the schema of what it prints.
    pub(crate) fn schema(&self) -> String {
        name(&self.words())
    }

    fn words(&self) -> Vec<String> {
        let words = self.0.get_args().map(OsStr::to_string_lossy);
        words.map(Into::into).collect()
    }

    /// Runs it, to ask what came of it.
    pub(crate) fn assert(&mut self) -> Assert {
        let output = self.output().unwrap();
        Assert::new(output).append_context("command", format!("{:?}", self.0))
    }
}

/// Fails unless all JSON in what was printed is valid.
fn is_valid(words: &[String], output: &Output) {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    if !has(&["--json"]) || has(&["--help", "-h", "--version", "-V", "help"]) {
        return;
    }
    let name = name(words);
    // Without -o, what these make is on standard output itself.
    let is_made = match name.as_str() {
        "encode" | "pack" => true,
        "decode" => !output.stdout.starts_with(b"{"),
        _ => false,
    };
    if is_made && output.status.success() && !has(&["-o", "--output"]) {
        return;
    }
    for object in Deserializer::from_slice(&output.stdout).into_iter::<Value>() {
        let object = object.unwrap_or_else(|error| panic!("{words:?}: {error}"));
        if let Some(mistake) = schema::mistake(&name, &object) {
            panic!("{words:?} printed {object}: {mistake}");
        }
    }
}

/// The name of the schema of a command line: that of the command, and of what it does instead under an option.
fn name(words: &[String]) -> String {
    let is_command = |word: &&String| schema::SCHEMAS.contains_key(&schema::file(word));
    let has = |option: &str| words.iter().any(|word| word == option);
    match words.iter().find(is_command).map(String::as_str) {
        Some("inspect") if has("--content") => "inspect-content".into(),
        Some("schema") if has("--diff") => "schema-diff".into(),
        Some(command) => command.into(),
        // Nothing of the command line was understood.
        None => "error".into(),
    }
}
