//! What can be wrong with compiled shaders of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// The stage is neither vertex nor pixel.
    UNKNOWN_STAGE = "U0301-unknown-stage", Warning, [URHO3D_FAMILY Ignores];
        why "Engines load the shader for the stage that they asked for and ignore this number. The Vulkan fork refuses \
             other numbers than 0 and 1.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode";
        example "stage = 7";
        remedy "compile the shader again";
    /// A pixel shader has a vertex element word.
    ELEMENTS_OF_PIXELS = "U0302-elements-of-pixels", Warning, [URHO3D_FAMILY Ignores];
        why "Only vertex shaders have input elements, so engines ignore it. The compiler writes 0.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode";
        example "stage = PIXEL and element_word = 293";
        remedy "compile the shader again";
    /// A texture unit has no name.
    NAMELESS_TEXTURE = "U0303-nameless-texture", Warning, [URHO3D_FAMILY Ignores];
        why "Textures are assigned to units by name, so no texture gets to this unit by its name.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode";
        example "texture_units[0].name = \"\"";
        remedy "compile the shader again";
    /// The shader has no bytecode.
    NO_BYTECODE = "U0304-no-bytecode", Warning, [URHO3D_FAMILY Ignores];
        why "The engine does not use a cached shader of size 0 and compiles the source. Where the source is not \
             shipped, the shader is missing.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode";
        example "bytecode = \"\"";
        remedy "delete the file, and the engine writes it again";
    /// The bytecode is of an unknown kind.
    UNKNOWN_BYTECODE = "U0305-unknown-bytecode", Error, [URHO3D_FAMILY Refuses];
        why "Neither Direct3D nor Vulkan creates a shader from it, and nothing is drawn with it.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::Create";
        example "bytecode = 00 00 00 00";
        remedy "compile the shader again";
    /// The name is that of another stage or shader model.
    OTHER_SHADER = "U0306-other-shader", Error, [URHO3D_FAMILY Refuses];
        why "Engines choose the file by its name and do not look at the stage and model in it. The graphics library \
             refuses bytecode of another stage or model.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode, ShaderVariation::Create";
        example "a pixel shader of model 4 that is called `LitSolid.vs4`";
        remedy "rename it, or delete it, and the engine writes it again";
    /// The shader is of a fork with Vulkan, or of Urho3D 1.1.
    OTHER_FORK = "U0307-other-fork", Warning, [URHO3D_FAMILY Ignores];
        why "Shader model 5 is SPIR-V of a fork with Vulkan; no other engine asks for such files. Urho3D 1.1 kept all variations in \
             one file, which later engines read as something else.";
        source "D3D11ShaderVariation.cpp: ShaderVariation::LoadByteCode; Direct3D9/D3D9Shader.cpp of Urho3D 1.1: Shader::Load";
        example "model = 5";
        remedy "delete the file, and the engine writes it again";
}
