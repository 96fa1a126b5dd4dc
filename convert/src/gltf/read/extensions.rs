//! Which extensions a file may need.

use formwork_schema::{Error, Result};

use crate::{
    Code, Report,
    error::unsupported,
    gltf::json::{Document, Primitive},
};

/// Those that are read.
const READ: &[&str] = &[
    "EXT_mesh_gpu_instancing",
    "FW_origin",
    "KHR_lights_punctual",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "MSFT_lod",
];

/// What those begin with that add something to a scene, or say how a part of it looks: without them the rest is as it was.
const PARTIAL: &[&str] = &[
    // Surfaces and pictures, which say themselves what they lose.
    "ADOBE_materials_",
    "EXT_materials_",
    "EXT_texture_",
    "KHR_materials_",
    "KHR_texture_",
    "MSFT_packing_",
    "MSFT_texture_",
    "NV_materials_",
    // Light, sound, physics and behaviour.
    "EXT_lights_",
    "KHR_audio",
    "KHR_implicit_shapes",
    "KHR_interactivity",
    "KHR_lights_",
    "KHR_node_",
    "KHR_physics_",
    "KHR_rigid_bodies",
    "MSFT_audio_",
    "OMI_",
    "VRM",
    // Animations of properties that scenes do not have, which are told channel by channel.
    "EXT_property_animation",
    "KHR_animation_pointer",
    // Facts about objects.
    "AGI_",
    "CESIUM_primitive_outline",
    "EXT_instance_features",
    "EXT_mesh_features",
    "EXT_mesh_manifold",
    "EXT_structural_metadata",
    "FB_geometry_metadata",
    "GODOT_single_root",
    "KHR_xmp",
];

/// Those that compress numbers, so that nothing is left without them.
const COMPRESSION: &[&str] = &[DRACO, "EXT_meshopt_compression", "KHR_meshopt_compression"];
const DRACO: &str = "KHR_draco_mesh_compression";

/// Asks whether everything can be read but for parts, and says which of those are not.
///
/// # Errors
/// [`Unsupported`](formwork_schema::Kind::Unsupported) for compressed numbers, and for extensions of which nobody knows what they change.
pub(super) fn check(document: &Document) -> Result<()> {
    for (place, name) in document.extensions_required.iter().enumerate() {
        let pointer = format!("/extensionsRequired/{place}");
        if COMPRESSION.contains(&&**name) {
            return Err(compressed(name, pointer));
        }
        if !READ.contains(&&**name) && !is_partial(name) {
            let message = format!("the file needs the extension {name}, which is not read");
            let help = "export it again without this extension";
            return Err(unsupported(message).of(pointer).help(help));
        }
    }
    // A file that does not need them has its numbers beside, or only seems not to.
    for (mesh, of_mesh) in document.meshes.iter().enumerate() {
        for (number, primitive) in of_mesh.primitives.iter().enumerate() {
            if primitive.extensions.contains_key(DRACO) && !has_numbers(document, primitive) {
                let pointer = format!("/meshes/{mesh}/primitives/{number}/extensions/{DRACO}");
                return Err(compressed(DRACO, pointer));
            }
        }
    }
    for (place, view) in document.buffer_views.iter().enumerate() {
        let name = view.extensions.keys();
        let mut names = name.filter(|name| COMPRESSION.contains(&&***name));
        let buffer = document.buffers.get(view.buffer);
        let is_there = view.buffer == 0 || buffer.is_some_and(|buffer| buffer.uri.is_some());
        if let (Some(name), false) = (names.next(), is_there) {
            let pointer = format!("/bufferViews/{place}/extensions/{name}");
            return Err(compressed(name, pointer));
        }
    }
    Ok(())
}

/// Says which extensions that a file needs are not read, where nothing else does.
pub(super) fn report(document: &Document, report: &mut Report) {
    let says_itself = |name: &str| {
        let surfaces = ["_materials_", "_texture_", "_packing_", "_animation"];
        surfaces.iter().any(|part| name.contains(part))
    };
    for (place, name) in document.extensions_required.iter().enumerate() {
        if !READ.contains(&&**name) && !says_itself(name) {
            let pointer = format!("/extensionsRequired/{place}");
            report.add(Code::C605, pointer, name.clone());
        }
    }
}

fn is_partial(name: &str) -> bool {
    PARTIAL.iter().any(|start| name.starts_with(start))
}

fn has_numbers(document: &Document, primitive: &Primitive) -> bool {
    let all = primitive.attributes.values().chain(&primitive.indices);
    all.into_iter().all(|accessor| {
        let accessor = document.accessors.get(*accessor);
        accessor.is_none_or(|it| it.buffer_view.is_some() || it.sparse.is_some())
    })
}

fn compressed(name: &str, pointer: String) -> Error {
    let message = format!("its numbers are compressed with {name}, which is not read");
    let help = "`gltf-transform copy in.glb out.glb` makes a file without compression of it";
    unsupported(message).of(pointer).help(help)
}
