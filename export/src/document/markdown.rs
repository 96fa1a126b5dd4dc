//! Reference pages of documents: one section per element, for people.

use std::fmt::Write as _;

use formwork_schema::layout::{
    Field, Layout, Names, PrimKind, Struct, Type,
    xml::{Attribute, Item, Member, Need, Role, Truth},
};

use super::Parts;

/// The reference page of a document, in Markdown.
pub(crate) fn print(layout: &Layout) -> String {
    let parts = Parts::of(layout);
    let mut page = Page(String::new());
    page.line(&format!("# {}", layout.title()));
    let extensions = layout.extensions.iter();
    let extensions: Vec<String> = extensions.map(|end| format!("`.{end}`")).collect();
    page.paragraph(&format!(
        "Format `{}`; names of files end in {}.",
        layout.format,
        extensions.join(" or ")
    ));
    page.paragraph(&format!("The root is {}.", names(&layout.roots())));
    for (_, of) in parts.elements() {
        page.element(layout, of);
    }
    for (id, of) in parts.shared() {
        page.section(id, of);
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

    fn element(&mut self, layout: &Layout, of: &Struct) {
        self.section(of.element_name(), of);
        if of.element.as_ref().is_some_and(|element| element.last_wins) {
            self.paragraph(
                "Of its own attributes the last one of a name counts; of others the first.",
            );
        }
        let lists = of.members().filter_map(|member| contents(layout, member));
        let lists: Vec<String> = lists.collect();
        if !lists.is_empty() {
            self.paragraph("It contains:");
            self.line("");
            lists.iter().for_each(|list| self.line(list));
        }
    }

    /// Doc and attributes.
    fn section(&mut self, title: &str, of: &Struct) {
        self.paragraph(&format!("## {title}"));
        self.paragraph(&of.doc);
        let attributes: Vec<_> = of.members().filter_map(attribute).collect();
        for member in of.members() {
            if let (Role::Inline, Some(shared)) = (member.role, member.field.ty.struct_ref()) {
                let name = &shared.name;
                let link = name.to_lowercase();
                self.paragraph(&format!("It has the attributes of [{name}](#{link})."));
            }
        }
        if attributes.is_empty() {
            return;
        }
        self.paragraph("| attribute | type | default | meaning |");
        self.line("|---|---|---|---|");
        for (field, attribute) in &attributes {
            let cells = [
                format!("`{}`", attribute.name),
                kind(field, attribute),
                default(field, attribute),
                meaning(field),
            ];
            self.line(&format!(
                "| {} |",
                cells.map(|cell| in_cell(&cell)).join(" | ")
            ));
        }
        for (field, attribute) in attributes {
            if let Type::Enum(words) = &field.ty {
                self.words(attribute, words);
            }
        }
    }

    fn words(&mut self, attribute: &Attribute, words: &Names) {
        let otherwise = if attribute.strict {
            "; with any other word the element is ignored"
        } else {
            ""
        };
        self.paragraph(&format!(
            "Words of `{}`, in any case{otherwise}:",
            attribute.name
        ));
        self.line("");
        for word in words.values.iter() {
            self.line(&format!(
                "- `{}`: {}",
                word.name,
                word.doc.replace('\n', " ")
            ));
        }
    }
}

/// Text that ends neither its cell nor its row.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn attribute<'l>(member: Member<'l>) -> Option<(&'l Field, &'l Attribute)> {
    match member.role {
        Role::Attribute(attribute) => Some((member.field, attribute)),
        _ => None,
    }
}

fn kind(field: &Field, attribute: &Attribute) -> String {
    match &field.ty {
        Type::Prim(PrimKind::F32) => "number".into(),
        Type::Prim(_) => "whole number".into(),
        Type::Enum(_) => "word".into(),
        Type::Bool => match attribute.truth {
            Truth::TrueOrOne => "yes is `true` or `1`".into(),
            Truth::True => "yes is `true`".into(),
            Truth::NotFalseOrZero => "no is `false` or `0`".into(),
        },
        _ if !attribute.resource.is_empty() => format!("`{}`", attribute.resource),
        _ => "text".into(),
    }
}

fn default(field: &Field, attribute: &Attribute) -> String {
    let default = match (&*attribute.default, &field.ty) {
        ("", Type::Prim(_)) => "0",
        ("", Type::Bool) if attribute.truth.read("") => "true",
        ("", Type::Bool) => "false",
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

fn meaning(field: &Field) -> String {
    let mut text = field.doc.to_string();
    // Docs say their units; those that do not have one of their own.
    if !field.unit.is_empty() && !field.doc.to_lowercase().contains(&*field.unit) {
        let _ = write!(text, " Unit: {}.", field.unit);
    }
    if !field.obsolete().is_empty() {
        let _ = write!(text, " *Not read any more:* {}.", field.obsolete());
    }
    text
}

/// What an element contains in one of its fields, as an item of a list.
fn contents(layout: &Layout, member: Member<'_>) -> Option<String> {
    let items = || names(&layout.items_of(member));
    let (what, how_many) = match member.role {
        Role::Child => (items(), "at most one. "),
        Role::Children => (items(), "any number. "),
        Role::Verbatim(name) => (format!("`{name}`"), "at most one. "),
        Role::Text => ("text".to_owned(), ""),
        _ => return None,
    };
    let obsolete = member.field.obsolete();
    let mut item = format!("- {what}: {how_many}{}", member.field.doc);
    if !obsolete.is_empty() {
        let _ = write!(item, " *Not read any more:* {obsolete}.");
    }
    Some(item.replace('\n', " "))
}

/// The names of elements, each a link to its section.
fn names(items: &[Item<'_>]) -> String {
    let elements = items.iter().filter_map(|item| item.element);
    let links: Vec<String> = elements
        .map(Struct::element_name)
        .map(|name| format!("[`{name}`](#{})", name.to_lowercase()))
        .collect();
    match links.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
