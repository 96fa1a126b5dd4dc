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

/// A file of tests that no manifest and no program of tests names is never run.
#[test]
fn every_file_of_tests_is_named() {
    for (package, folder) in [
        ("tests", ""),
        ("cli", "tests"),
        ("convert", "tests"),
        ("export", "tests"),
        ("text", "tests"),
    ] {
        let package = root().join(package);
        let manifest = fs::read_to_string(package.join("Cargo.toml")).expect("a manifest");
        assert!(manifest.contains("autotests = false"), "{package:?}");
        let all = files(&package.join(folder));
        let is_program = |name: &str| {
            let path = Path::new(folder).join(name);
            manifest.contains(&format!("path = \"{}\"", path.display()))
        };
        let (programs, parts): (Vec<_>, Vec<_>) =
            all.iter().partition(|(name, _)| is_program(name));
        assert!(!programs.is_empty() && !parts.is_empty(), "{package:?}");
        for (name, _) in parts {
            let module = name.trim_end_matches("/mod.rs").trim_end_matches(".rs");
            let mut texts = programs.iter().map(|(_, text)| text);
            let is_named = texts.any(|text| text.contains(&format!("\nmod {module};")));
            assert!(is_named, "{package:?}: {name}");
        }
    }
}

/// The modules of a folder of tests by name, each with its text.
fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder of tests");
    let found = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let name = if entry.path().join("mod.rs").is_file() {
            format!("{name}/mod.rs")
        } else {
            name
        };
        let text = name.ends_with(".rs").then(|| folder.join(&name))?;
        Some((name, fs::read_to_string(text).ok()?))
    });
    found.collect()
}
