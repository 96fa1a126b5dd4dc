//! The resources that a document names.

use formwork_schema::{Layout, Reference, layout::Struct};

use crate::{
    markup::{Markup, Node},
    read::{children, effective, root_item},
};

/// The resources that a document names, in order of place. Elements that the engine does not look at name none.
#[must_use]
pub fn references(markup: &Markup, layout: &'static Layout) -> Vec<Reference> {
    let mut all = Vec::new();
    if let Some(element) = root_item(layout, markup.root()).and_then(|item| item.element) {
        collect(layout, markup.root(), element, &mut all);
    }
    all
}

fn collect(layout: &'static Layout, node: Node<'_>, of: &'static Struct, all: &mut Vec<Reference>) {
    for written in node.attributes() {
        let name = written.name();
        let Some((_, attribute)) = layout.attribute(of, name) else {
            continue;
        };
        let value = written.value();
        let counts = effective(of, node, name);
        let counts = counts.is_some_and(|counts| std::ptr::eq(counts.data, written.data));
        if attribute.resource.is_empty() || value.is_empty() || !counts {
            continue;
        }
        let (line, column) = written.place();
        let bytes = written.bytes().filter(|_| value == written.raw());
        all.push(Reference {
            kind: &attribute.resource,
            name: value.into_owned(),
            line,
            column,
            bytes,
            path: node.path_of(name),
        });
    }
    for child in children(layout, of, node) {
        if let Some(element) = child.element {
            collect(layout, child.node, element, all);
        }
    }
}
