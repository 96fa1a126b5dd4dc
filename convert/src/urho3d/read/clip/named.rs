//! What the names of tracks mean in a scene.

use std::collections::{BTreeMap, BTreeSet};

use formwork_schema::{CString, sorted};

use crate::Scene;

/// Which node each name means.
pub(in crate::urho3d) type Names = BTreeMap<CString, usize>;

/// The first node of each name, without those that tracks do not mean: the mesh that bones bend, the node above them.
pub(in crate::urho3d) fn names(scene: &Scene) -> Names {
    let mut names = Names::new();
    let above: BTreeSet<usize> = sorted::collect(scene.skins.iter().filter_map(|skin| skin.root));
    for (place, node) in scene.nodes.iter().enumerate() {
        if node.skin.is_none() && !above.contains(&place) {
            names.entry(node.name.clone()).or_insert(place);
        }
    }
    names
}

/// The node with morph targets, and their names.
pub(in crate::urho3d) fn morph_targets(scene: &Scene) -> Option<(usize, Vec<CString>)> {
    let node = scene.nodes.iter().position(|node| node.mesh.is_some())?;
    let mesh = &scene.meshes[scene.nodes[node].mesh?];
    let names: Vec<CString> = mesh
        .targets
        .iter()
        .map(|target| target.name.clone())
        .collect();
    (!names.is_empty()).then_some((node, names))
}
