//! What `encode` would have to lose, or to guess, is refused with its place, in every format and form.

use crate::common::{ani, formwork, output};
use predicates::{prelude::*, str::contains};

/// Asks that a text is refused in these words.
fn refused(text: &str, said: &str) {
    let encode = formwork(&["encode", "-"])
        .write_stdin(text.to_owned())
        .assert();
    let encode = encode.code(4).stdout("");
    encode.stderr(contains(said).and(contains("panicked").not()));
}

/// A text of `decode` in which `before` is `after`: refused in these words.
fn changed(text: &str, before: &str, after: &str, said: &str) {
    assert!(text.contains(before), "{before} in {text}");
    refused(&text.replacen(before, after, 1), said);
}

const SHADER: &str = r#"{"formwork": 1, "format": "horde3d.shader", "version": "FX", "value": {
"uniforms": [{"name": "u", "type": "float4", "value": [1, 2, 3, 4], "written": 4}],
"contexts": [{"name": "A", "backend": "OpenGL2", "stages": {"VertexShader": "V", "PixelShader": "V"}, "state": {
"z_write_enable": true, "z_enable": true, "z_func": "LessEqual", "blend_mode": "Replace", "cull_mode": "Back",
"alpha_to_coverage": false, "tess_patch_vertices": 1}}],
"sections": [{"name": "V", "code": "\nvoid main(){}\n"}]}}"#;

#[test]
fn shaders_are_read_strictly() {
    let whole = formwork(&["encode", "-"]).write_stdin(SHADER).assert();
    whole.success().stdout(contains("float4 u"));
    for (before, after, said) in [
        (
            "\"z_enable\": true",
            "\"z_enable\": false, \"z_enable\": true",
            "value.contexts[0].state.z_enable at line 4, column 44: `z_enable` is there twice",
        ),
        ("\"value\": {", "\"value\": {}, \"value\": {", "`value`"),
        (
            "3, 4]",
            "3, 4, 5, 6]",
            "uniforms[0].value at line 2, column 55: expected 4 numbers, found 6",
        ),
        ("3, 4]", "3]", "expected 4 numbers, found 3"),
        (
            "\"written\": 4",
            "\"written\": 5",
            "expected at most 4 numbers, found 5",
        ),
        (
            "3, 4]",
            "3, 1e-46]",
            "uniforms[0].value[3] at line 2, column 65: `1e-46` is too small",
        ),
        ("3, 4]", "3, -1e39]", "`-1e39` is too large for f32"),
        ("3, 4]", "3, \"4\"]", "uniforms[0].value[3]"),
        (
            "\"z_func\"",
            "\"Z_func\"",
            "state at line 4, column 43: unknown member `Z_func`",
        ),
        (
            "\"VertexShader\": \"V\"",
            "\"PixelShader\": \"W\"",
            "`PixelShader` is there twice",
        ),
        (
            "\"tess_patch_vertices\": 1",
            "\"tess_patch_vertices\": true",
            "tess_patch_vertices at line 5",
        ),
    ] {
        changed(SHADER, before, after, said);
    }
}

#[test]
fn documents_are_read_strictly() {
    let object = |value: &str| {
        format!(
            "{{\"formwork\":1,\"format\":\"horde3d.material\",\"version\":\"current\",\"value\":\n{value}}}"
        )
    };
    for (value, said) in [
        (
            r#"{"class": "a", "class": "b"}"#,
            "value.class at line 2, column 16: `class` is there twice",
        ),
        (
            r#"{"uniforms": [{"name": "u", "a": 1e-46}]}"#,
            "uniforms[0].a at line 2, column 34: `1e-46` is too small for f32: it would be 0",
        ),
        (
            r#"{"uniforms": [{"name": "u", "b": 1e39}]}"#,
            "uniforms[0].b at line 2, column 34: `1e39` is too large",
        ),
        (
            r#"{"uniforms": [{"name": "u", "b": "1e99"}]}"#,
            "expected a number",
        ),
        (
            r#"{"uniforms": [{"name": "u", "c": [1, 2]}]}"#,
            "expected a number, \"nan\"",
        ),
        (
            r#"{"uniforms": [{"name": "u", "A": 1}]}"#,
            "uniforms[0].A at line 2, column 29: `Uniform` has no member",
        ),
        (
            r#"{"uniforms": {"name": "u"}}"#,
            "uniforms at line 2, column 14: expected a list, found an object",
        ),
        (
            r#"{"unknown": {"attributes": [["a", "b", "c"]]}}"#,
            "unknown.attributes[0][2] at line 2, column 40: expected 2 items, found 3",
        ),
    ] {
        refused(&object(value), said);
    }
    let scene = r#"{"formwork":1,"format":"horde3d.scene","version":"current","value":
{"Group": {"name": "a", "children": [{"Group": {"name": "b"}, "Group": {"name": "c"}}]}}}"#;
    refused(
        scene,
        "Group.children[0].Group at line 2, column 63: `Group` is there twice",
    );
}

#[test]
fn binary_formats_are_read_strictly() {
    let path = ani("uani-one.ani");
    let path = path.to_str().unwrap();
    let json = output(&["decode", path, "--to", "json"]);
    let position = "\"position\": [1, 0, 0]";
    let time = "\"time\": 0";
    for (before, after, said) in [
        (
            position,
            "\"position\": [1, 0, 0, 0, 0, 0]",
            "keyframes[0].position at line 13, column 35: expected 3 numbers, found more",
        ),
        (
            position,
            "\"position\": [1, 0]",
            "expected 3 numbers, found 2",
        ),
        (
            position,
            "\"position\": [1, 0, 1e-46]",
            "position at line 13, column 42: `1e-46` is too small for f32",
        ),
        (
            position,
            "\"position\": [1, 0, 1e39]",
            "`1e39` is too large for f32",
        ),
        (
            time,
            "\"time\": 0, \"time\": 0",
            "keyframes[0] at line 13, column 23: `time` is there twice",
        ),
        (time, "\"Time\": 0", "unknown member `Time`"),
        (
            "\"version\": \"UANI\"",
            "\"version\": \"UANI\", \"version\": \"UANI\"",
            "duplicate member `version`",
        ),
    ] {
        changed(&json, before, after, said);
    }
    let xml = output(&["decode", path, "--to", "xml"]);
    let position = "position=\"1 0 0\"";
    let keyframe = "<keyframe time=\"0\"";
    for (before, after, said) in [
        (
            position,
            "position=\"1 0 0 0 0 0\"",
            "position at line 4, column 34: expected 3 numbers, found 6",
        ),
        (position, "position=\"1 0\"", "expected 3 numbers, found 2"),
        (
            position,
            "position=\"1e-46 0 0\"",
            "position at line 4, column 34: `1e-46` is too small for f32",
        ),
        (
            position,
            "position=\"1 0 -1e39\"",
            "`-1e39` is too large for f32",
        ),
        (
            keyframe,
            "<keyframe time=\"0\" time=\"0\"",
            "keyframes[0] at line 4, column 30: `time` is there twice",
        ),
        (
            keyframe,
            "<keyframe Time=\"0\"",
            "`keyframe` has no attribute `Time`",
        ),
        (
            "</track>",
            "</track><trailing>AA==</trailing><trailing>AA==</trailing>",
            "twice",
        ),
    ] {
        changed(&xml, before, after, said);
    }
}
