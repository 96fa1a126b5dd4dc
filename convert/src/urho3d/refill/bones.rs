//! Bones.

use std::collections::BTreeMap;

use formwork_formats::urho3d::{
    Model,
    model::{Bone, BoneCollision, BoundingBox},
};

use formwork_schema::sorted;

use super::hollow::{Refused, check};
use crate::{
    Scene,
    scene::{Node, Trs},
    urho3d::{facts::NO_MATRIX, frame::Frame, read::parents},
};

/// Gives bones the names, transforms and shapes of their nodes.
pub(super) fn refill(
    model: &mut Model,
    scene: &Scene,
    has_mesh: bool,
    frame: Frame,
) -> Result<(), Refused> {
    let shown = scene.nodes.iter().find(|node| node.mesh.is_some());
    let skin = shown
        .and_then(|node| node.skin)
        .map(|skin| &scene.skins[skin]);
    if model.bones.is_empty() {
        let is_still = shown.is_none_or(|node| node.transform == Trs::IDENTITY);
        let is_root = !has_mesh
            || scene
                .roots
                .iter()
                .any(|root| scene.nodes[*root].mesh.is_some());
        check(skin.is_none(), "the mesh has a skin now")?;
        return check(is_still && is_root, "the mesh was moved");
    }
    let is_bare = model
        .bones
        .iter()
        .all(|bone| bone.offset_matrix == NO_MATRIX);
    check(skin.is_some() || !is_bare, "the mesh has no skin any more")?;
    let parents = parents(model).0;
    let nodes = match skin {
        Some(skin) => skin.joints.clone(),
        None => below_root(scene, &parents).ok_or("the skeleton is another one")?,
    };
    check(nodes.len() == model.bones.len(), "there are other bones")?;
    let mut above = vec![None; scene.nodes.len()];
    for (place, node) in scene.nodes.iter().enumerate() {
        for child in &node.children {
            above[*child] = Some(place);
        }
    }
    for (place, node) in nodes.iter().enumerate() {
        let is_same = match (parents[place], above[*node]) {
            (Some(parent), found) => found == Some(nodes[parent]),
            (None, None) => true,
            (None, Some(found)) => {
                let is_still = scene.nodes[found].transform == Trs::IDENTITY;
                is_still && above[found].is_none() && !nodes.contains(&found)
            }
        };
        check(is_same, "bones hang on others now")?;
        set_bone(&mut model.bones[place], &scene.nodes[*node], frame);
    }
    for (bone, matrix) in model
        .bones
        .iter_mut()
        .zip(skin.iter().flat_map(|skin| &skin.inverse_bind))
    {
        bone.offset_matrix = frame.matrix_out(matrix);
    }
    Ok(())
}

/// Gives a bone what its node says; whether that says all of its shape.
pub(in crate::urho3d) fn set_bone(bone: &mut Bone, node: &Node, frame: Frame) -> bool {
    bone.name.clone_from(&node.name);
    bone.position = frame.vector_out(node.transform.translation);
    bone.rotation = frame.rotation_out(node.transform.rotation);
    bone.scale = node.transform.scale.into();
    let Some(shape) = &node.bone else {
        return false;
    };
    let mask = BoneCollision::from_bits_retain(shape.mask);
    let is_whole = mask.contains(BoneCollision::SPHERE) == shape.radius.is_some()
        && mask.contains(BoneCollision::BOX) == shape.bounds.is_some();
    if is_whole {
        bone.collision = mask;
        bone.radius = shape.radius;
        let corners = shape.bounds.map(|corners| frame.bounds(corners));
        bone.bounding_box = corners.map(|[min, max]| BoundingBox {
            min: min.into(),
            max: max.into(),
        });
    }
    is_whole
}

/// The parent of each of these nodes among them.
pub(in crate::urho3d) fn parents_of(scene: &Scene, nodes: &[usize]) -> Vec<Option<usize>> {
    let places: BTreeMap<usize, usize> = sorted::collect(nodes.iter().copied().zip(0..));
    let mut parents = vec![None; nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        for child in &scene.nodes[*node].children {
            if let Some(child) = places.get(child) {
                parents[*child] = Some(place);
            }
        }
    }
    parents
}

/// The nodes of a skeleton without a skin: below a root, met in the same order as the bones.
fn below_root(scene: &Scene, parents: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut children = vec![Vec::new(); parents.len()];
    let mut roots = Vec::new();
    for (place, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) => children[*parent].push(place),
            None => roots.push(place),
        }
    }
    let bones = preorder(&roots, |bone| &children[bone], parents.len())?;
    let below = |root: &usize| {
        let node = &scene.nodes[*root];
        let found = preorder(
            &node.children,
            |node| &scene.nodes[node].children,
            bones.len(),
        )?;
        (node.mesh.is_none() && found.len() == bones.len()).then_some(found)
    };
    let found = scene.roots.iter().find_map(below)?;
    let mut nodes = vec![0; bones.len()];
    for (bone, node) in bones.into_iter().zip(found) {
        nodes[bone] = node;
    }
    Some(nodes)
}

/// All of a forest, parents first; `None` when there are more than expected.
fn preorder<'a>(
    roots: &'a [usize],
    children: impl Fn(usize) -> &'a Vec<usize>,
    most: usize,
) -> Option<Vec<usize>> {
    let mut open: Vec<usize> = roots.iter().rev().copied().collect();
    let mut met = Vec::new();
    while let Some(next) = open.pop() {
        met.push(next);
        open.extend(children(next).iter().rev());
        if met.len() > most {
            return None;
        }
    }
    Some(met)
}
