//! What the schema of a scene cannot say.

use std::{borrow::Cow, collections::HashMap};

use formwork_markup::{Markup, Node, accepts, float, integer};
use formwork_schema::{
    Diagnostic,
    document::Document as _,
    layout::{Struct, xml::Need},
};

use super::nodes::Node as SceneNode;
use crate::horde3d::scene::rules;

/// Names of meshes and joints, each with the levels of detail of its meshes; joints have none.
type Names<'m> = HashMap<Cow<'m, str>, Vec<Option<i32>>>;

/// Diagnostics after which only nodes that the engine drops are told, and twice as many of all: nobody reads more, and each takes some
/// hundred bytes.
const MOST: usize = 1000;

pub(super) fn review(markup: &Markup, diagnostics: &mut Vec<Diagnostic>) {
    let root = markup.root();
    if matches!(root.name(), "Mesh" | "Joint") {
        let message = format!(
            "a scene whose root is a `{}` fits below models only",
            root.name()
        );
        diagnostics.push(root.diagnostic(&rules::ROOT_NEEDS_MODEL, message));
    }
    node(root, &mut Names::new(), diagnostics);
}

/// A node that the engine looks at. `names` are those of meshes and joints of the model around it.
fn node<'m>(node: Node<'m>, names: &mut Names<'m>, diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() <= MOST {
        itself(node, diagnostics);
    }
    for child in node.children() {
        if diagnostics.len() > 2 * MOST {
            return;
        }
        if !is_node(child) {
            continue;
        }
        place(node, child, diagnostics);
        if child.name() == "Model" {
            self::node(child, &mut Names::new(), diagnostics);
            continue;
        }
        if matches!(child.name(), "Mesh" | "Joint") && diagnostics.len() <= MOST {
            name(child, names, diagnostics);
        }
        self::node(child, names, diagnostics);
    }
}

/// What its element says of a node.
fn itself(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    match node.name() {
        "Mesh" => mesh(node, diagnostics),
        "Model" => distances(node, diagnostics),
        "Joint" => joint(node, diagnostics),
        "Reference" if node.attribute("name").is_none() => {
            let message = "the root of the other scene loses its name: what is not given here overwrites it, too";
            diagnostics.push(node.diagnostic(&rules::REFERENCE_WITHOUT_NAME, message));
        }
        "Light" => light(node, diagnostics),
        "Camera" => camera(node, diagnostics),
        "Emitter" => count(node, "maxCount", diagnostics),
        "Compute" => compute(node, diagnostics),
        "Terrain" => terrain(node, diagnostics),
        _ => {}
    }
    scale(node, diagnostics);
    resources(node, diagnostics);
}

/// Meshes of one name are usual where each has its level of detail.
fn name<'m>(node: Node<'m>, names: &mut Names<'m>, diagnostics: &mut Vec<Diagnostic>) {
    let name = node.get("name");
    if name.is_empty() {
        return;
    }
    let level = (node.name() == "Mesh").then(|| integer(&node.get("lodLevel")).0);
    let levels = names.entry(name.clone()).or_default();
    let is_other = level.is_none() || levels.contains(&None);
    if levels.contains(&level) || (is_other && !levels.is_empty()) {
        let message = format!(
            "another mesh or joint of the model is called `{name}`; animations move them alike"
        );
        diagnostics.push(node.diagnostic(&rules::REPEATED_NAME, message));
    }
    if !levels.contains(&level) {
        levels.push(level);
    }
}

/// Whether the engine makes a node of an element: no attachment, and nothing that it drops.
pub(in crate::horde3d) fn is_node(node: Node<'_>) -> bool {
    element(node).is_some_and(|of| accepts(SceneNode::layout(), of, node))
}

/// What the schema says of an element of this name.
fn element(node: Node<'_>) -> Option<&'static Struct> {
    let items = SceneNode::layout().roots().into_iter();
    let mut elements = items.filter_map(|item| item.element);
    elements.find(|of| of.element_name() == node.name())
}

/// Where the engine lets nodes be.
fn place(parent: Node<'_>, node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let allowed: &[&str] = match node.name() {
        "Mesh" => &["Model", "Mesh", "Joint"],
        "Joint" => &["Model", "Joint"],
        _ => return,
    };
    // What a reference brings in may be a model.
    if allowed.contains(&parent.name()) || parent.name() == "Reference" {
        return;
    }
    let (kind, parent) = (node.name(), parent.name());
    let message = format!(
        "a `{kind}` cannot be below a `{parent}`: the engine drops it, and may crash on what is below it"
    );
    diagnostics.push(node.diagnostic(&rules::CANNOT_ATTACH, message));
}

fn mesh(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if let Some(written) = node.attribute("primType") {
        let message = "the engine reads it since 2018-11-07, and the manual does not have it";
        diagnostics.push(node.diagnostic_of(written, &rules::UNDOCUMENTED, message));
    }
    let number = |name| integer(&node.get(name)).0;
    let (first, last) = (number("vertRStart"), number("vertREnd"));
    if first < 0 || last < first {
        let message =
            format!("vertices from {first} to {last}; the box of the mesh becomes a point");
        diagnostics.push(node.diagnostic(&rules::VERTEX_RANGE, message));
    }
    let count = number("batchCount");
    if number("batchStart") < 0 || count < 0 {
        diagnostics.push(node.diagnostic(&rules::BATCH_RANGE, "a batch of indices is negative"));
    }
    let primitives = node.get("primType");
    let is_list = primitives.is_empty() || primitives.eq_ignore_ascii_case("TriangleList");
    if is_list && count % 3 != 0 {
        let message = format!("{count} indices do not make triangles");
        diagnostics.push(node.diagnostic(&rules::INCOMPLETE_TRIANGLE, message));
    }
    let level = number("lodLevel");
    if !(0..=4).contains(&level) {
        let message = format!("level of detail {level} is never seen; they go from 0 to 4");
        diagnostics.push(node.diagnostic(&rules::LOD_LEVEL, message));
    }
}

fn compute(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if node.get("drawType").eq_ignore_ascii_case("points") {
        let message = "the engine draws points as patches";
        diagnostics.push(node.diagnostic(&rules::POINTS_ARE_PATCHES, message));
    }
    count(node, "elementsCount", diagnostics);
    let number = |name| float(&node.get(name)).0;
    let axes = [
        ("aabbMinX", "aabbMaxX"),
        ("aabbMinY", "aabbMaxY"),
        ("aabbMinZ", "aabbMaxZ"),
    ];
    for (least, greatest) in axes.into_iter().filter(|(a, b)| number(a) > number(b)) {
        let message = format!("`{least}` is greater than `{greatest}`");
        diagnostics.push(node.diagnostic(&rules::EMPTY_BOX, message));
    }
}

fn count(node: Node<'_>, name: &str, diagnostics: &mut Vec<Diagnostic>) {
    let count = integer(&node.get(name)).0;
    if let Some(written) = node.attribute(name).filter(|_| count < 0) {
        let message = format!("`{name}` is {count}");
        diagnostics.push(node.diagnostic_of(written, &rules::NEGATIVE_COUNT, message));
    }
}

/// The planes of a view.
fn camera(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let pairs = [
        ("nearPlane", "farPlane"),
        ("leftPlane", "rightPlane"),
        ("bottomPlane", "topPlane"),
    ];
    for (first, second) in pairs {
        let (a, b) = (number(node, first), number(node, second));
        if b <= a {
            let message = format!("`{second}` is {b}, not greater than `{first}`, which is {a}");
            diagnostics.push(node.diagnostic(&rules::EMPTY_VIEW, message));
        }
    }
}

/// A number of a node, or its default where it is not given.
fn number(node: Node<'_>, name: &str) -> f32 {
    if let Some(written) = node.attribute(name) {
        return float(&written.value()).0;
    }
    let attribute = element(node).and_then(|of| SceneNode::layout().attribute(of, name));
    attribute.map_or(0.0, |(_, attribute)| float(&attribute.default).0)
}

fn joint(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let index = integer(&node.get("jointIndex")).0;
    if index < 0 {
        let message = format!("joint {index} is none of the geometry's");
        diagnostics.push(node.diagnostic(&rules::NEGATIVE_JOINT, message));
    }
}

/// The distances from which on levels of detail are seen.
fn distances(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let names = ["lodDist1", "lodDist2", "lodDist3", "lodDist4"];
    let given = names.map(|name| node.attribute(name).map(|written| (name, written)));
    for pair in given.windows(2) {
        let [Some((first, before)), Some((second, after))] = pair else {
            continue;
        };
        let [near, far] = [before, after].map(|written| float(&written.value()).0);
        // The greatest number stands for no such level, as where the attribute is missing.
        if far <= near && far < f32::MAX {
            let message =
                format!("`{second}` is {far}, not greater than `{first}`, which is {near}");
            diagnostics.push(node.diagnostic_of(*after, &rules::LOD_ORDER, message));
        }
    }
}

fn scale(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for name in ["sx", "sy", "sz"] {
        let Some(written) = node.attribute(name) else {
            continue;
        };
        if float(&written.value()).0 == 0.0 {
            let message = format!("`{name}` is 0: the node is flat, with all below it");
            diagnostics.push(node.diagnostic_of(written, &rules::ZERO_SCALE, message));
        }
    }
}

/// Resources that a node must name. Programs give cameras their pipeline.
fn resources(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(of) = element(node).filter(|_| node.name() != "Camera") else {
        return;
    };
    for (_, attribute) in SceneNode::layout().attributes(of) {
        let is_meant = attribute.need == Need::Required && !attribute.resource.is_empty();
        let written = node.attribute(&attribute.name).filter(|_| is_meant);
        if let Some(written) = written.filter(|written| written.value().is_empty()) {
            let message = format!("`{}` is empty: there is no such resource", attribute.name);
            diagnostics.push(node.diagnostic_of(written, &rules::EMPTY_RESOURCE, message));
        }
    }
}

fn light(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let maps = integer(&node.get("shadowMapCount")).0;
    if !(0..=4).contains(&maps) {
        let message = format!("{maps} shadow maps; from 0 to 4 work");
        diagnostics.push(node.diagnostic(&rules::SHADOW_MAP_COUNT, message));
    }
}

fn terrain(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = node.attribute("blockSize") else {
        return;
    };
    let size = integer(&written.value()).0;
    let fits = u32::try_from(size).is_ok_and(|size| size > 2 && (size - 1).is_power_of_two());
    if !fits {
        let message =
            format!("blocks of {size} vertices; a power of two and one is needed, such as 17");
        diagnostics.push(node.diagnostic_of(written, &rules::BLOCK_SIZE, message));
    }
}
