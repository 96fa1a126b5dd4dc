//! Numbers that consist of smaller ones as text: `version=3 kind=A packed`.

use formwork_schema::layout::{BitPart, Bits, PrimKind, Type};

use crate::{
    fault::{Fault, Result},
    names,
    number::{self, quoted},
};

/// The words of a number: a truth value is there where it is true, what means nothing where it is not 0.
pub(crate) fn words(bits: &Bits, whole: i128) -> String {
    let shown = bits.shown(whole as u64);
    let words = shown.filter_map(|(part, value)| match &part.ty {
        Type::Bool => (value != 0).then(|| part.name.to_string()),
        ty => Some(format!("{}={}", part.name, word(ty, value))),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The value of a part that is no truth value.
fn word(ty: &Type, value: i128) -> String {
    let name = match ty {
        Type::Enum(names) => names::name_of(names, value),
        _ => None,
    };
    name.map_or_else(|| value.to_string(), |name| name.name.to_string())
}

/// The number of some words, or of one that is a number; parts that are not there are 0.
pub(crate) fn parse(bits: &Bits, text: &str) -> Result<u64> {
    if let Some(whole) = number::parse_bits(text) {
        return fit(bits, whole, text);
    }
    let mut parts = Parts::new(bits);
    for word in text.split_ascii_whitespace() {
        match word.split_once('=') {
            Some((name, value)) => parts.set(name, value)?,
            None => parts.set(word, "true")?,
        }
    }
    Ok(parts.whole)
}

/// A whole number, where there are bits for all of it.
pub(crate) fn fit(bits: &Bits, whole: u64, text: &str) -> Result<u64> {
    if bits.repr.holds(whole.into()) {
        return Ok(whole);
    }
    let message = format!(
        "`{}` does not fit {}, which has {} bits",
        number::brief(text),
        bits.name,
        bits.repr.size() * 8
    );
    Err(Fault::malformed(message))
}

/// A number whose parts are set one after another.
pub(crate) struct Parts<'b> {
    bits: &'b Bits,
    pub(crate) whole: u64,
    /// The bits that were said.
    said: u64,
}

impl<'b> Parts<'b> {
    pub(crate) fn new(bits: &'b Bits) -> Self {
        Self {
            bits,
            whole: 0,
            said: 0,
        }
    }

    /// The value of a part, as text.
    pub(crate) fn set(&mut self, name: &str, text: &str) -> Result<()> {
        let mut placed = self.bits.placed();
        let found = placed.find(|(_, part)| *part.name == *name);
        let (shift, part) = found.ok_or_else(|| self.unknown(name))?;
        let mask = u64::MAX >> (64 - part.width.clamp(1, 64)) << shift;
        if self.said & mask != 0 {
            return Err(Fault::malformed(format!("a second `{name}`")));
        }
        let value = value(part, text)?;
        let bits = part.bits(value).ok_or_else(|| {
            let message = format!(
                "`{}` does not fit `{name}`, which has {} bits",
                number::brief(text),
                part.width
            );
            Fault::malformed(message)
        })?;
        self.said |= mask;
        self.whole |= bits << shift;
        Ok(())
    }

    fn unknown(&self, name: &str) -> Fault {
        let known = self.bits.parts.iter().filter(|part| !part.is_unnamed());
        let known: Vec<&str> = known.map(|part| &*part.name).collect();
        Fault::malformed(format!(
            "expected {} or a number for {}, found {}",
            known.join(", "),
            self.bits.name,
            quoted(name)
        ))
    }
}

fn value(part: &BitPart, text: &str) -> Result<i128> {
    match &part.ty {
        Type::Bool => match text {
            "true" | "1" => Ok(1),
            "false" | "0" => Ok(0),
            other => {
                let message = format!("expected true or false, found {}", quoted(other));
                Err(Fault::malformed(message))
            }
        },
        Type::Enum(names) => names::enumeration(names, text),
        _ if part.is_signed() => number::parse_signed(text, PrimKind::I64)
            .map(i128::from)
            .map_err(Fault::malformed),
        _ => match number::parse_bits(text) {
            Some(bits) => Ok(bits.into()),
            None => number::parse_unsigned(text, PrimKind::U64)
                .map(i128::from)
                .map_err(Fault::malformed),
        },
    }
}
