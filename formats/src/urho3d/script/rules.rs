//! What can be wrong with compiled scripts of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// A count is negative, or cut short.
    NO_COUNT = "U0501-no-count", Warning, [URHO3D_FAMILY Misreads];
        why "The lists that follow are read with a wrong length, so the module is not what was compiled.";
        source "ScriptFile.cpp: ScriptFile::BeginLoad, the module's `LoadByteCode`";
        example "class_count = 0x81, which is -1";
        remedy "compile the script again";
    /// The script has debug information.
    DEBUG_INFO = "U0502-debug-info", Note, [];
        why "The script compiler of the engine strips names and lines. They make the file larger and show its source.";
        source "";
        example "no_debug_info = 0";
        remedy "compile the script without debug information to ship it";
}
