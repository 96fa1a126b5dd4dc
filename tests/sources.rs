//! What sources may name. No file of a crate uses another that uses it back, directly or round about: whoever reads one
//! can stop at what it names. And nobody outside `formats` knows a format.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The modules of a crate by their paths, each with those that it uses. The root has an empty path.
type Uses = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// The sources below a folder.
fn sources(folder: &Path, at: &[String], found: &mut BTreeMap<Vec<String>, String>) {
    for entry in fs::read_dir(folder).expect("our sources").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let is_root = at.is_empty() && matches!(&*name, "lib" | "main");
        let own = (!is_root).then(|| name.into_owned());
        let module: Vec<String> = at.iter().cloned().chain(own).collect();
        if path.is_dir() {
            sources(&path, &module, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            found.insert(module, code(&text));
        }
    }
}

/// A source without comments, visibility paths and the tests in it.
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

/// The paths in what follows `use`: `a::{b, c::d}` names `a::b` and `a::c::d`.
fn expand(tree: &str, front: &[String], paths: &mut Vec<Vec<String>>) {
    let names = |text: &str| -> Vec<String> {
        let names = text
            .split("::")
            .map(|name| name.split(" as ").next().unwrap_or(name).trim());
        let names = names.filter(|name| !name.is_empty()).map(str::to_owned);
        front.iter().cloned().chain(names).collect()
    };
    let (mut depth, mut start) = (0, 0);
    let ends = tree.char_indices().chain([(tree.len(), ',')]);
    for (at, c) in ends {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c != ',' || depth > 0 {
            continue;
        }
        let item = tree[start..at].trim();
        start = (at + 1).min(tree.len());
        match item.split_once('{') {
            Some((outer, inner)) => {
                let inner = inner.strip_suffix('}').unwrap_or(inner);
                expand(inner, &names(outer), paths);
            }
            None if !item.is_empty() => paths.push(names(item)),
            None => {}
        }
    }
}

/// The paths that a source names: what it uses, and what begins with `crate::` or `super::`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut rest = String::new();
    let mut statements = code.split("use ");
    rest += statements.next().unwrap_or_default();
    for statement in statements {
        match (
            rest.ends_with(['\n', ' ', ')']) || rest.is_empty(),
            statement.split_once(';'),
        ) {
            (true, Some((tree, more))) => {
                expand(tree, &[], &mut paths);
                rest += more;
            }
            _ => rest += statement,
        }
    }
    for word in rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        if word.starts_with("crate::") || word.starts_with("super::") {
            paths.push(word.split("::").map(str::to_owned).collect());
        }
    }
    paths
}

/// The module of a path, as named in another module; `None` for what is of another crate.
fn resolve(
    path: &[String],
    from: &[String],
    known: &BTreeMap<Vec<String>, String>,
) -> Option<Vec<String>> {
    let mut module = from.to_vec();
    let mut names = path.iter().peekable();
    match names.peek()?.as_str() {
        "crate" => module.clear(),
        "self" | "super" => {}
        first => {
            let child: Vec<String> = from.iter().cloned().chain([first.to_owned()]).collect();
            known.contains_key(&child).then_some(())?;
        }
    }
    for name in names {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(module.pop()),
            name => {
                module.push(name.to_owned());
                if !known.contains_key(&module) {
                    module.pop();
                    break;
                }
            }
        }
    }
    Some(module)
}

fn uses(source: &Path) -> Uses {
    let mut known = BTreeMap::new();
    sources(source, &[], &mut known);
    let used = known.iter().map(|(module, code)| {
        let paths = paths(code).into_iter();
        let mut used: BTreeSet<_> = paths
            .filter_map(|path| resolve(&path, module, &known))
            .collect();
        used.remove(module);
        (module.clone(), used)
    });
    used.collect()
}

/// Takes away what uses nothing that is left, until there is nothing more to take; circles stay, and what leads to them.
fn circles(mut uses: Uses) -> Uses {
    loop {
        let left: BTreeSet<Vec<String>> = uses.keys().cloned().collect();
        for used in uses.values_mut() {
            used.retain(|module| left.contains(module));
        }
        let count = uses.len();
        uses.retain(|_, used| !used.is_empty());
        if uses.len() == count {
            return uses;
        }
    }
}

#[test]
fn no_file_uses_another_that_uses_it() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for name in ["formats", "cli", "samples", "bench"] {
        let uses = uses(&root.join(name).join("src"));
        assert!(uses.values().any(|used| !used.is_empty()), "{name}");
        let circles = circles(uses);
        assert!(circles.is_empty(), "{name}: {circles:#?}");
    }
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
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let check = |name: &str, is_meant: &dyn Fn(&[String]) -> bool| {
        let mut known = BTreeMap::new();
        sources(&root.join(name).join("src"), &[], &mut known);
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
fn circles_are_found() {
    let module = |name: &str| vec![name.to_owned()];
    let uses = |pairs: &[(&str, &str)]| -> Uses {
        let mut uses = Uses::new();
        for (from, to) in pairs {
            uses.entry(module(to)).or_default();
            uses.entry(module(from)).or_default().insert(module(to));
        }
        uses
    };
    assert!(circles(uses(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = circles(uses(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]));
    assert_eq!(found.len(), 3);
    let known = BTreeMap::from([(module("b"), String::new()), (module("c"), String::new())]);
    let code = code(
        "use crate::{b::{self, B as X}, other}; // use super::c\npub(in crate::c) fn f(c: super::c::C) {}",
    );
    let found: Vec<_> = paths(&code)
        .iter()
        .filter_map(|path| resolve(path, &module("b"), &known))
        .collect();
    assert_eq!(found, [module("b"), module("b"), Vec::new(), module("c")]);
}

/// A file of tests that the manifest does not list is never run.
#[test]
fn every_promise_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/promises.md")).expect("a page");
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
            let text = fs::read_to_string(root.join(file)).unwrap_or_default();
            for test in words {
                let is_there = text.contains(&format!("]\nfn {test}() {{"));
                assert!(is_there, "{file} has no test `{test}`");
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} tests are named");
}

#[test]
fn every_file_of_tests_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "");
    let manifest = include_str!("Cargo.toml");
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
