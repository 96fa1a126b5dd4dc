//! Where includes are.

use std::{fs, path::Path};

use formwork_formats::horde3d::code::{Resolution, Roots};
use formwork_schema::Limits;
use tempfile::TempDir;

use super::parse;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn shader(includes: &[&str]) -> String {
    let lines: String = includes
        .iter()
        .map(|name| format!("#include \"{name}\"\n"))
        .collect();
    format!("[[FX]]\n[[V]]\n{lines}")
}

fn resolved(roots: &Roots, text: &str) -> Vec<(String, u32, Option<&'static str>)> {
    let shader = parse(text).expect("reads");
    let includes = shader.includes(roots, &Limits::default()).into_iter();
    includes
        .map(|found| (found.name, found.depth, found.resolution.code()))
        .collect()
}

#[test]
fn includes_are_found_below_the_roots() {
    let files = folder(&[
        ("one/lib/a.glsl", "#include \"lib/b.glsl\"\n_F03_X"),
        ("two/lib/b.glsl", ""),
    ]);
    let root = |name: &str| files.path().join(name);
    let roots = Roots::new(vec![root("one"), root("two")]);
    let names = [
        "lib/a.glsl",
        "lib/c.glsl",
        "lib\\b.glsl",
        "LIB/B.glsl",
        "../x",
        "/etc/hosts",
        "",
    ];
    let expected = [
        ("lib/a.glsl", 0, None),
        ("lib/b.glsl", 1, None),
        ("lib/c.glsl", 0, Some("include-missing")),
        ("lib\\b.glsl", 0, Some("backslash-in-name")),
        ("LIB/B.glsl", 0, Some("include-other-case")),
        ("../x", 0, Some("include-outside")),
        ("/etc/hosts", 0, Some("include-outside")),
        ("", 0, Some("include-missing")),
    ];
    let expected = expected.map(|(name, depth, code)| (name.to_owned(), depth, code));
    assert_eq!(resolved(&roots, &shader(&names)), expected);
    assert_eq!(
        roots.resolve("lib/b.glsl"),
        Resolution::Found(root("two").join("lib/b.glsl"))
    );
    let shader = parse(&shader(&["lib/a.glsl"])).expect("reads");
    let flags = shader.includes(&roots, &Limits::default()).remove(0).flags;
    assert_eq!(flags, [3]);
}

#[test]
fn circles_and_depths_end() {
    let mut files = vec![
        ("a".to_owned(), "#include \"b\"".to_owned()),
        ("b".into(), "#include \"a\"".into()),
    ];
    for depth in 0..100 {
        files.push((
            format!("d{depth}"),
            format!("#include \"d{}\"\n#include \"d{}\"", depth + 1, depth + 1),
        ));
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let files = folder(&files);
    let roots = Roots::new(vec![files.path().into()]);
    let circle = resolved(&roots, &shader(&["a"]));
    assert_eq!(circle.last(), Some(&("a".into(), 2, Some("include-cycle"))));
    let deep = resolved(&roots, &shader(&["d0"]));
    assert!(deep.contains(&("d64".into(), 64, Some("include-depth"))));
    assert!(deep.len() < 200);
}

#[test]
fn the_nearest_folder_with_an_include_is_a_root() {
    let files = folder(&[
        ("content/shaders/lib/a.glsl", ""),
        ("content/shaders/b/c.shader", ""),
    ]);
    let file = files.path().join("content/shaders/b/c.shader");
    let roots = Roots::around(&file, ["shaders/lib/none.glsl", "shaders/lib/a.glsl"]);
    assert_eq!(roots.folders(), [files.path().join("content")]);
    assert_eq!(Roots::around(&file, ["none"]).folders(), [] as [&Path; 0]);
}

#[test]
fn what_is_seen_names_the_files() {
    let files = folder(&[("lib/a.glsl", "#ifdef _F07_Fog\n")]);
    let roots = Roots::new(vec![files.path().into()]);
    let shader = parse(&shader(&["lib/a.glsl", "lib/b.glsl"])).expect("reads");
    let seen = shader.inspect_in(&roots);
    let table = seen
        .tables
        .iter()
        .find(|table| table.key == "includes")
        .expect("includes");
    assert_eq!(table.rows.len(), 2);
    assert!(
        seen.oddities
            .iter()
            .any(|odd| odd.code == "include-missing" && odd.count == 1)
    );
    assert!(seen.facts.iter().any(|fact| fact.key == "include_flags"));
}
