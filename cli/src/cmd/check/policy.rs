//! [`Policies`]: which diagnostics count for a file, by the command line and by `formwork.toml` beside the assets.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use formwork_formats::{Profile, rules};
use formwork_schema::{Diagnostic, Engines, Error, Kind, Rule};
use serde::Deserialize;

use crate::{
    args::{Args, Check, FailOn},
    failure::Failure,
    files::slashed,
    glob::Glob,
    input,
};

/// The name of a configuration: it counts for the files beside and below it.
pub(super) const NAME: &str = "formwork.toml";

/// Which diagnostics count for one file.
pub(super) struct Policy {
    pub(super) profile: Profile,
    only: Vec<&'static Rule>,
    ignore: Vec<&'static Rule>,
    /// What makes a file fail.
    pub(super) fail_on: FailOn,
}

impl Policy {
    /// What is told.
    pub(super) fn counts(&self, diagnostic: &Diagnostic) -> bool {
        let is_meant = self.only.is_empty() || self.only.contains(&diagnostic.rule);
        is_meant && !self.ignore.contains(&diagnostic.rule)
    }

    /// Whether it is told that a file is not understood: always, where nobody ignores that.
    pub(super) fn tells(&self, error: &Error) -> bool {
        !self.ignore.contains(&Diagnostic::from(error).rule)
    }
}

/// What counts for all files.
pub(super) struct Policies<'a> {
    args: &'a Args,
    /// What the command line says.
    said: Settings,
    /// Configurations by folder, each read once.
    known: Mutex<HashMap<PathBuf, Known>>,
}

/// The configuration of a folder, and the way from there to the folder; `None` where there is none.
type Known = Result<Option<(Arc<Config>, PathBuf)>, Failure>;

/// Settings whose words are understood.
#[derive(Clone, Default)]
struct Settings {
    engines: Engines,
    only: Vec<&'static Rule>,
    ignore: Vec<&'static Rule>,
    fail_on: Option<FailOn>,
}

/// A configuration that was read.
struct Config {
    all: Settings,
    some: Vec<(Glob, Settings)>,
}

impl<'a> Policies<'a> {
    /// Those of a command line.
    pub(super) fn new(args: &'a Args, of: &Check) -> Result<Self, Failure> {
        let misused = |error: Error| Failure {
            error: error.clone(),
            ..Failure::usage(error.message())
        };
        Ok(Self {
            args,
            said: Settings {
                engines: of.profile.iter().fold(Engines::NONE, |all, one| all | *one),
                only: called(&of.only).map_err(misused)?,
                ignore: called(&of.ignore).map_err(misused)?,
                fail_on: of.fail_on,
            },
            known: Mutex::default(),
        })
    }

    /// What counts for a file: what the command line says goes before what its configuration says.
    pub(super) fn of(&self, path: &Path) -> Result<Policy, Failure> {
        let mut settings = Settings::default();
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some((config, way)) = self.config(folder)? {
            settings = settings.then(&config.all);
            let below = slashed(&way.join(path.file_name().unwrap_or_default()));
            for (glob, more) in &config.some {
                if glob.matches(&below) {
                    settings = settings.then(more);
                }
            }
        }
        let Settings {
            engines,
            only,
            ignore,
            fail_on,
        } = settings.then(&self.said);
        Ok(Policy {
            profile: Profile { engines },
            only,
            ignore,
            fail_on: fail_on.unwrap_or_default(),
        })
    }

    /// The configuration of a folder: its own, or that of the nearest one around it.
    fn config(&self, folder: &Path) -> Known {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(config) = known.get(folder) {
            return config.clone();
        }
        // A path that was given relative to here ends before the folders around it do.
        let around = fs::canonicalize(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        });
        let around = around.unwrap_or_else(|_| folder.to_owned());
        let mut own = around.ancestors().map(|folder| folder.join(NAME));
        let found = match own.find(|path| path.is_file()) {
            Some(path) => {
                let outer = path.parent().unwrap_or(&around);
                let way = around.strip_prefix(outer).unwrap_or(Path::new(""));
                Config::read(self.args, &path)
                    .map(|config| Some((Arc::new(config), way.to_owned())))
            }
            None => Ok(None),
        };
        known.insert(folder.to_owned(), found.clone());
        found
    }
}

impl Settings {
    /// The same, where others say nothing else. Ignored rules add up.
    fn then(mut self, others: &Self) -> Self {
        if !others.engines.is_empty() {
            self.engines = others.engines;
        }
        if !others.only.is_empty() {
            self.only.clone_from(&others.only);
        }
        self.ignore.extend(&others.ignore);
        self.fail_on = others.fail_on.or(self.fail_on);
        self
    }
}

/// What a configuration says, word by word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    check: WrittenCheck,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenCheck {
    #[serde(default)]
    profile: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    ignore: Vec<String>,
    fail_on: Option<String>,
    /// Globs relative to the configuration; only of entries of `files`.
    glob: Option<String>,
    #[serde(default)]
    files: Vec<WrittenCheck>,
}

impl Config {
    fn read(args: &Args, path: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::new(path, error);
        let text = input::text(args, path)?;
        let written: Written = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let (line, column) = formwork_schema::line_and_column(&text, at);
            let error = Error::new(Kind::Malformed, error.message().trim_end());
            failed(error.at_line(line, column))
        })?;
        let some = written.check.files.iter().map(|one| {
            let Some(glob) = one.glob.as_deref().filter(|_| one.files.is_empty()) else {
                let error = Error::new(Kind::Malformed, "an entry of `check.files` without `glob`");
                return Err(error.help("say which files it is for, such as glob = \"Legacy/**\""));
            };
            let glob = Glob::in_folder(glob);
            let glob = glob.map_err(|message| Error::new(Kind::Malformed, message))?;
            Ok((glob, settings(one)?))
        });
        let some = some.collect::<formwork_schema::Result<_>>();
        if written.check.glob.is_some() {
            let error = Error::new(Kind::Malformed, "`check` has a `glob`");
            return Err(failed(
                error.help("globs stand in entries of `check.files`"),
            ));
        }
        Ok(Self {
            all: settings(&written.check).map_err(failed)?,
            some: some.map_err(failed)?,
        })
    }
}

fn settings(written: &WrittenCheck) -> formwork_schema::Result<Settings> {
    let fail_on = written.fail_on.as_deref().map(|word| {
        <FailOn as clap::ValueEnum>::from_str(word, true).map_err(|_| {
            let message = format!("`fail-on` is `{word}`");
            Error::new(Kind::Malformed, message).help("write error, warning, note or never")
        })
    });
    let mut engines = Engines::NONE;
    for name in &written.profile {
        engines = engines | name.parse()?;
    }
    Ok(Settings {
        engines,
        only: called(&written.only)?,
        ignore: called(&written.ignore)?,
        fail_on: fail_on.transpose()?,
    })
}

/// The rules that words mean.
fn called(words: &[String]) -> formwork_schema::Result<Vec<&'static Rule>> {
    let mut all = Vec::new();
    for word in words {
        let meant = rules::called(word);
        if meant.is_empty() {
            let message = format!("there is no rule `{word}`");
            let error = Error::new(Kind::Invalid, message);
            return Err(error.help("`formwork explain` lists them"));
        }
        all.extend(meant);
    }
    Ok(all)
}
