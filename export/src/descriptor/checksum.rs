//! Numbers that are checksums.

use formwork_schema::{
    Hash, Result,
    layout::{Checksum, Field, Order, Pads, Type},
};

use super::node::Node;

/// What the attribute `checksum` says.
pub(super) fn read(node: &Node<'_>) -> Result<Option<Checksum>> {
    let Some(text) = node.get("checksum") else {
        return Ok(None);
    };
    let checksum = Checksum::parse(&text.value).ok_or_else(|| {
        let error = node.wrong(text, format!("`{}` is no checksum", text.value));
        let known: Vec<&str> = Hash::ALL.into_iter().map(Hash::name).collect();
        error.help(format!(
            "write `crc32(kind, data)`; known are {}",
            known.join(", ")
        ))
    })?;
    Ok(Some(checksum))
}

/// Asks that a checksum covers bytes that stand before it and are known by then.
pub(super) fn covered(fields: &[Field], place: usize, node: &Node<'_>) -> Result<()> {
    let field = &fields[place];
    let Some(checksum) = &field.checksum else {
        return Ok(());
    };
    if !matches!(field.ty, Type::Prim(kind) if kind == checksum.hash.number()) {
        let kind = checksum.hash.number().name();
        return Err(node.error(format!("a checksum of this kind is a `{kind}`")));
    }
    let is_plain = field.visible
        && field.when.is_none()
        && field.at.is_none()
        && field.size.is_none()
        && field.index_of.is_none();
    if !is_plain || field.endian.is_some() || !field.magic.is_empty() || field.pad != Pads::NONE {
        let message = "a checksum stands where it is, always, in the byte order of its struct, and trees have it";
        return Err(node.error(message));
    }
    if checksum.of.len() > Checksum::MOST {
        let message = format!("a checksum covers at most {} fields", Checksum::MOST);
        return Err(node
            .error(message)
            .help("a struct around them is one field"));
    }
    for (at, name) in checksum.of.iter().enumerate() {
        if checksum.of[..at].contains(name) {
            return Err(node.error(format!("a checksum covers `{name}` once")));
        }
        let known = fields[..place].iter().find(|other| other.name == *name);
        let Some(known) = known else {
            let error = node.error(format!("no field `{name}` stands before its checksum"));
            return Err(
                error.help("what is covered stands in the same struct, before the checksum")
            );
        };
        let later = |of: &Field| known.counts == of.name && of.size.is_some();
        let message = if known.is.is_some() || known.is_lookahead() {
            "takes no bytes"
        } else if matches!(
            known.endian,
            Some(Order::Little | Order::Big | Order::BigIf(_))
        ) {
            "has a byte order of its own"
        } else if fields[place..].iter().any(later) {
            "is the size of what comes after the checksum"
        } else {
            continue;
        };
        return Err(node.error(format!("`{name}` {message}")));
    }
    Ok(())
}
