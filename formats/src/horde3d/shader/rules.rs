//! What can be wrong with shaders of Horde3D.

use formwork_schema::rules;

rules! {
    /// Text precedes the first section.
    TEXT_BEFORE_SECTIONS = "H0801-text-before-sections", Note, [HORDE3D_FAMILY Ignores];
        why "Sections begin with `[[`, and the engine skips what comes before the first.";
        source "egShader.cpp: ShaderResource::load";
        example "Shader of the water [[FX]]";
        remedy "remove it, or make it a comment";
    /// A NUL byte ends the `FX` section.
    NUL_BYTE = "H0802-nul-byte", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine reads the section as text that ends with a NUL byte. Contexts after it do not exist.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "`[[FX]]` and a NUL byte before a context";
        remedy "remove the byte";
    /// A comment ends with the last bytes of the `FX` section.
    COMMENT_ENDS_SECTION = "H0803-comment-ends-section", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine steps over the end of the comment and reads on in what follows the section.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "/* end */[[VS]]";
        remedy "write a line after the comment";
    /// A section begins inside a comment.
    SECTION_IN_COMMENT = "H0804-section-in-comment", Warning, [HORDE3D_FAMILY Misreads];
        why "Every `[[` begins a section, also in comments, so the comment and the code around it are cut.";
        source "egShader.cpp: ShaderResource::load";
        example "// see [[VS]]";
        remedy "do not write `[[` in comments";
    /// Two sections have one name.
    DUPLICATE_SECTION = "H0805-duplicate-section", Warning, [HORDE3D_FAMILY Ignores];
        why "Contexts use the last of them.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "[[VS]] … [[VS]]";
        remedy "rename or remove one of them";
    /// No context uses this section.
    UNUSED_SECTION = "H0806-unused-section", Note, [];
        why "The engine compiles only sections that contexts refer to.";
        source "";
        example "`[[OLD]]` that no context names";
        remedy "remove it";
    /// A section has no name.
    EMPTY_SECTION_NAME = "H0807-empty-section-name", Warning, [HORDE3D_FAMILY Misreads];
        why "Stages that a context does not name have the empty name, so this section is used for all of them.";
        source "egShader.cpp: ShaderResource::load";
        example "[[]]";
        remedy "name the section";
    /// The name of a section ends with one `]`.
    SECTION_NAME_END = "H0808-section-name-end", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine takes one `]` at the end of the line for `]]`. Other tools may not.";
        source "egShader.cpp: ShaderResource::load";
        example "[[VS]";
        remedy "write `]]`";
    /// Two samplers have one texture unit.
    TEX_UNIT_CLASH = "H0809-tex-unit-clash", Warning, [HORDE3D_FAMILY Misreads];
        why "Both show the texture that is bound last.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "`TexUnit = 0;` in two samplers";
        remedy "give each sampler its own unit, or `-1`";
    /// Two contexts have one name.
    REPEATED_CONTEXT = "H0810-repeated-context", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine finds the first of them.";
        source "egShader.cpp: ShaderResource::findContext";
        example "context A {…} context A {…}";
        remedy "rename or remove one of them";
    /// Two samplers, uniforms or buffers have one name.
    REPEATED_NAME = "H0811-repeated-name", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine finds the first of them, so settings of the other are lost.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "float a; float a = 1;";
        remedy "rename or remove one of them";
    /// `TessPatchVertices` is not 1 to 32.
    PATCH_VERTICES = "H0812-patch-vertices", Warning, [HORDE3D_FAMILY Misreads];
        why "The manual allows 1 to 32. The engine keeps 16 bits of the number and checks no upper limit, so the \
             driver may draw nothing.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "TessPatchVertices = 33;";
        remedy "use 1 to 32";
    /// `AlphaToCoverage` is `1`.
    ALPHA_TO_COVERAGE_NUMBER = "H0813-alpha-to-coverage-number", Note, [];
        why "The engine takes `1` for true, though the manual has only `true` and `false`. It refuses `0`.";
        source "";
        example "AlphaToCoverage = 1;";
        remedy "write `true` or `false`";
    /// Both blend factors are `Zero`.
    BLEND_ZERO_ZERO = "H0814-blend-zero-zero", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine takes this pair for blending switched off, so the colour is written instead of black.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "BlendMode = {Zero, Zero};";
        remedy "use `Replace` to switch blending off";
    /// A `TessControlShader` is beside a `ComputeShader`.
    TESS_CONTROL_BESIDE_COMPUTE = "H0815-tess-control-beside-compute", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine refuses other stages beside a `ComputeShader` and overlooks this one, which has no effect.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "TessControlShader = compile GLSL A; ComputeShader = compile GLSL B;";
        remedy "move it to a context of its own, or remove it";
    /// A value is missing.
    MISSING_VALUE = "H0816-missing-value", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine takes 0 for it.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "float a = ;";
        remedy "write the value";
    /// A word is longer than 127 bytes.
    WORD_CUT = "H0817-word-cut", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine cuts it, so names that differ later become one.";
        source "egShader.cpp: Tokenizer";
        example "a name of 128 letters";
        remedy "use a shorter name";
    /// A text in quotes does not end.
    TEXT_NOT_CLOSED = "H0818-text-not-closed", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine takes the text up to the end of the line.";
        source "egShader.cpp: Tokenizer";
        example "Texture = \"a.png;";
        remedy "close the quotes";
    /// A setting is given more than once.
    REPEATED_SETTING = "H0819-repeated-setting", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine reads settings in order and keeps the last.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "ZEnable = true; ZEnable = false;";
        remedy "keep one of them";
    /// The name of a texture is empty.
    EMPTY_NAME = "H0820-empty-name", Warning, [HORDE3D_FAMILY Misreads];
        why "There is no such resource, so the sampler has no default texture.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "Texture = \"\";";
        remedy "name the texture, or remove the setting";
    /// `MaxAnisotropy` is none of 1, 2, 4, 8 and 16.
    ANISOTROPY = "H0821-anisotropy", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine takes the next number of these.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "MaxAnisotropy = 3;";
        remedy "use 1, 2, 4, 8 or 16";
    /// `Address` is `Border`, which the manual does not have.
    UNDOCUMENTED_BORDER = "H0822-undocumented-border", Note, [];
        why "The engine reads it, but other tools may refuse it.";
        source "";
        example "Address = Border;";
        remedy "use `Clamp` where other tools read the shader";
    /// A number does not fit into 32 bits.
    NUMBER_OUT_OF_RANGE = "H0823-number-out-of-range", Warning, [HORDE3D_FAMILY Misreads];
        why "What the engine takes instead depends on its C library.";
        source "egShader.cpp: ShaderResource::parseFXSection, `atoi`";
        example "TexUnit = 99999999999;";
        remedy "write a number within the range";
    /// Text follows an empty text in quotes.
    TEXT_BEHIND_END = "H0824-text-behind-end", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine takes the empty text for the end of the section and ignores what follows.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "\"\" context A {…}";
        remedy "remove the empty text";
    /// A texture unit is above 11.
    TEX_UNIT_BEYOND_11 = "H0825-tex-unit-beyond-11", Warning, [HORDE3D_FAMILY Refuses];
        why "OpenGL4 has units up to 91. OpenGL2 and OpenGLES3 have 12 and refuse the shader.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "TexUnit = 12;";
        remedy "use units from 0 to 11";
    /// There are more than 12 samplers.
    TOO_MANY_SAMPLERS = "H0826-too-many-samplers", Warning, [HORDE3D_FAMILY Refuses];
        why "OpenGL2 and OpenGLES3 have 12 texture units for them and refuse the shader when none is free.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "thirteen `sampler2D` statements";
        remedy "use at most 12 samplers";
    /// The shader needs what OpenGL2 does not have, and OpenGLES3 not everywhere.
    NEEDS_CAPABILITY = "H0827-needs-capability", Warning, [HORDE3D_FAMILY Refuses];
        why "The engine looks at all contexts, those for other graphics libraries, too, and refuses the whole shader where the \
             device lacks geometry shaders, tessellation or compute shaders that one of them has.";
        source "egShader.cpp: ShaderResource::parseFXSection";
        example "OpenGL4 { context A { GeometryShader = compile GLSL GS; } }";
        remedy "keep such contexts in a shader of their own, which materials for old devices do not name";
}
