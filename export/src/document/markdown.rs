//! Reference pages of documents: one section per element, for people.

use std::fmt::Write as _;

use formwork_schema::document::{Attribute, Element, Item, Kind, Member, Need, Role, Truth, Word};

use super::{Document, Parts};

/// The reference page of a document, in Markdown.
#[must_use]
pub fn print(document: &Document) -> String {
    let parts = Parts::of(document);
    let mut page = Page(String::new());
    page.line(&format!("# {}", document.title));
    let extensions = document.extensions.iter();
    let extensions: Vec<String> = extensions.map(|end| format!("`.{end}`")).collect();
    page.paragraph(&format!(
        "Format `{}`; names of files end in {}.",
        document.id,
        extensions.join(" or ")
    ));
    page.paragraph(&format!("The root is {}.", names(document.items)));
    for (_, element) in &parts.elements {
        page.element(element);
    }
    for (id, element) in &parts.shared {
        page.section(id, element);
    }
    page.0
}

/// A page in the making. Functions to write to a `String` cannot fail.
struct Page(String);

impl Page {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.0, "{text}");
    }

    fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "\n{text}");
    }

    fn element(&mut self, element: &'static Element) {
        self.section(element.name, element);
        if element.last_wins {
            self.paragraph(
                "Of its own attributes the last one of a name counts; of others the first.",
            );
        }
        let lists = element.members.iter().filter_map(contents);
        let lists: Vec<String> = lists.collect();
        if !lists.is_empty() {
            self.paragraph("It contains:");
            self.line("");
            lists.iter().for_each(|list| self.line(list));
        }
    }

    /// Doc and attributes.
    fn section(&mut self, title: &str, element: &'static Element) {
        self.paragraph(&format!("## {title}"));
        self.paragraph(element.doc);
        let attributes: Vec<_> = element.members.iter().filter_map(attribute).collect();
        for member in element.members {
            if let Role::Inline(shared) = member.role {
                let name = shared().type_name;
                let link = name.to_lowercase();
                self.paragraph(&format!("It has the attributes of [{name}](#{link})."));
            }
        }
        if attributes.is_empty() {
            return;
        }
        self.paragraph("| attribute | type | default | meaning |");
        self.line("|---|---|---|---|");
        for (member, attribute) in &attributes {
            let cells = [
                format!("`{}`", attribute.name),
                kind(attribute),
                default(attribute),
                meaning(member, attribute),
            ];
            self.line(&format!(
                "| {} |",
                cells.map(|cell| in_cell(&cell)).join(" | ")
            ));
        }
        for (_, attribute) in attributes {
            if let Kind::Word(words) = attribute.kind {
                self.words(attribute, words);
            }
        }
    }

    fn words(&mut self, attribute: &Attribute, words: &[Word]) {
        let otherwise = if attribute.strict {
            "; with any other word the element is passed over"
        } else {
            ""
        };
        self.paragraph(&format!(
            "Words of `{}`, in any case{otherwise}:",
            attribute.name
        ));
        self.line("");
        for word in words {
            self.line(&format!("- `{}`: {}", word.name, word.doc.trim()));
        }
    }
}

/// Text that ends neither its cell nor its row.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn attribute(member: &'static Member) -> Option<(&'static Member, &'static Attribute)> {
    match &member.role {
        Role::Attribute(attribute) => Some((member, attribute)),
        _ => None,
    }
}

fn kind(attribute: &Attribute) -> String {
    match attribute.kind {
        Kind::Text if !attribute.resource.is_empty() => format!("`{}`", attribute.resource),
        Kind::Text => "text".into(),
        Kind::Integer => "whole number".into(),
        Kind::Float => "number".into(),
        Kind::Truth(truth) => match truth {
            Truth::TrueOrOne => "yes is `true` or `1`".into(),
            Truth::True => "yes is `true`".into(),
            Truth::NotFalseOrZero => "no is `false` or `0`".into(),
        },
        Kind::Word(_) => "word".into(),
    }
}

fn default(attribute: &Attribute) -> String {
    let default = match (attribute.default, attribute.kind) {
        ("", Kind::Text | Kind::Word(_)) => "",
        ("", Kind::Integer | Kind::Float) => "0",
        ("", Kind::Truth(truth)) if truth.read("") => "true",
        ("", Kind::Truth(_)) => "false",
        (default, _) => default,
    };
    match (attribute.need, default) {
        (Need::Required, _) => "required".into(),
        (Need::Filled, _) => "required, not empty".into(),
        (Need::Optional, "") => "empty".into(),
        (Need::Optional, default) => format!("`{default}`"),
        (Need::Expected, "") => "expected; empty".into(),
        (Need::Expected, default) => format!("expected; `{default}`"),
    }
}

fn meaning(member: &Member, attribute: &Attribute) -> String {
    let mut text = member.doc.to_owned();
    // Docs say their units; those that do not have one of their own.
    if !attribute.unit.is_empty() && !member.doc.to_lowercase().contains(attribute.unit) {
        let _ = write!(text, " Unit: {}.", attribute.unit);
    }
    if !member.obsolete.is_empty() {
        let _ = write!(text, " *Not read any more:* {}.", member.obsolete);
    }
    text
}

/// What an element contains in one of its fields, as an item of a list.
fn contents(member: &'static Member) -> Option<String> {
    let (what, how_many) = match &member.role {
        Role::Child(items) => (names(items()), "at most one. "),
        Role::Children(items) => (names(items()), "any number. "),
        Role::Verbatim(name) => (format!("`{name}`"), "at most one. "),
        Role::Text => ("text".to_owned(), ""),
        _ => return None,
    };
    let mut item = format!("- {what}: {how_many}{}", member.doc);
    if !member.obsolete.is_empty() {
        let _ = write!(item, " *Not read any more:* {}.", member.obsolete);
    }
    Some(item.replace('\n', " "))
}

/// The names of elements, each a link to its section.
fn names(items: &[Item]) -> String {
    let elements = items.iter().filter_map(|item| item.element);
    let links: Vec<String> = elements
        .map(|element| element().name)
        .map(|name| format!("[`{name}`](#{})", name.to_lowercase()))
        .collect();
    match links.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
