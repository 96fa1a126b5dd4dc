//! `formwork git`: makes git show what changed in files of known formats.

mod attributes;
mod repository;

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
    let attributes = Attributes::read(&repository.attributes())?;
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
    let attributes = Attributes::read(&repository.attributes())?;
    let fresh = attributes.without_block()?;
    // A setting that somebody else made is no reason to leave our lines.
    let setting = repository.ours().ok().flatten();
    if setting.is_some() {
        repository.unset()?;
    }
    let changes_lines = attributes.replace(fresh)?;
    let changed = setting.is_some() || changes_lines;
    let said = if changed {
        "everything is as it was before"
    } else {
        "there was nothing to undo"
    };
    let command = setting.unwrap_or_default();
    tell(args, &repository, &command.to_string_lossy(), changed, said);
    Ok(Outcome::Ok)
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
        output::line(&object.to_string());
    } else {
        output::line(&format!("{}: {said}", repository.top.display()));
    }
}
