//! The state of a catalogue is input: whoever prepared it, nothing outside of the folder is read, changed or removed.
#![cfg(feature = "catalog")]

use std::{collections::BTreeMap, fs, path::PathBuf};

use crate::common::formwork;
use predicates::str::contains;
use serde_json::json;
use tempfile::TempDir;

const MODEL: &[u8] = include_bytes!("../../samples/urho3d/Crate.mdl");
const TABLES: [&str; 4] = ["files", "facts", "references", "diagnostics"];
/// A name as parts have it.
const PART: &str = "0123456789abcdef0123456789abcdef";

/// A folder with assets in `repo/Assets`, a catalogue in `repo/catalog`, and files of somebody else in `home`.
struct Case(TempDir);

impl Case {
    fn new() -> Self {
        let case = Self(tempfile::tempdir().unwrap());
        case.write("repo/Assets/Crate.mdl", MODEL);
        case.write("home/sales.parquet", b"precious");
        case.write("home/docs/thesis.txt", b"precious");
        for table in TABLES {
            case.write(&format!("home/part/{table}.parquet"), b"precious");
            case.write(&format!("home/{PART}/{table}.parquet"), b"precious");
            case.write(&format!("home/{table}.parquet"), b"precious");
        }
        case.run().success();
        case
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn state(&self, path: &str) -> PathBuf {
        self.at("repo/catalog/.formwork").join(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn run(&self) -> assert_cmd::assert::Assert {
        let mut run = formwork(&["catalog", "Assets", "-o", "catalog"]);
        run.current_dir(self.at("repo"));
        run.timeout(std::time::Duration::from_secs(60)).assert()
    }

    /// Everything outside of the catalogue.
    fn outside(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.at("home"), self.at("repo/Assets")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => drop(all.insert(path.clone(), fs::read(&path).unwrap())),
                }
            }
        }
        all
    }

    /// Runs on the prepared state, which must be refused.
    fn is_refused(&self, what: &str, before: &BTreeMap<PathBuf, Vec<u8>>) {
        let run = self.run().code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains("catalog"), "{what}: {told}");
        assert_eq!(&self.outside(), before, "{what}");
    }
}

#[test]
fn names_in_a_journal_are_those_of_parts() {
    let case = Case::new();
    let before = case.outside();
    // Folders through which a path with dots would lead out.
    fs::create_dir_all(case.at("repo/catalog/files/x")).unwrap();
    let absolute = case.at("home/sales");
    let names = [
        "",
        ".",
        "..",
        "../../../home/sales",
        "../../../home/part",
        "x/../../../../home/sales",
        "..\\..\\..\\home\\sales",
        absolute.to_str().unwrap(),
        "C:\\home\\sales",
        "C:sales",
        "\\\\server\\share\\sales",
        "sales:stream",
        "a\0b",
        "NUL",
        "con",
        "COM1.parquet",
        "sales",
        "abc",
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcdef0",
        "0123456789ABCDEF0123456789ABCDEF",
        "0123456789abcdef0123456789abcde/",
        "./0123456789abcdef0123456789abcd",
        "\u{ff10}123456789abcdef0123456789abcdef",
    ];
    for name in names {
        for key in ["add", "remove"] {
            let mut journal = json!({ "add": [], "remove": [] });
            journal[key] = json!([PART, name]);
            fs::write(case.state("commit.json"), journal.to_string()).unwrap();
            case.is_refused(&format!("{key} {name:?}"), &before);
        }
    }
    for text in [r#"{"add":[1],"remove":[]}"#, "[]", r#"{"add":null}"#, "7"] {
        fs::write(case.state("commit.json"), text).unwrap();
        case.is_refused(text, &before);
    }
    // An interrupted write is no attack: the next run goes on.
    for text in ["", r#"{"add":["01"#] {
        fs::write(case.state("commit.json"), text).unwrap();
        case.run().success();
    }
    assert_eq!(case.outside(), before);
}

/// Every place on the way to a part, as a link to a folder or file outside.
#[cfg(unix)]
#[test]
fn links_are_refused_at_every_place() {
    use std::os::unix::fs::symlink;
    let places = [
        (".formwork", "home"),
        (".formwork/staged", "home"),
        (".formwork/lock", "home/sales.parquet"),
        (".formwork/lock", "home/new"),
        (".formwork/commit.json", "home/sales.parquet"),
        (".formwork/commit.json", "home/new"),
        (&*format!(".formwork/staged/{PART}"), "home/part"),
        (".formwork/staged/.unfinished", "home/part"),
        (
            &*format!(".formwork/staged/{PART}/files.parquet"),
            "home/sales.parquet",
        ),
        ("files", "home"),
        ("facts", "home"),
        ("references", "home"),
        ("diagnostics", "home"),
        ("diagnostics", "home/new"),
        (&*format!("files/{PART}.parquet"), "home/sales.parquet"),
        (&*format!("facts/{PART}.parquet"), "home/new"),
    ];
    for (place, target) in places {
        let case = Case::new();
        let before = case.outside();
        let link = case.at("repo/catalog").join(place);
        match fs::symlink_metadata(&link) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&link).unwrap(),
            Ok(_) => fs::remove_file(&link).unwrap(),
            Err(_) => fs::create_dir_all(link.parent().unwrap()).unwrap(),
        }
        symlink(case.at(target), &link).unwrap();
        case.is_refused(&format!("{place} to {target}"), &before);
        let journal = json!({ "add": [PART], "remove": [PART] }).to_string();
        if case.state("").is_dir() && !place.ends_with("commit.json") && place != ".formwork" {
            fs::write(case.state("commit.json"), journal).unwrap();
            case.is_refused(&format!("{place} to {target}, with a journal"), &before);
        }
    }
}

/// A pipe would wait for a writer, and a folder is no journal.
#[cfg(unix)]
#[test]
fn other_kinds_of_files_are_refused() {
    for place in ["lock", "commit.json", "staged"] {
        let case = Case::new();
        let before = case.outside();
        let path = case.state(place);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        case.is_refused(place, &before);
    }
}

#[test]
fn folders_and_files_in_the_wrong_place_are_refused() {
    for (place, is_folder) in [
        (".formwork", false),
        (".formwork/staged", false),
        (".formwork/lock", true),
        (".formwork/commit.json", true),
        ("files", false),
    ] {
        let case = Case::new();
        let before = case.outside();
        let path = case.at("repo/catalog").join(place);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&path);
        match is_folder {
            true => fs::create_dir(&path).unwrap(),
            false => fs::write(&path, "").unwrap(),
        }
        case.is_refused(place, &before);
    }
}

/// Only what a run writes is removed, also within the folder.
#[test]
fn files_of_others_in_a_catalogue_stay() {
    let case = Case::new();
    let others = [
        ".formwork/staged/notes/thesis.txt".to_owned(),
        ".formwork/staged/letter.txt".to_owned(),
        format!(".formwork/staged/{PART}/deep/thesis.txt"),
        ".formwork/staged/.hidden/thesis.txt".to_owned(),
        "files/sales.parquet".to_owned(),
        "files/ab.parquet".to_owned(),
        "files/readme".to_owned(),
    ];
    let paths = others.map(|name| format!("repo/catalog/{name}"));
    for path in &paths {
        case.write(path, b"precious");
    }
    case.write("repo/Assets/Other.mdl", MODEL);
    case.run().success().stdout(contains("2 files"));
    for path in &paths {
        assert_eq!(fs::read(case.at(path)).unwrap(), b"precious", "{path}");
    }
}

/// The user names the folder, not who prepared it.
#[cfg(unix)]
#[test]
fn the_folder_itself_may_be_a_link() {
    let case = Case::new();
    std::os::unix::fs::symlink("catalog", case.at("repo/linked")).unwrap();
    let mut run = formwork(&["catalog", "Assets", "-o", "linked"]);
    run.current_dir(case.at("repo")).assert().success();
}
