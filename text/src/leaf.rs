//! Leaves of the tree as text, and back: numbers, flags, enumerations, strings.
//!
//! XML and JSON differ in what is around this text, not in the text.

use base64::{Engine, prelude::BASE64_STANDARD};
use formwork_schema::layout::{Name, Names, PrimKind};
use serde::{
    Deserializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use crate::{
    fault::{Fault, Result},
    number::{self, quoted},
    plan::Kind,
};

/// The name of a number.
pub(crate) fn name_of(names: &Names, value: u64) -> Option<&Name> {
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
        if one.value & bits == one.value && one.value & rest != 0 {
            name(&one.name);
            rest &= !one.value;
        }
    }
    rest
}

/// The bits of one word: a name or a number.
pub(crate) fn flag(names: &Names, word: &str) -> Result<u64> {
    let named = known(names)
        .find(|name| name.name == word)
        .map(|name| name.value);
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

fn enumeration(names: &Names, word: &str) -> Result<u64> {
    let named = known(names)
        .find(|name| name.name == word)
        .map(|name| name.value);
    match named.or_else(|| number::parse_bits(word)) {
        Some(value) => fit(names, word, value),
        None => Err(unknown_name(names, word)),
    }
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
    Fault::malformed(format!(
        "expected {known}{more} or a number for {}, found {}",
        names.name,
        quoted(word)
    ))
}

/// The bytes of a base64 text; white space in it is nothing.
pub(crate) fn base64(text: &str) -> Result<Vec<u8>> {
    let decoded = if text.bytes().any(|byte| byte.is_ascii_whitespace()) {
        let dense: Vec<u8> = text
            .bytes()
            .filter(|byte| !byte.is_ascii_whitespace())
            .collect();
        BASE64_STANDARD.decode(dense)
    } else {
        BASE64_STANDARD.decode(text)
    };
    decoded.map_err(|error| {
        Fault::malformed(format!("expected base64: {}", lower(&error.to_string())))
    })
}

fn lower(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    chars.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// Hands the value that a text stands for to a visitor.
pub(crate) fn visit<'de, V: Visitor<'de>>(
    kind: &Kind<'_>,
    text: &str,
    visitor: V,
) -> Result<V::Value> {
    let trimmed = text.trim_ascii();
    match kind {
        Kind::Number(kind) => number(*kind, trimmed, visitor),
        Kind::Bool => match trimmed {
            "true" => visitor.visit_u8(1),
            "false" => visitor.visit_u8(0),
            other => match number::parse_unsigned(other, PrimKind::U8) {
                Ok(value) => visitor.visit_u8(value as u8),
                Err(_) => Err(expected("true, false or a number from 0 to 255", other)),
            },
        },
        Kind::Flags(names) => visitor.visit_u64(flags(names, trimmed)?),
        Kind::Enum(names) => visitor.visit_u64(enumeration(names, trimmed)?),
        Kind::Choice(names) if !names.values.iter().any(|name| name.name == trimmed) => {
            let known: Vec<&str> = names.values.iter().map(|name| &*name.name).collect();
            Err(expected(&known.join(" or "), trimmed))
        }
        Kind::Version | Kind::Choice(_) => visitor.visit_str(trimmed),
        Kind::Blob => visitor.visit_byte_buf(base64(text)?),
        Kind::Text | Kind::Fixed | Kind::Struct(_) | Kind::List(..) => visitor.visit_str(text),
    }
}

fn number<'de, V: Visitor<'de>>(kind: PrimKind, text: &str, visitor: V) -> Result<V::Value> {
    let unsigned = || number::parse_unsigned(text, kind).map_err(Fault::malformed);
    let signed = || number::parse_signed(text, kind).map_err(Fault::malformed);
    match kind {
        PrimKind::F32 => visitor.visit_f32(number::parse_f32(text).map_err(Fault::malformed)?),
        PrimKind::F64 => visitor.visit_f64(number::parse_f64(text).map_err(Fault::malformed)?),
        PrimKind::U8 => visitor.visit_u8(unsigned()? as u8),
        PrimKind::U16 => visitor.visit_u16(unsigned()? as u16),
        PrimKind::U32 => visitor.visit_u32(unsigned()? as u32),
        PrimKind::U64 => visitor.visit_u64(unsigned()?),
        PrimKind::I8 => visitor.visit_i8(signed()? as i8),
        PrimKind::I16 => visitor.visit_i16(signed()? as i16),
        PrimKind::I32 => visitor.visit_i32(signed()? as i32),
        PrimKind::I64 => visitor.visit_i64(signed()?),
    }
}

/// What was expected and what is there instead.
pub(crate) fn expected(what: &str, found: &str) -> Fault {
    Fault::malformed(format!("expected {what}, found {}", quoted(found)))
}

/// A text as a value of some kind.
pub(crate) struct Leaf<'a, 'l> {
    pub(crate) kind: &'a Kind<'l>,
    pub(crate) text: &'a str,
    /// Base64, for fixed strings.
    pub(crate) padding: Option<&'a str>,
}

impl<'de> Deserializer<'de> for Leaf<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Some(padding) = self.padding else {
            return visit(self.kind, self.text, visitor);
        };
        base64(padding)?;
        visitor.visit_seq(SeqDeserializer::new([self.text, padding].into_iter()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
