//! Changing a value changes its place in the text, and nothing else.

use formwork_formats::{
    TextFormat,
    horde3d::{
        RawText, Shader,
        shader::{
            Address, Backend, BlendMode, Context, SamplerKey, SamplerType, Section, Stage, Uniform,
            UniformType,
        },
    },
};
use formwork_schema::{Kind, Limits};

use super::parse;

fn statements() -> (&'static str, Shader) {
    let text = include_str!("../texts/horde3d/shader/statements.shader");
    let shader = parse(text).expect("reads");
    (text, shader)
}

fn written(shader: &Shader) -> String {
    let bytes = shader.to_bytes().expect("can be written");
    let again = Shader::parse(&bytes, &Limits::default()).expect("reads");
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(again.canonical(), shader.canonical(), "{text}");
    text
}

#[test]
fn single_values_change_in_place() {
    let (text, original) = statements();
    let edit = |change: &dyn Fn(&mut Shader), from: &str, to: &str| {
        let mut shader = original.clone();
        change(&mut shader);
        assert_ne!(shader, original);
        assert_eq!(
            written(&shader),
            text.replacen(from, to, 1),
            "{from} → {to}"
        );
    };
    edit(&|s| s.uniforms[1].value[0] = 2.25, "= 1.5;", "= 2.25;");
    edit(
        &|s| s.uniforms[2].value[1] = 0.125,
        "0.5, .25",
        "0.125, .25",
    );
    edit(
        &|s| s.uniforms[1].name = "depth".into(),
        "float height",
        "float depth",
    );
    edit(
        &|s| s.buffers[0].name = "Points".into(),
        "buffer Particles",
        "buffer Points",
    );
    edit(
        &|s| s.samplers[1].kind = SamplerType::Sampler2D,
        "samplerCube skyMap",
        "sampler2D skyMap",
    );
    edit(
        &|s| s.samplers[2].texture = Some("a.dds".into()),
        "\"textures/fog.dds\"",
        "\"a.dds\"",
    );
    edit(
        &|s| s.contexts[1].state.blend_mode = BlendMode::Mult,
        "= Add;",
        "= Mult;",
    );
    edit(
        &|s| s.contexts[1].state.z_write_enable = true,
        "ZWriteEnable = false",
        "ZWriteEnable = true",
    );
}

#[test]
fn code_changes_in_place() {
    let (text, mut shader) = statements();
    let section = shader.sections.last_mut().expect("a section");
    section.code = RawText::from("\n// nothing\n");
    section.name = "CS_NOTHING".into();
    for context in &mut shader.contexts {
        if let Some(name) = context.stages.get_mut(&Stage::ComputeShader) {
            *name = "CS_NOTHING".into();
        }
    }
    let (before, _) = text.split_once("[[CS_SIMULATE]]").expect("the section");
    let before = before.replace("GLSL CS_SIMULATE", "GLSL CS_NOTHING");
    assert_eq!(
        written(&shader),
        format!("{before}[[CS_NOTHING]]\n// nothing\n")
    );
}

#[test]
fn new_things_print_the_fx_section_anew_and_leave_the_code() {
    let (text, mut shader) = statements();
    shader
        .uniforms
        .push(Uniform::new(UniformType::Float, "added"));
    shader.samplers[0].address = Address::Clamp;
    let new = written(&shader);
    let code = text.find("[[VS_GENERAL]]").expect("a section");
    assert!(new.ends_with(&text[code..]), "{new}");
    assert!(
        new.contains("float added;\n") && new.contains("\tAddress = Clamp;\n"),
        "{new}"
    );
    let again = parse(&new).expect("reads");
    assert!(again.samplers[0].written.contains(&SamplerKey::Address));
}

#[test]
fn new_sections_print_the_whole_anew() {
    let (_, mut shader) = statements();
    shader.sections.push(Section {
        name: "MORE".into(),
        code: "\nvoid more();\n".into(),
    });
    assert!(written(&shader).ends_with("[[MORE]]\nvoid more();\n"));
}

#[test]
fn a_repeated_setting_changes_where_it_counts() {
    let text = "[[FX]]sampler2D s = sampler_state { TexUnit = 1; TexUnit = 2; };";
    let mut shader = parse(text).expect("reads");
    shader.samplers[0].tex_unit = 3;
    assert_eq!(written(&shader), text.replace("= 2", "= 3"));
}

#[test]
fn a_shader_can_be_made() {
    let mut context = Context::new(Backend::OpenGL4, "AMBIENT");
    context.stages.insert(Stage::VertexShader, "VS".into());
    context.stages.insert(Stage::PixelShader, "VS".into());
    context.state.z_enable = false;
    let shader = Shader {
        contexts: vec![context],
        sections: vec![Section {
            name: "VS".into(),
            code: "\n".into(),
        }],
        ..Shader::default()
    };
    let expected = "[[FX]]\n\nOpenGL4\n{\n\tcontext AMBIENT\n\t{\n\t\tVertexShader = compile GLSL VS;\n\
                    \t\tPixelShader = compile GLSL VS;\n\t\tZEnable = false;\n\t}\n}\n\n[[VS]]\n";
    assert_eq!(written(&shader), expected);
}

#[test]
fn trees_that_no_text_means_are_refused() {
    let (_, original) = statements();
    let refused = |change: &dyn Fn(&mut Shader), path: &str| {
        let mut shader = original.clone();
        change(&mut shader);
        for result in [shader.to_bytes(), shader.canonical()] {
            let error = result.expect_err(path);
            assert_eq!(error.kind(), Kind::Invalid, "{error}");
            assert_eq!(error.path(), path, "{error}");
        }
    };
    refused(&|s| s.uniforms[0].name = "a b".into(), "uniforms[0]");
    refused(&|s| s.uniforms[0].name = String::new(), "uniforms[0]");
    refused(
        &|s| s.samplers[2].texture = Some("a\"b c".into()),
        "samplers[2]",
    );
    refused(
        &|s| s.samplers[2].texture = Some("a//b".into()),
        "samplers[2]",
    );
    refused(
        &|s| s.samplers[2].texture = Some("x".repeat(128).as_str().into()),
        "samplers[2]",
    );
    refused(
        &|s| s.uniforms[1].annotation = Some("a > b".into()),
        "uniforms[1]",
    );
    refused(&|s| s.sections[0].code = "[[X]]".into(), "sections[0]");
    refused(&|s| s.sections[0].name = "a]".into(), "contexts[0]");
    refused(
        &|s| {
            s.sections.push(Section {
                name: "a]".into(),
                code: "".into(),
            })
        },
        "sections[8]",
    );
    refused(
        &|s| drop(s.contexts[0].stages.remove(&Stage::PixelShader)),
        "contexts[0]",
    );
    refused(&|s| s.preamble = "[[A]]".into(), "sections[0]");
}
