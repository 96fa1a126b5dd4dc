//! The resources that a document names.

use formwork_schema::{
    Layout, Reference,
    layout::{Struct, xml::Attribute},
};

use crate::{
    markup::{AttributeNode, Markup, Node},
    read::{children, effective, root_item},
};

/// Callback for an attribute that names a resource: its element, the attribute, and its description in the layout.
type Visit<'v, 'm, 'l> = &'v mut dyn FnMut(Node<'m>, AttributeNode<'m>, &'l Attribute);

/// The resources that a document names, in order of place. Elements that the engine does not look at name none.
#[must_use]
pub fn references(markup: &Markup, layout: &'static Layout) -> Vec<Reference> {
    let mut all = Vec::new();
    each(markup, layout, &mut |node, written, attribute| {
        let value = written.value();
        if value.is_empty() {
            return;
        }
        let (line, column) = written.place();
        let bytes = written.bytes().filter(|_| value == written.raw());
        all.push(Reference {
            kind: &attribute.resource,
            name: value.into_owned(),
            line,
            column,
            bytes,
            path: node.path_of(written.name()),
        });
    });
    all
}

/// The document with `/` for every `\` in names of resources, if it has any that can be replaced.
#[must_use]
pub fn without_backslashes(markup: &Markup, layout: &Layout) -> Option<Vec<u8>> {
    let mut text = String::with_capacity(markup.text().len());
    let mut done = 0;
    each(markup, layout, &mut |_, written, _| {
        let span = written.data.value;
        // Bytes that are not UTF-8 have no place to be replaced at.
        if written.raw().contains('\\') && written.bytes().is_some() {
            text += &markup.text()[done..span.start as usize];
            text += &written.raw().replace('\\', "/");
            done = span.end as usize;
        }
    });
    text += &markup.text()[done..];
    (done > 0).then(|| markup.source.bytes(&text))
}

/// The first name of a resource with a `\`, and its element.
pub(crate) fn first_backslash<'m>(
    markup: &'m Markup,
    layout: &Layout,
) -> Option<(Node<'m>, AttributeNode<'m>)> {
    let mut first = None;
    each(markup, layout, &mut |node, written, _| {
        if first.is_none() && written.raw().contains('\\') {
            first = Some((node, written));
        }
    });
    first
}

/// Visits the attributes that name a resource, in order of place.
fn each<'m, 'l>(markup: &'m Markup, layout: &'l Layout, visit: Visit<'_, 'm, 'l>) {
    if let Some(element) = root_item(layout, markup.root()).and_then(|item| item.element) {
        each_in(layout, markup.root(), element, visit);
    }
}

fn each_in<'m, 'l>(layout: &'l Layout, node: Node<'m>, of: &'l Struct, visit: Visit<'_, 'm, 'l>) {
    for written in node.attributes() {
        let name = written.name();
        let Some((_, attribute)) = layout.attribute(of, name) else {
            continue;
        };
        if attribute.resource.is_empty() {
            continue;
        }
        let counts = effective(of, node, name);
        if counts.is_some_and(|counts| std::ptr::eq(counts.data, written.data)) {
            visit(node, written, attribute);
        }
    }
    for child in children(layout, of, node) {
        if let Some(element) = child.element {
            each_in(layout, child.node, element, visit);
        }
    }
}
