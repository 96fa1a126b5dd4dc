//! Beginnings that tell which other program a file belongs to.

use super::kind::Foreign;

/// Beginnings, the longer one of two that agree first.
pub(super) const MAGICS: &[(&[u8], Foreign)] = &[
    (
        b"version https://git-lfs",
        Foreign::of(
            "a Git LFS pointer: the file itself was not fetched",
            "`git lfs pull` fetches it",
        ),
    ),
    // Models and animations that share our extensions.
    (b"IDPO", Foreign::of("a Quake model (IDPO)", ASSIMP)),
    (b"IDP2", Foreign::of("a Quake II model (IDP2)", ASSIMP)),
    (b"IDP3", Foreign::of("a Quake III model (IDP3)", ASSIMP)),
    (
        b"IDSQ",
        Foreign::of("a sequence group of a Half-Life model (IDSQ)", CROWBAR),
    ),
    (b"MDL3", Foreign::of("a 3D GameStudio model (MDL3)", ASSIMP)),
    (b"MDL4", Foreign::of("a 3D GameStudio model (MDL4)", ASSIMP)),
    (b"MDL5", Foreign::of("a 3D GameStudio model (MDL5)", ASSIMP)),
    (b"MDL7", Foreign::of("a 3D GameStudio model (MDL7)", ASSIMP)),
    (
        b"MODL",
        Foreign::of(
            "a collision hull of the ABx server (MODL)",
            "the ABx server reads it",
        ),
    ),
    (
        b"TMF\0",
        Foreign::of(
            "a model of a Turso3D derivative (TMF)",
            "that engine reads it",
        ),
    ),
    (
        b"SCNE",
        Foreign::of("a scene of Turso3D (SCNE)", "Turso3D reads it"),
    ),
    (
        b"CRA\0",
        Foreign::of("an animation of CoreRender (CRA)", "CoreRender reads it"),
    ),
    (
        b"CRG\0",
        Foreign::of("a geometry of CoreRender (CRG)", "CoreRender reads it"),
    ),
    (
        b"%YAML 1.1\n%TAG !u! tag:unity3d.com",
        Foreign::of("an asset of Unity (YAML)", "Unity reads it"),
    ),
    (
        b"animVersion",
        Foreign::of(
            "animation curves of Maya",
            "Maya's animImportExport plug-in reads it",
        ),
    ),
    (b"MS3D000000", Foreign::of("a MilkShape 3D model", ASSIMP)),
    (b"[MeshSerializer", Foreign::of("an OGRE mesh", ASSIMP)),
    (
        b"MD5Version",
        Foreign::of("a Doom 3 model or animation (MD5)", ASSIMP),
    ),
    (b"xof 03", Foreign::of("a DirectX model (X)", ASSIMP)),
    // Files of modelling programs and interchange formats.
    (b"//Maya ASCII", Foreign::of("a Maya scene (ASCII)", MAYA)),
    (b"FOR4", Foreign::of("a Maya scene (binary)", MAYA)),
    (b"FOR8", Foreign::of("a Maya scene (binary)", MAYA)),
    (
        b"\x7fNSJ",
        Foreign::of("a Houdini geometry (binary)", HOUDINI),
    ),
    (
        b"PGEOMETRY",
        Foreign::of("a Houdini geometry (before version 12)", HOUDINI),
    ),
    (
        b"070707",
        Foreign::of("a Houdini scene, or another cpio archive", HOUDINI),
    ),
    (
        b"Kaydara FBX Binary",
        Foreign::of("an FBX file (binary)", FBX),
    ),
    (b"; FBX", Foreign::of("an FBX file (ASCII)", FBX)),
    (b"glTF", Foreign::of("a glTF file (binary)", GLTF)),
    (
        b"PXR-USDC",
        Foreign::of("a USD file (binary)", "usdview and Blender open it"),
    ),
    (
        b"#usda",
        Foreign::of("a USD file (ASCII)", "usdview and Blender open it"),
    ),
    (
        b"Ogawa",
        Foreign::of("an Alembic file", "Blender, Maya and Houdini open it"),
    ),
    (b"ply\n", Foreign::of("a PLY model", BLENDER)),
    (b"ply\r\n", Foreign::of("a PLY model", BLENDER)),
    // Packages.
    (
        b"PACK",
        Foreign::of("a Quake package (PACK)", "SLADE opens it"),
    ),
    (
        b"PK\x03\x04",
        Foreign::of("a ZIP archive", "`unzip` unpacks it"),
    ),
    (
        b"\x1f\x8b",
        Foreign::of("a gzip file", "`gunzip` unpacks it"),
    ),
    (
        b"\x28\xb5\x2f\xfd",
        Foreign::of(
            "a Zstandard file, perhaps of Blender",
            "`unzstd` unpacks it; Blender opens its own",
        ),
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        Foreign::of("a 7-Zip archive", "`7z x` unpacks it"),
    ),
    (b"\xff\xfe<\0", Foreign::of("XML text in UTF-16", IN_UTF_8)),
    (b"\xfe\xff\0<", Foreign::of("XML text in UTF-16", IN_UTF_8)),
    // The Urho3D family's own.
    (
        b"USCN",
        Foreign::of(
            "a binary scene of the Urho3D family, which is not read yet",
            "its editor saves it as XML",
        ),
    ),
    (
        b"\0BIN",
        Foreign::of(
            "a binary archive of rbfx, which is not read yet",
            "rbfx reads it",
        ),
    ),
    (
        b"\0SRL",
        Foreign::of(
            "a binary archive of rbfx, which is not read yet",
            "rbfx reads it",
        ),
    ),
    // Pictures and sounds.
    (
        b"\x89PNG",
        Foreign::of("a PNG picture that a change of line ends has damaged", ""),
    ),
    (b"GIF8", Foreign::of("a GIF picture", "")),
    (
        b"\xabKTX 20",
        Foreign::of(
            "a KTX texture of version 2, which is not read yet",
            "`ktx` of KTX-Software reads it",
        ),
    ),
    (
        b"\xabKTX",
        Foreign::of("a KTX texture with a damaged beginning", ""),
    ),
    (
        b"\x53\x80\xf6\x34",
        Foreign::of("a Softimage picture (PIC), which is not decoded yet", ""),
    ),
    (
        b"BM",
        Foreign::of("a BMP picture with a header that is not known", ""),
    ),
    (
        b"OggS",
        Foreign::of("an Ogg file", "players of sounds and films open it"),
    ),
    (
        b"\x00\x05\x16\x07",
        Foreign::of(
            "a macOS companion file (AppleDouble), not the file itself",
            "",
        ),
    ),
];

/// Beginnings of programs.
pub(super) const PROGRAMS: &[(&[u8], Foreign)] = &[
    (b"\x7fELF", Foreign::of("an ELF program", "")),
    (b"MZ", Foreign::of("a Windows program", "")),
    (b"\xcf\xfa\xed\xfe", Foreign::of("a macOS program", "")),
    (b"\xce\xfa\xed\xfe", Foreign::of("a macOS program", "")),
    (
        b"\xca\xfe\xba\xbe",
        Foreign::of(
            "a macOS program for several processors, or a Java class",
            "",
        ),
    ),
];

const IN_UTF_8: &str = "an editor saves it as UTF-8, and then it is read";
pub(super) const ASSIMP: &str = "Assimp reads it, and exports glTF";
pub(super) const BLENDER: &str = "Blender imports it, and exports glTF";
pub(super) const CROWBAR: &str = "Crowbar decompiles it";
pub(super) const FBX: &str = "Blender and Autodesk's programs import it, and export glTF";
pub(super) const GLTF: &str = "Blender and every viewer of glTF open it";
pub(super) const HOUDINI: &str = "Houdini opens it";
const MAYA: &str = "Maya opens it, and exports FBX";
