//! Whether the meshes and joints of a scene fit its geometries.

use std::collections::BTreeSet;

use formwork_markup::{Node, accepts, integer};
use formwork_schema::{Finding, document::Items as _};

use crate::{
    DocumentFile,
    horde3d::{Geometry, Scene},
};

/// What does not fit. `geometry` is the geometry of a name, where it could be read.
pub(super) fn fits<'g>(
    scene: &DocumentFile<Scene>,
    geometry: &impl Fn(&str) -> Option<&'g Geometry>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(markup) = scene.markup() {
        walk(markup.root(), None, geometry, &mut findings);
    }
    findings
}

fn walk<'g>(
    node: Node<'_>,
    around: Option<&'g Geometry>,
    geometry: &impl Fn(&str) -> Option<&'g Geometry>,
    findings: &mut Vec<Finding>,
) {
    let mut items = Scene::items().iter();
    let item = items.find(|item| item.is(node.name()));
    let Some(element) = item.and_then(|item| item.element) else {
        return;
    };
    if !accepts(element(), node) {
        return;
    }
    let mut around = around;
    match (node.name(), around) {
        ("Model", _) => {
            around = geometry(&node.get("geometry"));
            if let Some(geometry) = around {
                joints(node, geometry, findings);
            }
        }
        ("Mesh", Some(geometry)) => mesh(node, geometry, findings),
        _ => {}
    }
    for child in node.children() {
        walk(child, around, geometry, findings);
    }
}

fn number(node: Node<'_>, name: &str) -> i64 {
    i64::from(integer(&node.get(name)).0)
}

fn mesh(node: Node<'_>, geometry: &Geometry, findings: &mut Vec<Finding>) {
    let indices = geometry.indices.len() as i64;
    let vertices = i64::from(geometry.vertex_count);
    let (start, count) = (number(node, "batchStart"), number(node, "batchCount"));
    if start + count > indices {
        let message = format!(
            "the indices from {start} to {} are not all there: the geometry has {indices}, so nothing is drawn",
            start + count
        );
        findings.push(node.finding("batch-beyond-indices", message));
        return;
    }
    let (first, last) = (number(node, "vertRStart"), number(node, "vertREnd"));
    if last >= vertices {
        let message = format!("vertex {last} is not there: the geometry has {vertices}");
        findings.push(node.finding("vertices-beyond-geometry", message));
    }
    let (Ok(start), Ok(count)) = (usize::try_from(start), usize::try_from(count)) else {
        return;
    };
    let used = geometry.indices.iter().skip(start).take(count);
    let outside = used
        .filter(|index| !(first..=last).contains(&i64::from(*index)))
        .count();
    if outside > 0 {
        let message = format!(
            "{outside} of its {count} indices name vertices outside of {first} to {last}; what they draw \
             may be missing"
        );
        findings.push(node.finding("indices-outside-range", message));
    }
}

/// The joints of a model: each within the geometry's list, and none of the list forgotten.
fn joints(model: Node<'_>, geometry: &Geometry, findings: &mut Vec<Finding>) {
    let count = geometry.joints.len() as i64;
    let mut used = BTreeSet::new();
    let mut next = vec![model];
    while let Some(node) = next.pop() {
        let inner = node.children().filter(|child| child.name() != "Model");
        let first = next.len();
        next.extend(inner);
        next[first..].reverse();
        if node.name() != "Joint" {
            continue;
        }
        let index = number(node, "jointIndex");
        if !(0..count).contains(&index) {
            let message = format!("joint {index} is not there: the geometry has {count}");
            findings.push(node.finding("joint-beyond-geometry", message));
        } else if !used.insert(index) {
            let message = format!("another node stands for joint {index} already");
            findings.push(node.finding("joint-twice", message));
        }
    }
    // Joint 0 stands for vertices that no joint moves.
    let missing = (1..count).filter(|index| !used.contains(index)).count();
    if missing > 0 {
        let message = format!("{missing} joints of the geometry have no node, and never move");
        findings.push(model.finding("joints-without-node", message));
    }
}
