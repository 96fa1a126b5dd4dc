//! Many files at once: in a stable order, and none stops the others.

use std::fs;

use crate::common::{folder, formwork, names, objects, one};
use predicates::{prelude::*, str::contains};
use serde_json::{Value, json};

/// A folder with good, bad, foreign and unrelated files.
fn mixed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("b/deep")).unwrap();
    fs::create_dir(at(".hidden")).unwrap();
    let good = fs::read(one()).unwrap();
    fs::write(at("a-good.ani"), &good).unwrap();
    fs::write(at("b/cut.ani"), &good[..35]).unwrap();
    fs::write(at("b/deep/Good.ANI"), &good).unwrap();
    fs::write(at("b/other-name.bin"), &good).unwrap();
    fs::write(at("c-page.ani"), "<html>404</html>").unwrap();
    fs::write(
        at("c-pointer.anim"),
        "version https://git-lfs.github.com/spec/v1\n",
    )
    .unwrap();
    fs::write(at("d-empty.ani"), "").unwrap();
    fs::write(at("notes.txt"), "not looked at").unwrap();
    fs::write(at(".gitignore"), "*.ani").unwrap();
    fs::write(at(".hidden/good.ani"), &good).unwrap();
    folder
}

#[test]
fn check_gives_every_file_its_line_in_order() {
    let folder = mixed();
    let run = || {
        formwork(&["check", "."])
            .current_dir(&folder)
            .assert()
            .code(1)
            .stderr("")
    };
    let text = String::from_utf8(run().get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    let expected = [
        "./.hidden/good.ani",
        "./a-good.ani",
        "./b/cut.ani",
        "./b/deep/Good.ANI",
        "./b/other-name.bin",
        "./c-page.ani",
        "./c-pointer.anim",
        "./d-empty.ani",
        "8 files, 262 bytes",
    ];
    assert_eq!(lines, expected);
    assert!(
        text.contains(
            "c-page.ani: unsupported: no format that formwork reads: this is an HTML page"
        )
    );
    assert!(text.contains("Git LFS pointer") && text.contains("an empty file"));
    assert!(
        text.ends_with(": 4 ok, 2 failed, 2 unsupported\n"),
        "{text}"
    );
    for _ in 0..5 {
        run().stdout(text.clone());
    }
}

#[test]
fn check_as_json() {
    let folder = mixed();
    let done = formwork(&["check", ".", "--json"])
        .current_dir(&folder)
        .assert()
        .code(1)
        .stderr("");
    let lines = objects(&done.get_output().stdout);
    let members = [
        "formwork", "path", "format", "version", "form", "status", "steps",
    ];
    assert_eq!(names(&lines[1]), members);
    let good = json!({
        "formwork": 1, "path": "./a-good.ani", "format": "urho3d.animation", "version": "UANI",
        "form": null, "status": "ok", "steps": ["read", "agree", "rewrite", "layout", "xml", "json"],
    });
    assert_eq!(lines[1], good);
    assert_eq!(names(&lines[2]), [&members[..], &["error"]].concat());
    assert_eq!(
        (&lines[2]["status"], &lines[2]["steps"]),
        (&json!("failed"), &json!(["read"]))
    );
    assert_eq!(
        names(&lines[2]["error"]),
        ["kind", "message", "offset", "path"]
    );
    assert_eq!(
        (&lines[5]["status"], &lines[5]["format"]),
        (&json!("unsupported"), &Value::Null)
    );
    let summary = json!({
        "formwork": 1,
        "summary": { "files": 8, "ok": 4, "partial": 0, "failed": 2, "unsupported": 2, "unreadable": 0, "bytes": 262 },
    });
    assert_eq!(lines[8], summary);
    assert_eq!(
        names(&lines[8]["summary"]),
        [
            "files",
            "ok",
            "partial",
            "failed",
            "unsupported",
            "unreadable",
            "bytes"
        ]
    );
}

#[test]
fn every_fixture_is_understood() {
    let done = formwork(&["check", "--json", "--fail-on", "never"])
        .args([folder().join("horde3d"), folder().join("urho3d")])
        .assert()
        .success()
        .stderr("");
    let lines = objects(&done.get_output().stdout);
    for line in &lines[..lines.len() - 1] {
        // Of a module only the beginning is known.
        let is_script = line["format"] == "urho3d.script";
        let status = if is_script { "partial" } else { "ok" };
        assert_eq!(line["status"], status, "{line}");
    }
}

#[test]
fn every_texture_among_the_fixtures_reads_and_comes_back() {
    let mut run = formwork(&["check", "--json", "--fail-on", "never"]);
    let done = run
        .arg(folder().join("texture"))
        .assert()
        .code(1)
        .stderr("");
    let lines = objects(&done.get_output().stdout);
    for line in &lines[..lines.len() - 1] {
        // Some have no pixels, or fewer than they say.
        let steps = line["steps"].as_array().unwrap();
        assert!(
            line["status"] == "ok" || steps.last().unwrap() == "pixels",
            "{line}"
        );
    }
}

#[test]
fn what_could_not_be_looked_at_is_counted_and_no_finding() {
    let folder = mixed();
    let mut run = formwork(&["check", "a-good.ani", "missing.ani", "c-page.ani"]);
    let run = run.current_dir(&folder).assert().code(3).stderr("");
    run.stdout(
        contains("missing.ani: system: cannot be read").and(contains(
            "3 files, 58 bytes: 1 ok, 0 failed, 1 unsupported, 1 unreadable",
        )),
    );
}

#[test]
fn nothing_to_check_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let run = formwork(&["check", "."])
        .current_dir(&folder)
        .assert()
        .success();
    run.stdout("0 files, 0 bytes: 0 ok, 0 failed, 0 unsupported\n");
}

#[test]
#[cfg(unix)]
fn links_in_folders_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(".", folder.path().join("round")).unwrap();
    std::os::unix::fs::symlink(one(), folder.path().join("link.ani")).unwrap();
    fs::copy(one(), folder.path().join("real.ani")).unwrap();
    let run = formwork(&["check", "."])
        .current_dir(&folder)
        .assert()
        .success();
    run.stdout(contains("1 file, ").and(contains("./real.ani: ok")));
    formwork(&["check", "link.ani"])
        .current_dir(&folder)
        .assert()
        .success();
}

#[test]
fn identify_looks_at_every_file_of_a_folder() {
    let folder = mixed();
    let done = formwork(&["identify", ".", "--json"])
        .current_dir(&folder)
        .assert()
        .success();
    let lines = objects(&done.stderr("").get_output().stdout);
    assert_eq!(lines.len(), 11);
    let (summary, lines) = lines.split_last().unwrap();
    assert_eq!(
        summary["summary"]["formats"],
        json!({"urho3d.animation": 5})
    );
    let members = [
        "formwork",
        "path",
        "format",
        "version",
        "engine",
        "form",
        "confidence",
        "looks_like",
        "beginnings",
        "read_by",
    ];
    assert!(lines.iter().all(|line| names(line) == members));
    let notes = lines
        .iter()
        .find(|line| line["path"] == "./notes.txt")
        .unwrap();
    assert_eq!(
        (&notes["format"], &notes["confidence"]),
        (&Value::Null, &json!("none"))
    );
    assert_eq!(notes["looks_like"], "plain text");
    let good = lines
        .iter()
        .find(|line| line["path"] == "./a-good.ani")
        .unwrap();
    assert_eq!(
        (&good["version"], &good["confidence"]),
        (&json!("UANI"), &json!("certain"))
    );
    let named = formwork(&["identify", "a-good.ani", "notes.txt"])
        .current_dir(&folder)
        .assert();
    named
        .code(3)
        .stdout(contains("notes.txt: not ours: plain text"));
}

#[test]
fn inspect_goes_on_after_a_bad_file() {
    let folder = mixed();
    let done = formwork(&["inspect", ".", "--json"])
        .current_dir(&folder)
        .assert()
        .code(4);
    let lines = objects(&done.stderr("").get_output().stdout);
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.get("error").is_some())
            .count(),
        4
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.get("facts").is_some())
            .count(),
        4
    );
}

#[test]
fn a_folder_with_nothing_of_ours_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
    formwork(&["check", "."])
        .current_dir(&folder)
        .assert()
        .success()
        .stdout(contains("0 files"))
        .stderr(contains("note: no file in there"));
}

#[test]
fn a_file_that_cannot_be_read_is_not_one_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    formwork(&["check", "gone.ani"])
        .current_dir(&folder)
        .assert()
        .code(3)
        .stdout(contains("0 failed, 0 unsupported, 1 unreadable"));
    let done = formwork(&["check", "--json", "gone.ani", &one()])
        .current_dir(&folder)
        .assert()
        .code(3);
    let lines = objects(&done.get_output().stdout);
    assert_eq!(lines[0]["status"], "unreadable");
    assert_eq!(lines[2]["summary"]["unreadable"], 1);
    assert_eq!(lines[2]["summary"]["failed"], 0);
}

#[test]
fn identify_ends_with_how_many_files_have_which_format() {
    let folder = mixed();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join(".git/a.ani"), "UANI").unwrap();
    let done = formwork(&["identify", "."])
        .current_dir(&folder)
        .assert()
        .success();
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(!text.contains(".git/"), "{text}");
    let (_, summary) = text.split_once("\n\n").unwrap();
    assert!(summary.starts_with("10 files:\n  FORMAT "), "{summary}");
    let words: Vec<Vec<&str>> = summary
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(words.contains(&vec!["urho3d.animation", "5"]), "{summary}");
    assert!(words.contains(&vec!["not", "ours", "5"]), "{summary}");
}

#[test]
fn check_of_many_files_groups_what_is_wrong_and_says_it_last() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read(one()).unwrap();
    for place in 0..40 {
        fs::write(folder.path().join(format!("good-{place}.ani")), &good).unwrap();
    }
    let long = [&good[..], b"more"].concat();
    for place in 0..8 {
        fs::write(folder.path().join(format!("cut-{place}.ani")), &good[..35]).unwrap();
        fs::write(folder.path().join(format!("long-{place}.ani")), &long).unwrap();
    }
    let run = |arguments: &[&str]| {
        let done = formwork(arguments).current_dir(&folder).assert().code(1);
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let skimmed = run(&["check", "."]);
    assert!(!skimmed.contains("good-"), "{skimmed}");
    let lines: Vec<&str> = skimmed.lines().collect();
    assert_eq!(lines.len(), 19, "{skimmed}");
    assert_eq!(
        lines[..3],
        [
            "Warnings",
            "  F0007-trailing-bytes: 8 files",
            "    ./long-0.ani: 4 bytes after the end"
        ]
    );
    assert_eq!(
        lines[7..10],
        ["    and 3 more", "Failed", "  malformed: 8 files"]
    );
    assert!(
        lines[10].starts_with("    ./cut-0.ani: failed at step read: malformed: "),
        "{skimmed}"
    );
    assert!(lines[18].starts_with("56 files, "), "{skimmed}");

    let quiet = run(&["check", "--quiet", "."]);
    assert_eq!(quiet.lines().count(), 8, "{quiet}");
    let verbose = run(&["check", "--verbose", "."]);
    assert_eq!(
        verbose.lines().filter(|line| line.contains(": ok")).count(),
        48,
        "{verbose}"
    );
}

#[test]
fn inspect_of_a_folder_tells_what_is_missing_and_what_nothing_names() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "scenes/a.scene.xml",
        "<Group name='a'><Model name='m' geometry='a.geo'><Mesh name='x' material='materials/A.material.xml' batchStart='0' batchCount='0' vertRStart='0' vertREnd='0'/></Model></Group>",
    );
    put(
        "materials/a.material.xml",
        "<Material><Shader source='gone.shader'/></Material>",
    );
    put("materials/b.material.xml", "<Material/>");
    let geometry = crate::common::folder().join("horde3d/geometry/h3dg-5-empty.geo");
    fs::copy(geometry, folder.path().join("a.geo")).unwrap();
    fs::copy(one(), folder.path().join("one.ani")).unwrap();
    let run = |arguments: &[&str]| {
        let done = formwork(arguments).current_dir(&folder).assert();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let shown = run(&["inspect", ".", "--content", "."]);
    for line in [
        "scenes/a.scene.xml (scene, ",
        "├─ a.geo (geometry, ",
        "└─ materials/A.material.xml (material, ",
        "one.ani (animation, ",
        "  H1003-wrong-case: ",
        "  H1002-missing: ",
        "  Unused, unless a program loads them by name",
        "  materials/b.material.xml (material, ",
        "; 1 unused",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let object = &objects(run(&["inspect", ".", "--content", ".", "--json"]).as_bytes())[0];
    let unused = object["unused"][0].as_u64().unwrap() as usize;
    assert_eq!(
        object["resources"][unused]["name"],
        "materials/b.material.xml"
    );
    // A leaf is a leaf.
    formwork(&["inspect", "a.geo", "--content", "."])
        .current_dir(&folder)
        .assert()
        .success()
        .stdout(contains("a.geo (geometry, ").and(contains("1 resource, 1 found; 0 problems")));
}
