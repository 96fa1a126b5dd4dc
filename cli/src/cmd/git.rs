//! `formwork git`: makes git show what changed in files of known formats.

mod attributes;
mod repository;

use std::path::{Path, PathBuf};

use serde_json::json;

use self::{attributes::Attributes, repository::Repository};
use crate::{
    args::{Args, Git, GitCommand, GitPlace},
    output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Git) -> Result<Outcome, Failure> {
    match &of.command {
        GitCommand::Install(at) => install(args, at),
        GitCommand::Uninstall(at) => uninstall(args, at),
    }
}

fn install(args: &Args, at: &GitPlace) -> Result<Outcome, Failure> {
    let repository = Repository::find(&at.repo)?;
    let attributes = Attributes::read(args, &repository.attributes())?;
    let fresh = attributes.with_block()?;
    let command = repository::command()?;
    let setting = repository.ours()?;
    let changes_setting = setting.as_ref() != Some(&command);
    if changes_setting {
        repository.set(&command)?;
    }
    let changes_lines = attributes.replace(fresh)?;
    let changed = changes_setting || changes_lines;
    let said = if changed {
        "`git diff` now shows what changed in files of known formats"
    } else {
        "everything is in place already"
    };
    tell(args, &repository, &command.to_string_lossy(), changed, said);
    Ok(Outcome::Ok)
}

fn uninstall(args: &Args, at: &GitPlace) -> Result<Outcome, Failure> {
    let repository = Repository::find(&at.repo)?;
    let attributes = Attributes::read(args, &repository.attributes())?;
    let fresh = attributes.without_block()?;
    // A setting that somebody else made is no reason to leave our lines.
    let setting = repository.ours().ok().flatten();
    // All working trees of a repository share its settings.
    let users = match setting {
        Some(_) => users(args, &repository)?,
        None => Vec::new(),
    };
    let changes_setting = setting.is_some() && users.is_empty();
    if changes_setting {
        repository.unset()?;
    }
    let changes_lines = attributes.replace(fresh)?;
    let changed = changes_setting || changes_lines;
    let said = match (users.as_slice(), changed) {
        ([first, ..], true) => kept("the lines are gone", first),
        ([first, ..], false) => kept("there was nothing to undo here", first),
        ([], true) => "everything is as it was before".into(),
        ([], false) => "there was nothing to undo".into(),
    };
    let command = setting.unwrap_or_default();
    tell(
        args,
        &repository,
        &command.to_string_lossy(),
        changed,
        &said,
    );
    Ok(Outcome::Ok)
}

fn kept(what: &str, user: &Path) -> String {
    let user = report::name(user);
    format!(
        "{what}; the setting stays, for {user} uses it, another working tree of this repository"
    )
}

/// The other working trees that use the setting, as far as their attributes say.
fn users(args: &Args, repository: &Repository) -> Result<Vec<PathBuf>, Failure> {
    let mut others = repository.others()?;
    // Of attributes that cannot be read, nobody knows.
    others.retain(|top| {
        Attributes::read(args, &repository::attributes(top)).is_ok_and(|found| found.is_used())
    });
    Ok(others)
}

fn tell(args: &Args, repository: &Repository, command: &str, changed: bool, said: &str) {
    if args.json {
        let object = json!({
            "formwork": 1,
            "repository": report::path(&repository.top),
            "attributes": report::path(&repository.attributes()),
            "command": command,
            "changed": changed,
        });
        output::json(&object);
    } else {
        output::line(format_args!("{}: {said}", report::name(&repository.top)));
    }
}
