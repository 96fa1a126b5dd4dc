//! What the schema of a scene cannot say.

use std::collections::{HashMap, HashSet};

use formwork_markup::{Markup, Node, accepts, integer};
use formwork_schema::{Finding, document::Document as _};

use super::nodes::Node as SceneNode;

/// Names of meshes and joints, each with the levels of detail of its meshes; joints have none.
type Names = HashMap<String, HashSet<Option<i32>>>;

pub(super) fn review(markup: &Markup, findings: &mut Vec<Finding>) {
    let root = markup.root();
    if matches!(root.name(), "Mesh" | "Joint") {
        let message = format!(
            "a scene whose root is a `{}` fits below models only",
            root.name()
        );
        findings.push(root.finding("root-needs-model", message));
    }
    node(root, &mut Names::new(), findings);
}

/// A node that the engine looks at. `names` are those of meshes and joints of the model around it.
fn node(node: Node<'_>, names: &mut Names, findings: &mut Vec<Finding>) {
    match node.name() {
        "Compute" if node.get("drawType").eq_ignore_ascii_case("points") => {
            findings.push(node.finding("points-are-patches", "the engine draws points as patches"));
        }
        "Mesh" => mesh(node, findings),
        "Reference" if node.attribute("name").is_none() => {
            let message = "the root of the other scene loses its name: what is not given here overwrites it, too";
            findings.push(node.finding("reference-without-name", message));
        }
        "Light" => light(node, findings),
        "Terrain" => terrain(node, findings),
        _ => {}
    }
    for child in node.children() {
        if !is_node(child) {
            continue;
        }
        place(node, child, findings);
        if child.name() == "Model" {
            self::node(child, &mut Names::new(), findings);
            continue;
        }
        if matches!(child.name(), "Mesh" | "Joint") {
            name(child, names, findings);
        }
        self::node(child, names, findings);
    }
}

/// Meshes of one name are usual where each has its level of detail.
fn name(node: Node<'_>, names: &mut Names, findings: &mut Vec<Finding>) {
    let name = node.get("name");
    if name.is_empty() {
        return;
    }
    let level = (node.name() == "Mesh").then(|| integer(&node.get("lodLevel")).0);
    let levels = names.entry(name.to_string()).or_default();
    let is_other = level.is_none() || levels.contains(&None);
    if levels.contains(&level) || (is_other && !levels.is_empty()) {
        let message = format!(
            "another mesh or joint of the model is called `{name}`; animations move them alike"
        );
        findings.push(node.finding("repeated-name", message));
    }
    levels.insert(level);
}

/// Whether the engine makes a node of an element: no attachment, and nothing that it drops.
pub(in crate::horde3d) fn is_node(node: Node<'_>) -> bool {
    let layout = SceneNode::layout();
    let item = layout.roots().into_iter();
    let element = item.filter_map(|item| item.element);
    let mut element = element.filter(|of| of.element_name() == node.name());
    element.next().is_some_and(|of| accepts(layout, of, node))
}

/// Where the engine lets nodes be.
fn place(parent: Node<'_>, node: Node<'_>, findings: &mut Vec<Finding>) {
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
    findings.push(node.finding("cannot-attach", message));
}

fn mesh(node: Node<'_>, findings: &mut Vec<Finding>) {
    if let Some(written) = node.attribute("primType") {
        let message = "the engine reads it since 2018-11-07, and the manual does not have it";
        findings.push(node.finding_of(written, "undocumented", message));
    }
    let number = |name| integer(&node.get(name)).0;
    let (first, last) = (number("vertRStart"), number("vertREnd"));
    if first < 0 || last < first {
        let message =
            format!("vertices from {first} to {last}; the box of the mesh becomes a point");
        findings.push(node.finding("vertex-range", message));
    }
    if number("batchStart") < 0 || number("batchCount") < 0 {
        findings.push(node.finding("batch-range", "a batch of indices is negative"));
    }
    let level = number("lodLevel");
    if !(0..=4).contains(&level) {
        let message = format!("level of detail {level} is never seen; they go from 0 to 4");
        findings.push(node.finding("lod-level", message));
    }
}

fn light(node: Node<'_>, findings: &mut Vec<Finding>) {
    let maps = integer(&node.get("shadowMapCount")).0;
    if !(0..=4).contains(&maps) {
        let message = format!("{maps} shadow maps; from 0 to 4 work");
        findings.push(node.finding("shadow-map-count", message));
    }
}

fn terrain(node: Node<'_>, findings: &mut Vec<Finding>) {
    let Some(written) = node.attribute("blockSize") else {
        return;
    };
    let size = integer(&written.value()).0;
    let fits = u32::try_from(size).is_ok_and(|size| size > 2 && (size - 1).is_power_of_two());
    if !fits {
        let message =
            format!("blocks of {size} vertices; a power of two and one is needed, such as 17");
        findings.push(node.finding_of(written, "block-size", message));
    }
}
