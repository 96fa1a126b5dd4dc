//! Every refusal says what, where in the text and where in the tree, and what to do.

use std::fmt::Write;

use conformance::locked;
use formwork_formats::{TextFormat, horde3d::Code};
use formwork_schema::{Kind, Limits};

use super::parse;

/// What follows the statement that is refused.
const TAIL: &str = "\n[[V]]\n";

/// One per refusal: the statement.
const STATEMENTS: &[&str] = &[
    // Statements.
    "half a;",
    ";",
    "OpenGL2 { }",
    "sampler albedoMap;",
    "SAMPLER albedoMap;",
    "samplerBuffer b;",
    "/* a comment *//* and one too near */",
    "/* never ends",
    "float a; \"never ends",
    // Uniforms.
    "float",
    "float ;",
    "float a-b;",
    "float \"a b\";",
    "float < string x = \"y\"; > a;",
    "float a = 1.0f;",
    "float a = one;",
    "float a",
    "float a < string x;",
    "float a < string x = \"\"; > ;",
    "float4 a = 1;",
    "float4 a = { 1, 2, 3, 4, 5 };",
    "float4 a = { 1, 2 ;",
    "float4 a = { x };",
    // Buffers.
    "buffer;",
    "buffer b = 1;",
    // Samplers.
    "sampler2D;",
    "sampler2D s = 1;",
    "sampler2D s = sampler_state;",
    "sampler2D s = sampler_state { }",
    "sampler2D s = sampler_state { Texture = \"a\"; ",
    "sampler2D s = sampler_state { Mip = Linear; };",
    "sampler2D s = sampler_state { Filter = Linear; };",
    "sampler2D s = sampler_state { Address = Mirror; };",
    "sampler2D s = sampler_state { Address Clamp; };",
    "sampler2D s = sampler_state { Address = Clamp }",
    "sampler2D s = sampler_state { Texture = a b; };",
    "sampler2D s = sampler_state { TexUnit = 92; };",
    "sampler2D s = sampler_state { TexUnit = 99999999999; };",
    "sampler2D s = sampler_state { TexUnit = x; };",
    "sampler2D s = sampler_state { MaxAnisotropy = 1.5; };",
    "sampler2D s = sampler_state { Usage = Image; };",
    "samplerCube s = sampler_state { Usage = Texture; };",
    // Contexts.
    "context",
    "context { }",
    "context A",
    "context A { }",
    "context A { VertexShader = compile GLSL V; }",
    "context A { PixelShader = compile GLSL V; }",
    "context A { VertexShader = compile GLSL V; PixelShader = compile GLSL W; }",
    "context A { VertexShader = compile GLSL v; PixelShader = compile GLSL V; }",
    "context A { VertexShader = compile HLSL V; PixelShader = compile GLSL V; }",
    "context A { VertexShader = compile GLSL \"a b\"; }",
    "context A { VertexShader = V; }",
    "context A { FragmentShader = compile GLSL V; }",
    "context A { ZWriteEnable = 1; }",
    "context A { ZEnable = on; }",
    "context A { ZFunc = Never; }",
    "context A { CullMode = CCW; }",
    "context A { CullMode = Back }",
    "context A { BlendMode = Screen; }",
    "context A { BlendMode = { One }; }",
    "context A { BlendMode = { One, Two }; }",
    "context A { BlendMode = { One, One, One }; }",
    "context A { AlphaToCoverage = 0; }",
    "context A { AlphaToCoverage = yes; }",
    "context A { TessPatchVertices = x; }",
    "context A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; GeometryShader = compile GLSL G; }",
    "context A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; TessControlShader = compile GLSL T; }",
    "context A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; TessEvalShader = compile GLSL T; }",
    "context A { ComputeShader = compile GLSL C; }",
    "context A { ComputeShader = compile GLSL V; VertexShader = compile GLSL V; }",
    "context A { ComputeShader = compile GLSL V; PixelShader = compile GLSL V; }",
    "context A { ComputeShader = compile GLSL V; GeometryShader = compile GLSL V; }",
    "context A { ComputeShader = compile GLSL V; TessEvalShader = compile GLSL V; }",
    "context A { VertexShader = compile GLSL V; PixelShader = compile GLSL V; } ;",
    "context A { VertexShader = \"\"",
    // Blocks.
    "OpenGL4 context",
    "OpenGL4 { float a; }",
    "OpenGLES3 { context A { CullMode = None; } }",
    "OpenGLES3 {",
];

/// One per refusal: the whole file.
const FILES: &[&str] = &[
    "",
    "void main() {}",
    "[[VS]]\nvoid main() {}\n[[fx]]\n",
    "[[FX]]\n[[FX]]\n",
    "[[FX]\nfloat a;",
    "[[FX]]\n// see [[VS]\n",
    "<?xml version=\"1.0\"?>\n<Shader><Context id=\"A\"/></Shader>",
    "<Material/>",
    "[[FX]]\n\n<Context id=\"AMBIENT\">\n</Context>\n",
    "[[FX]]\n/* old */\n<Sampler id=\"a\"/>\n",
];

#[test]
fn refusals_are_locked() {
    let mut told = String::new();
    for statement in STATEMENTS {
        let text = format!("[[FX]]\n{statement}{TAIL}");
        tell(&mut told, statement, &text);
    }
    let many: String = (0..93).map(|n| format!("sampler2D s{n};\n")).collect();
    tell(&mut told, "93 samplers", &format!("[[FX]]\n{many}"));
    for file in FILES {
        tell(&mut told, &file.replace('\n', "⏎"), file);
    }
    locked("horde3d.shader", "refusals", &told);
}

fn tell(told: &mut String, what: &str, text: &str) {
    let error = parse(text).expect_err(what);
    assert!(error.line().is_some(), "{what}: {error}");
    assert!(
        matches!(error.kind(), Kind::Malformed | Kind::Unsupported),
        "{what}: {error}"
    );
    writeln!(told, "{what}\n    {error}").expect("a string");
}

#[test]
fn limits_are_kept() {
    let limits = Limits {
        bytes: 10,
        ..Limits::default()
    };
    let error = Code::parse(b"void main();", &limits).expect_err("too large");
    assert_eq!(error.kind(), Kind::Limit);
}

#[test]
fn code_without_the_name_of_an_include_is_refused() {
    let error = Code::parse(b"\n  #include <a>\n", &Limits::default()).expect_err("no quotes");
    assert_eq!(
        error.to_string(),
        "malformed: at line 2, column 3: an `#include` without a name in quotes: the engine refuses the code; \
         write `#include \"folder/file.glsl\"`"
    );
}
