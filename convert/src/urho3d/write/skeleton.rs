//! Skins → one skeleton.

use std::collections::{BTreeMap, BTreeSet};

use formwork_schema::{CString, sorted};
use glam::DMat4;

use super::{
    names::Unique,
    tree::{Instance, Tree},
};
use crate::{
    Code, Options, Report, RootChain, Scene, math,
    scene::{BoneShape, Node, Trs},
};

/// A bone, in the axes of the scene.
pub(super) struct Bone {
    pub(super) name: CString,
    /// Its own place for the root.
    pub(super) parent: usize,
    pub(super) transform: Trs,
    /// From model space into its own.
    pub(super) offset: DMat4,
    pub(super) shape: Option<BoneShape>,
}

/// How a skin, or a mesh without one, is bound to bones.
#[derive(Clone)]
pub(super) struct Binding {
    /// The bone of each joint; one for a mesh without skin.
    pub(super) bones: Vec<u32>,
    /// What vertices are moved by before all else.
    pub(super) bake: DMat4,
    /// Whether the mesh has no weights of its own.
    pub(super) is_rigid: bool,
}

/// All bones of a model.
#[derive(Default)]
pub(super) struct Skeleton {
    pub(super) bones: Vec<Bone>,
    pub(super) skins: BTreeMap<usize, Binding>,
    pub(super) rigid: BTreeMap<usize, Binding>,
    /// The bone that each node became.
    pub(super) of_node: BTreeMap<usize, usize>,
    /// The root, and what was above it and is part of it now.
    pub(super) folded: Option<(usize, DMat4)>,
}

impl Skeleton {
    /// Bones above a bone, from the nearest up.
    pub(super) fn above(&self, bone: usize) -> impl Iterator<Item = &Bone> {
        let parent = |bone: &usize| Some(self.bones[*bone].parent).filter(|it| it != bone);
        let above = std::iter::successors(parent(&bone), parent);
        above.map(|bone| &self.bones[bone])
    }

    /// Whether all bones of another are among these, with the same names at the same places.
    pub(super) fn has_all_of(&self, other: &Self) -> bool {
        let has = |(node, bone): (&usize, &usize)| {
            let (own, other) = (self.of_node.get(node), &other.bones[*bone]);
            own.map(|own| &self.bones[*own])
                .is_some_and(|own| own.name == other.name && own.transform == other.transform)
        };
        other.bones.len() == other.of_node.len() && other.of_node.iter().all(has)
    }
}

/// Makes one skeleton of all skins that these instances use, and of the nodes of the others; an empty one where there are neither skins
/// nor clips that move an instance.
pub(super) fn skeleton(
    scene: &Scene,
    tree: &Tree,
    instances: &[Instance],
    folds_case: bool,
    options: &Options,
    report: &mut Report,
) -> Skeleton {
    let skins: BTreeSet<usize> = sorted::collect(instances.iter().filter_map(|it| it.skin));
    let moves = |instance: &Instance| tree.moved.contains(&instance.node);
    if skins.is_empty() && !instances.iter().any(moves) {
        return Skeleton::default();
    }
    let mut plan = Plan {
        scene,
        tree,
        joints: skins
            .iter()
            .flat_map(|skin| &scene.skins[*skin].joints)
            .copied()
            .collect(),
        rigid: instances
            .iter()
            .filter(|it| it.skin.is_none())
            .map(|it| it.node)
            .collect(),
        members: BTreeSet::new(),
        root: None,
        folded: None,
    };
    for node in &plan.rigid {
        report.add(
            Code::C214,
            scene.nodes[*node].name.to_text(),
            "follows its node as a bone",
        );
    }
    plan.find_root(&skins, report);
    let meshes = instances
        .iter()
        .filter(|it| it.skin.is_some())
        .map(|it| it.node)
        .collect();
    plan.find_members(&meshes, options, report);
    plan.climb(options, report);
    plan.build(&skins, folds_case, report)
}

struct Plan<'a> {
    scene: &'a Scene,
    tree: &'a Tree,
    joints: BTreeSet<usize>,
    rigid: BTreeSet<usize>,
    members: BTreeSet<usize>,
    root: Option<usize>,
    folded: Option<(usize, DMat4)>,
}

impl Plan<'_> {
    fn find_root(&mut self, skins: &BTreeSet<usize>, report: &mut Report) {
        let mut roots = Vec::new();
        for skin in skins {
            let skin = &self.scene.skins[*skin];
            let is_above_all = |root: &usize| {
                skin.joints
                    .iter()
                    .all(|joint| self.tree.is_above(*root, *joint))
            };
            let said = skin.root.filter(is_above_all);
            roots.push(said.or_else(|| self.tree.common(skin.joints.iter().copied())));
        }
        let all: Option<Vec<usize>> = roots.iter().copied().collect();
        let rigid = self.rigid.iter().copied();
        self.root = all.and_then(|roots| self.tree.common(roots.into_iter().chain(rigid)));
        self.root = self.root.map(|root| self.below_own_root(root));
        for skin in skins {
            let skin = &self.scene.skins[*skin];
            let is_kept = skin.root.is_none_or(|said| {
                self.root == Some(said)
                    || self.root.is_some_and(|root| self.is_own_root(said, root))
            });
            if !is_kept {
                report.add(Code::C224, skin.name.to_text(), "the root is another node");
            }
        }
    }

    /// Readers put a node above all bones, which is none itself when it has one child.
    fn below_own_root(&self, root: usize) -> usize {
        let node = &self.scene.nodes[root];
        match node.children[..] {
            [child] if self.is_own_root(root, child) => child,
            _ => root,
        }
    }

    fn is_own_root(&self, root: usize, child: usize) -> bool {
        let node = &self.scene.nodes[root];
        let is_plain = node.transform == Trs::IDENTITY && node.mesh.is_none();
        let moves = self.joints.contains(&root) || self.tree.animated.contains(&root);
        node.name.as_bytes().ends_with(b"_skeleton")
            && is_plain
            && !moves
            && node.children[..] == [child]
    }

    /// Adds a node and all between it and the root.
    fn add(&mut self, node: usize, report: &mut Report) {
        let path: Vec<usize> = self.tree.upwards(node).collect();
        for node in path {
            let is_new = self.members.insert(node);
            if is_new && !self.joints.contains(&node) && !self.rigid.contains(&node) {
                let name = self.scene.nodes[node].name.to_text();
                report.add(Code::C211, name, "becomes a bone");
            }
            if !is_new || self.root == Some(node) {
                break;
            }
        }
    }

    fn find_members(&mut self, meshes: &BTreeSet<usize>, options: &Options, report: &mut Report) {
        let bound: Vec<usize> = self.joints.union(&self.rigid).copied().collect();
        for node in bound {
            self.add(node, report);
        }
        let Some(root) = self.root else { return };
        for node in &self.tree.order {
            let wanted =
                self.tree.animated.contains(node) || options.root_chain == RootChain::Bones;
            let is_other = meshes.contains(node) || self.members.contains(node);
            if wanted && !is_other && self.tree.is_above(root, *node) {
                self.add(*node, report);
            }
        }
    }

    /// What becomes of nodes above the root.
    fn climb(&mut self, options: &Options, report: &mut Report) {
        let Some(root) = self.root else {
            report.add(Code::C210, "nodes", "the bones have no common root");
            return;
        };
        let above: Vec<usize> = self.tree.upwards(root).skip(1).collect();
        let moves = |node: &usize| {
            let still = self.scene.nodes[*node].transform == Trs::IDENTITY;
            !still || self.tree.animated.contains(node)
        };
        let highest = match options.root_chain {
            RootChain::Bones => above.len(),
            RootChain::Auto => above.iter().rposition(moves).map_or(0, |last| last + 1),
            RootChain::Fold => 0,
        };
        if let Some(top) = above[..highest].last() {
            self.root = Some(*top);
        }
        for node in &above[..highest] {
            report.add(
                Code::C211,
                self.scene.nodes[*node].name.to_text(),
                "becomes a bone",
            );
            self.members.insert(*node);
        }
        if let (RootChain::Fold, Some(parent)) = (options.root_chain, above.first()) {
            self.folded = Some((root, self.tree.globals[*parent]));
        }
    }

    fn build(self, skins: &BTreeSet<usize>, folds_case: bool, report: &mut Report) -> Skeleton {
        let mut names = Unique::new(folds_case, Code::C215);
        let mut skeleton = Skeleton {
            folded: self.folded,
            ..Skeleton::default()
        };
        if self.root.is_none() {
            skeleton.bones.push(Bone {
                name: names.add(&"Root".into(), "Root", &mut Report::default()),
                parent: 0,
                transform: Trs::IDENTITY,
                offset: DMat4::IDENTITY,
                shape: None,
            });
        }
        for node in self
            .tree
            .order
            .iter()
            .filter(|node| self.members.contains(node))
        {
            let place = skeleton.bones.len();
            let above = self.tree.parents[*node];
            let parent = above.and_then(|parent| skeleton.of_node.get(&parent).copied());
            let orphan = if self.root.is_none() { 0 } else { place };
            let own = &self.scene.nodes[*node];
            skeleton.bones.push(Bone {
                name: names.add(&own.name, &format!("Bone_{place}"), report),
                parent: parent.unwrap_or(orphan),
                transform: self.transform(*node, own, report),
                offset: self.tree.globals[*node].inverse(),
                shape: own.bone,
            });
            skeleton.of_node.insert(*node, place);
        }
        bind(self.scene, skins, &mut skeleton, &mut names, report);
        for node in &self.rigid {
            let bone = skeleton.of_node[node];
            let binding = Binding {
                bones: vec![bone as u32],
                bake: skeleton.bones[bone].offset.inverse(),
                is_rigid: true,
            };
            skeleton.rigid.insert(*node, binding);
        }
        skeleton
    }

    fn transform(&self, node: usize, own: &Node, report: &mut Report) -> Trs {
        let Some((_, above)) = self.folded.filter(|(root, _)| *root == node) else {
            return own.transform;
        };
        let (transform, is_exact) = math::decompose(above * math::matrix(&own.transform));
        if !is_exact {
            report.add(
                Code::C212,
                own.name.to_text(),
                "sheared by what is above it",
            );
        }
        transform
    }
}

/// Gives bones the bind matrices of skins, and skins their bones.
fn bind(
    scene: &Scene,
    skins: &BTreeSet<usize>,
    skeleton: &mut Skeleton,
    names: &mut Unique,
    report: &mut Report,
) {
    let mut known: BTreeMap<usize, DMat4> = BTreeMap::new();
    for place in skins {
        let skin = &scene.skins[*place];
        let matrix = |numbers: &[f32; 16]| DMat4::from_cols_array(&numbers.map(f64::from));
        let joints: Vec<(usize, DMat4)> = skin
            .joints
            .iter()
            .copied()
            .zip(skin.inverse_bind.iter().map(matrix))
            .collect();
        let bake = bake(&joints, &known);
        let back = bake.inverse();
        if bake != DMat4::IDENTITY {
            let detail = "bound otherwise than another skin: its meshes are moved there";
            report.add(Code::C213, skin.name.to_text(), detail);
        }
        let mut bones = Vec::with_capacity(joints.len());
        for (joint, own) in joints {
            let own = if bake == DMat4::IDENTITY {
                own
            } else {
                own * back
            };
            let bone = skeleton.of_node[&joint];
            let first = *known.entry(joint).or_insert(own);
            if first.abs_diff_eq(own, TOLERANCE) {
                if first == own {
                    skeleton.bones[bone].offset = own;
                }
                bones.push(bone as u32);
                continue;
            }
            let name = &skeleton.bones[bone].name;
            let helper = format!("{name}_skin{place}");
            report.add(
                Code::C213,
                name.to_text(),
                format!("{helper} has the other matrix"),
            );
            bones.push(skeleton.bones.len() as u32);
            skeleton.bones.push(Bone {
                name: names.add(&helper.as_str().into(), "", report),
                parent: bone,
                transform: Trs::IDENTITY,
                offset: own,
                shape: None,
            });
        }
        let binding = Binding {
            bones,
            bake,
            is_rigid: false,
        };
        skeleton.skins.insert(*place, binding);
    }
}

/// How far two matrices of one bone may be apart, as in rbfx.
const TOLERANCE: f64 = 2e-5;

/// What moves the meshes of a skin to where another skin with the same joints has them; identity when there is no such.
fn bake(joints: &[(usize, DMat4)], known: &BTreeMap<usize, DMat4>) -> DMat4 {
    let shared = joints
        .iter()
        .filter_map(|(joint, own)| Some((*known.get(joint)?, *own)));
    let shared: Vec<(DMat4, DMat4)> = shared.collect();
    if shared
        .iter()
        .all(|(first, own)| first.abs_diff_eq(*own, TOLERANCE))
    {
        return DMat4::IDENTITY;
    }
    let mut moves = shared.iter().map(|(first, own)| first.inverse() * *own);
    let Some(first) = moves.next().filter(|first| first.is_finite()) else {
        return DMat4::IDENTITY;
    };
    let largest = first
        .to_cols_array()
        .into_iter()
        .fold(1.0, |most: f64, it| most.max(it.abs()));
    let is_same = moves.all(|other| other.abs_diff_eq(first, 1e-4 * largest));
    let can_return = first.determinant().abs() > 1e-12;
    if is_same && can_return {
        first
    } else {
        DMat4::IDENTITY
    }
}
