//! The order of a scene's nodes, by which facts number them.

use crate::Scene;

/// All nodes of a scene, parents first, in the order of roots and children.
pub(super) fn preorder(scene: &Scene) -> Vec<usize> {
    let mut order = Vec::with_capacity(scene.nodes.len());
    let mut open: Vec<usize> = scene.roots.iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        order.push(node);
        open.extend(scene.nodes[node].children.iter().rev());
    }
    order
}
