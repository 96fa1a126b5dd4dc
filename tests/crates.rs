//! What registries ask of the crates that are published, and what their packages hold.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// What this cargo prints when run at the root.
fn cargo(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{arguments:?}: {said}");
    String::from_utf8(run.stdout).expect("UTF-8")
}

/// The crates of the workspace that are published.
fn published() -> Vec<Value> {
    let told = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let all = told["packages"].as_array().expect("packages");
    let published: Vec<Value> = all
        .iter()
        .filter(|one| one["publish"].is_null())
        .cloned()
        .collect();
    assert!(!published.is_empty() && published.len() < all.len());
    published
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn published_crates_say_what_they_are() {
    for one in published() {
        let name = text(&one, "name");
        for key in ["description", "license", "readme", "rust_version"] {
            assert!(!text(&one, key).is_empty(), "{name} has no {key}");
        }
        for key in ["keywords", "categories"] {
            let words = one[key].as_array().expect("words");
            assert!((1..=5).contains(&words.len()), "{name}: {key}");
            // A registry refuses longer keywords.
            let short = |word: &Value| word.as_str().is_some_and(|word| word.len() <= 20);
            assert!(
                key == "categories" || words.iter().all(short),
                "{name}: {words:?}"
            );
        }
        let targets = one["targets"].as_array().expect("targets");
        let is_library =
            |target: &Value| target["kind"][0] == "lib" || target["kind"][0] == "proc-macro";
        let all = &one["metadata"]["docs"]["rs"]["all-features"];
        assert!(
            !targets.iter().any(is_library) || all == true,
            "{name}: docs.rs"
        );
    }
}

#[test]
fn published_crates_need_published_ones_only() {
    let published = published();
    let names: BTreeSet<&str> = published.iter().map(|one| text(one, "name")).collect();
    for one in &published {
        for needed in one["dependencies"].as_array().expect("dependencies") {
            let (kind, version) = (text(needed, "kind"), text(needed, "req"));
            // What tests alone need, and by path alone, is left out of the package.
            if needed["path"].is_null() || (kind == "dev" && version == "*") {
                continue;
            }
            let fine = names.contains(text(needed, "name")) && version != "*";
            assert!(fine, "{} needs {needed}", text(one, "name"));
        }
    }
}

/// Every file below a folder, relative to it.
fn files(folder: &Path, below: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder.join(below)).expect("a folder") {
        let path = below.join(entry.expect("an entry").file_name());
        if folder.join(&path).is_dir() {
            files(folder, &path, found);
        } else {
            found.insert(path);
        }
    }
}

#[test]
fn a_package_holds_its_sources_and_licences_and_nothing_else() {
    for one in published() {
        let name = text(&one, "name");
        let folder = Path::new(text(&one, "manifest_path"))
            .parent()
            .expect("a folder");
        let made = [
            ".cargo_vcs_info.json",
            "Cargo.lock",
            "Cargo.toml",
            "Cargo.toml.orig",
        ];
        let beside = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];
        let mut expected: BTreeSet<PathBuf> = beside.iter().map(PathBuf::from).collect();
        files(folder, Path::new("src"), &mut expected);
        let listed = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        let listed = listed.lines().filter(|line| !made.contains(line));
        let listed: BTreeSet<PathBuf> = listed.map(PathBuf::from).collect();
        assert_eq!(listed, expected, "{name}");
    }
}

/// The crates in the first column of tables.
fn listed(page: &str) -> Vec<&str> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.filter(|row| {
        let cells = row.trim_end_matches('|').split(" | ").skip(1);
        cells.filter(|cell| cell.trim().len() > 5).count() == 2
    });
    rows.filter_map(|row| row.split('`').next()).collect()
}

#[test]
fn every_dependency_has_a_reason() {
    let told = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let packages = told["packages"].as_array().expect("packages");
    let needed = packages
        .iter()
        .flat_map(|one| one["dependencies"].as_array().expect("dependencies"));
    // Those of the workspace have a path.
    let foreign = needed.filter(|one| one["path"].is_null());
    let needed: BTreeSet<&str> = foreign.map(|one| text(one, "name")).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("docs/dependencies.md")).expect("the page");
    let listed = listed(&page);
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(known.len(), listed.len(), "a crate is there twice");
    assert_eq!(known, needed);
}

#[test]
fn what_is_allowed_twice_is_there_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name| std::fs::read_to_string(root.join(name)).expect("a file");
    let (deny, lock) = (read("deny.toml"), read("Cargo.lock"));
    let skipped = deny
        .lines()
        .filter_map(|line| line.trim().strip_prefix("{ crate = \""));
    let mut count = 0;
    for skipped in skipped.filter_map(|line| line.split('"').next()) {
        let (name, version) = skipped.split_once('@').expect("a version");
        let entry = format!("name = \"{name}\"\nversion = \"");
        let versions: Vec<&str> = lock.split(&*entry).skip(1).collect();
        let is_there = versions
            .iter()
            .any(|one| one.starts_with(&format!("{version}.")));
        assert!(is_there && versions.len() > 1, "{skipped}");
        count += 1;
    }
    assert!(count > 0);
}
