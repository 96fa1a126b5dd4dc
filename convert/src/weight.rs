//! What a conversion takes in memory, found before it begins. The numbers are measured; a test holds them.

use bytes::Bytes;
use formwork_formats::layout;
use formwork_schema::{Result, weight};

use crate::{
    Input, Options, Request, Scene, Target, Textures,
    formats::{Family, Format},
    scene::{Image, Level, Mesh, Part},
    still::pictures::mime,
};

/// Bytes of memory for each byte of bulk: as it is, in the scene, and as what is written and proved.
const BULK: u64 = 8;

/// Bytes of memory for each byte that the trees of files take beside their bulk: they, and nodes of the scene.
const STRUCTURE: u64 = 3;

/// Bytes of memory for each byte of texts at most: XML, and the JSON of glTF.
const TEXT: u64 = 128;

/// Bytes of memory for each element, member or item of a text. Long strings, such as buffers in base64, have few.
const VALUE: u64 = 4096;

/// Bytes of memory for each node that is written, as for each track and each target that a mesh turns into: JSON of it, and accessors.
const NODE: u64 = 6144;

/// Bytes of memory for each part of a mesh that is written, in each level of detail.
const PART: u64 = 6144;

/// Bytes of memory for each part of a mesh at each node that shows it.
const PLACED: u64 = 2560;

/// Bytes of memory for each vertex and each index of a mesh at each node that shows it: moved, and as text.
const OBJ: (u64, u64) = (160, 32);

/// The same as numbers.
const PLY: (u64, u64) = (96, 16);

/// Bytes of memory for each byte of a picture that is in a glTF file: in its buffer, which may be half empty.
const EMBEDDED: u64 = 2;

/// The same where the buffer is base64 in the JSON.
const EMBEDDED_IN_TEXT: u64 = 4;

/// Asks whether there is memory for what a scene is written as, beside its bulk.
///
/// # Errors
/// See [`check`].
pub(crate) fn scene(scene: &Scene, target: Target, options: &Options) -> Result<()> {
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let parts: usize = parts.map(|part| part.levels.len().max(1)).sum();
    let targets: usize = scene.meshes.iter().map(|mesh| mesh.targets.len()).sum();
    let tracks: usize = scene.clips.iter().map(|clip| clip.tracks.len()).sum();
    let nodes = scene.nodes.len() + targets + tracks;
    let needed = (nodes as u64).saturating_mul(NODE);
    let needed = needed.saturating_add((parts as u64).saturating_mul(PART));
    let needed = needed.saturating_add(placed(scene, target));
    let needed = needed.saturating_add(pictures(scene, target, options));
    options.limits.afford("writing its scene", needed)
}

/// Bytes of memory for meshes at each node that shows them, where the target has them once for each.
fn placed(scene: &Scene, target: Target) -> u64 {
    // Of each vertex and each index of the nearest level.
    let (vertex, index) = match target {
        Target::Obj => OBJ,
        Target::Ply => PLY,
        _ if Family::of(target) == Family::Gltf => return 0,
        _ => (0, 0),
    };
    let part = |part: &Part| {
        let level = part.levels.first();
        let count = |level: &Level| scene.streams.get(level.stream).map_or(0, |it| it.count);
        let vertices = level.map_or(0, count) as u64;
        let indices = level.map_or(0, |level| level.indices.len()) as u64;
        PLACED + vertices.saturating_mul(vertex) + indices.saturating_mul(index)
    };
    let mesh = |mesh: &Mesh| mesh.parts.iter().map(part).fold(0, u64::saturating_add);
    let meshes: Vec<u64> = scene.meshes.iter().map(mesh).collect();
    let shown = scene.nodes.iter().filter_map(|node| meshes.get(node.mesh?));
    shown.copied().fold(0, u64::saturating_add)
}

/// Bytes of memory for pictures of glTF files. Images may share their bytes, and each is written by itself.
fn pictures(scene: &Scene, target: Target, options: &Options) -> u64 {
    let textures = options.gltf_textures(target);
    let each = match target {
        _ if Family::of(target) != Family::Gltf => return 0,
        // What glTF ignores may be left out of a copy, which is another one then.
        _ if textures == Textures::Copy => 1,
        Target::GltfEmbedded => EMBEDDED_IN_TEXT,
        _ => EMBEDDED,
    };
    let is_linked = |image: &&Image| textures == Textures::Link && image.link.is_some();
    let images = scene.images.iter().filter(|image| !is_linked(image));
    let bytes = images.filter_map(|image| image.bytes.as_ref());
    let bytes = bytes.filter(|bytes| mime(bytes).is_some());
    let length = bytes
        .map(|bytes| bytes.len() as u64)
        .fold(0, u64::saturating_add);
    length.saturating_mul(each)
}

/// Asks whether there is memory for a conversion.
///
/// # Errors
/// [`Kind::Limit`](formwork_schema::Kind::Limit) where there is not.
pub(crate) fn check(request: &Request<'_>) -> Result<()> {
    inputs(&request.inputs, request.options)
}

/// Asks whether there is memory for what comes of files.
///
/// # Errors
/// See [`check`].
pub(crate) fn inputs(inputs: &[Input], options: &Options) -> Result<()> {
    let needed = inputs.iter().map(|input| of(input, options));
    let needed = needed.fold(0, u64::saturating_add);
    options.limits.afford("converting it", needed)
}

/// Asks whether there is memory for what comes of files that a glTF file is made of.
///
/// # Errors
/// See [`check`].
pub(crate) fn buffers(buffers: &[Option<Bytes>], options: &Options) -> Result<()> {
    let lengths = buffers.iter().flatten().map(|buffer| buffer.len() as u64);
    let length: u64 = lengths.sum();
    let needed = length.saturating_mul(BULK);
    options.limits.afford("converting its buffers", needed)
}

/// Bytes of memory for what comes of one file.
fn of(input: &Input, options: &Options) -> u64 {
    let bytes = &input.bytes;
    let length = bytes.len() as u64;
    let format = Format::of(bytes, &input.path);
    match format.and_then(|format| layout(format.id)) {
        Some(layout) => {
            let tree = weight(layout, bytes, &options.limits) - length;
            let structure = tree.saturating_mul(STRUCTURE);
            length.saturating_mul(BULK).saturating_add(structure)
        }
        None => {
            let text = usize::try_from(text_of(bytes)).unwrap_or(usize::MAX);
            text_structure(&bytes[..text.min(bytes.len())])
                .saturating_add(length.saturating_mul(BULK))
        }
    }
}

/// Bytes of memory for a file that another one refers to: its content, and the tree of an XML or JSON text.
#[must_use]
pub fn referred_memory(bytes: &[u8]) -> u64 {
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let structure = match content.trim_ascii_start().first() {
        Some(b'<' | b'{' | b'[') => text_structure(content),
        _ => 0,
    };
    structure.saturating_add(bytes.len() as u64)
}

/// Bytes of memory for the tree of a text.
fn text_structure(text: &[u8]) -> u64 {
    let most = (text.len() as u64).saturating_mul(TEXT);
    values(text).saturating_mul(VALUE).min(most)
}

/// How many elements, attributes, members and items a text has at most.
fn values(text: &[u8]) -> u64 {
    let begins = |byte: &&u8| matches!(byte, b'<' | b'=' | b'{' | b'[' | b':' | b',');
    text.iter().filter(begins).count() as u64
}

/// How many bytes of a file without a layout are text: all of them, but for what follows the JSON of a binary glTF file.
fn text_of(bytes: &[u8]) -> u64 {
    let json = bytes.get(12..16).and_then(|size| size.try_into().ok());
    match json.filter(|_| bytes.starts_with(b"glTF")) {
        Some(size) => u64::from(u32::from_le_bytes(size)),
        None => bytes.len() as u64,
    }
}
