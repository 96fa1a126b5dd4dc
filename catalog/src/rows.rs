//! The columns of each table, said once: the tables are made of them, and docs/catalog.md is.

use crate::{
    column::{Column, Get::*, Row},
    row::{DiagnosticRow, FactRow, FileRow, ReferenceRow},
};

impl Row for FileRow {
    const TABLE: &'static str = "files";
    const ABOUT: &'static str = "one row for each file; also for those that cannot be read, and for folders that cannot be listed";
    const COLUMNS: &'static [Column<Self>] = &[
        Column::always(
            "path",
            "the file, below its root as that was named, with slashes; bytes that are not UTF-8 are `\\xNN`",
            Text(|row| Some(&row.path)),
        ),
        Column::new(
            "hash",
            "SHA-256 of the content, in hexadecimal; none where it was not read",
            Text(|row| row.hash.as_deref()),
        ),
        Column::measure("size", "bytes", "how long it is", Integer(|row| row.size)),
        Column::new(
            "modified",
            "when it was last written, as the file system says, in UTC",
            Moment(|row| row.modified),
        ),
        Column::new(
            "format",
            "the format, as `formwork formats` lists them",
            Text(|row| row.format),
        ),
        Column::new(
            "version",
            "magic and version number; none for formats without",
            Text(|row| row.version.as_deref()),
        ),
        Column::new(
            "engine",
            "the engines that write this version, as `formwork identify` lists them; all forks of Urho3D together are the `Urho3D family`",
            Text(|row| row.engine.as_deref()),
        ),
        Column::always(
            "status",
            "what became of it: `read`; `refused`, a known format that cannot be read; `unknown`, no known format; `unreadable`, the system does not give it; `limit`, above a limit; `timeout`, took too long; `crashed`, ended the process that read it",
            Text(|row| Some(row.status.name())),
        ),
    ];
}

impl Row for FactRow {
    const TABLE: &'static str = "facts";
    const ABOUT: &'static str =
        "one row for each file that was read; what does not apply to its format is null";
    const COLUMNS: &'static [Column<Self>] = &[
        Column::always("path", "the file", Text(|row| Some(&row.path))),
        Column::new(
            "meshes",
            "geometries of a model, meshes of a scene",
            Integer(|row| row.meshes),
        ),
        Column::new(
            "vertices",
            "vertices in all buffers",
            Integer(|row| row.vertices),
        ),
        Column::new(
            "triangles",
            "triangles, of the nearest level of detail",
            Integer(|row| row.triangles),
        ),
        Column::new("bones", "bones or joints", Integer(|row| row.bones)),
        Column::new("morphs", "morphs", Integer(|row| row.morphs)),
        Column::new("clips", "1 for an animation", Integer(|row| row.clips)),
        Column::measure(
            "seconds",
            "seconds",
            "playing time; null for animations that count frames",
            Number(|row| row.seconds),
        ),
        Column::new(
            "keyframes",
            "stored keyframes of all tracks",
            Integer(|row| row.keyframes),
        ),
        Column::new(
            "textures",
            "1 for a texture or picture, else how many different ones it names",
            Integer(|row| row.textures),
        ),
        Column::measure(
            "width",
            "pixels",
            "width of a texture or picture",
            Integer(|row| row.width),
        ),
        Column::measure(
            "height",
            "pixels",
            "height of a texture or picture",
            Integer(|row| row.height),
        ),
        Column::measure(
            "memory",
            "bytes",
            "what vertices, indices, keyframes or pixels take when they are loaded",
            Integer(|row| row.memory),
        ),
        Column::new(
            "attributes",
            "attributes that vertices of a model have, each once and in the words of this list for every engine: `position`, `normal`, `tangent`, `binormal`, `texcoord_0`, `cube_texcoord_0`, `instance_matrix_1` and so on, `color`, `blend_weights`, `blend_indices`, `object_index`; those without a name by number, such as `semantic_9`",
            Texts(|row| row.attributes.as_deref()),
        ),
        Column::new(
            "bone_names",
            "bones of a model",
            Texts(|row| row.bone_names.as_deref()),
        ),
        Column::new(
            "track_names",
            "what the tracks of an animation move",
            Texts(|row| row.track_names.as_deref()),
        ),
    ];
}

impl Row for ReferenceRow {
    const TABLE: &'static str = "references";
    const ABOUT: &'static str = "one row for each resource that a file names, in order of place";
    const COLUMNS: &'static [Column<Self>] = &[
        Column::always("path", "the file", Text(|row| Some(&row.path))),
        Column::always(
            "kind",
            "the format that the resource should be of, or the first part of several: `texture`",
            Text(|row| Some(row.kind)),
        ),
        Column::always(
            "name",
            "its name, as it is written",
            Text(|row| Some(&row.name)),
        ),
        Column::always(
            "place",
            "what names it, in the words of the file",
            Text(|row| Some(&row.place)),
        ),
        Column::new(
            "line",
            "line, from 1; none in files without lines",
            Integer(|row| row.line),
        ),
        Column::new(
            "line_column",
            "column in characters, from 1",
            Integer(|row| row.line_column),
        ),
    ];
}

impl Row for DiagnosticRow {
    const TABLE: &'static str = "diagnostics";
    const ABOUT: &'static str = "one row for each thing that is wrong with a file, or good to know; docs/rules.md has the codes";
    const COLUMNS: &'static [Column<Self>] = &[
        Column::always("path", "the file", Text(|row| Some(&row.path))),
        Column::always("code", "code of the rule", Text(|row| Some(row.code))),
        Column::always(
            "severity",
            "`error`, `warning` or `note`",
            Text(|row| Some(row.severity)),
        ),
        Column::always("message", "what is wrong", Text(|row| Some(&row.message))),
        Column::always(
            "place",
            "where in the file, in its words; empty for the file as a whole",
            Text(|row| Some(&row.place)),
        ),
        Column::new(
            "byte",
            "the first byte of the place, where it is known",
            Integer(|row| row.byte),
        ),
        Column::new(
            "line",
            "line, from 1; none in files without lines",
            Integer(|row| row.line),
        ),
        Column::new(
            "line_column",
            "column in characters, from 1",
            Integer(|row| row.line_column),
        ),
        Column::always(
            "places",
            "in how many places; the first is told",
            Integer(|row| Some(row.places)),
        ),
    ];
}
