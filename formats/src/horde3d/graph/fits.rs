//! Whether the meshes and joints of a scene fit its geometries.

use std::{collections::BTreeSet, ops::RangeInclusive};

use formwork_markup::{Node, integer};
use formwork_schema::Diagnostic;

use crate::{
    document::DocumentFile,
    horde3d::graph::rules,
    horde3d::{Geometry, Scene, scene::is_node},
    library::Loaded,
};

/// Where others are found that could be read.
pub(super) struct Others<'a, 'g> {
    pub(super) geometry: &'a dyn Fn(&str) -> Option<&'g Geometry>,
    pub(super) texture: &'a dyn Fn(&str) -> Option<&'g Loaded>,
}

/// What does not fit.
pub(super) fn fits(scene: &DocumentFile<Scene>, others: &Others<'_, '_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(markup) = scene.markup() {
        walk(markup.root(), None, others, &mut diagnostics);
    }
    diagnostics
}

fn walk<'g>(
    node: Node<'_>,
    around: Option<&'g Geometry>,
    others: &Others<'_, 'g>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut around = around;
    match (node.name(), around) {
        ("Model", _) => {
            around = (others.geometry)(&node.get("geometry"));
            if let Some(geometry) = around {
                joints(node, geometry, diagnostics);
            }
        }
        ("Mesh", Some(geometry)) => mesh(node, geometry, diagnostics),
        ("Terrain", _) => {
            if let Some(texture) = (others.texture)(&node.get("heightmap")) {
                terrain(node, *texture, diagnostics);
            }
        }
        _ => {}
    }
    for child in node.children().filter(|child| is_node(*child)) {
        walk(child, around, others, diagnostics);
    }
}

/// Side of a height map in samples: a power of two between these.
const SIDES: RangeInclusive<u32> = 32..=8192;

fn terrain(node: Node<'_>, map: Loaded, diagnostics: &mut Vec<Diagnostic>) {
    let Loaded { width, height, .. } = map;
    let fits = width == height && width.is_power_of_two() && SIDES.contains(&width);
    if !fits {
        let message = format!(
            "the height map has {width} by {height} samples; it has to be a square whose side is a power of two from {} to {}",
            SIDES.start(),
            SIDES.end()
        );
        diagnostics.push(node.diagnostic(&rules::HEIGHT_MAP_SIZE, message));
    }
    if !map.is_plain {
        let message = "the height map is compressed or has other than 8 bits a channel; the engine takes only plain ones";
        diagnostics.push(node.diagnostic(&rules::HEIGHT_MAP_FORMAT, message));
    }
}

fn number(node: Node<'_>, name: &str) -> i64 {
    i64::from(integer(&node.get(name)).0)
}

fn mesh(node: Node<'_>, geometry: &Geometry, diagnostics: &mut Vec<Diagnostic>) {
    let indices = geometry.indices.len() as i64;
    let vertices = i64::from(geometry.vertex_count);
    let (start, count) = (number(node, "batchStart"), number(node, "batchCount"));
    if start + count > indices {
        let message = format!(
            "the indices from {start} to {} are not all there: the geometry has {indices}, so nothing is drawn",
            start + count
        );
        diagnostics.push(node.diagnostic(&rules::BATCH_BEYOND_INDICES, message));
        return;
    }
    let (first, last) = (number(node, "vertRStart"), number(node, "vertREnd"));
    if last >= vertices {
        let message = format!("vertex {last} is not there: the geometry has {vertices}");
        diagnostics.push(node.diagnostic(&rules::VERTICES_BEYOND_GEOMETRY, message));
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
        diagnostics.push(node.diagnostic(&rules::INDICES_OUTSIDE_RANGE, message));
    }
}

/// The joints of a model: each within the geometry's list, and none of the list forgotten.
fn joints(model: Node<'_>, geometry: &Geometry, diagnostics: &mut Vec<Diagnostic>) {
    let count = geometry.joints.len() as i64;
    let mut used = BTreeSet::new();
    let mut next = vec![model];
    while let Some(node) = next.pop() {
        let inner = node.children().filter(|child| is_node(*child));
        let inner = inner.filter(|child| child.name() != "Model");
        let first = next.len();
        next.extend(inner);
        next[first..].reverse();
        if node.name() != "Joint" {
            continue;
        }
        let index = number(node, "jointIndex");
        if !(0..count).contains(&index) {
            let message = format!("joint {index} is not there: the geometry has {count}");
            diagnostics.push(node.diagnostic(&rules::JOINT_BEYOND_GEOMETRY, message));
        } else if !used.insert(index) {
            let message = format!("another node stands for joint {index} already");
            diagnostics.push(node.diagnostic(&rules::JOINT_TWICE, message));
        }
    }
    // Joint 0 stands for vertices that no joint moves.
    let missing = (1..count).filter(|index| !used.contains(index)).count();
    if missing > 0 {
        let message = format!("{missing} joints of the geometry have no node, and never move");
        diagnostics.push(model.diagnostic(&rules::JOINTS_WITHOUT_NODE, message));
    }
}
