//! What the nodes of a scene become below a model: joints, meshes, others, or nothing.

use std::collections::BTreeSet;

use formwork_schema::sorted;

use super::{nodes::is_identity, order::preorder};
use crate::{
    RootChain, Scene,
    scene::{Node, Path},
};

/// What a node becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A joint, with a place in the joint table.
    Joint,
    /// A mesh that moves as a whole.
    Mesh,
    /// Nothing: its children move up.
    Gone,
    /// A group, a light, a camera, or what notes say.
    Other,
}

/// Nodes by what they are.
pub(super) struct Roles {
    /// The model itself; `None` where it has to be made.
    pub(super) top: Option<usize>,
    pub(super) roles: Vec<Role>,
    /// The nodes above each.
    pub(super) parents: Vec<Option<usize>>,
    /// Joints of skins.
    pub(super) bones: BTreeSet<usize>,
    /// Whether there is a shape at all.
    pub(super) has_model: bool,
}

/// A mesh that draws something.
pub(super) fn draws(scene: &Scene, node: &Node) -> bool {
    let mesh = node.mesh.map(|mesh| &scene.meshes[mesh]);
    mesh.is_some_and(|mesh| mesh.parts.iter().any(|part| !part.levels.is_empty()))
}

impl Roles {
    pub(super) fn new(scene: &Scene, chain: RootChain) -> Self {
        let order = preorder(scene);
        let mut parents = vec![None; scene.nodes.len()];
        for node in &order {
            for child in &scene.nodes[*node].children {
                parents[*child] = Some(*node);
            }
        }
        let skins = scene.nodes.iter().filter_map(|node| node.skin);
        let bones: BTreeSet<usize> =
            sorted::collect(skins.flat_map(|skin| scene.skins[skin].joints.clone()));
        let tracks = scene.clips.iter().flat_map(|clip| &clip.tracks);
        let moved: BTreeSet<usize> = sorted::collect(
            tracks
                .filter(|track| track.path != Path::Weights)
                .map(|track| track.node),
        );
        let rigid = |node: usize| {
            let node = &scene.nodes[node];
            node.skin.is_none() && draws(scene, node)
        };
        let has_model = scene.nodes.iter().any(|node| draws(scene, node)) || !bones.is_empty();
        let mut found = Self {
            top: None,
            roles: vec![Role::Other; scene.nodes.len()],
            parents,
            bones,
            has_model,
        };
        let mut open: Vec<usize> = scene.roots.clone();
        open.retain(|root| scene.nodes[*root].skin.is_none());
        if let ([top], true) = (&open[..], has_model) {
            let node = &scene.nodes[*top];
            let is_plain = node.mesh.is_none() && node.light.is_none() && node.camera.is_none();
            let is_free = !found.bones.contains(top) && !moved.contains(top);
            found.top = (is_plain && is_free).then_some(*top);
        }
        let mut below_bone = vec![false; scene.nodes.len()];
        for node in &order {
            let above = found.parents[*node];
            below_bone[*node] =
                above.is_some_and(|above| below_bone[above] || found.bones.contains(&above));
        }
        let (mut has_bone, mut has_shape) = (
            vec![false; scene.nodes.len()],
            vec![false; scene.nodes.len()],
        );
        for place in order.iter().rev() {
            let node = &scene.nodes[*place];
            let any = |of: &[bool]| node.children.iter().any(|child| of[*child]);
            let (bone_below, shape_below) = (any(&has_bone), any(&has_shape));
            let is_bone = found.bones.contains(place);
            let moves = moved.contains(place) && node.skin.is_none();
            let is_between = below_bone[*place] || moves;
            let is_chain = bone_below
                && match chain {
                    RootChain::Bones => true,
                    RootChain::Auto => is_between || !is_identity(&node.transform),
                    RootChain::Fold => is_between,
                };
            let is_joint =
                is_bone || is_chain || (moves && !rigid(*place)) || (rigid(*place) && bone_below);
            found.roles[*place] = if Some(*place) == found.top {
                Role::Gone
            } else if is_joint {
                Role::Joint
            } else if rigid(*place) {
                Role::Mesh
            } else if shape_below {
                Role::Gone
            } else {
                Role::Other
            };
            has_bone[*place] = is_bone || bone_below;
            has_shape[*place] = is_joint || rigid(*place) || shape_below;
        }
        found
    }
}
