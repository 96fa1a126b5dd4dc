//! Tables of names: flags, enumerations, dialects, versions.

use std::collections::BTreeSet;

use formwork_schema::{
    Result,
    layout::{Magic, Name, Names, PrimKind, Since, Type, Versions},
};

use super::{node::Node, value::is_name};

/// The elements that define tables.
pub(super) const ELEMENTS: [&str; 5] = ["flags", "enum", "dialects", "versions", BITS];

/// The element that defines numbers of bits, which name enumerations.
pub(super) const BITS: &str = "bits";

/// The element that defines the words of attributes.
pub(super) const WORDS: &str = "words";

/// The type that a table defines.
pub(super) fn read(node: &Node<'_>) -> Result<Type> {
    Ok(match &*node.name {
        "flags" => Type::Flags(names(node, "flag")?.into()),
        "enum" => Type::Enum(names(node, "value")?.into()),
        "dialects" => Type::Dialect(names(node, "dialect")?.into()),
        WORDS => Type::Enum(words(node)?.into()),
        _ => Type::Version(versions(node)?.into()),
    })
}

fn names(node: &Node<'_>, item: &str) -> Result<Names> {
    let known = ["name", "id", "repr", "closed"];
    node.only(&known[..3 + usize::from(item == "value")], &["doc", item])?;
    let repr = node.repr()?;
    let of = if item == "dialect" {
        PrimKind::U64
    } else {
        repr
    };
    Ok(Names {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        repr,
        closed: node
            .one_of("closed", &[("true", true), ("false", false)])?
            .unwrap_or_default(),
        values: values(node, item, of)?.into(),
    })
}

/// Words have no numbers, and any letters.
fn words(node: &Node<'_>) -> Result<Names> {
    node.only(&["name", "id"], &["doc", "word"])?;
    let mut seen = BTreeSet::new();
    let values = node.members().map(|word| {
        word.only(&["name"], &[])?;
        let name = word.need("name")?;
        if name.value.is_empty() || !seen.insert(name.value.to_ascii_lowercase()) {
            let message = format!("a second `{}`, or none", name.value);
            return Err(word.wrong(name, message));
        }
        Ok(Name {
            name: name.value.as_str().into(),
            doc: word.text.as_str().into(),
            value: 0,
            since: None,
        })
    });
    Ok(Names {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        repr: PrimKind::U8,
        closed: false,
        values: values.collect::<Result<Vec<_>>>()?.into(),
    })
}

/// The largest value that fits; values of signed numbers may be any.
fn limit(repr: PrimKind) -> u64 {
    match repr {
        PrimKind::U8 => u64::from(u8::MAX),
        PrimKind::U16 => u64::from(u16::MAX),
        PrimKind::U32 => u64::from(u32::MAX),
        _ => u64::MAX,
    }
}

fn values(node: &Node<'_>, item: &str, of: PrimKind) -> Result<Vec<Name>> {
    let mut seen = BTreeSet::new();
    let members = node.members().filter(|member| member.name == item);
    members.map(|member| value(member, &mut seen, of)).collect()
}

fn value<'n>(node: &'n Node<'_>, seen: &mut BTreeSet<&'n str>, of: PrimKind) -> Result<Name> {
    let limited = ["flag", "value"].contains(&&*node.name);
    let known = ["name", "value", "since"];
    node.only(&known[..2 + usize::from(limited)], &[])?;
    let name = node.name_attribute()?;
    if !seen.insert(&name.value) {
        return Err(node.wrong(name, format!("a second `{}`", name.value)));
    }
    Ok(Name {
        name: name.value.as_str().into(),
        doc: node.text.as_str().into(),
        value: number(node, of)?,
        since: since(node)?,
    })
}

/// The number that a name stands for, which fits its kind.
fn number(node: &Node<'_>, of: PrimKind) -> Result<i128> {
    let attribute = node.need("value")?;
    if of.is_signed() && attribute.value.starts_with('-') {
        let number = attribute.value.parse().ok();
        let number = number.filter(|number| of.holds(*number));
        return number.ok_or_else(|| {
            let message = format!("`{}` is no number of {}", attribute.value, of.name());
            node.wrong(attribute, message)
        });
    }
    node.number("value", limit(of)).map(i128::from)
}

/// The version that a name is known since: the name of the point, and its number.
fn since(node: &Node<'_>) -> Result<Option<Since>> {
    let Some(attribute) = node.get("since") else {
        return Ok(None);
    };
    let parsed = attribute.value.split_once(':').and_then(|(name, number)| {
        let number = number.parse().ok()?;
        is_name(name).then(|| Since {
            name: name.into(),
            number,
        })
    });
    let wrong = || {
        let error = node.wrong(
            attribute,
            format!("`{}` is not a point of a version", attribute.value),
        );
        error.help("a name and the number of the version, such as `SPEED:5`")
    };
    parsed.map(Some).ok_or_else(wrong)
}

fn versions(node: &Node<'_>) -> Result<Versions> {
    node.only(&["name", "id"], &["doc", "magic", "milestone"])?;
    let magics = node.members().filter(|member| member.name == "magic");
    Ok(Versions {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        magics: magics.map(magic).collect::<Result<Vec<_>>>()?.into(),
        milestones: values(node, "milestone", PrimKind::U64)?.into(),
    })
}

fn magic(node: &Node<'_>) -> Result<Magic> {
    let (stored, first, last) = if node.get("number").is_some() {
        node.only(&["bytes", "number"], &[])?;
        let number = small(node, "number", PrimKind::U32)?;
        (None, number, number)
    } else {
        node.only(&["bytes", "repr", "first", "last"], &[])?;
        let widths = Magic::WIDTHS.map(|kind| (kind.name(), kind));
        let kind = node.one_of("repr", &widths)?.unwrap_or(PrimKind::U32);
        let (first, last) = (small(node, "first", kind)?, small(node, "last", kind)?);
        (Some(kind), first, last)
    };
    if first > last {
        return Err(node.error(format!("no number is between {first} and {last}")));
    }
    let bytes = node.magic("bytes")?.into();
    Ok(Magic {
        bytes,
        doc: node.text.as_str().into(),
        first,
        last,
        stored,
    })
}

fn small(node: &Node<'_>, name: &str, kind: PrimKind) -> Result<u32> {
    let number = node.number(name, limit(kind))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}
