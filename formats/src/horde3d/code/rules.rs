//! What can be wrong with code of shaders of Horde3D.

use formwork_schema::rules;

rules! {
    /// An `#include` without a name in quotes.
    INVALID_INCLUDE = "H0901-invalid-include", Error, [HORDE3D_FAMILY Refuses];
        why "The engine drops this code, and shaders that use it are not compiled.";
        source "egShader.cpp: CodeResource::load";
        example "#include <a.glsl>";
        remedy "write `#include \"folder/file.glsl\"`";
    /// A NUL byte ends the code before its end.
    NUL_BYTE = "H0902-nul-byte", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine reads code as text that ends with a NUL byte. What follows is not compiled.";
        source "egShader.cpp: CodeResource::load";
        example "`void main() {}`, a NUL byte, and more code";
        remedy "remove the byte";
    /// The name of an include is empty.
    EMPTY_NAME = "H0903-empty-name", Warning, [HORDE3D_FAMILY Misreads];
        why "No file has this name, so nothing is included.";
        source "egShader.cpp: CodeResource::load";
        example "#include \"\"";
        remedy "name the file";
    /// The name of an include has a quote in it.
    QUOTE_IN_NAME = "H0904-quote-in-name", Warning, [HORDE3D_FAMILY Misreads];
        why "The first quote of the line begins the name and the last one ends it, so text between names becomes part \
             of a name.";
        source "egShader.cpp: CodeResource::load";
        example "#include \"a.glsl\" // \"b\"";
        remedy "keep other quotes off the line of an include";
    /// A name has `\`, which works on Windows only.
    BACKSLASH_IN_NAME = "H0905-backslash-in-name", Warning, [];
        why "Resource names are compared as text and opened as they are, so other systems do not find the file.";
        source "";
        example "#include \"shaders\\a.glsl\"";
        remedy "write `/`";
    /// A shader flag has a number other than 01 to 32.
    FLAG_NUMBER = "H0906-flag-number", Warning, [HORDE3D_FAMILY Misreads];
        why "The number is used to shift a mask of 32 bits, so another flag or none is registered.";
        source "egShader.cpp: CodeResource::load";
        example "#ifdef _F33_Fog";
        remedy "use flags from 01 to 32";
    /// The engine deletes what follows a flag up to the next blank.
    FLAG_TEXT_DELETED = "H0907-flag-text-deleted", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine keeps `_F01_` and deletes what follows up to a blank or the end of the line, with brackets and \
             operators.";
        source "egShader.cpp: CodeResource::load";
        example "#if defined(_F01_Skinning)";
        remedy "write a blank after the name of the flag";
    /// The code has a `#version` of its own.
    VERSION_DIRECTIVE = "H0908-version-directive", Error, [HORDE3D_FAMILY Refuses];
        why "On OpenGL4 and OpenGLES3 the engine writes a `#version` first, and compilers refuse a second one.";
        source "egShader.cpp: ShaderResource::compileCombination";
        example "#version 330";
        remedy "remove it";
    /// A blank follows `#`, so the engine does not see the include.
    SPACED_INCLUDE = "H0909-spaced-include", Error, [HORDE3D_FAMILY Refuses];
        why "The engine searches for `#include`. The line stays in the code, and compilers refuse it.";
        source "egShader.cpp: CodeResource::load";
        example "# include \"a.glsl\"";
        remedy "write `#include`";
    /// `InsCode` includes nothing.
    LEGACY_INS_CODE = "H0910-legacy-ins-code", Error, [HORDE3D_FAMILY Misreads];
        why "It was the include of 2008, and no engine since follows it. The line stays in the code.";
        source "egShader.cpp: CodeResource::load";
        example "InsCode \"a.glsl\"";
        remedy "write `#include`";
}
