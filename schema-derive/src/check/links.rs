//! What a field says of other parts of the tree.

use crate::{
    errors::Errors,
    input::{Columns, IndexOf},
    parse::RawField,
};

/// The list that numbers are indices into.
pub(super) fn index_of(raw: &RawField, errors: &mut Errors) -> Option<IndexOf> {
    let (span, text) = raw.index_of.as_ref()?;
    let (list, unless) = text.split_once(" unless ").unwrap_or((text, ""));
    let is_path = unless.is_empty() || unless.split('.').all(is_name);
    if is_name(list) && is_path {
        return Some(IndexOf {
            list: list.to_owned(),
            unless: unless.to_owned(),
        });
    }
    errors.push(syn::Error::new(
        *span,
        "this names a list of the root struct, as in `index_of = \"bones\"`, or `\"bones unless geometries.bone_mapping\"`",
    ));
    None
}

/// What names the items of a list.
pub(super) fn columns(raw: &RawField, errors: &mut Errors) -> Option<Columns> {
    let Some((span, text)) = &raw.named_by else {
        if raw.words.is_some() || raw.indices.is_some() {
            errors.at(&raw.ident, "`words` and `indices` belong beside `named_by`");
        }
        return None;
    };
    let parts = text
        .split_once(": ")
        .and_then(|(list, fields)| Some((list, fields.split_once(' ')?)));
    let words: Vec<String> = raw
        .words
        .iter()
        .flat_map(|words| words.split_whitespace())
        .map(Into::into)
        .collect();
    let indices = raw.indices.clone().unwrap_or_default();
    match parts {
        Some((list, (meaning, number)))
            if [list, meaning, number].into_iter().all(is_name)
                && words.iter().all(|word| is_name(&word.replace('#', "0")))
                && (indices.is_empty() || words.contains(&indices)) =>
        {
            Some(Columns {
                list: list.to_owned(),
                meaning: meaning.to_owned(),
                number: number.to_owned(),
                words,
                indices,
            })
        }
        _ => {
            errors.push(syn::Error::new(
                *span,
                "this names a list and two fields of its items, as in `named_by = \"elements: semantic index\", \
                 words = \"position normal texcoord_#\"`; `indices` is one of the words",
            ));
            None
        }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
