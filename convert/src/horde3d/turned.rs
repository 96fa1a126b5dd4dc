//! Meshes whose transforms turn them inside out. Horde3D draws triangles as their corners come to stand, glTF as they were before:
//! between the two such triangles are turned.

use super::order::preorder;
use crate::{
    Scene,
    scene::{Topology, Trs},
};

/// Whether a transform turns inside out.
pub(super) fn is_turned(transform: &Trs) -> bool {
    let is_flat = transform.scale.contains(&0.0);
    let negative = transform.scale.iter().filter(|scale| **scale < 0.0);
    !is_flat && negative.count() % 2 == 1
}

/// For each node of a scene, whether it is turned inside out by its own transform and those above it.
pub(super) fn turned(scene: &Scene) -> Vec<bool> {
    let mut turned: Vec<bool> = scene
        .nodes
        .iter()
        .map(|node| is_turned(&node.transform))
        .collect();
    for node in preorder(scene) {
        for child in &scene.nodes[node].children {
            turned[*child] ^= turned[node];
        }
    }
    turned
}

/// Turns triangles.
pub(super) fn turn(topology: Topology, indices: &mut [u32]) {
    if topology == Topology::Triangles {
        for [_, b, c] in indices.as_chunks_mut::<3>().0 {
            std::mem::swap(b, c);
        }
    }
}
