//! The generations of shader files are told apart, and other files are not taken for them.

use formwork_formats::{
    Confidence, TextFormat,
    horde3d::{Code, Shader},
};

fn version(head: &str, name: &str) -> Option<Option<&'static str>> {
    Shader::recognise(head.as_bytes(), name).map(|found| found.version)
}

#[test]
fn generations_are_recognised() {
    let of = |head: &str| version(head, "a.shader").flatten();
    assert_eq!(of("[[FX]]\nfloat a;"), Some("FX"));
    assert_eq!(of("text\n[[VS]]\n[[FX]]\n"), Some("FX"));
    assert_eq!(
        of("[[FX]]\nfloat4 a <string sampler;>;\nsampler b;"),
        Some("FX-preview")
    );
    assert_eq!(
        of("[[FX]]\n// sampler\nsampler2D a = sampler_state { sampler };"),
        Some("FX")
    );
    assert_eq!(of("[[FX]]\n\n<Context id=\"A\">"), Some("FX-XML"));
    assert_eq!(of("<!-- a -->\n<Shader><Context/></Shader>"), Some("XML"));
    assert_eq!(version("[[VS]]\nvoid main();", "a.shader"), Some(None));
}

#[test]
fn names_do_not_decide() {
    assert_eq!(version("[[FX]]", "water.shader.xml"), Some(Some("FX")));
    assert_eq!(version("\u{feff}\n[[FX]]", "a.txt"), Some(Some("FX")));
    assert_eq!(version("<Shader/>", "a.xml"), Some(Some("XML")));
    let misnamed = Shader::recognise(b"[[FX]]", "water.shader.xml").expect("a shader");
    assert!(misnamed.looks_like.is_some());
}

#[test]
fn others_are_no_shaders() {
    assert_eq!(version("Shader \"Custom/A\" {", "a.shader"), None);
    assert_eq!(version("see `[[FX]]`", "a.md"), None);
    assert_eq!(version("<Material/>", "a.shader"), None);
    assert_eq!(version("<Material><Shader/></Material>", "a.xml"), None);
    assert_eq!(version("<Shaders/>", "a.xml"), None);
    assert_eq!(version("", "a.shader"), None);
}

#[test]
fn code_is_told_by_what_it_names() {
    let of =
        |head: &str, name| Code::recognise(head.as_bytes(), name).map(|found| found.confidence);
    assert_eq!(
        of("uniform mat4 viewProjMat;", "a.glsl"),
        Some(Confidence::Certain)
    );
    assert_eq!(
        of("#ifdef _F01_Skinning", "a.GLSL"),
        Some(Confidence::Certain)
    );
    assert_eq!(of("void f();", "a.glsl"), Some(Confidence::Magic));
    assert_eq!(
        of("#include \"Uniforms.glsl\"\nvoid VS() {}", "a.glsl"),
        None
    );
    assert_eq!(of("uniform mat4 viewProjMat;", "a.vert"), None);
    assert_eq!(of("\0", "a.glsl"), None);
}
