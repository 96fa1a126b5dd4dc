//! Numbers that consist of smaller ones.

use formwork_schema::{
    Result,
    layout::{BitPart, Bits, First, PrimKind, Type},
};

use super::{index::Index, node::Node, value::is_name};

/// The type of a number.
pub(super) fn read(node: &Node<'_>, index: &Index<'_>) -> Result<Type> {
    node.only(&["name", "id", "repr", "first"], &["doc", "part"])?;
    let first = [("low", First::Low), ("high", First::High)];
    let repr = node.need("repr")?;
    if node.repr()?.is_signed() {
        return Err(node.wrong(repr, "the whole number has no sign"));
    }
    let bits = Bits {
        name: node.name_attribute()?.value.as_str().into(),
        doc: node.doc()?.into(),
        repr: node.repr()?,
        first: node.one_of("first", &first)?.unwrap_or(First::Low),
        parts: parts(node, index)?.into(),
    };
    let (taken, all) = (
        bits.parts.iter().map(|part| part.width).sum::<u32>(),
        bits.repr.size() as u32 * 8,
    );
    if taken != all {
        let error = node.error(format!("its parts take {taken} bits of {all}"));
        return Err(error.help("`<part bits=\"3\"/>` without a name means nothing"));
    }
    Ok(Type::Bits(named(bits).into()))
}

/// The same, where parts without a name are called by the bits below them.
fn named(bits: Bits) -> Bits {
    let parts = bits
        .placed()
        .map(|(shift, part)| match part.name.is_empty() {
            true => BitPart {
                name: format!("_{shift}").into(),
                ..part.clone()
            },
            false => part.clone(),
        });
    let parts: Vec<BitPart> = parts.collect();
    Bits {
        parts: parts.into(),
        ..bits
    }
}

fn parts(node: &Node<'_>, index: &Index<'_>) -> Result<Vec<BitPart>> {
    let all = node.repr()?;
    let mut parts: Vec<BitPart> = Vec::new();
    for one in node.members().filter(|member| member.name == "part") {
        let part = part(one, index, all)?;
        let is_known = parts.iter().any(|known| known.name == part.name);
        if let (Some(name), true) = (one.get("name"), is_known) {
            return Err(one.wrong(name, format!("a second `{}`", part.name)));
        }
        parts.push(part);
    }
    Ok(parts)
}

fn part(node: &Node<'_>, index: &Index<'_>, all: PrimKind) -> Result<BitPart> {
    node.only(&["name", "bits", "type"], &[])?;
    let bits = node.need("bits")?;
    let width = node.number("bits", all.size() as u64 * 8)? as u32;
    let name = match node.get("name") {
        Some(name) if is_name(&name.value) && !name.value.starts_with('_') => name.value.as_str(),
        Some(name) => return Err(node.wrong(name, format!("`{}` is not a name", name.value))),
        None => "",
    };
    let (ty, most) = match node.get("type") {
        None => (Type::Prim(all), all.size() as u32 * 8),
        Some(ty) => of(&ty.value, index).ok_or_else(|| {
            let error = node.wrong(ty, format!("`{}` is no type of a part", ty.value));
            error.help(
                "a whole number up to 64 bits, `bool`, or an enumeration that has other values",
            )
        })?,
    };
    if width == 0 || width > most {
        return Err(node.wrong(bits, format!("takes 1 to {most} bits, not {width}")));
    }
    Ok(BitPart {
        name: name.into(),
        doc: node.text.as_str().into(),
        width,
        ty,
    })
}

/// The type of a part, and how many bits it has at most.
fn of(name: &str, index: &Index<'_>) -> Option<(Type, u32)> {
    if name == "bool" {
        return Some((Type::Bool, 1));
    }
    let (ty, kind) = match PrimKind::ALL.iter().find(|(_, prim)| *prim == name) {
        Some((kind, _)) => (Type::Prim(*kind), *kind),
        None => match index.enumeration(name)? {
            Type::Enum(names) if !names.closed && !names.repr.is_signed() => {
                (Type::Enum(names.clone()), names.repr)
            }
            _ => return None,
        },
    };
    let fits = kind.is_whole() && kind.size() <= 8;
    fits.then_some((ty, kind.size() as u32 * 8))
}
