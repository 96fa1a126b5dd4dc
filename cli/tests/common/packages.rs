//! What the tests of packages share.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use tempfile::{TempDir, tempdir};

use super::{folder as fixtures, formwork, objects};

pub(crate) fn pak(name: &str) -> String {
    let path = fixtures().join("urho3d/package").join(name);
    path.to_str().unwrap().into()
}

/// Runs in a folder, expects a code, and returns what went to standard error.
pub(crate) fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = formwork(arguments)
        .current_dir(folder)
        .assert()
        .code(code)
        .stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// Every file below a folder, by path.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().into();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// A folder with some files in it.
pub(crate) fn sources() -> TempDir {
    let folder = tempdir().unwrap();
    let files: [(&str, Vec<u8>); 8] = [
        ("b.txt", b"second ".repeat(3000)),
        ("a/z.txt", b"to be or not to be ".repeat(9000)),
        (
            "a/y.bin",
            (0..70_000_u32)
                .map(|n| (n.wrapping_mul(n) >> 7) as u8)
                .collect(),
        ),
        ("empty", Vec::new()),
        (".hidden", b"h".to_vec()),
        (".git/config", b"g".to_vec()),
        ("old.BAK", b"o".to_vec()),
        ("x.Rule", b"r".to_vec()),
    ];
    for (name, content) in files {
        let path = folder.path().join("tree").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// Names in a package, in order.
pub(crate) fn names(file: &Path) -> Vec<String> {
    let done = formwork(&["list", "--json", file.to_str().unwrap()]).assert();
    let all = objects(&done.success().get_output().stdout);
    let entries = all[0]["packages"][0]["entries"].as_array().unwrap();
    let names = entries
        .iter()
        .map(|entry| entry["name"].as_str().unwrap().to_owned());
    names.collect()
}

pub(crate) fn packed(folder: &Path, options: &[&str]) -> PathBuf {
    let arguments = [&["pack", "tree", "-f", "-o", "out.pak"], options].concat();
    run(folder, &arguments, 0);
    folder.join("out.pak")
}
