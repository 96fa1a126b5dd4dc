//! What the schema of an XML document is to others: a descriptor for programs, an XSD and a JSON Schema for validators and
//! a reference page for people.

pub mod descriptor;
pub mod jsonschema;
pub mod markdown;
pub mod xsd;

use std::collections::BTreeSet;

use formwork_schema::document::{Element, Item, Member, Role, elements};

use crate::names::free;

/// A format that is an XML document.
#[derive(Debug, Clone)]
pub struct Document {
    /// Format id, such as `horde3d.material`.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Ends of file names, without the first dot: `material.xml`.
    pub extensions: Vec<&'static str>,
    /// What its root may be.
    pub items: &'static [Item],
}

type ElementFn = fn() -> &'static Element;

/// What a document consists of, each once, with a name that nothing else of its kind has.
struct Parts {
    /// What elements contain; the roots come first.
    elements: Vec<(String, &'static Element)>,
    /// Attributes that stand in several elements.
    shared: Vec<(String, &'static Element)>,
    /// Lists of elements of several kinds.
    choices: Vec<(String, &'static [Item])>,
}

impl Parts {
    fn of(document: &Document) -> Self {
        let mut parts = Self {
            elements: Vec::new(),
            shared: Vec::new(),
            choices: Vec::new(),
        };
        let mut taken = BTreeSet::new();
        let roots = document.items.iter().filter_map(|item| item.element);
        for element in roots.flat_map(|root: ElementFn| elements(root())) {
            if !has(&parts.elements, element) {
                let id = free(&mut taken, element.type_name);
                parts.elements.push((id, element));
            }
        }
        let all: Vec<&'static Element> = parts.elements.iter().map(|(_, one)| *one).collect();
        for member in all.iter().flat_map(|element| element.members) {
            parts.inner(member, &mut taken);
        }
        parts
    }

    fn inner(&mut self, member: &'static Member, taken: &mut BTreeSet<String>) {
        if let Role::Inline(element) = member.role {
            let element = element();
            if !has(&self.shared, element) {
                let id = free(taken, element.type_name);
                self.shared.push((id, element));
                let members = element.members.iter();
                members.for_each(|member| self.inner(member, taken));
            }
        }
        if let Some(items) = member.role.items()
            && is_choice(items)
            && self.choice(items).is_none()
        {
            let id = free(taken, member.field);
            self.choices.push((id, items));
        }
    }

    fn id(&self, element: &'static Element) -> &str {
        let mut all = self.elements.iter().chain(&self.shared);
        let found = all.find(|(_, one)| std::ptr::eq(*one, element));
        found.map_or("", |(id, _)| id)
    }

    fn choice(&self, items: &'static [Item]) -> Option<&str> {
        let mut all = self.choices.iter();
        let found = all.find(|(_, one)| std::ptr::eq(*one, items));
        found.map(|(id, _)| id.as_str())
    }
}

fn has(all: &[(String, &'static Element)], element: &'static Element) -> bool {
    all.iter().any(|(_, one)| std::ptr::eq(*one, element))
}

/// Whether a list has elements of several kinds, or what is not known between them.
fn is_choice(items: &[Item]) -> bool {
    items.iter().any(|item| !item.arm.is_empty())
}

/// What a field means, and that nothing reads it any more.
fn meaning(member: &Member) -> String {
    match member.obsolete {
        "" => member.doc.to_owned(),
        obsolete => format!("{} Not read any more: {obsolete}.", member.doc),
    }
}
