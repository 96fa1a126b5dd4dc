//! Formats that are text: what is refused on writing, and what is found beside a file.

use std::{fs, path::PathBuf};

use crate::common::{folder, formwork, objects};
use serde_json::json;

fn encode(format: &str, value: &serde_json::Value) -> (i32, String) {
    let version = if format == "horde3d.code" {
        "GLSL"
    } else {
        "current"
    };
    let object = json!({ "formwork": 1, "format": format, "version": version, "value": value });
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
        ("horde3d.pipeline", &pipeline, "engines would drop some"),
        ("horde3d.pipeline", &unbound, "`none`, which is not set up"),
        ("horde3d.compute", &compute, "2 numbers do not fit"),
        ("horde3d.code", &code, "without a name in quotes"),
        ("horde3d.scene", &attachment, "attachment"),
        ("horde3d.scene", &mesh, "engines drop this `Mesh`"),
        ("horde3d.scene", &reference, "engines drop this `Reference`"),
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
fn what_one_engine_refuses_is_a_warning_of_a_texture_and_an_error_for_it() {
    let path = folder().join("texture/dds/124-dx10-bc7.dds");
    let run = formwork(&["check", "--json", path.to_str().unwrap()])
        .assert()
        .success();
    let all = objects(&run.get_output().stdout);
    assert_eq!(all[0]["status"], "ok");
    let told = &all[0]["diagnostics"][0];
    assert_eq!(told["code"], "T0129-dds-refused-by-urho");
    assert_eq!(told["severity"], "warning");
    assert_eq!(
        told["refuses"],
        serde_json::json!(["urho3d-1.7", "urho3d", "u3d", "dry", "rbfx", "atomic"])
    );
    let profile =
        |engine| formwork(&["check", "--profile", engine, path.to_str().unwrap()]).assert();
    profile("urho3d").code(1);
    profile("horde3d").success();
}

/// One real-looking document of every format that is XML.
const DOCUMENTS: [(&str, &[u8]); 7] = [
    (
        "a.material.xml",
        b"\xef\xbb\xbf<Material>\r\n\t<!-- red --><Shader source='a.shader'/>\r\n</Material>\r\n",
    ),
    (
        "a.scene.xml",
        b"<?xml version='1.0'?>\n<Group   name=\"a\"><Odd/></Group>",
    ),
    ("b.scene.xml", b"<Model name='caf\xe9' geometry='a.geo' />"),
    ("a.pipeline.xml", b"<Pipeline><CommandQueue/></Pipeline>"),
    (
        "a.particle.xml",
        b"<ParticleEffect lifeMin='1' lifeMax='2'></ParticleEffect>",
    ),
    (
        "a.compute.xml",
        b"<ComputeBuffer dataElementsCount='1' dataSize='4'></ComputeBuffer>",
    ),
    ("a.xml", b"<Joint name='j' jointIndex='0'/>"),
];

#[test]
fn documents_are_their_own_xml() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in DOCUMENTS {
        fs::write(folder.path().join(name), bytes).unwrap();
        // A scene of one joint is known to be one only by who says so.
        if name != "a.xml" {
            let mut decode = formwork(&["decode", "--to", "xml", name]);
            let decode = decode.current_dir(&folder).assert().success();
            assert_eq!(decode.get_output().stdout, bytes, "{name}");
        }
        let piped = formwork(&["encode", "-"])
            .write_stdin(bytes)
            .assert()
            .success();
        assert_eq!(piped.get_output().stdout, bytes, "{name}");
        let mut encode = formwork(&["encode", name, "-o", "out"]);
        encode.current_dir(&folder).assert().success();
        assert_eq!(
            fs::read(folder.path().join("out")).unwrap(),
            bytes,
            "{name}"
        );
        fs::remove_file(folder.path().join("out")).unwrap();
    }
    let text = folder.path().join("as.xml");
    let decode = ["decode", "a.material.xml", "-o", "as.xml"];
    formwork(&decode).current_dir(&folder).assert().success();
    assert_eq!(fs::read(text).unwrap(), DOCUMENTS[0].1);
}

#[test]
fn documents_that_engines_refuse_are_not_encoded() {
    for (text, code, said) in [
        ("<Material><Shader source=''/></Material>", 4, "Shader"),
        ("<ParticleConfig/>", 4, "ParticleEffect"),
        ("<Material><Shader source='a'></Material>", 4, "line 1"),
        ("<material/>", 3, "is not a format that has XML"),
    ] {
        let encode = formwork(&["encode", "-"]).write_stdin(text).assert();
        let told = encode.code(code).stdout("").get_output().stderr.clone();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(said), "{text}: {told}");
    }
}

#[test]
fn shaders_and_code_have_no_xml() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.glsl"), "uniform mat4 viewProjMat;\n").unwrap();
    for arguments in [&["--to", "xml"][..], &["-o", "a.xml"]] {
        let mut decode = formwork(&["decode", "a.glsl"]);
        let decode = decode.args(arguments).current_dir(&folder).assert().code(2);
        let told = String::from_utf8(decode.get_output().stderr.clone()).unwrap();
        assert!(
            told.contains("`horde3d.code` has no XML form: decode it to JSON"),
            "{told}"
        );
        assert!(!folder.path().join("a.xml").exists());
    }
}

#[test]
fn nothing_is_shown_in_another_order() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("a.material.xml");
    let text = "<Material>\n\t<Shader source=\"a\u{202e}lmth.shader\" />\n</Material>\n";
    fs::write(&scene, text).unwrap();
    let printed = |command: &str| {
        let run = formwork(&[command]).arg(&scene).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    assert!(printed("textconv").contains("a\\u{202e}lmth"));
    let json = printed("decode");
    assert!(json.contains("a\\u202elmth"), "{json}");
    let back = formwork(&["encode", "-"]).write_stdin(json).assert();
    let back = String::from_utf8(back.success().get_output().stdout.clone()).unwrap();
    assert!(back.contains("a\u{202e}lmth"), "{back}");
}

/// Texts of several formats, and each with comments or another layout.
fn variations() -> Vec<(String, Vec<u8>)> {
    let folders = ["../samples/horde3d", "../tests/texts/horde3d"];
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = folders.map(|folder| root.join(folder)).into();
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".xml") || name.ends_with(".shader") {
                all.push((name, fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    assert!(all.len() > 10);
    let varied = all.into_iter().flat_map(|(name, text)| {
        let comment = match text.starts_with('<') {
            true => format!("{text}<!-- the end -->\n"),
            false => text.replacen("[[FX]]", "[[FX]]\n// the effect", 1),
        };
        let lines = text.replace('\n', "\r\n");
        let spaces = text.replacen('=', " = ", 1);
        let mark = format!("\u{feff}{text}");
        [text, comment, lines, spaces, mark].map(|text| (name.clone(), text.into_bytes()))
    });
    varied.collect()
}

#[test]
fn decode_reports_comments_and_layout_that_are_not_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| formwork(arguments).current_dir(&folder).assert();
    let note = "does not keep all comments and layout";
    let mut seen = [0, 0];
    for (name, bytes) in variations() {
        fs::write(folder.path().join(&name), &bytes).unwrap();
        let decode = run(&["decode", "--to", "json", &name, "-o", "it.json", "--force"]);
        let decode = decode.get_output().clone();
        if !decode.status.success() {
            continue;
        }
        let told = String::from_utf8(decode.stderr).unwrap();
        let encode = run(&["encode", "it.json"]).get_output().clone();
        let is_lost = encode.status.success() && encode.stdout != bytes;
        assert_eq!(told.contains(note), is_lost, "{name}: {told}");
        seen[usize::from(is_lost)] += 1;
        if name.ends_with(".xml") {
            let xml = run(&["decode", "--to", "xml", &name]).success();
            assert!(xml.get_output().stderr.is_empty());
        }
        // What comes back is written as `encode` writes it.
        if encode.status.success() {
            fs::write(folder.path().join(&name), encode.stdout).unwrap();
            let again = run(&["decode", "--to", "json", &name]).success();
            assert!(again.get_output().stderr.is_empty(), "{name}");
        }
    }
    assert!(seen.iter().all(|seen| *seen > 5), "{seen:?}");
}
