//! By which names clips and scenes find each other.

use std::collections::BTreeSet;

use formwork_formats::horde3d::scene::Node as Element;
use formwork_schema::{CString, sorted};

use super::{clip, inputs::Inputs, read};
use crate::{Files, Input};

/// The joints and meshes of the scene that a file is or is found beside, or the entities that a clip moves. Nothing of a file
/// that cannot be read.
#[must_use]
pub fn moved(input: &Input, files: &dyn Files) -> BTreeSet<CString> {
    let one = std::slice::from_ref(input);
    let Ok(inputs) = Inputs::new(one) else {
        return BTreeSet::new();
    };
    if !inputs.clips.is_empty() {
        return clip::entities(input).unwrap_or_default();
    }
    let Ok(Some((_, document))) = read::document(&inputs, files) else {
        return BTreeSet::new();
    };
    let name = |node: &Element| match node {
        Element::Joint(joint) => Some(joint.placement.name.clone()),
        Element::Mesh(mesh) => Some(mesh.placement.name.clone()),
        _ => None,
    };
    let names = document.tree.walk().filter_map(name);
    sorted::collect(names.map(|name| CString::from(name.into_bytes())))
}
