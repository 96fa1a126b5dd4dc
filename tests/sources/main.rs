//! What sources may name. No file of a crate uses another that uses it back, directly or round about: whoever reads one
//! can stop at what it names. And nobody outside `formats` knows a format.

mod circles;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The path of a module of a crate; that of the root is empty.
type Module = Vec<String>;

/// The modules of a crate, and what is in their files.
type Sources = BTreeMap<Module, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources below a folder.
fn sources(folder: &Path) -> Sources {
    let mut found = Sources::new();
    find(folder, &[], &mut found);
    found
}

fn find(folder: &Path, at: &[String], found: &mut Sources) {
    for entry in fs::read_dir(folder).expect("our sources").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let is_root = at.is_empty() && matches!(&*name, "lib" | "main");
        let own = (!is_root).then(|| name.into_owned());
        let module: Vec<String> = at.iter().cloned().chain(own).collect();
        if path.is_dir() {
            find(&path, &module, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            // A crate may be a library and a program, whose roots are two files.
            *found.entry(module).or_default() += &code(&text);
        }
    }
}

/// A source without comments, visibility paths and the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("\nmod tests {").next();
    let lines = text.unwrap_or_default().lines();
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut parts = text.split("pub(in ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.split_once(')').map_or(part, |(_, rest)| rest)
    })
}

#[test]
fn no_format_is_named_where_all_are_meant() {
    const NAMES: [&str; 5] = [
        "urho3d::",
        "horde3d::",
        "\"urho3d.",
        "\"horde3d.",
        "\"texture.",
    ];
    let check = |name: &str, is_meant: &dyn Fn(&[String]) -> bool| {
        let mut known = sources(&root().join(name).join("src"));
        known.retain(|module, _| is_meant(module));
        assert!(!known.is_empty(), "{name}");
        for (module, code) in known {
            let named = NAMES.iter().find(|name| code.contains(*name));
            assert!(named.is_none(), "{name}, {}: {named:?}", module.join("::"));
        }
    };
    for name in [
        "schema", "text", "export", "markup", "pixels", "files", "cli", "python",
    ] {
        check(name, &|_| true);
    }
    // In `formats`, an engine has a folder, and what is about textures another; the registry names them,
    // and so does the list of rules.
    check("formats", &|module| match module {
        [] => false,
        [first, ..] => ![
            "registry", "rules", "urho3d", "horde3d", "texture", "pictures",
        ]
        .contains(&&**first),
    });
}

#[test]
fn every_promise_has_its_test() {
    let page = fs::read_to_string(root().join("docs/promises.md")).expect("a page");
    let mut count = 0;
    for line in page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let (_, tests) = line
            .trim_end_matches(" |")
            .rsplit_once(" | ")
            .expect("two cells");
        for group in tests.split("; ") {
            let mut words = group.split('`').skip(1).step_by(2);
            let file = words.next().expect("a file");
            let text = fs::read_to_string(root().join(file)).unwrap_or_default();
            for test in words {
                let is_there = text.contains(&format!("]\nfn {test}() {{"));
                assert!(is_there, "{file} has no test `{test}`");
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} tests are named");
}

/// A file of tests that the manifest does not list is never run.
#[test]
fn every_file_of_tests_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "");
    let manifest = include_str!("../Cargo.toml");
    let entries = std::fs::read_dir(folder).expect("the folder of tests");
    for entry in entries {
        let path = entry.expect("an entry").path();
        let is_folder = path.join("main.rs").is_file();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        if is_folder || path.extension().is_some_and(|extension| extension == "rs") {
            let listed = if is_folder {
                format!("{name}/main.rs")
            } else {
                name.to_owned()
            };
            assert!(
                manifest.contains(&format!("path = \"{listed}\"")),
                "{listed}"
            );
        }
    }
}
