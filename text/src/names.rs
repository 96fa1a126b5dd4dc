//! Flags and enumerations as text, and back: the names of numbers.

use formwork_schema::layout::{Name, Names};

use crate::{
    fault::{Fault, Result},
    number::{self, quoted},
};

/// The name of a number.
pub(crate) fn name_of(names: &Names, value: i128) -> Option<&Name> {
    known(names).find(|name| name.value == value)
}

/// The names that files of this version have; see [`Layout::at_version`](formwork_schema::Layout::at_version).
fn known(names: &Names) -> impl Iterator<Item = &Name> {
    names.values.iter().filter(|name| name.since.is_none())
}

/// Calls `name` for each name of the bits that are set; returns the bits without a name.
pub(crate) fn flag_names<'n>(names: &'n Names, bits: u64, mut name: impl FnMut(&'n str)) -> u64 {
    let mut rest = bits;
    for one in known(names) {
        let named = one.value as u64;
        if named & bits == named && named & rest != 0 {
            name(&one.name);
            rest &= !named;
        }
    }
    rest
}

/// The bits of one word: a name or a number.
pub(crate) fn flag(names: &Names, word: &str) -> Result<u64> {
    let named = known(names)
        .find(|name| name.name == word)
        .map(|name| name.value as u64);
    match named.or_else(|| number::parse_bits(word)) {
        Some(bits) => fit(names, word, bits),
        None => Err(unknown_name(names, word)),
    }
}

/// The bits of names in a row.
pub(crate) fn flags(names: &Names, text: &str) -> Result<u64> {
    text.split_ascii_whitespace()
        .try_fold(0, |bits, word| Ok(bits | flag(names, word)?))
}

pub(crate) fn enumeration(names: &Names, word: &str) -> Result<i128> {
    if let Some(name) = known(names).find(|name| name.name == word) {
        return Ok(name.value);
    }
    if let Some(bits) = number::parse_bits(word) {
        let value = fit(names, word, bits)?.into();
        return member(names, word, value);
    }
    match number::parse_signed(word, names.repr) {
        Ok(value) if names.repr.is_signed() => member(names, word, value.into()),
        _ => Err(unknown_name(names, word)),
    }
}

/// A number that an enumeration may be.
fn member(names: &Names, word: &str, value: i128) -> Result<i128> {
    if names.admits(value) {
        return Ok(value);
    }
    Err(unknown_name(names, word))
}

fn fit(names: &Names, word: &str, value: u64) -> Result<u64> {
    let bits = 8 * names.repr.size() as u32;
    if bits < 64 && value >> bits != 0 {
        let message = format!(
            "`{}` does not fit {}, which has {bits} bits",
            number::brief(word),
            names.name
        );
        return Err(Fault::malformed(message));
    }
    Ok(value)
}

fn unknown_name(names: &Names, word: &str) -> Fault {
    const SHOWN: usize = 12;
    let later = names.values.iter().find(|name| name.name == word);
    if let Some(Name {
        value,
        since: Some(since),
        ..
    }) = later
    {
        return Fault::malformed(format!(
            "`{word}` of {} is known since version {} ({}), and this file is older: write `{value:#x}` for the bits \
             alone, or raise the version",
            names.name, since.number, since.name,
        ));
    }
    let known: Vec<&str> = known(names).take(SHOWN).map(|name| &*name.name).collect();
    let more = if names.values.len() > SHOWN {
        ", …"
    } else {
        ""
    };
    let known = known.join(", ");
    let number = if names.closed { "" } else { " or a number" };
    Fault::malformed(format!(
        "expected {known}{more}{number} for {}, found {}",
        names.name,
        quoted(word)
    ))
}
