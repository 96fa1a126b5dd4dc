//! What the tests of the command share.

pub(crate) mod packages;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod watch;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use self::run::Run;

/// A run of the command.
pub(crate) fn formwork(arguments: &[&str]) -> Run {
    Run::new(arguments)
}

/// The folder of fixtures.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures"))
}

/// An animation of the Urho3D family.
pub(crate) fn ani(name: &str) -> PathBuf {
    folder().join("urho3d/animation").join(name)
}

/// The smallest animation with something in it.
pub(crate) fn one() -> String {
    ani("uani-one.ani").to_str().unwrap().into()
}

/// Every fixture, of every format.
pub(crate) fn fixtures() -> Vec<PathBuf> {
    let mut all = vec![folder()];
    let mut next = 0;
    while let Some(path) = all.get(next) {
        if path.is_dir() {
            let inner = fs::read_dir(all.swap_remove(next)).unwrap();
            all.extend(inner.map(|entry| entry.unwrap().path()));
        } else {
            next += 1;
        }
    }
    all.sort();
    assert!(all.len() > 100);
    all
}

/// What a run that goes well prints.
pub(crate) fn output(arguments: &[&str]) -> String {
    let done = formwork(arguments).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// The objects that a run prints, one a line.
pub(crate) fn objects(stdout: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(stdout).unwrap();
    let all: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(all.iter().all(|object| object["formwork"] == 1), "{text}");
    all
}

/// The commands that the help of the program lists.
pub(crate) fn listed_commands() -> Vec<String> {
    let help = output(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").unwrap();
    let (list, _) = rest.split_once("\n\n").unwrap();
    let line = |line: &str| {
        line.strip_prefix("  ")?
            .split(' ')
            .next()
            .map(str::to_owned)
    };
    let all = list.lines().filter_map(line);
    all.filter(|name| !name.is_empty() && name != "help")
        .collect()
}

/// The names of an object's members, in order.
pub(crate) fn names(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// The files in a folder, hidden ones too.
pub(crate) fn listed(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A folder with `walk.ani`, which ends in the middle of a number.
pub(crate) fn cut() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(one()).unwrap();
    fs::write(folder.path().join("walk.ani"), &bytes[..35]).unwrap();
    folder
}
