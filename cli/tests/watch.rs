//! `check --watch`: what changes is checked again, and nothing else.

use std::{fs, path::Path};

use crate::common::{one, watch::Watch};

/// A run over a folder with one clip, that has told everything.
fn started(folder: &Path) -> Watch {
    fs::create_dir(folder.join("Deep")).unwrap();
    fs::copy(one(), folder.join("Deep/walk.ani")).unwrap();
    let mut watch = Watch::start(folder, &["check", ".", "--watch", "--json"]);
    watch.until("./Deep/walk.ani", "ok");
    assert_eq!(watch.next()["summary"]["files"], 1);
    watch
}

#[test]
fn what_changes_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut watch = started(folder.path());
    let path = folder.path().join("Deep/walk.ani");
    let bytes = fs::read(&path).unwrap();

    fs::write(&path, &bytes[..35]).unwrap();
    watch.until("./Deep/walk.ani", "failed");
    fs::write(&path, &bytes).unwrap();
    watch.until("./Deep/walk.ani", "ok");

    // Who replaces a file by another one changes it, too.
    let beside = folder.path().join("Deep/new.tmp");
    fs::write(&beside, &bytes[..35]).unwrap();
    fs::rename(&beside, &path).unwrap();
    watch.until("./Deep/walk.ani", "failed");
}

#[test]
fn new_folders_and_removed_ones_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut watch = started(folder.path());
    // Files of nobody's are nobody's concern.
    fs::write(folder.path().join("notes.txt"), "no asset").unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::copy(one(), folder.path().join(".git/walk.ani")).unwrap();
    assert!(watch.is_silent());
    fs::rename(folder.path().join("Deep"), folder.path().join("Deeper")).unwrap();
    watch.until("./Deep/walk.ani", "removed");
    watch.until("./Deeper/walk.ani", "ok");
    // Reading is no change.
    fs::read(folder.path().join("Deeper/walk.ani")).unwrap();
    assert!(watch.is_silent());
}

#[test]
fn another_configuration_checks_all_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut watch = started(folder.path());
    let long = [&*fs::read(one()).unwrap(), b"more"].concat();
    fs::write(folder.path().join("Deep/long.ani"), long).unwrap();
    watch.until("./Deep/long.ani", "ok");
    fs::write(
        folder.path().join("formwork.toml"),
        "[check]\nfail-on = \"warning\"\n",
    )
    .unwrap();
    watch.until("./Deep/long.ani", "failed");
    watch.until("./Deep/walk.ani", "ok");
    fs::remove_file(folder.path().join("formwork.toml")).unwrap();
    watch.until("./Deep/long.ani", "ok");
    watch.until("./Deep/walk.ani", "ok");
}

#[test]
fn people_see_a_line_for_each() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(one(), folder.path().join("walk.ani")).unwrap();
    let watch = Watch::start(folder.path(), &["check", "walk.ani", "--watch", "--quiet"]);
    while !watch.is_silent() {}
    let bytes = fs::read(one()).unwrap();
    fs::write(folder.path().join("walk.ani"), &bytes[..35]).unwrap();
    while !watch.line().starts_with("walk.ani: failed") {}
    fs::write(folder.path().join("walk.ani"), &bytes).unwrap();
    while watch.line() != "walk.ani: ok" {}
    fs::remove_file(folder.path().join("walk.ani")).unwrap();
    while watch.line() != "walk.ani: removed" {}
}
