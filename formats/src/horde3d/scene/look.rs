//! What a person wants to see of a scene first.

use super::{Mesh, Node};
use crate::inspect::{FactValue, Inspection, Table};

pub(super) fn look(scene: &Node, inspection: &mut Inspection) {
    inspection.fact(
        "root",
        "Root",
        format!("{} {}", scene.kind(), name(scene)).trim_end(),
    );
    let mut counts: Vec<(&str, u64)> = Vec::new();
    let (mut depth, mut attachments) = (0, 0u64);
    for (node, level) in levels(scene) {
        depth = depth.max(level);
        attachments += u64::from(attachment(node).is_some());
        let kind = match node.kind() {
            "" => "dropped",
            kind => kind,
        };
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    let counted = counts.iter().map(|(kind, count)| format!("{count} {kind}"));
    inspection.fact("nodes", "Nodes", FactValue::Words(counted.collect()));
    inspection.fact("depth", "Levels", depth + 1);
    inspection.fact("attachments", "Attachments", attachments);
    inspection.tables.push(Table {
        key: "meshes",
        columns: &["mesh", "material", "lod", "indices", "from", "vertices"],
        rows: scene.walk().filter_map(mesh).collect(),
    });
    inspection.tables.push(Table {
        key: "resources",
        columns: &["node", "name", "resource"],
        rows: scene.walk().filter_map(resource).collect(),
    });
}

/// All nodes, with how deep they are.
fn levels(scene: &Node) -> impl Iterator<Item = (&Node, u64)> {
    let mut next = vec![(scene, 0)];
    std::iter::from_fn(move || {
        let (node, level) = next.pop()?;
        let children = node.children().iter().rev();
        next.extend(children.map(|child| (child, level + 1)));
        Some((node, level))
    })
}

fn name(node: &Node) -> &str {
    node.placement().map_or("", |placement| &placement.name)
}

fn attachment(node: &Node) -> Option<&str> {
    match node {
        Node::Group(node) => node.attachment.as_deref(),
        Node::Reference(node) => node.attachment.as_deref(),
        Node::Model(node) => node.attachment.as_deref(),
        Node::Mesh(node) => node.attachment.as_deref(),
        Node::Joint(node) => node.attachment.as_deref(),
        Node::Light(node) => node.attachment.as_deref(),
        Node::Camera(node) => node.attachment.as_deref(),
        Node::Emitter(node) => node.attachment.as_deref(),
        Node::Compute(node) => node.attachment.as_deref(),
        Node::Terrain(node) => node.attachment.as_deref(),
        Node::Unknown(_) => None,
    }
}

fn mesh(node: &Node) -> Option<Vec<FactValue>> {
    let Node::Mesh(mesh) = node else {
        return None;
    };
    let Mesh {
        batch_start,
        batch_count,
        vert_r_start,
        vert_r_end,
        lod_level,
        ..
    } = mesh;
    Some(vec![
        mesh.placement.name.clone().into(),
        mesh.material.clone().into(),
        lod_level.to_string().into(),
        batch_count.to_string().into(),
        batch_start.to_string().into(),
        format!("{vert_r_start} to {vert_r_end}").into(),
    ])
}

fn resource(node: &Node) -> Option<Vec<FactValue>> {
    let resource = match node {
        Node::Reference(node) => &node.scene_graph,
        Node::Model(node) => &node.geometry,
        Node::Light(node) => &node.lighting_context,
        Node::Camera(node) => &node.pipeline,
        Node::Emitter(node) => &node.particle_effect,
        Node::Compute(node) => &node.compute_buffer,
        Node::Terrain(node) => &node.heightmap,
        _ => return None,
    };
    let row = [node.kind(), name(node), resource];
    Some(row.into_iter().map(FactValue::from).collect())
}
