//! Nodes with their parents and places, and what they show.

use std::collections::BTreeSet;

use glam::DMat4;

use formwork_schema::sorted;

use crate::{Scene, math, scene::Path};

/// The nodes of a scene seen from the bottom.
pub(super) struct Tree {
    pub(super) parents: Vec<Option<usize>>,
    /// Parents first, children in their order.
    pub(super) order: Vec<usize>,
    /// From a node's space into that of the scene.
    pub(super) globals: Vec<DMat4>,
    /// Those that some clip moves.
    pub(super) animated: BTreeSet<usize>,
    /// Those that a clip moves, or moves one above.
    pub(super) moved: BTreeSet<usize>,
    /// Those that vertices follow.
    pub(super) joints: BTreeSet<usize>,
    /// Whether something moves with a node: not where joints alone say where the mesh is.
    pub(super) carries: Vec<bool>,
}

/// A mesh at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) node: usize,
    pub(super) mesh: usize,
    pub(super) skin: Option<usize>,
    /// Whether the nodes turn it inside out.
    pub(super) is_turned: bool,
}

impl Tree {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut tree = Self {
            parents: vec![None; scene.nodes.len()],
            order: Vec::with_capacity(scene.nodes.len()),
            globals: vec![DMat4::IDENTITY; scene.nodes.len()],
            animated: BTreeSet::new(),
            moved: BTreeSet::new(),
            joints: sorted::collect(
                scene
                    .skins
                    .iter()
                    .flat_map(|skin| skin.joints.iter().copied()),
            ),
            carries: scene.nodes.iter().map(|node| node.skin.is_none()).collect(),
        };
        let mut open: Vec<usize> = scene.roots.iter().rev().copied().collect();
        while let Some(place) = open.pop() {
            let node = &scene.nodes[place];
            let own = math::matrix(&node.transform);
            let above = tree.parents[place].map(|parent| tree.globals[parent]);
            tree.globals[place] = above.map_or(own, |above| above * own);
            tree.order.push(place);
            for child in &node.children {
                tree.parents[*child] = Some(place);
            }
            open.extend(node.children.iter().rev());
        }
        let tracks = scene.clips.iter().flat_map(|clip| &clip.tracks);
        let moving = tracks.filter(|track| track.path != Path::Weights);
        tree.animated = moving.map(|track| track.node).collect();
        for place in &tree.order {
            let above = tree.parents[*place];
            if tree.animated.contains(place) || above.is_some_and(|it| tree.moved.contains(&it)) {
                tree.moved.insert(*place);
            }
        }
        for place in tree.order.iter().rev() {
            let mut children = scene.nodes[*place].children.iter();
            tree.carries[*place] |=
                children.any(|child| !tree.joints.contains(child) && tree.carries[*child]);
        }
        tree
    }

    pub(super) fn instances(&self, scene: &Scene) -> Vec<Instance> {
        let shown = self.order.iter().filter_map(|node| {
            let mesh = scene.nodes[*node].mesh?;
            Some(Instance {
                node: *node,
                mesh,
                skin: scene.nodes[*node].skin,
                is_turned: scene.nodes[*node].skin.is_none()
                    && self.globals[*node].determinant() < 0.0,
            })
        });
        shown.collect()
    }

    /// The node itself, its parent, and so on.
    pub(super) fn upwards(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.parents[*node])
    }

    /// The lowest node that all of these are below, or are; `None` when there is none.
    pub(super) fn common(&self, nodes: impl IntoIterator<Item = usize>) -> Option<usize> {
        let mut nodes = nodes.into_iter();
        // From the top down.
        let path = |node: usize| {
            let mut path: Vec<usize> = self.upwards(node).collect();
            path.reverse();
            path
        };
        let mut common = path(nodes.next()?);
        for node in nodes {
            let other = path(node);
            let same = common
                .iter()
                .zip(&other)
                .take_while(|(a, b)| a == b)
                .count();
            common.truncate(same);
        }
        common.last().copied()
    }

    /// Whether the one is above the other, or is it.
    pub(super) fn is_above(&self, above: usize, node: usize) -> bool {
        self.upwards(node).any(|node| node == above)
    }
}
