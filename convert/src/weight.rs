//! What a conversion takes in memory, found before it begins. The numbers are measured; a test holds them.

use bytes::Bytes;
use formwork_formats::layout;
use formwork_schema::{Result, weight};

use crate::{
    Input, Options, Request, Scene,
    formats::{Family, Format},
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

/// Asks whether there is memory for what a scene is written as, beside its bulk.
///
/// # Errors
/// See [`check`].
pub(crate) fn scene(scene: &Scene, family: Family, options: &Options) -> Result<()> {
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let parts: usize = parts.map(|part| part.levels.len().max(1)).sum();
    let targets: usize = scene.meshes.iter().map(|mesh| mesh.targets.len()).sum();
    let tracks: usize = scene.clips.iter().map(|clip| clip.tracks.len()).sum();
    let nodes = scene.nodes.len() + targets + tracks;
    let needed = (nodes as u64).saturating_mul(NODE);
    let needed = needed.saturating_add((parts as u64).saturating_mul(PART));
    let needed = needed.saturating_add(placed(scene, family));
    options.limits.afford("writing its scene", needed)
}

/// Bytes of memory for meshes at each node that shows them, where the target has them once for each.
fn placed(scene: &Scene, family: Family) -> u64 {
    if family == Family::Gltf {
        return 0;
    }
    let meshes = scene.nodes.iter().filter_map(|node| node.mesh);
    let parts = meshes.filter_map(|mesh| Some(scene.meshes.get(mesh)?.parts.len() as u64));
    parts.sum::<u64>().saturating_mul(PLACED)
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
            let text = text_of(bytes).min(length);
            let values = usize::try_from(text).map_or(0, |text| values(&bytes[..text]));
            let structure = values.saturating_mul(VALUE).min(text.saturating_mul(TEXT));
            length.saturating_mul(BULK).saturating_add(structure)
        }
    }
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
