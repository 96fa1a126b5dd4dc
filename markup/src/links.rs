//! The resources that a document names.

use formwork_schema::{
    Reference,
    document::{Element, Item},
};

use crate::{
    markup::{Markup, Node},
    read::{children, effective, root_item},
};

/// The resources that a document names, in order of place. Elements that the engine does not look at name none.
#[must_use]
pub fn references(markup: &Markup, items: &'static [Item]) -> Vec<Reference> {
    let mut all = Vec::new();
    if let Some(element) = root_item(items, markup.root()).and_then(|item| item.element) {
        collect(markup.root(), element(), &mut all);
    }
    all
}

fn collect(node: Node<'_>, element: &'static Element, all: &mut Vec<Reference>) {
    for written in node.attributes() {
        let name = written.name();
        let Some((_, attribute)) = element.attribute(name) else {
            continue;
        };
        let value = written.value();
        let counts = effective(element, node, name);
        let counts = counts.is_some_and(|counts| std::ptr::eq(counts.data, written.data));
        if attribute.resource.is_empty() || value.is_empty() || !counts {
            continue;
        }
        let (line, column) = written.place();
        all.push(Reference {
            kind: attribute.resource,
            name: value.into_owned(),
            line,
            column,
            path: node.path_of(name),
        });
    }
    for child in children(element, node) {
        if let Some(element) = child.element {
            collect(child.node, element(), all);
        }
    }
}
