//! Texts of other programs, as far as their first lines tell.

use super::{
    kind::Foreign,
    magics::{BLENDER, GLTF, HOUDINI},
};
use crate::document::root_name;

/// Beginnings of elements that only pipelines of CoreRender have, which share root and file name with those of Horde3D.
const CORE_RENDER: &[&str] = &["<FrameBuffer ", "<Sequence "];

/// First words of the lines of an OBJ or MTL file.
const WAVEFRONT: &[&str] = &[
    "v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl", "newmtl", "Ka", "Kd", "Ks", "Ns",
    "Ni", "d", "illum", "map_Kd",
];

/// What a text seems to be; `None` when it is none.
pub(super) fn looks_like(head: &[u8], name: &str) -> Option<Foreign> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    // The end of the head may cut a character in two.
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    let start = text.trim_start();
    Some(if is_path(start, name) {
        Foreign::of("a path: a symbolic link that was checked out as text", "")
    } else if start.starts_with('<') {
        xml(start)
    } else if start.starts_with("Shader \"") {
        Foreign::of("a shader of Unity (ShaderLab)", "Unity reads it")
    } else if is_json(start) {
        json(start)
    } else if start.starts_with("solid") && start.contains("facet normal") {
        Foreign::of("an STL model (ASCII)", BLENDER)
    } else if is_wavefront(start) {
        Foreign::of("an OBJ model or its materials (Wavefront)", BLENDER)
    } else if starts_with_any(start, &["#include", "#define", "#pragma", "/*", "//"]) {
        Foreign::of("source code", "")
    } else {
        Foreign::of("plain text", "")
    })
}

fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

fn is_path(text: &str, name: &str) -> bool {
    let line = text.trim_end();
    let last = |path: &str| path.rsplit(['/', '\\']).next().and_then(extension);
    !line.contains(['\n', ' ', '<', '{']) && line.contains('/') && last(line) == last(name)
}

/// The end of a name after its last dot, in small letters.
pub(super) fn extension(name: &str) -> Option<String> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(extension.to_lowercase())
}

/// Whether all of the first lines but comments are those of OBJ and MTL files.
fn is_wavefront(text: &str) -> bool {
    // The last line may be cut.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut lines = lines.take(8).peekable();
    lines.peek().is_some() && lines.all(is_wavefront_line)
}

fn is_wavefront_line(line: &str) -> bool {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_number = |text: &str| text.parse::<f32>().is_ok();
    let is_vector = word.starts_with('v') || word.starts_with('K');
    WAVEFRONT.contains(&word) && (!is_vector || rest.split_whitespace().all(is_number))
}

/// Whether a text begins as JSON: other languages have these brackets as well.
fn is_json(text: &str) -> bool {
    let inside = |text: &str| text.trim_start().chars().next();
    match text.strip_prefix('{') {
        Some(rest) => matches!(inside(rest), None | Some('"' | '}')),
        None => text.strip_prefix('[').is_some_and(|rest| {
            let first = |c: char| c.is_ascii_digit() || "{[]\"-".contains(c);
            let words = ["true", "false", "null"];
            inside(rest).is_none_or(first)
                || words.iter().any(|word| rest.trim_start().starts_with(word))
        }),
    }
}

fn json(text: &str) -> Foreign {
    let says = |words: &[&str]| words.iter().all(|word| text.contains(word));
    if says(&["\"asset\"", "\"version\""]) || says(&["\"accessors\""]) {
        Foreign::of("a glTF file", GLTF)
    } else if says(&["\"fileversion\"", "\"pointcount\""]) {
        Foreign::of("a Houdini geometry", HOUDINI)
    } else {
        Foreign::of("JSON text", "")
    }
}

fn xml(text: &str) -> Foreign {
    match root_name(text.as_bytes()) {
        Some("Pipeline") if CORE_RENDER.iter().any(|mark| text.contains(mark)) => {
            Foreign::of("a pipeline of CoreRender", "CoreRender reads it")
        }
        Some("COLLADA") => Foreign::of(
            "a COLLADA file",
            "Assimp reads it, and exports glTF; Horde3D's ColladaConv and Urho3D's AssetImporter convert it",
        ),
        Some("mesh") => Foreign::of(
            "an XML mesh, perhaps of OGRE",
            "Urho3D's OgreImporter converts those of OGRE",
        ),
        Some(name) => Foreign {
            what: format!("XML text, `<{name}>`").into(),
            read_by: "",
        },
        None => Foreign::of("XML text", ""),
    }
}
