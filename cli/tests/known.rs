//! What files are known as: texts of ours as the files that they stand for, foreign and damaged ones by their first bytes.

use std::{fs, path::Path};

use crate::common::{folder, formwork, objects, one, output};
use predicates::{prelude::*, str::contains};
use serde_json::json;

/// A folder with a clip, its XML and JSON, and a document as JSON.
fn texts() -> tempfile::TempDir {
    let made = tempfile::tempdir().unwrap();
    let at = |name: &str| made.path().join(name);
    fs::copy(one(), at("one.ani")).unwrap();
    fs::write(at("one.xml"), output(&["decode", &one()])).unwrap();
    fs::write(at("one.json"), output(&["decode", "--to", "json", &one()])).unwrap();
    let material = "<Material><Shader source='a.shader' tint='1'/></Material>";
    fs::write(at("a.material.xml"), material).unwrap();
    let document = at("a.material.xml");
    let document = output(&["decode", document.to_str().unwrap()]);
    fs::write(at("a.json"), document).unwrap();
    made
}

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let done = formwork(arguments).current_dir(folder).assert();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn texts_are_identified_as_what_they_stand_for() {
    let texts = texts();
    let names = ["identify", "one.xml", "one.json", "a.json"];
    assert_eq!(
        printed(texts.path(), &names),
        "one.xml: urho3d.animation UANI as XML (Urho3D family)\n\
         one.json: urho3d.animation UANI as JSON (Urho3D family)\n\
         a.json: horde3d.material current as JSON (Horde3D)\n"
    );
    // Any tool may have written them again, with members in another order.
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(texts.path().join("one.json")).unwrap()).unwrap();
    let sorted = json!({
        "format": json["format"], "formwork": json["formwork"], "value": json["value"], "version": json["version"],
    });
    let sorted = sorted.to_string();
    formwork(&["identify", "-"])
        .write_stdin(sorted)
        .assert()
        .success()
        .stdout(contains("urho3d.animation UANI as JSON"));
}

#[test]
fn texts_are_looked_into_as_the_files_that_they_stand_for() {
    let texts = texts();
    let objects_of = |arguments: &[&str]| objects(printed(texts.path(), arguments).as_bytes());
    let seen = objects_of(&["inspect", "--json", "one.ani", "one.xml", "one.json"]);
    assert_eq!(
        (&seen[0]["form"], &seen[1]["form"]),
        (&json!(null), &json!("xml"))
    );
    for text in &seen[1..] {
        assert_eq!(
            (&text["facts"], &text["bytes"]),
            (&seen[0]["facts"], &seen[0]["bytes"])
        );
    }
    let file = printed(texts.path(), &["dump", "one.ani"]);
    assert_eq!(printed(texts.path(), &["dump", "one.xml"]), file);
    for text in ["one.xml", "one.json"] {
        assert_eq!(printed(texts.path(), &["diff", "one.ani", text]), "");
    }
    let checked = objects_of(&["check", "--json", "one.xml", "a.json"]);
    assert_eq!(
        (&checked[0]["status"], &checked[0]["steps"][0]),
        (&json!("ok"), &json!("encode"))
    );
    // Its lines would be those of the document, which nobody has.
    let told = &checked[1]["diagnostics"][0];
    assert_eq!(
        (&told["code"], &told["line"]),
        (&json!("X0106-unknown-attribute"), &json!(null))
    );
    // From one form to the other.
    assert_eq!(
        printed(texts.path(), &["decode", "--to", "json", "one.xml"]),
        fs::read_to_string(texts.path().join("one.json")).unwrap()
    );
}

#[test]
fn mistakes_in_texts_are_told_at_their_line_in_every_command() {
    let texts = texts();
    let wrong = fs::read_to_string(texts.path().join("one.xml")).unwrap();
    let wrong = wrong.replace("length=\"1\"", "length=\"long\"");
    fs::write(texts.path().join("wrong.xml"), wrong).unwrap();
    for command in ["inspect", "dump", "encode"] {
        formwork(&[command, "wrong.xml"])
            .current_dir(&texts)
            .assert()
            .code(4)
            .stderr(contains("length at line 2, column").and(contains("`long`")));
    }
    let json = fs::read_to_string(texts.path().join("one.json")).unwrap();
    for (right, wrong, told) in [
        (
            "\"UANI\"",
            "\"UANX\"",
            "version at line 4, column 3: `UANX` is not a known version",
        ),
        (
            "\"formwork\": 2",
            "\"formwork\": 1.5",
            "at line 2, column 3: `formwork` is 1.5",
        ),
        (
            "\"length\": 1,",
            "\"length\": ,",
            "not JSON: expected a value",
        ),
        (
            "\"formwork\": 2",
            "\"formwork\": \"2\"",
            "expected a whole number, found \"2\"",
        ),
    ] {
        formwork(&["encode", "-"])
            .write_stdin(json.replace(right, wrong))
            .assert()
            .stderr(contains(told));
    }
    formwork(&["encode", "-"])
        .write_stdin("\n<urho3d.animaton/>")
        .assert()
        .code(3)
        .stderr(contains(
            "at line 2, column 2: `urho3d.animaton` is not a format that has XML",
        ));
}

#[test]
fn foreign_files_have_names_and_readers() {
    let made = tempfile::tempdir().unwrap();
    for (name, bytes, said) in [
        (
            "a.mdl",
            &b"IDST\x0a\0\0\0"[..],
            "a Half-Life model (IDST 10); Crowbar decompiles it",
        ),
        (
            "a.mdl",
            b"IDST\x30\0\0\0",
            "a Source model (IDST 48); Crowbar decompiles it",
        ),
        (
            "a.blend",
            b"BLENDER-v300",
            "a Blender file; Blender opens it",
        ),
        (
            "a.ma",
            b"//Maya ASCII 2022 scene",
            "a Maya scene (ASCII); Maya opens it",
        ),
        ("a.mb", b"FOR8\0\0\0\0", "a Maya scene (binary)"),
        (
            "a.geo",
            b"[\n\t\"fileversion\",\"18\",\n\t\"pointcount\",8]",
            "a Houdini geometry; Houdini opens it",
        ),
        ("a.bgeo", b"\x7fNSJb", "a Houdini geometry (binary)"),
        ("a.fbx", b"Kaydara FBX Binary  \0", "an FBX file (binary)"),
        (
            "a.fbx",
            b"; FBX 7.4.0 project file\n",
            "an FBX file (ASCII)",
        ),
        (
            "a.material.xml",
            b"\xff\xfe<\0M\0",
            "XML text in UTF-16; an editor saves it as UTF-8",
        ),
        ("a.glb", b"glTF\x02\0\0\0", "a glTF file (binary)"),
        (
            "a.gltf",
            b"{\"asset\": {\"version\": \"2.0\"}}",
            "a glTF file; ",
        ),
        (
            "a.obj",
            b"# made\nmtllib a.mtl\nv 0 0 0\nvt 0 0\nf 1 2 3\n",
            "an OBJ model",
        ),
        (
            "a.dae",
            b"<?xml version='1.0'?>\n<COLLADA version='1.4.1'/>",
            "a COLLADA file; Assimp reads it",
        ),
        (
            "a.anim",
            b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n",
            "an asset of Unity (YAML)",
        ),
    ] {
        let path = made.path().join(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        formwork(&["identify", path])
            .assert()
            .code(3)
            .stdout(contains(format!("not ours: {said}")));
        formwork(&["inspect", path])
            .assert()
            .code(3)
            .stderr(contains(said.split(';').next().unwrap()));
    }
}

#[test]
fn a_damaged_magic_is_told_byte_by_byte_and_read_all_the_same() {
    let made = tempfile::tempdir().unwrap();
    let path = made.path().join("a.mdl");
    let model = folder().join("urho3d/model/umd2-plain.mdl");
    let mut bytes = fs::read(&model).unwrap();
    bytes[2] = b'E';
    fs::write(&path, &bytes).unwrap();
    let path = path.to_str().unwrap();
    let told = || {
        contains("it begins with 55 4d 45 32 (`UME2`)")
            .and(contains(
                "`UMD2` but for the byte at 0x2, 45 in place of 44",
            ))
            .and(contains("--as-format urho3d.model"))
    };
    formwork(&["identify", path])
        .assert()
        .code(3)
        .stdout(told());
    formwork(&["dump", path]).assert().code(3).stderr(told());

    let forced = formwork(&["dump", "--as-format", "urho3d.model", path])
        .assert()
        .success();
    let note = "note: the first 4 bytes are 55 4d 45 32, and are read as 55 4d 44 32";
    let forced = forced.stderr(contains(note));
    let whole = output(&["dump", model.to_str().unwrap()]);
    assert_eq!(String::from_utf8_lossy(&forced.get_output().stdout), whole);
    // Up to the next mistake.
    formwork(&["dump", "--as-format", "urho3d.model:UMDL", path])
        .assert()
        .code(4)
        .stdout(contains("version.magic").and(contains("\"UMDL\"")));
    formwork(&["dump", "--as-format", "urho3d.model:UMD9", path])
        .assert()
        .code(2)
        .stderr(contains(
            "`urho3d.model` has no version `UMD9`; it has UMD2",
        ));
    // Nothing is nearest; a text of the format is one all the same.
    let unlike = made.path().join("unlike.mdl");
    fs::write(&unlike, b"XXXX\0\0\0\0").unwrap();
    formwork(&[
        "dump",
        "--as-format",
        "urho3d.model",
        unlike.to_str().unwrap(),
    ])
    .assert()
    .code(2)
    .stderr(contains(
        "resemble no magic of the format; say which version is meant: UMD2",
    ));
    let text = made.path().join("a.xml");
    fs::write(&text, output(&["decode", model.to_str().unwrap()])).unwrap();
    let text = text.to_str().unwrap();
    formwork(&["diff", "--as-format", "urho3d.model", path, text])
        .assert()
        .success()
        .stdout("");
    formwork(&["textconv", "--as-format", "urho3d.model", path])
        .assert()
        .success()
        .stdout(contains("format: urho3d.model\nversion: UMD2\n"));
    formwork(&["identify", "--as-format", "urho3d.model", path])
        .assert()
        .code(2);
    formwork(&["check", "--as-format", "urho3d.modle", path])
        .assert()
        .code(2)
        .stderr(contains("there is no format `urho3d.modle`"));
}

#[test]
fn a_path_of_one_command_works_in_the_others() {
    let made = tempfile::tempdir().unwrap();
    let model = folder().join("urho3d/model/umd2-skinned.mdl");
    let model = model.to_str().unwrap();
    let xml = output(&["decode", model]);
    let other = made.path().join("other.xml");
    let place = "vertex_buffers[0].vertices[1].position.x";
    let line = xml
        .lines()
        .filter(|line| line.contains("<vertex "))
        .nth(1)
        .unwrap();
    let edited = line.replacen("position=\"", "position=\"7", 1);
    fs::write(&other, xml.replace(line, &edited)).unwrap();
    formwork(&["diff", model, other.to_str().unwrap()])
        .assert()
        .code(1)
        .stdout(contains(format!("{place}: ")));
    formwork(&["dump", "--path", place, model])
        .assert()
        .success()
        .stdout(contains(place));
    // Several at once, as `diff` and `dump` print them.
    let some = output(&[
        "dump",
        "--path",
        "vertex_buffers[0].vertices[1..3].position",
        model,
    ]);
    assert_eq!(some.lines().count(), 6, "{some}");
    let all = output(&["dump", "--path", "bones[*].name", model]);
    assert_eq!(all.lines().count(), xml.matches("<bone ").count(), "{all}");
    // As layouts have it, too.
    let layouts = "vertex_buffers[0].vertices.declared[1].position.x";
    formwork(&["dump", "--path", layouts, model])
        .assert()
        .success()
        .stdout(contains(place));
    fs::write(
        &other,
        xml.replace(line, &line.replacen("position=\"", "position=\"x", 1)),
    )
    .unwrap();
    formwork(&["encode", other.to_str().unwrap()])
        .assert()
        .code(4)
        .stderr(contains("vertex_buffers[0].vertices[1].position at line "));
    // One vocabulary for the attributes.
    formwork(&["inspect", model])
        .assert()
        .success()
        .stdout(contains("blend_weights: ").and(contains("blend_indices: ")));
    assert!(xml.contains("blend_weights=\"") && xml.contains("blend_indices=\""));
}

#[test]
fn commands_of_other_programs_are_told_by_what_ours_do() {
    for (command, tip) in [
        ("validate", "`check` proves"),
        ("extract", "`unpack` writes"),
        ("export", "`convert` makes"),
        ("view", "`inspect` shows"),
    ] {
        formwork(&[command, "a.mdl"])
            .assert()
            .code(2)
            .stderr(contains("tip: ").and(contains(tip)));
    }
}

#[test]
fn a_tolerance_leaves_small_differences_out() {
    let made = tempfile::tempdir().unwrap();
    let other = made.path().join("other.xml");
    let xml = output(&["decode", &one()]);
    fs::write(
        &other,
        xml.replace("length=\"1\"", "length=\"1.0009765625\""),
    )
    .unwrap();
    let other = other.to_str().unwrap();
    formwork(&["diff", &one(), other])
        .assert()
        .code(1)
        .stdout(contains("length: 1 → 1.00"));
    formwork(&["diff", "--tolerance", "0.001", &one(), other])
        .assert()
        .success()
        .stdout("");
    formwork(&["diff", "--tolerance", "0.0009", &one(), other])
        .assert()
        .code(1);
    formwork(&["diff", "--tolerance", "-1", &one(), other])
        .assert()
        .code(2);
    // What is no floating-point number has no tolerance.
    fs::write(other, xml.replace("name=\"Hip\"", "name=\"Hop\"")).unwrap();
    formwork(&["diff", "--tolerance", "9", &one(), other])
        .assert()
        .code(1);
}
