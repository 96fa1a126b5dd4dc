//! What an engine ignores in silence, and a person should know of.

mod nearest;
mod value;

use formwork_schema::{
    Diagnostic, Layout, Location,
    layout::{
        Field, Struct,
        xml::{Attribute, Need, Role},
    },
    sorted,
};

use self::{nearest::nearest, value::value};
use crate::{
    atoms::Kind,
    entities,
    known::{known, verbatim},
    links::first_backslash,
    markup::{AttributeNode, Markup, Node},
    read::{Child, children, effective, lacking, root_item},
    rules,
    source::Encoding,
    wellformed::wellformed,
};

/// Diagnostics of one document that are told: nobody reads more, and each is looked up by counting lines.
const MOST: usize = 1000;

/// What an engine ignores in silence, in order of place.
#[must_use]
pub fn diagnostics(markup: &Markup, layout: &Layout) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    document(markup, &mut all);
    if let Some(element) = root_item(layout, markup.root()).and_then(|item| item.element) {
        self::element(layout, markup.root(), element, &mut all);
    }
    wellformed(markup, &mut all);
    if all.len() >= MOST {
        // A diagnostic that `--fix` needs is reported even where others fill the list.
        let is_told = all.iter().any(|one| one.rule == &rules::BACKSLASH);
        let first = first_backslash(markup, layout).filter(|_| !is_told);
        all.extend(first.map(|(node, written)| backslash(node, written)));
        let message = format!("there are more than {MOST} diagnostics; the rest is not listed");
        all.push(markup.root().diagnostic(&rules::MORE_FINDINGS, message));
    }
    sorted::by_key(&mut all, |diagnostic| {
        (diagnostic.location.line, diagnostic.location.column)
    });
    all
}

/// Of the document as a whole.
fn document(markup: &Markup, all: &mut Vec<Diagnostic>) {
    let root = markup.root();
    if markup.source.encoding == Encoding::Latin1 {
        all.push(root.diagnostic(
            &rules::NOT_UTF_8,
            "the text is not UTF-8; engines pass its bytes on",
        ));
    }
    if !markup.source.behind.is_empty() {
        let count = markup.source.behind.len();
        let message =
            format!("a NUL byte ends the document; {count} bytes from there on are not read");
        let place = markup.place(markup.text().len());
        let location = Location::of("").at_line(place);
        all.push(Diagnostic::new(&rules::NUL_BYTE, location, message));
    }
    if let Some(at) = markup.second_root {
        let place = markup.place(at as usize);
        let location = Location::of("").at_line(place);
        all.push(Diagnostic::new(
            &rules::SECOND_ROOT,
            location,
            "only the first root element is used",
        ));
    }
}

fn element(layout: &Layout, node: Node<'_>, of: &Struct, all: &mut Vec<Diagnostic>) {
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
            all.push(node.diagnostic(&rules::MISSING_ATTRIBUTE, message));
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
fn texts(node: Node<'_>, all: &mut Vec<Diagnostic>) {
    for text in node.texts() {
        let raw = node.markup.slice(text.span);
        let Some(skipped) = raw.find(|c: char| !c.is_ascii_whitespace()) else {
            continue;
        };
        let place = node.markup.place(text.span.start as usize + skipped);
        let brief: String = raw.trim_ascii().chars().take(20).collect();
        let location = Location::of(node.path()).at_line(place);
        all.push(Diagnostic::new(
            &rules::STRAY_TEXT,
            location,
            format!("the text `{brief}` is ignored"),
        ));
    }
}

fn child(layout: &Layout, of: &Struct, child: Child<'_, '_>, all: &mut Vec<Diagnostic>) {
    let Child {
        node,
        member,
        element: inner,
        ..
    } = child;
    let name = node.name();
    if let (Some(member), Some(inner)) = (member, inner) {
        let diagnostic = || node.diagnostic(&rules::OBSOLETE_ELEMENT, String::new());
        obsolete(member.field, diagnostic, all);
        self::element(layout, node, inner, all);
        return;
    }
    if member.is_some_and(|member| matches!(member.role, Role::Verbatim(_))) {
        return;
    }
    if verbatim(of, name).is_some() {
        let message = format!("only the first `{name}` is used");
        all.push(node.diagnostic(&rules::REPEATED_ELEMENT, message));
        return;
    }
    match known(layout, of, name) {
        Some((member, _)) if matches!(member.role, Role::Child) => {
            let message = format!("only the first `{name}` is used");
            all.push(node.diagnostic(&rules::REPEATED_ELEMENT, message));
        }
        Some((_, item)) => {
            let lacking = item
                .element
                .and_then(|element| lacking(layout, element, node));
            let message = format!(
                "it has no usable `{}`, so it is ignored with all that it contains",
                lacking.unwrap_or_default()
            );
            all.push(node.diagnostic(&rules::ELEMENT_DROPPED, message));
        }
        None => {
            let known = of.members().flat_map(|member| layout.items_of(member));
            let known = known.filter_map(|item| Some(item.element?.element_name()));
            let guess = nearest(name, known);
            let message = format!("`{name}` is not known, and ignored{guess}");
            all.push(node.diagnostic(&rules::UNKNOWN_ELEMENT, message));
        }
    }
}

fn backslash(node: Node<'_>, written: AttributeNode<'_>) -> Diagnostic {
    let message = "paths have `/`; with `\\` the file is found on Windows only";
    let diagnostic = node.diagnostic_of(written, &rules::BACKSLASH, message);
    // Bytes that are not UTF-8 have no place to be replaced at.
    match diagnostic.location.bytes {
        Some(_) => diagnostic.replaced_by(written.raw().replace('\\', "/")),
        None => diagnostic,
    }
}

fn obsolete(field: &Field, diagnostic: impl FnOnce() -> Diagnostic, all: &mut Vec<Diagnostic>) {
    if !field.obsolete().is_empty() {
        let message = format!("not read any more: {}", field.obsolete());
        all.push(Diagnostic {
            message,
            ..diagnostic()
        });
    }
}

fn attribute(
    layout: &Layout,
    node: Node<'_>,
    of: &Struct,
    written: AttributeNode<'_>,
    all: &mut Vec<Diagnostic>,
) {
    let name = written.name();
    let mut odd = |code, message: String| all.push(node.diagnostic_of(written, code, message));
    if written.raw().contains('<') {
        odd(
            &rules::LESS_THAN,
            "`<` stands in an attribute; other programs want `&lt;`".into(),
        );
    }
    if entities::has_unknown(written.raw()) {
        odd(
            &rules::UNKNOWN_ENTITY,
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
            &rules::DUPLICATE_ATTRIBUTE,
            format!("`{name}` is given more than once; {which} counts"),
        );
        return;
    }
    let Some((field, attribute)) = layout.attribute(of, name) else {
        let known = layout.attributes(of).into_iter();
        let guess = nearest(name, known.map(|(_, attribute)| &*attribute.name));
        odd(
            &rules::UNKNOWN_ATTRIBUTE,
            format!("`{name}` is not known, and ignored{guess}"),
        );
        return;
    };
    value(field, attribute, &written.value(), &mut odd);
    if !attribute.resource.is_empty() && written.raw().contains('\\') {
        all.push(backslash(node, written));
    }
    obsolete(
        field,
        || node.diagnostic_of(written, &rules::OBSOLETE_ATTRIBUTE, String::new()),
        all,
    );
}
