//! [`Repository`]: what git is asked, and told.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use formwork_schema::{Error, Kind};

use crate::report::Failure;

/// What git runs to get the text of a file.
const SETTING: &str = "diff.formwork.textconv";

/// How our value of the setting ends. What follows is a file, also when it begins with a dash.
const ENDING: &str = " textconv --";

/// A repository with a working tree.
pub(super) struct Repository {
    /// Its topmost folder.
    pub(super) top: PathBuf,
}

impl Repository {
    /// The repository that a folder belongs to.
    pub(super) fn find(folder: &Path) -> Result<Self, Failure> {
        let output = git(folder, &["rev-parse".as_ref(), "--show-toplevel".as_ref()])?;
        if !output.status.success() {
            return Err(refused(folder, &output));
        }
        Ok(Self {
            top: PathBuf::from(first_line(output.stdout)),
        })
    }

    /// Where its attributes are.
    pub(super) fn attributes(&self) -> PathBuf {
        attributes(&self.top)
    }

    /// The topmost folders of the other working trees that share its settings.
    pub(super) fn others(&self) -> Result<Vec<PathBuf>, Failure> {
        let arguments = ["worktree", "list", "--porcelain", "-z"].map(OsStr::new);
        let (mut output, mut end) = (git(&self.top, &arguments)?, 0);
        if !output.status.success() {
            // Git before 2.36 ends lines as usual.
            (output, end) = (git(&self.top, &arguments[..3])?, b'\n');
        }
        if !output.status.success() {
            return Err(refused(&self.top, &output));
        }
        let lines = output.stdout.split(|byte| *byte == end);
        let trees = lines.filter_map(|line| line.strip_prefix(b"worktree "));
        let trees = trees.map(|tree| PathBuf::from(first_line(tree.to_vec())));
        let own = fs::canonicalize(&self.top).ok();
        Ok(trees
            .filter(|tree| fs::canonicalize(tree).is_ok_and(|tree| Some(tree) != own))
            .collect())
    }

    /// The setting, when `install` made it; an error when somebody else did.
    pub(super) fn ours(&self) -> Result<Option<OsString>, Failure> {
        let output = self.config(&["--get".as_ref(), SETTING.as_ref()])?;
        let value = match output.status.code() {
            Some(0) => first_line(output.stdout),
            // There is none.
            Some(1) => return Ok(None),
            _ => return Err(refused(&self.top, &output)),
        };
        if value.to_string_lossy().ends_with(ENDING) {
            return Ok(Some(value));
        }
        let value = value.to_string_lossy();
        Err(Failure::usage(format!(
            "{SETTING} is set to `{value}` already, not by formwork; remove it first"
        )))
    }

    /// Makes the setting.
    pub(super) fn set(&self, command: &OsStr) -> Result<(), Failure> {
        self.change(&[SETTING.as_ref(), command])
    }

    /// Removes the setting, and its section with it when nothing else is in there.
    pub(super) fn unset(&self) -> Result<(), Failure> {
        self.change(&["--unset".as_ref(), SETTING.as_ref()])
    }

    fn change(&self, arguments: &[&OsStr]) -> Result<(), Failure> {
        let output = self.config(arguments)?;
        if output.status.success() {
            return Ok(());
        }
        let message = words(&output);
        Err(Failure::unwritable(&self.top, &io::Error::other(message)))
    }

    fn config(&self, arguments: &[&OsStr]) -> Result<Output, Failure> {
        let start: [&OsStr; 2] = ["config".as_ref(), "--local".as_ref()];
        git(&self.top, &[&start, arguments].concat())
    }
}

/// Where the attributes of a working tree are.
pub(super) fn attributes(top: &Path) -> PathBuf {
    top.join(".gitattributes")
}

/// The command that git runs: this program by its place, quoted for the shell that runs it.
pub(super) fn command() -> Result<OsString, Failure> {
    let program = env::current_exe();
    let program = program.map_err(|error| Failure::unreadable(Path::new("formwork"), &error))?;
    let mut command = quoted(program.as_os_str());
    command.push(ENDING);
    Ok(command)
}

/// A word for a shell, which git brings along on every system.
#[cfg(unix)]
fn quoted(word: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let mut quoted = vec![b'\''];
    for byte in word.as_bytes() {
        match byte {
            b'\'' => quoted.extend_from_slice(br"'\''"),
            other => quoted.push(*other),
        }
    }
    quoted.push(b'\'');
    OsString::from_vec(quoted)
}

/// A word for a shell, which git brings along on every system.
#[cfg(not(unix))]
fn quoted(word: &OsStr) -> OsString {
    let text = word.to_string_lossy().replace('\'', r"'\''");
    format!("'{text}'").into()
}

fn git(folder: &Path, arguments: &[&OsStr]) -> Result<Output, Failure> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    command.output().map_err(|error| {
        let error = Error::new(Kind::System, format!("git cannot be run: {error}"));
        Failure::new(folder, error)
    })
}

fn refused(folder: &Path, output: &Output) -> Failure {
    Failure::new(folder, Error::new(Kind::System, words(output)))
}

/// What git says went wrong.
fn words(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next().unwrap_or("git failed");
    let line = line.strip_prefix("fatal: ").unwrap_or(line);
    format!("git says: {line}")
}

#[cfg(unix)]
fn first_line(mut output: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    if output.last() == Some(&b'\n') {
        output.pop();
    }
    OsString::from_vec(output)
}

#[cfg(not(unix))]
fn first_line(output: Vec<u8>) -> OsString {
    let text = String::from_utf8_lossy(&output);
    text.trim_end_matches(['\r', '\n']).into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        assert_eq!(quoted("/a b/formwork".as_ref()), "'/a b/formwork'");
        assert_eq!(quoted("/it's".as_ref()), r"'/it'\''s'");
    }
}
