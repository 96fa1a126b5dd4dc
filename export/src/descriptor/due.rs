//! Numbers that follow from fields before them.

use formwork_schema::{
    Hash, Result,
    layout::{Checksum, Due, Field, Order, Pads, Str, Type},
};

use super::node::Node;

/// The attributes that make a number follow from others.
pub(super) const ATTRIBUTES: [&str; 2] = ["checksum", "length_without"];

/// Whether such an attribute is there.
pub(super) fn is_due(node: &Node<'_>) -> bool {
    ATTRIBUTES.iter().any(|name| node.get(name).is_some())
}

/// What a number follows from.
pub(super) fn read(node: &Node<'_>) -> Result<Option<Due>> {
    let length = node.get("length_without");
    let Some(text) = node.get("checksum") else {
        let names = length.map(|text| text.value.split_ascii_whitespace());
        let names = names.map(|names| names.map(|name| name.to_owned().into()));
        return Ok(names.map(|names| Due::FileLength(names.collect::<Vec<Str>>().into())));
    };
    if length.is_some() {
        return Err(node.error("this is a checksum or a length, not both"));
    }
    let checksum = Checksum::parse(&text.value).ok_or_else(|| {
        let error = node.wrong(text, format!("`{}` is no checksum", text.value));
        let known: Vec<&str> = Hash::ALL.into_iter().map(Hash::name).collect();
        error.help(format!(
            "write `crc32(kind, data)`; known are {}",
            known.join(", ")
        ))
    })?;
    Ok(Some(Due::Checksum(checksum)))
}

/// Asks that a number follows from bytes that stand before it and are known by then.
pub(super) fn covered(fields: &[Field], place: usize, node: &Node<'_>) -> Result<()> {
    let field = &fields[place];
    let Some(due) = &field.due else {
        return Ok(());
    };
    let (noun, does, is_checksum) = match due {
        Due::Checksum(_) => ("checksum", "covers", true),
        Due::FileLength(_) => ("length", "leaves out", false),
    };
    if !matches!(field.ty, Type::Prim(kind) if kind == due.number()) {
        let kind = due.number().name();
        return Err(node.error(format!("a {noun} of this kind is a `{kind}`")));
    }
    let is_plain = field.visible
        && (field.when.is_none() || !is_checksum)
        && field.at.is_none()
        && field.size.is_none()
        && field.index_of.is_none();
    if !is_plain || field.endian.is_some() || !field.magic.is_empty() || field.pad != Pads::NONE {
        let always = if is_checksum { " always," } else { "" };
        let message = format!(
            "a {noun} stands where it is,{always} in the byte order of its struct, and trees have it"
        );
        return Err(node.error(message));
    }
    if due.fields().len() > Checksum::MOST {
        let message = format!("a {noun} {does} at most {} fields", Checksum::MOST);
        return Err(node
            .error(message)
            .help("a struct around them is one field"));
    }
    let later = |known: &Field, of: &Field| known.counts == of.name && of.size.is_some();
    let is_late = |known: &&Field| {
        matches!(known.ty, Type::Vle) && fields[place..].iter().any(|of| later(known, of))
    };
    if !is_checksum && let Some(known) = fields[..place].iter().find(is_late) {
        let message = format!(
            "how many bytes the size `{}` takes is only known after the {noun}, which counts them",
            known.name
        );
        return Err(node.error(message));
    }
    for (at, name) in due.fields().iter().enumerate() {
        if due.fields()[..at].contains(name) {
            return Err(node.error(format!("a {noun} {does} `{name}` once")));
        }
        let known = fields[..place].iter().find(|other| other.name == *name);
        let Some(known) = known else {
            let error = node.error(format!("no field `{name}` stands before its {noun}"));
            let help = format!("what it {does} stands in the same struct, before it");
            return Err(error.help(help));
        };
        let message = if known.is.is_some() || known.is_lookahead() {
            "takes no bytes"
        } else if matches!(
            known.endian,
            Some(Order::Little | Order::Big | Order::BigIf(_))
        ) {
            "has a byte order of its own"
        } else if fields[place..].iter().any(|of| later(known, of)) {
            "is the size of what comes after it"
        } else {
            continue;
        };
        return Err(node.error(format!("`{name}` {message}")));
    }
    Ok(())
}
