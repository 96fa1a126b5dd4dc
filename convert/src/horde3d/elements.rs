//! The nodes of a document, numbered as they stand in it.

use formwork_formats::horde3d::scene::{Joint, Mesh, Model, Node, Placement};

use super::angles;
use crate::scene::Trs;

/// One node of a document.
pub(super) struct Element<'a> {
    /// What it says.
    pub(super) node: &'a Node,
    /// The nodes below it, by number.
    pub(super) children: Vec<usize>,
}

/// All nodes of a document, parents first: an element's number is its place.
pub(super) fn flatten(root: &Node) -> Vec<Element<'_>> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut open = vec![(root, None)];
    while let Some((node, parent)) = open.pop() {
        let number = elements.len();
        if let Some(parent) = parent {
            let parent: &mut Element<'_> = &mut elements[parent];
            parent.children.push(number);
        }
        elements.push(Element {
            node,
            children: Vec::new(),
        });
        let children = node.children().iter().rev();
        open.extend(children.map(|child| (child, Some(number))));
    }
    elements
}

impl<'a> Element<'a> {
    pub(super) fn model(&self) -> Option<&'a Model> {
        match self.node {
            Node::Model(model) => Some(model),
            _ => None,
        }
    }

    pub(super) fn mesh(&self) -> Option<&'a Mesh> {
        match self.node {
            Node::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }

    pub(super) fn joint(&self) -> Option<&'a Joint> {
        match self.node {
            Node::Joint(joint) => Some(joint),
            _ => None,
        }
    }
}

/// Where a node is.
pub(super) fn transform(placement: &Placement) -> Trs {
    let Placement {
        tx,
        ty,
        tz,
        rx,
        ry,
        rz,
        sx,
        sy,
        sz,
        ..
    } = *placement;
    Trs {
        translation: [tx, ty, tz],
        rotation: angles::rotation([rx, ry, rz]),
        scale: [sx, sy, sz],
    }
}

/// The distances from which on levels of detail are seen; level 0 is from the beginning.
pub(super) fn distances(model: &Model) -> [f32; 5] {
    [
        0.0,
        model.lod_dist1,
        model.lod_dist2,
        model.lod_dist3,
        model.lod_dist4,
    ]
}

/// The range of indices that a mesh draws, where all of it is there.
pub(super) fn batch(mesh: &Mesh, index_count: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(mesh.batch_start).ok()?;
    let end = start.checked_add(usize::try_from(mesh.batch_count).ok()?)?;
    (end <= index_count).then_some(start..end)
}

/// Changes all nodes of a document, parents first, each with its number.
pub(super) fn change(root: &mut Node, mut change: impl FnMut(usize, &mut Node)) {
    let mut number = 0;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        change(number, node);
        number += 1;
        if let Some((_, children)) = parts(node) {
            open.extend(children.iter_mut().rev());
        }
    }
}

/// The place of a node, and the nodes below it.
pub(super) fn parts(node: &mut Node) -> Option<(&mut Placement, &mut Vec<Node>)> {
    Some(match node {
        Node::Group(node) => (&mut node.placement, &mut node.children),
        Node::Reference(node) => (&mut node.placement, &mut node.children),
        Node::Model(node) => (&mut node.placement, &mut node.children),
        Node::Mesh(node) => (&mut node.placement, &mut node.children),
        Node::Joint(node) => (&mut node.placement, &mut node.children),
        Node::Light(node) => (&mut node.placement, &mut node.children),
        Node::Camera(node) => (&mut node.placement, &mut node.children),
        Node::Emitter(node) => (&mut node.placement, &mut node.children),
        Node::Compute(node) => (&mut node.placement, &mut node.children),
        Node::Terrain(node) => (&mut node.placement, &mut node.children),
        Node::Unknown(_) => return None,
    })
}

/// Says where a node is.
pub(super) fn set_transform(placement: &mut Placement, trs: &Trs) {
    [placement.tx, placement.ty, placement.tz] = trs.translation;
    [placement.rx, placement.ry, placement.rz] = angles::degrees(trs.rotation);
    [placement.sx, placement.sy, placement.sz] = trs.scale;
}
