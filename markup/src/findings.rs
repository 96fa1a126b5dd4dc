//! What an engine passes over in silence, and a person should know of.

use formwork_schema::{
    Finding,
    document::{Attribute, Element, Item, Kind, Member, Need, Role},
};

use crate::{
    entities,
    markup::{AttributeNode, Markup, Node},
    number::{float, integer},
    read::{Child, children, effective, lacking, root_item},
    source::Encoding,
    wellformed::wellformed,
};

/// Findings of one document that are told: nobody reads more, and each is looked up by counting lines.
const MOST: usize = 1000;

/// What an engine passes over in silence, in order of place.
#[must_use]
pub fn findings(markup: &Markup, items: &'static [Item]) -> Vec<Finding> {
    let mut all = Vec::new();
    document(markup, &mut all);
    if let Some(element) = root_item(items, markup.root()).and_then(|item| item.element) {
        self::element(markup.root(), element(), &mut all);
    }
    wellformed(markup, &mut all);
    if all.len() >= MOST {
        let message = format!("there are more than {MOST} findings; the rest is not told");
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
            "the text is no UTF-8; engines pass its bytes on",
        ));
    }
    if !markup.source.behind.is_empty() {
        let count = markup.source.behind.len();
        let message =
            format!("a NUL byte ends the document; {count} bytes from there on are not read");
        all.push(root.finding("nul-byte", message));
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

fn element(node: Node<'_>, element: &'static Element, all: &mut Vec<Finding>) {
    if all.len() >= MOST {
        return;
    }
    for written in node.attributes() {
        self::attribute(node, element, written, all);
    }
    for (member, attribute) in element.attributes() {
        let missing = node.attribute(attribute.name).is_none();
        if missing && attribute.need == Need::Expected && member.obsolete.is_empty() {
            let message = format!("without `{}`, {}", attribute.name, instead(attribute));
            all.push(node.finding("missing-attribute", message));
        }
    }
    let reads_text = element
        .members
        .iter()
        .any(|member| matches!(member.role, Role::Text));
    if !reads_text {
        texts(node, all);
    }
    for child in children(element, node) {
        if all.len() >= MOST {
            return;
        }
        self::child(element, child, all);
    }
}

fn instead(attribute: &Attribute) -> String {
    match attribute.default {
        "" => "it is empty".into(),
        default => format!("it is `{default}`"),
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
            message: format!("the text `{brief}` is passed over"),
        });
    }
}

fn child(element: &'static Element, child: Child<'_>, all: &mut Vec<Finding>) {
    let Child {
        node,
        member,
        element: inner,
    } = child;
    let name = node.name();
    if let (Some(member), Some(inner)) = (member, inner) {
        let finding = || node.finding("obsolete-element", String::new());
        obsolete(member, finding, all);
        self::element(node, inner(), all);
        return;
    }
    if member.is_some_and(|member| matches!(member.role, Role::Verbatim(_))) {
        return;
    }
    if element.verbatim(name).is_some() {
        let message = format!("only the first `{name}` is used");
        all.push(node.finding("repeated-element", message));
        return;
    }
    match element.child(name) {
        Some((
            Member {
                role: Role::Child(_),
                ..
            },
            _,
        )) => {
            let message = format!("only the first `{name}` is used");
            all.push(node.finding("repeated-element", message));
        }
        Some((_, item)) => {
            let lacking = item.element.and_then(|element| lacking(element(), node));
            let message = format!(
                "it has no usable `{}`, so it is passed over with all that it contains",
                lacking.unwrap_or_default()
            );
            all.push(node.finding("element-dropped", message));
        }
        None => {
            let known = element
                .members
                .iter()
                .filter_map(|member| member.role.items());
            let known = known.flatten().filter_map(|item| item.element);
            let guess = nearest(name, known.map(|element| element().name));
            let message = format!("`{name}` is not known, and passed over{guess}");
            all.push(node.finding("unknown-element", message));
        }
    }
}

fn obsolete(member: &Member, finding: impl FnOnce() -> Finding, all: &mut Vec<Finding>) {
    if !member.obsolete.is_empty() {
        let message = format!("not read any more: {}", member.obsolete);
        all.push(Finding {
            message,
            ..finding()
        });
    }
}

fn attribute(
    node: Node<'_>,
    element: &'static Element,
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
    let counts = effective(element, node, name);
    if counts.is_some_and(|counts| !std::ptr::eq(counts.data, written.data)) {
        let which = if element.last_wins {
            "the last"
        } else {
            "the first"
        };
        odd(
            "duplicate-attribute",
            format!("`{name}` is given more than once; {which} counts"),
        );
        return;
    }
    let Some((member, attribute)) = element.attribute(name) else {
        let known = element.attributes().map(|(_, attribute)| attribute.name);
        let guess = nearest(name, known);
        odd(
            "unknown-attribute",
            format!("`{name}` is not known, and passed over{guess}"),
        );
        return;
    };
    value(attribute, &written.value(), &mut odd);
    obsolete(
        member,
        || node.finding_of(written, "obsolete-attribute", String::new()),
        all,
    );
}

fn value(attribute: &Attribute, text: &str, odd: &mut impl FnMut(&'static str, String)) {
    let name = attribute.name;
    match attribute.kind {
        Kind::Float | Kind::Integer => {
            let (value, used) = match attribute.kind {
                Kind::Float => {
                    let (value, used) = float(text);
                    (value.to_string(), used)
                }
                _ => {
                    let (value, used) = integer(text);
                    (value.to_string(), used)
                }
            };
            if used == 0 || !text[used..].trim_ascii().is_empty() {
                odd("number-with-more", format!("`{text}` is read as {value}"));
            } else if is_too_large(attribute.kind, text) {
                odd("number-too-large", format!("`{text}` is read as {value}"));
            }
        }
        Kind::Truth(truth) if !truth.is_usual(text) => {
            let read = truth.read(text);
            odd("odd-truth", format!("`{text}` is read as {read}"));
        }
        Kind::Word(words) => {
            let known = words
                .iter()
                .any(|word| word.name.eq_ignore_ascii_case(text));
            if !(known || text.is_empty() && attribute.need == Need::Optional) {
                let guess = nearest(text, words.iter().map(|word| word.name));
                odd(
                    "unknown-word",
                    format!("`{text}` is no `{name}` that is known{guess}"),
                );
            }
        }
        _ => {}
    }
    if !attribute.resource.is_empty() && text.contains('\\') {
        odd(
            "backslash",
            "paths have `/`; with `\\` the file is found on Windows only".into(),
        );
    }
}

/// Whether the number that is written is beyond what its type holds.
fn is_too_large(kind: Kind, text: &str) -> bool {
    let text = text.trim_ascii();
    match kind {
        Kind::Integer => text.parse::<i32>().is_err(),
        // Only digits make an infinity that nobody asked for.
        _ => float(text).0.is_infinite() && text.contains(|c: char| c.is_ascii_digit()),
    }
}

/// A suggestion for a name that differs in case, or in few letters.
fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let best = known
        .map(|known| (distance(name, known), known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .min();
    best.map_or_else(String::new, |(_, known)| format!("; is `{known}` meant?"))
}

/// How many letters must be changed, added or left out.
fn distance(a: &str, b: &str) -> usize {
    /// Longer names are no slips of the pen.
    const LONGEST: usize = 64;
    if a.len().max(b.len()) > LONGEST {
        return usize::MAX;
    }
    let fold = |c: char| c.to_ascii_lowercase();
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let change = corner + usize::from(fold(x) != fold(y));
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}
