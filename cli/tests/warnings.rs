//! What `inspect` knows is told by the commands that write or check files, too.

use std::{fs, path::Path};

use crate::common::{folder as fixtures, formwork, names, objects, output};
use predicates::{prelude::*, str::contains};
use serde_json::{Value, json};

fn fixture(name: &str) -> String {
    fixtures().join(name).to_str().unwrap().into()
}

/// A model whose geometry names a vertex buffer that is not there, as JSON.
fn wrong_model() -> String {
    let mut model: Value = serde_json::from_str(&output(&[
        "decode",
        "--to",
        "json",
        &fixture("urho3d/model/umdl-plain.mdl"),
    ]))
    .unwrap();
    let geometry = model.pointer_mut("/value/geometries/0/lods/0/vertex_buffer");
    *geometry.expect("a level of detail") = 7.into();
    model["dangling"] = json!(["vertex_buffer:7"]);
    model.to_string()
}

/// The codes of what `inspect` finds.
fn codes(path: &Path) -> Vec<String> {
    let seen = objects(output(&["inspect", "--json", path.to_str().unwrap()]).as_bytes());
    let told = seen[0]["diagnostics"].as_array().unwrap();
    let codes = told.iter().map(|one| one["code"].as_str().unwrap());
    codes.map(str::to_owned).collect()
}

#[test]
fn encode_tells_what_is_wrong_with_what_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("m.json"), wrong_model()).unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["encode", "m.json"], more].concat();
        formwork(&arguments).current_dir(&folder).assert().code(0)
    };
    let told = "error: U0101-no-such-buffer: geometries[0].lods[0].vertex_buffer: ";
    run(&["-o", "m.mdl"])
        .stdout("")
        .stderr(contains(format!("m.mdl: {told}")));
    assert!(at("m.mdl").is_file());
    // Also where the file itself goes to standard output.
    run(&["--json"]).stderr(contains(format!("m.json: {told}")));
    let done = run(&["-o", "m.mdl", "-f", "--json"]).stderr("");
    let done = objects(&done.get_output().stdout).swap_remove(0);
    let findings = done["diagnostics"].as_array().unwrap();
    let found: Vec<&str> = findings
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(found, codes(&at("m.mdl")));
    assert_eq!(
        names(&findings[0]),
        [
            "code", "severity", "path", "bytes", "message", "refuses", "remedy"
        ]
    );
}

#[test]
fn check_tells_it_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.mdl");
    formwork(&["encode", "-", "-o", path.to_str().unwrap()])
        .write_stdin(wrong_model())
        .assert()
        .success();
    let check = |more: &[&str]| {
        let done = formwork(&[&["check", path.to_str().unwrap()], more].concat())
            .assert()
            .code(1);
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let told = check(&[]);
    assert!(
        told.contains("m.mdl: failed, with 1 error") && told.contains("; --verbose tells more"),
        "{told}"
    );
    let told = objects(check(&["--json"]).as_bytes()).swap_remove(0);
    assert_eq!(told["status"], "failed");
    let findings = told["diagnostics"].as_array().unwrap();
    let found: Vec<&str> = findings
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(found, codes(&path));
    // Bytes after the end fail nothing.
    formwork(&["check", &fixture("urho3d/animation/uani-trailing.ani")])
        .assert()
        .code(0)
        .stdout(contains("ok, with 1 warning"));
}

#[test]
fn pack_tells_it_of_each_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join("tree").join(name);
    fs::create_dir(at("")).unwrap();
    let model = at("m.mdl");
    formwork(&["encode", "-", "-o", model.to_str().unwrap()])
        .write_stdin(wrong_model())
        .assert()
        .success();
    fs::copy(fixture("texture/dds/124-ati2.dds"), at("t.dds")).unwrap();
    let odd = fixtures().join("../texts/horde3d/material/odd.material.xml");
    fs::copy(odd, at("odd.material.xml")).unwrap();
    let good = fs::read(crate::common::one()).unwrap();
    fs::write(at("cut.ani"), &good[..35]).unwrap();
    fs::write(at("good.ani"), &good).unwrap();
    fs::write(at("foreign.ani"), "some text").unwrap();
    let pack = |more: &[&str]| {
        let arguments = [&["pack", "tree", "-f", "-o", "x.pak"], more].concat();
        formwork(&arguments).current_dir(&folder).assert().code(0)
    };
    let done = pack(&[]).stdout("");
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(
        lines[0].contains(
            "cut.ani: error: F0001-malformed: tracks[0].keyframes[0].position.y: at 0x22"
        ),
        "{said}"
    );
    assert!(
        lines[1].contains("m.mdl: ") && lines[1].contains("no-such-buffer: "),
        "{said}"
    );
    assert!(
        lines[2].contains(
            "odd.material.xml: 5 diagnostics, first warning: H0407-class-misread: line 1"
        ),
        "{said}"
    );
    assert!(
        lines[3].contains("t.dds: ") && lines[3].contains("dds-format-refused: "),
        "{said}"
    );
    let done = pack(&["--json"]).stderr("");
    let done = objects(&done.get_output().stdout).swap_remove(0);
    let findings = done["diagnostics"].as_array().unwrap();
    let of = |name: &str| findings.iter().filter(|one| one["file"] == name).count();
    assert_eq!(
        (of("odd.material.xml"), of("cut.ani"), of("good.ani")),
        (5, 1, 0)
    );
}

#[test]
fn pack_tells_twenty_files_and_counts_the_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tree")).unwrap();
    let good = fs::read(crate::common::one()).unwrap();
    for number in 10..33 {
        let path = folder.path().join(format!("tree/{number}.ani"));
        fs::write(path, &good[..35]).unwrap();
    }
    let done = formwork(&["pack", "tree", "-o", "x.pak"])
        .current_dir(&folder)
        .assert()
        .code(0)
        .stderr(contains("29.ani: error: ").and(contains("30.ani").not()));
    done.stderr(contains("warning: and 3 more files with diagnostics"));
}

#[test]
fn a_target_without_buffers_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pipeline.xml");
    let text = |attributes: &str| {
        format!(
            "<Pipeline>\n\t<Setup>\n\t\t<RenderTarget id=\"T\" format=\"RGBA8\"{attributes} />\n\t</Setup>\n\t<CommandQueue />\n</Pipeline>\n"
        )
    };
    for nothing in [
        "",
        " numColBufs=\"0\"",
        " depthBuf=\"1\"",
        " depthBuf=\"false\" numColBufs=\"x\"",
    ] {
        fs::write(&path, text(nothing)).unwrap();
        formwork(&["check", path.to_str().unwrap()])
            .assert()
            .code(1)
            .stdout(contains(
                "Setup/RenderTarget at line 3, column 3: a `RenderTarget` without colour buffers",
            ));
    }
    for something in [
        " numColBufs=\"1\"",
        " depthBuf=\"TRUE\"",
        " depthBuf=\"true\" numColBufs=\"0\"",
    ] {
        fs::write(&path, text(something)).unwrap();
        formwork(&["check", path.to_str().unwrap()])
            .assert()
            .code(0);
    }
    let tree = output(&["decode", path.to_str().unwrap()]);
    let mut tree: Value = serde_json::from_str(&tree).unwrap();
    let target = tree.pointer_mut("/value/setup/render_targets/0");
    target.expect("a target")["depth_buf"] = json!(false);
    formwork(&["encode", "-"])
        .write_stdin(tree.to_string())
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains(
            "the engine refuses such a document: a `RenderTarget` without colour buffers",
        ));
}
