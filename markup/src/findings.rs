//! What an engine ignores in silence, and a person should know of.

mod nearest;
mod value;

use formwork_schema::{
    Finding, Layout,
    layout::{
        Field, Struct,
        xml::{Attribute, Need, Role},
    },
};

use self::{nearest::nearest, value::value};
use crate::{
    atoms::Kind,
    entities,
    markup::{AttributeNode, Markup, Node},
    read::{Child, children, effective, known, lacking, root_item, verbatim},
    source::Encoding,
    wellformed::wellformed,
};

/// Findings of one document that are told: nobody reads more, and each is looked up by counting lines.
const MOST: usize = 1000;

/// What an engine ignores in silence, in order of place.
#[must_use]
pub fn findings(markup: &Markup, layout: &Layout) -> Vec<Finding> {
    let mut all = Vec::new();
    document(markup, &mut all);
    if let Some(element) = root_item(layout, markup.root()).and_then(|item| item.element) {
        self::element(layout, markup.root(), element, &mut all);
    }
    wellformed(markup, &mut all);
    if all.len() >= MOST {
        let message = format!("there are more than {MOST} findings; the rest is not listed");
        all.push(markup.root().finding("more-findings", message));
    }
    all.sort_by_key(|finding| (finding.line, finding.column));
    all
}

/// Of the document as a whole.
fn document(markup: &Markup, all: &mut Vec<Finding>) {
    let root = markup.root();
    if markup.source.encoding == Encoding::Latin1 {
        all.push(root.finding(
            "not-utf-8",
            "the text is not UTF-8; engines pass its bytes on",
        ));
    }
    if !markup.source.behind.is_empty() {
        let count = markup.source.behind.len();
        let message =
            format!("a NUL byte ends the document; {count} bytes from there on are not read");
        let (line, column) = markup.place(markup.text().len());
        all.push(Finding {
            code: "nul-byte",
            line,
            column,
            path: String::new(),
            message,
        });
    }
    if let Some(at) = markup.second_root {
        let (line, column) = markup.place(at as usize);
        all.push(Finding {
            code: "second-root",
            line,
            column,
            path: String::new(),
            message: "only the first root element is used".into(),
        });
    }
}

fn element(layout: &Layout, node: Node<'_>, of: &Struct, all: &mut Vec<Finding>) {
    if all.len() >= MOST {
        return;
    }
    for written in node.attributes() {
        self::attribute(layout, node, of, written, all);
    }
    for (field, attribute) in layout.attributes(of) {
        let missing = node.attribute(&attribute.name).is_none();
        if missing && attribute.need == Need::Expected && field.obsolete().is_empty() {
            let message = format!(
                "without `{}`, {}",
                attribute.name,
                instead(field, attribute)
            );
            all.push(node.finding("missing-attribute", message));
        }
    }
    if !of.reads_text() {
        texts(node, all);
    }
    for child in children(layout, of, node) {
        if all.len() >= MOST {
            return;
        }
        self::child(layout, of, child, all);
    }
}

fn instead(field: &Field, attribute: &Attribute) -> String {
    match (&*attribute.default, Kind::of(field, attribute)) {
        ("", Kind::Integer | Kind::Float) => "it is 0".into(),
        ("", _) => "it is empty".into(),
        (default, _) => format!("it is `{default}`"),
    }
}

/// Text between elements.
fn texts(node: Node<'_>, all: &mut Vec<Finding>) {
    for text in node.texts() {
        let raw = node.markup.slice(text.span);
        let Some(skipped) = raw.find(|c: char| !c.is_ascii_whitespace()) else {
            continue;
        };
        let (line, column) = node.markup.place(text.span.start as usize + skipped);
        let brief: String = raw.trim_ascii().chars().take(20).collect();
        all.push(Finding {
            code: "stray-text",
            line,
            column,
            path: node.path(),
            message: format!("the text `{brief}` is ignored"),
        });
    }
}

fn child(layout: &Layout, of: &Struct, child: Child<'_, '_>, all: &mut Vec<Finding>) {
    let Child {
        node,
        member,
        element: inner,
        ..
    } = child;
    let name = node.name();
    if let (Some(member), Some(inner)) = (member, inner) {
        let finding = || node.finding("obsolete-element", String::new());
        obsolete(member.field, finding, all);
        self::element(layout, node, inner, all);
        return;
    }
    if member.is_some_and(|member| matches!(member.role, Role::Verbatim(_))) {
        return;
    }
    if verbatim(of, name).is_some() {
        let message = format!("only the first `{name}` is used");
        all.push(node.finding("repeated-element", message));
        return;
    }
    match known(layout, of, name) {
        Some((member, _)) if matches!(member.role, Role::Child) => {
            let message = format!("only the first `{name}` is used");
            all.push(node.finding("repeated-element", message));
        }
        Some((_, item)) => {
            let lacking = item
                .element
                .and_then(|element| lacking(layout, element, node));
            let message = format!(
                "it has no usable `{}`, so it is ignored with all that it contains",
                lacking.unwrap_or_default()
            );
            all.push(node.finding("element-dropped", message));
        }
        None => {
            let known = of.members().flat_map(|member| layout.items_of(member));
            let known = known.filter_map(|item| Some(item.element?.element_name()));
            let guess = nearest(name, known);
            let message = format!("`{name}` is not known, and ignored{guess}");
            all.push(node.finding("unknown-element", message));
        }
    }
}

fn obsolete(field: &Field, finding: impl FnOnce() -> Finding, all: &mut Vec<Finding>) {
    if !field.obsolete().is_empty() {
        let message = format!("not read any more: {}", field.obsolete());
        all.push(Finding {
            message,
            ..finding()
        });
    }
}

fn attribute(
    layout: &Layout,
    node: Node<'_>,
    of: &Struct,
    written: AttributeNode<'_>,
    all: &mut Vec<Finding>,
) {
    let name = written.name();
    let mut odd = |code, message: String| all.push(node.finding_of(written, code, message));
    if written.raw().contains('<') {
        odd(
            "less-than",
            "`<` stands in an attribute; other programs want `&lt;`".into(),
        );
    }
    if entities::has_unknown(written.raw()) {
        odd(
            "unknown-entity",
            "an `&` stands for itself; other programs want `&amp;`".into(),
        );
    }
    let counts = effective(of, node, name);
    if counts.is_some_and(|counts| !std::ptr::eq(counts.data, written.data)) {
        let first = node
            .attribute(name)
            .map(|first| std::ptr::from_ref(first.data));
        let which = if counts.map(|counts| std::ptr::from_ref(counts.data)) == first {
            "the first"
        } else {
            "the last"
        };
        odd(
            "duplicate-attribute",
            format!("`{name}` is given more than once; {which} counts"),
        );
        return;
    }
    let Some((field, attribute)) = layout.attribute(of, name) else {
        let known = layout.attributes(of).into_iter();
        let guess = nearest(name, known.map(|(_, attribute)| &*attribute.name));
        odd(
            "unknown-attribute",
            format!("`{name}` is not known, and ignored{guess}"),
        );
        return;
    };
    value(field, attribute, &written.value(), &mut odd);
    obsolete(
        field,
        || node.finding_of(written, "obsolete-attribute", String::new()),
        all,
    );
}
