//! Mistakes of texts are blamed on what is wrong, at its line.

use crate::common::{formwork, output};
use predicates::str::contains;

/// One of the samples.
fn sample(name: &str) -> String {
    format!("{}/../samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The line of a text on which something stands, from 1.
fn line(text: &str, what: &str) -> usize {
    1 + text.lines().position(|line| line.contains(what)).unwrap()
}

/// What `encode` says of a text.
#[track_caller]
fn refused(text: &str, words: &[&str]) {
    let mut run = formwork(&["encode", "-", "-o", "-"]);
    let mut done = run.write_stdin(text.to_owned()).assert().failure();
    for word in words {
        done = done.stderr(contains(*word));
    }
}

#[test]
fn a_number_that_chooses_nothing_is_blamed_itself() {
    let model = output(&["decode", &sample("urho3d/Figure.mdl")]);
    let wrong = model.replacen("index_size=\"2\"", "index_size=\"3\"", 1);
    let place = format!("index_size at line {}", line(&model, "index_size"));
    refused(
        &wrong,
        &[
            &place,
            "3 is nothing that is known here",
            "`index_size == 2`",
        ],
    );
}

#[test]
fn a_package_of_another_size_is_told_its_size() {
    let package = output(&["decode", &sample("urho3d/Figure.pak")]);
    let size = std::fs::metadata(sample("urho3d/Figure.pak"))
        .unwrap()
        .len();
    let said = format!("package_size=\"{size}\" checksum=");
    let package = package.replacen("checksum=", &said, 1);
    let entries: Vec<&str> = package.lines().collect();
    let others = entries
        .iter()
        .filter(|line| !line.contains("Models/Crate.mdl"));
    let wrong: Vec<&str> = others.copied().collect();
    let place = format!("package_size at line {}", line(&package, "package_size"));
    let said = format!("is {size}, and the file has another length");
    refused(&wrong.join("\n"), &[&place, &said, "leave it out"]);
}

const SHADER: &str = "[[FX]]\nsampler2D one;\nsampler2D two;\ncontext A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; }\n\n[[V]]\nvoid main() {}\n";

/// The JSON of a shader.
fn shader() -> String {
    let made = tempfile::tempdir().unwrap();
    let file = made.path().join("a.shader");
    std::fs::write(&file, SHADER).unwrap();
    output(&["decode", file.to_str().unwrap()])
}

#[test]
fn what_no_shader_means_is_told_where_it_stands() {
    let json = shader();
    let wrong = json.replacen("\"two\"", "\"t wo\"", 1);
    // The line on which its object begins.
    let place = format!("samplers[1] at line {}", line(&json, "\"two\"") - 1);
    refused(&wrong, &[&place, "no text means this tree"]);
}

#[test]
fn versions_of_documents_and_shaders_are_checked() {
    let json = shader();
    let wrong = json.replacen("\"version\": \"FX\"", "\"version\": \"XF\"", 1);
    refused(
        &wrong,
        &["version at line 4", "the text says `XF`", "write `FX`"],
    );

    let document = sample("horde3d/forward.pipeline.xml");
    let json = output(&["decode", &document]);
    let wrong = json.replacen("\"version\": \"current\"", "\"version\": \"old\"", 1);
    refused(&wrong, &["version at line 4", "the text says `old`"]);
    let none = json.replacen("\"version\": \"current\",", "", 1);
    formwork(&["encode", "-", "-o", "-"])
        .write_stdin(none)
        .assert()
        .success();
}
