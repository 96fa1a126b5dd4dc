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
    /// The module ends too early.
    CUT = "U0503-cut", Error, [URHO3D_FAMILY Refuses];
        why "The library reads as many items as the first list counts, each of a byte or more, then three lists of functions and \
             six tables. It finds less than that, and gives the module up.";
        source "ScriptFile.cpp: ScriptFile::BeginLoad, the module's `LoadByteCode`";
        example "a script of 8 bytes";
        remedy "compile the script again";
}
