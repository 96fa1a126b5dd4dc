//! What can be wrong with a file of any format.

use crate::rule::rules;

rules! {
    /// The bytes are not what the format asks for.
    MALFORMED = "F0001-malformed", Error, [ALL Refuses];
        why "Engines refuse the file, or read beyond its end where they check nothing.";
        source "the loader of each format, such as GeometryResource::load and Model::BeginLoad";
        example "a geometry of 20 bytes, where its header takes 28";
        remedy "repair the file, or export it again with the tool that wrote it";
    /// The format is not known, or a part of it is not read.
    UNSUPPORTED = "F0002-unsupported", Note, [];
        why "The file may be right: nothing is said about what is not read.";
        source "";
        example "a file that begins with `UMDX`";
        remedy "see `formwork formats`";
    /// The file exceeds a limit.
    LIMIT = "F0003-limit", Note, [];
        why "Limits keep damaged and hostile files from taking all memory. The file may be right.";
        source "";
        example "a package larger than `--max-size`";
        remedy "raise the limit if you trust the file";
    /// The system could not read the file.
    SYSTEM = "F0004-system", Note, [];
        why "Nothing is known about the content.";
        source "";
        example "a file without permission to read";
        remedy "see what it says";
    /// What was written back is not what was read.
    DISAGREEMENT = "F0005-disagreement", Error, [];
        why "The file is read wrongly here, so it would be changed by every edit.";
        source "";
        example "a model whose bytes differ after reading and writing";
        remedy "report this file as an error of this program";
    /// The tree says what no file can hold.
    INVALID = "F0006-invalid", Error, [];
        why "It cannot be written, because the format has no bytes for it.";
        source "";
        example "a name of 300 bytes in a field of 256";
        remedy "correct what the message names";
    /// Bytes follow the end of what the format describes.
    TRAILING_BYTES = "F0007-trailing-bytes", Warning, [ALL Ignores];
        why "Engines stop reading where the format ends. The bytes are wasted, or a sign of a file that was cut and \
             joined.";
        source "egGeometry.cpp: GeometryResource::load; Model.cpp: Model::BeginLoad";
        example "one NUL byte after the last morph target of a geometry";
        remedy "remove them, unless a program of your own reads them";
    /// The extension says another kind of picture than the bytes.
    WRONG_EXTENSION = "F0008-wrong-extension", Warning, [];
        why "Engines look at the content of pictures, and many other programs at the name.";
        source "";
        example "a PNG that is called `leaf.jpg`";
        remedy "rename it";
    /// An index names an item that its list does not have.
    NO_SUCH_ITEM = "F0009-no-such-item", Warning, [];
        why "Engines that follow the index read beyond the list, or find nothing.";
        source "";
        example "bones[0].parent = 5 in a list of two bones";
        remedy "correct the index";
    /// Items refer to one another in a cycle.
    CIRCLE = "F0010-circle", Warning, [];
        why "Engines that follow the indices never end, or never reach a root.";
        source "";
        example "bones[1].parent = 2 and bones[2].parent = 1";
        remedy "break the cycle";
    /// The extension is that of another format.
    OTHER_FORMAT = "F0011-other-format", Error, [ALL Refuses];
        why "Who asks for a clip gets the loader of clips, which refuses a model. Files are found by their names, so a name \
             that belongs to another format is asked for as that.";
        source "Animation.cpp: Animation::BeginLoad; Model.cpp: Model::BeginLoad; egAnimation.cpp: AnimationResource::load";
        example "a model that is called `walk.ani`";
        remedy "rename it";
    /// An engine that the file should work with does not read files of this format and version.
    OTHER_ENGINE = "F0012-other-engine", Error, [ALL Refuses];
        why "Forks have formats and versions of their own, which other engines refuse or never ask for. It is told where \
             `--profile` names engines: without it, files are for those that read them.";
        source "Model.cpp: Model::BeginLoad; Animation.cpp: Animation::BeginLoad; egGeometry.cpp: GeometryResource::load";
        example "a model that begins with `UMD3`, with `--profile urho3d`";
        remedy "convert it, `formwork convert --to`, or export it for that engine";
    /// The version or generation is one that engines refuse.
    OTHER_VERSION = "F0013-other-version", Error, [HORDE3D_FAMILY Refuses];
        why "The loader compares the version with those that it knows, logs an error and leaves the resource empty. Shaders of \
             older generations have no section that it finds.";
        source "egGeometry.cpp: GeometryResource::load; egAnimation.cpp: AnimationResource::load; egShader.cpp: ShaderResource::load";
        example "a geometry that begins with `H3DG` and the number 6";
        remedy "export it again with the tools of the engine's release";
    /// Bytes follow the end, and a count in the file would have claimed some of them.
    UNCLAIMED_BYTES = "F0014-unclaimed-bytes", Error, [ALL Ignores];
        why "All that follows the end reads like more items of a list, to the last byte, so the count is probably damaged and the rest \
             of the list is lost to engines. Bytes that read otherwise are F0007, a warning.";
        source "egAnimation.cpp: AnimationResource::load; Model.cpp: Model::BeginLoad; Animation.cpp: Animation::BeginLoad";
        example "a clip of 15 entities whose count says 1";
        remedy "correct the count, or remove the bytes";
    /// A checksum, or a length of the file, does not follow from the rest.
    WRONG_SUM = "F0015-wrong-sum", Warning, [];
        why "The file was damaged or edited without its checksum. Readers that compare it refuse the file. It is kept as it is: texts have \
             such a number only where it is wrong.";
        source "";
        example "a picture of which one byte was changed, behind a `Checksum<Crc32>`";
        remedy "decode it, remove the number from the text, and encode that";
    /// The version is unknown, and the engine does not compare it.
    UNCHECKED_VERSION = "F0016-unchecked-version", Warning, [RBFX Misreads];
        why "rbfx reads every number: a greater one than it knows as the newest layout of its own, whatever the file has.";
        source "Graphics/Model.cpp of rbfx: Model::BeginLoad; Graphics/Animation.cpp of rbfx: Animation::BeginLoad";
        example "a model that begins with `UMD3` and the number 7";
        remedy "export it with the engine that reads it, or correct the number";
}
