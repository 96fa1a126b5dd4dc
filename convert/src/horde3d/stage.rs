//! What clips are about, as the scene that they come with says it.

use formwork_formats::horde3d::scene::Node;
use formwork_markup::{Markup, float};
use formwork_schema::Limits;

use super::{elements::Element, inputs::base_name};

/// What clips are about.
#[derive(Default)]
pub(super) struct Stage {
    /// Whether there is a model; clips without one make nodes.
    pub(super) has_model: bool,
    /// Nodes of joints and meshes.
    pub(super) movable: Vec<usize>,
    /// Frames per second that attachments name, with the file that they are about.
    pub(super) rates: Vec<(String, f64)>,
}

/// Frames per second that attachments name, with the file that they are about.
pub(super) fn rates(elements: &[Element<'_>]) -> Vec<(String, f64)> {
    let mut rates = Vec::new();
    for element in elements {
        let attachment = match element.node {
            Node::Group(node) => &node.attachment,
            Node::Reference(node) => &node.attachment,
            Node::Model(node) => &node.attachment,
            Node::Mesh(node) => &node.attachment,
            Node::Joint(node) => &node.attachment,
            _ => continue,
        };
        let Some(xml) = attachment.as_deref().filter(|xml| xml.contains("fps")) else {
            continue;
        };
        let Ok(markup) = Markup::parse(xml.as_bytes(), &Limits::default()) else {
            continue;
        };
        let mut open = vec![markup.root()];
        while let Some(node) = open.pop() {
            let fps = f64::from(float(&node.get("fps")).0);
            let file = node.get("file");
            if fps.is_finite() && fps > 0.0 && !file.is_empty() {
                rates.push((base_name(&file).to_owned(), fps));
            }
            open.extend(node.children());
        }
    }
    rates
}
