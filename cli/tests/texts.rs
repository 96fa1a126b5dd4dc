//! Formats that are text: what is refused on writing, and what is found beside a file.

mod common;

use std::fs;

use common::{folder, formwork, objects};
use serde_json::json;

fn encode(format: &str, value: &serde_json::Value) -> (i32, String) {
    let object = json!({ "formwork": 1, "format": format, "version": "current", "value": value });
    let run = formwork(&["encode", "-"])
        .write_stdin(object.to_string())
        .assert();
    let output = run.get_output();
    assert!(output.status.success() != output.stdout.is_empty());
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code().unwrap(), told)
}

#[test]
fn what_an_engine_refuses_is_not_written() {
    let material = json!({ "shader": { "source": "" } });
    let pipeline = json!({ "setup": { "render_targets": [{ "id": "a" }] } });
    let unbound = json!({ "command_queue": { "stages": [
        { "commands": [{ "BindBuffer": { "sampler": "s", "source_rt": "none" } }] },
    ]}});
    let compute = json!({ "data_size": 4, "data": { "text": "1;2;" } });
    let code = json!({ "code": "#include <x>\n" });
    let attachment = json!({ "Group": { "attachment": "<Foo/>" } });
    let mesh = json!({ "Group": { "children": [{ "Mesh": {} }] } });
    let reference = json!({ "Group": { "children": [{ "Reference": { "scene_graph": "" } }] } });
    let known = json!({ "Group": { "children": [{ "Unknown": "<Group />" }] } });
    for (format, value, needed) in [
        ("horde3d.material", &material, "Material/Shader"),
        (
            "horde3d.pipeline",
            &pipeline,
            "setup[0].render_targets: engines would drop",
        ),
        ("horde3d.pipeline", &unbound, "`none`, which is not set up"),
        ("horde3d.compute", &compute, "2 numbers do not fit"),
        ("horde3d.code", &code, "without a name in quotes"),
        ("horde3d.scene", &attachment, "attachment"),
        (
            "horde3d.scene",
            &mesh,
            "children[0]: engines drop this `Mesh`",
        ),
        (
            "horde3d.scene",
            &reference,
            "children[0]: engines drop this `Reference`",
        ),
        ("horde3d.scene", &known, "children[0]"),
    ] {
        let (exit, told) = encode(format, value);
        assert!(
            exit != 0 && told.contains(needed),
            "{value}: {exit}, {told}"
        );
    }
}

#[test]
fn a_scene_from_standard_input_is_followed() {
    let content = tempfile::tempdir().unwrap();
    fs::write(content.path().join("b.scene.xml"), "<Group name='b'/>").unwrap();
    let folder = content.path().to_str().unwrap();
    let scene = r#"<Group name="a"><Reference name="r" sceneGraph="b.scene.xml" /></Group>"#;
    let run = formwork(&["inspect", "-", "--content", folder, "--json"])
        .write_stdin(scene)
        .assert()
        .success();
    let all = objects(&run.get_output().stdout);
    assert_eq!(all[0]["resources"][1]["state"], "found");
}

#[test]
fn flags_of_includes_are_shown_with_those_of_the_shader() {
    let content = tempfile::tempdir().unwrap();
    let path = content.path().join("a.shader");
    let fx = "[[FX]]\ncontext A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; }\n";
    let code = "[[V]]\n#include \"lib.glsl\"\n#ifdef _F01_Skinning\n#endif\n";
    fs::write(&path, [fx, code].concat()).unwrap();
    fs::write(
        content.path().join("lib.glsl"),
        "#ifdef _F07_Deep\n#endif\n",
    )
    .unwrap();
    let run = formwork(&["inspect", "--json", path.to_str().unwrap()])
        .assert()
        .success();
    let all = objects(&run.get_output().stdout);
    let facts = all[0]["facts"].as_object().unwrap();
    assert_eq!(facts["flags"], json!(["_F01_Skinning"]));
    let with_includes = json!(["_F01_Skinning", "_F07_Deep"]);
    assert_eq!(facts["flags_with_includes"], with_includes);
}

#[test]
fn what_the_engine_refuses_is_a_finding_of_a_texture() {
    let path = folder().join("texture/dds/124-ati2.dds");
    let run = formwork(&["check", "--json", path.to_str().unwrap()])
        .assert()
        .success();
    let all = objects(&run.get_output().stdout);
    assert_eq!(all[0]["status"], "ok");
    assert_eq!(all[0]["findings"][0]["code"], "engine-refuses");
}
