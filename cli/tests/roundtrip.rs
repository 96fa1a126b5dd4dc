//! `decode` and `encode`: every fixture comes back through a pipe, whatever the text looks like.

use std::fs;

use crate::common::{fixtures, formwork, one, output};
use predicates::{prelude::*, str::contains};
use serde_json::{Map, Value};

/// Whether a line tells of something that is odd about a file.
fn is_told(line: &str) -> bool {
    const TOLD: [&str; 3] = [
        ": error: ",
        ": warning: ",
        "more; `formwork inspect` tells all",
    ];
    TOLD.iter().any(|words| line.contains(words))
}

#[test]
fn every_fixture_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for path in fixtures() {
        for form in ["xml", "json"] {
            let mut decode = formwork(&["decode", path.to_str().unwrap(), "--to", form]);
            let text = decode.assert().success().get_output().stdout.clone();
            let mut encode = formwork(&["encode", "-", "-o", out.to_str().unwrap(), "-f"]);
            // What is odd about a fixture is told.
            let encode = encode.write_stdin(text).assert().success().stdout("");
            let said = String::from_utf8(encode.get_output().stderr.clone()).unwrap();
            assert!(said.lines().all(is_told), "{said}");
            assert_eq!(
                fs::read(&out).unwrap(),
                fs::read(&path).unwrap(),
                "{path:?} {form}"
            );
        }
    }
}

#[test]
fn standard_input_and_output_go_both_ways() {
    let bytes = fs::read(one()).unwrap();
    for to in [&[][..], &["-o", "-"]] {
        let mut decode = formwork(&["decode", "-"]);
        let decode = decode
            .args(to)
            .write_stdin(bytes.clone())
            .assert()
            .success();
        let text = decode.stderr("").get_output().stdout.clone();
        let mut encode = formwork(&["encode", "-"]);
        let encode = encode.args(to).write_stdin(text).assert().success();
        let encode = encode.stderr("");
        assert_eq!(encode.get_output().stdout, bytes);
    }
}

#[test]
fn a_file_may_be_called_minus() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(one(), folder.path().join("-")).unwrap();
    let mut check = formwork(&["check", "./-"]);
    check
        .current_dir(&folder)
        .assert()
        .success()
        .stdout(contains("./-: ok"));
    let mut decode = formwork(&["decode", "./-", "-o", "./-.xml"]);
    decode.current_dir(&folder).assert().success().stdout("");
    let mut encode = formwork(&["encode", "./-.xml", "-o", "./-", "-f"]);
    encode.current_dir(&folder).assert().success().stdout("");
    assert_eq!(
        fs::read(folder.path().join("-")).unwrap(),
        fs::read(one()).unwrap()
    );
}

#[test]
fn trailing_bytes_are_kept_and_reported() {
    let trailing = crate::common::ani("uani-trailing.ani");
    let decode = formwork(&["decode", trailing.to_str().unwrap()])
        .assert()
        .success();
    decode
        .stdout(contains("<trailing>"))
        .stderr(contains("7 bytes after the end are kept"));
}

#[test]
fn the_form_is_what_was_asked_for_or_what_the_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str, char); 6] = [
        (&[], "a.xml", '<'),
        (&[], "a.json", '{'),
        (&[], "a.other", '<'),
        (&["--json"], "b.xml", '<'),
        (&["--json"], "b.other", '{'),
        (&["--to", "json"], "c.other", '{'),
    ];
    for (arguments, name, start) in cases {
        let mut run = formwork(&["decode", &one(), "-o", name]);
        run.args(arguments).current_dir(&folder).assert().success();
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.starts_with(start), "{arguments:?} {name}");
    }
    assert!(output(&["decode", &one(), "--json"]).starts_with('{'));
    assert!(output(&["decode", &one(), "--json", "--to", "xml"]).starts_with('<'));
}

#[test]
fn members_may_stand_in_any_order() {
    for path in fixtures() {
        let text = output(&["decode", path.to_str().unwrap(), "--to", "json"]);
        let turned = reversed(serde_json::from_str(&text).unwrap()).to_string();
        let encode = formwork(&["encode", "-"])
            .write_stdin(turned)
            .assert()
            .success();
        assert_eq!(
            encode.get_output().stdout,
            fs::read(&path).unwrap(),
            "{path:?}"
        );
    }
}

/// The same value with the members of every object in reverse.
fn reversed(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().rev();
            let members: Map<_, _> = members
                .map(|(name, value)| (name, reversed(value)))
                .collect();
            members.into()
        }
        Value::Array(items) => items.into_iter().map(reversed).collect(),
        other => other,
    }
}

#[test]
fn trailing_bytes_may_be_left_out() {
    let path = crate::common::ani("uani-trailing.ani");
    let text = output(&["decode", path.to_str().unwrap(), "--to", "json"]);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    assert!(value.as_object_mut().unwrap().remove("trailing").is_some());
    let encode = formwork(&["encode", "-"])
        .write_stdin(value.to_string())
        .assert()
        .success();
    let whole = fs::read(path).unwrap();
    assert_eq!(encode.get_output().stdout, whole[..whole.len() - 7]);
}

#[test]
fn a_tree_that_contradicts_itself_is_refused() {
    let xml = output(&["decode", &one()]).replace(" position=\"1 0 0\"", "");
    let json = output(&["decode", &one(), "--to", "json"]).replace(", \"position\": [1, 0, 0]", "");
    for text in [xml, json] {
        assert!(!text.contains("position"), "{text}");
        let encode = formwork(&["encode", "-"])
            .write_stdin(text)
            .assert()
            .code(4)
            .stdout("");
        encode.stderr(contains("standard input: invalid: tracks[0].keyframes[0]"));
    }
}

#[test]
fn a_mistake_in_the_text_has_a_line_and_a_column() {
    let text = output(&["decode", &one()]).replace("time=\"0\"", "time=\"0\" tim=\"3\"");
    let encode = formwork(&["encode", "-"])
        .write_stdin(text.clone())
        .assert()
        .code(4);
    let place = format!(
        "tracks[0].keyframes[0] at line 4, column {}: `keyframe` has no attribute `tim`",
        column(&text)
    );
    encode.stdout("").stderr(contains(place));
    let encode = formwork(&["encode", "-", "--json"])
        .write_stdin(text.clone())
        .assert()
        .code(4);
    let error = &crate::common::objects(&encode.get_output().stdout)[0]["error"];
    assert_eq!(
        (&error["line"], &error["column"]),
        (&4.into(), &column(&text).into())
    );
    assert_eq!(
        (&error["path"], &error["offset"]),
        (&"tracks[0].keyframes[0]".into(), &Value::Null)
    );
}

/// Where the value of the attribute `tim` begins in its line, from 1.
fn column(text: &str) -> usize {
    let before = "tim=\"";
    text.lines().nth(3).unwrap().find(before).unwrap() + before.len() + 1
}

#[test]
fn what_is_no_text_of_ours_is_refused() {
    let cases: [(&[u8], i32, &str); 6] = [
        (b" \n", 4, "malformed: the text is empty"),
        (b"{}", 4, "missing the member `formwork`"),
        (b"\xff\xfe", 4, "not a text in UTF-8"),
        (b"<walk/>", 3, "`walk` is not a format that has XML"),
        (
            br#"{"formwork":1,"format":"walk","value":{}}"#,
            3,
            "known are",
        ),
        (
            br#"{"formwork":3,"format":"urho3d.animation","version":"UANI","value":{}}"#,
            3,
            "only 1 to 2 are understood",
        ),
    ];
    for (text, code, said) in cases {
        let encode = formwork(&["encode", "-"]).write_stdin(text).assert();
        let encode = encode.code(code).stdout("").stderr(contains(said));
        encode.stderr(contains("standard input: ").and(contains("panicked").not()));
    }
}
