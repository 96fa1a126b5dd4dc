//! What descriptors of documents have and others do not: marks by which documents are told, elements, and what fields
//! stand for in them.

mod check;

use std::collections::BTreeSet;

use formwork_schema::{
    Result,
    layout::{
        Field, Recognition, Struct, Type,
        xml::{Attribute, Element, Marks, Need, Obsolete, Part, Role, Truth},
    },
};

pub(super) use self::check::check;
use super::{index::Index, node::Node};
use crate::writer::{Attributes, Writer};

/// The elements that are fields.
pub(super) const ELEMENTS: [&str; 7] = [
    "attribute",
    "child",
    "children",
    "verbatim",
    "text",
    "inline",
    "unknown",
];

/// The elements that say how documents are told.
pub(super) const MARKS: [&str; 3] = ["hint", "foreign", "obsolete"];

/// The last attribute of a name counts.
const LAST: &str = "last";

/// Prints the marks of documents.
pub(super) fn print_marks(xml: &mut Writer, how: &Recognition) {
    let Recognition::Root(marks) = how else {
        return;
    };
    let texts = [("hint", &marks.hints), ("foreign", &marks.foreign)];
    for (name, all) in texts {
        for text in all.iter() {
            xml.leaf(name, Attributes::new().with("text", text), "");
        }
    }
    for Obsolete { root, why } in marks.obsolete.iter() {
        xml.leaf("obsolete", Attributes::new().with("root", root), why);
    }
}

/// What an element says of itself.
pub(super) fn element(attributes: Attributes, of: &Struct) -> Attributes {
    let last = of.element.as_ref().filter(|element| element.last_wins);
    attributes
        .filled("element", of.element_name())
        .maybe("repeated", last.map(|_| LAST))
}

/// The element and attributes of a field; `type_name` is that of its type.
pub(super) fn field(
    field: &Field,
    part: &Part,
    type_name: impl FnOnce() -> String,
) -> (&'static str, Attributes) {
    let named = Attributes::new().with("name", &field.name);
    let (name, attributes) = match &part.role {
        Role::Attribute(attribute) => {
            let named = named
                .with("attribute", &attribute.name)
                .with("type", type_name());
            ("attribute", self::attribute(named, field, attribute))
        }
        Role::Child => ("child", named.with("type", type_name())),
        Role::Children => ("children", named.with("type", type_name())),
        Role::Verbatim(element) => ("verbatim", named.with("element", element)),
        Role::Text => ("text", named),
        Role::Inline => ("inline", named.with("type", type_name())),
        Role::Unknown => ("unknown", named),
    };
    (name, attributes.filled("obsolete", &part.obsolete))
}

fn attribute(attributes: Attributes, field: &Field, attribute: &Attribute) -> Attributes {
    let yes = (field.ty == Type::Bool).then(|| attribute.truth.name());
    attributes
        .maybe("yes", yes)
        .filled("unit", &field.unit)
        .filled("default", &attribute.default)
        .maybe("optional", attribute.optional.then_some(true))
        .maybe("need", attribute.need.name())
        .maybe("strict", attribute.strict.then_some(true))
        .filled("resource", &attribute.resource)
}

/// Reads how documents are told.
pub(super) fn marks(root: &Node<'_>, unambiguous: bool) -> Result<Marks> {
    let of = |name: &'static str| root.children.iter().filter(move |child| child.name == name);
    let texts = |name| {
        let texts = of(name).map(|node| {
            node.only(&["text"], &[])?;
            Ok(filled(node, "text")?.into())
        });
        texts.collect::<Result<Vec<_>>>()
    };
    let obsolete = of("obsolete").map(|node| {
        node.only(&["root"], &[])?;
        Ok(Obsolete {
            root: xml_name(node, "root")?.into(),
            why: node.text.as_str().into(),
        })
    });
    Ok(Marks {
        unambiguous,
        hints: texts("hint")?.into(),
        foreign: texts("foreign")?.into(),
        obsolete: obsolete.collect::<Result<Vec<_>>>()?.into(),
    })
}

/// Reads what an element says of itself.
pub(super) fn element_of(node: &Node<'_>) -> Result<Option<Element>> {
    let last_wins = node.one_of("repeated", &[("first", false), (LAST, true)])?;
    if node.get("element").is_none() {
        return match node.get("repeated") {
            Some(repeated) => Err(node.wrong(repeated, "`repeated` is about an element")),
            None => Ok(None),
        };
    }
    Ok(Some(Element {
        name: xml_name(node, "element")?.into(),
        last_wins: last_wins.unwrap_or_default(),
    }))
}

/// Reads the fields of a struct or a variant.
pub(super) fn read<'n>(
    index: &'n Index<'n>,
    nodes: impl Iterator<Item = &'n Node<'n>>,
    newtype: bool,
) -> Result<Vec<Field>> {
    let mut seen = BTreeSet::new();
    let fields = nodes.map(|node| {
        let name = match newtype {
            true => node.need("name")?,
            false => node.name_attribute()?,
        };
        if newtype && name.value != "0" {
            return Err(node.wrong(name, "the field of a newtype variant is called `0`"));
        }
        if !seen.insert(&*name.value) {
            return Err(node.wrong(name, format!("a second field `{}`", name.value)));
        }
        one(index, node, &name.value, newtype)
    });
    fields.collect()
}

fn one<'n>(index: &'n Index<'n>, node: &'n Node<'n>, name: &str, newtype: bool) -> Result<Field> {
    let known: &[&str] = match &*node.name {
        "attribute" => &[
            "name",
            "attribute",
            "type",
            "yes",
            "unit",
            "default",
            "optional",
            "need",
            "strict",
            "resource",
            "obsolete",
        ],
        "child" | "children" | "inline" => &["name", "type", "obsolete"],
        "verbatim" => &["name", "element", "obsolete"],
        _ => &["name", "obsolete"],
    };
    node.only(known, &[])?;
    let target = || {
        let ty = index.ty(node, node.need("type")?)?;
        match ty.struct_ref() {
            Some(_) => Ok(ty),
            None => Err(node.error(format!("`<{}>` stands for a struct", node.name))),
        }
    };
    let (role, ty) = match &*node.name {
        "attribute" => attribute_of(index, node)?,
        "child" => (Role::Child, target()?),
        "children" => (Role::Children, Type::List(target()?.into())),
        "inline" => (Role::Inline, target()?),
        "verbatim" => (
            Role::Verbatim(xml_name(node, "element")?.into()),
            Type::CString,
        ),
        "text" => (Role::Text, Type::CString),
        _ if newtype => (Role::Unknown, Type::CString),
        _ => (Role::Unknown, Type::Blob),
    };
    Ok(Field {
        unit: value(node, "unit").into(),
        xml: Some(
            Part {
                role,
                obsolete: value(node, "obsolete").into(),
            }
            .into(),
        ),
        ..Field::new(name.into(), node.text.as_str().into(), ty)
    })
}

fn attribute_of<'n>(index: &'n Index<'n>, node: &'n Node<'n>) -> Result<(Role, Type)> {
    use formwork_schema::layout::PrimKind::{F32, I32};
    let said = node.need("type")?;
    let ty = index.ty(node, said)?;
    let is_atom = matches!(
        ty,
        Type::CString | Type::Prim(I32 | F32) | Type::Bool | Type::Enum(_)
    );
    if !is_atom {
        let error = node.wrong(said, format!("an attribute is not a `{}`", said.value));
        return Err(error.help("string, i32, f32, bool, or the name of some words"));
    }
    let yes = node.one_of("yes", &Truth::ALL)?;
    if let (Some(yes), true) = (node.get("yes"), ty != Type::Bool) {
        return Err(node.wrong(yes, "`yes` is about a `bool`"));
    }
    let words = [("true", true), ("false", false)];
    let flag = |name| node.one_of(name, &words).map(Option::unwrap_or_default);
    let attribute = Attribute {
        name: xml_name(node, "attribute")?.into(),
        default: value(node, "default").into(),
        optional: flag("optional")?,
        need: node.one_of("need", &Need::ALL)?.unwrap_or(Need::Optional),
        strict: flag("strict")?,
        truth: yes.unwrap_or(Truth::TrueOrOne),
        resource: value(node, "resource").into(),
    };
    Ok((Role::Attribute(attribute), ty))
}

fn value<'n>(node: &'n Node<'_>, name: &str) -> &'n str {
    node.get(name).map_or("", |attribute| &*attribute.value)
}

/// An attribute that must say something.
fn filled<'n>(node: &'n Node<'_>, name: &str) -> Result<&'n str> {
    let said = node.need(name)?;
    match &*said.value {
        "" => Err(node.wrong(said, format!("`{name}` is empty"))),
        text => Ok(text),
    }
}

/// The name of an element or attribute.
fn xml_name<'n>(node: &'n Node<'_>, name: &str) -> Result<&'n str> {
    let said = node.need(name)?;
    let starts = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
    let is_part = |c: char| starts(c) || c.is_numeric() || matches!(c, '-' | '.');
    if said.value.starts_with(starts) && said.value.chars().all(is_part) {
        return Ok(&said.value);
    }
    Err(node.wrong(said, format!("`{}` is not a name of XML", said.value)))
}
