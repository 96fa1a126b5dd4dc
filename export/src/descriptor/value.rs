//! Attribute values: names, numbers, magic bytes, expressions.

use formwork_schema::{
    Expr, Result,
    layout::{Endian, Order, PrimKind},
};

use super::node::{Attribute, Node};

/// The count of a list that ends with the file.
pub(super) const TO_END: &str = "to end";

/// What stands before the condition of the last item.
pub(super) const UNTIL: &str = "until ";

/// Longest expression; keeps chains of operators, which nest as they are read, off the stack.
const MAX_EXPR: usize = 4096;

/// Whether this can be the name of a field, a struct or a value.
pub(super) fn is_name(text: &str) -> bool {
    let letter = |c: char| c == '_' || c.is_alphabetic();
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_numeric())
}

impl Node<'_> {
    /// The attribute `name`, which must be the name of something.
    pub(super) fn name_attribute(&self) -> Result<&Attribute> {
        let attribute = self.need("name")?;
        if is_name(&attribute.value) {
            return Ok(attribute);
        }
        let error = self.wrong(attribute, format!("`{}` is not a name", attribute.value));
        Err(error.help("names are letters, digits and `_`, and begin with no digit"))
    }

    /// An optional attribute, one of a few words.
    pub(super) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(attribute) = self.get(name) else {
            return Ok(None);
        };
        let found = words.iter().find(|(word, _)| *word == attribute.value);
        let Some((_, meaning)) = found else {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("`{name}` cannot be `{}`", attribute.value);
            return Err(self
                .wrong(attribute, message)
                .help(format!("one of {}", words.join(", "))));
        };
        Ok(Some(*meaning))
    }

    /// The byte order.
    pub(super) fn endian(&self) -> Result<Option<Endian>> {
        self.one_of(
            "endian",
            &[("little", Endian::Little), ("big", Endian::Big)],
        )
    }

    /// The one byte order of two that may be said: one that is known, and one that a value decides.
    pub(super) fn one_order(
        &self,
        known: Option<Order>,
        big: Option<Expr>,
    ) -> Result<Option<Order>> {
        match (known, big) {
            (Some(_), Some(_)) => Err(self.error("`endian` and `big_if` both say the byte order")),
            (known, big) => Ok(known.or(big.map(|big| Order::BigIf(big.into())))),
        }
    }

    /// The attribute `repr`: how numbers are stored.
    pub(super) fn repr(&self) -> Result<PrimKind> {
        self.need("repr")?;
        let kinds = PrimKind::ALL.map(|(kind, name)| (name, kind));
        Ok(self.one_of("repr", &kinds[..8])?.unwrap_or(PrimKind::U8))
    }

    /// A number of at most `max`, decimal or `0x` and hexadecimal digits.
    pub(super) fn number(&self, name: &str, max: u64) -> Result<u64> {
        let attribute = self.need(name)?;
        let text = &*attribute.value;
        let (digits, radix) = text
            .strip_prefix("0x")
            .map_or((text, 10), |digits| (digits, 16));
        let plain = digits.starts_with(|c: char| c.is_ascii_hexdigit());
        let number = u64::from_str_radix(digits, radix).ok().filter(|_| plain);
        let wrong = || {
            let message = format!("`{text}` is not a whole number of at most {max}");
            self.wrong(attribute, message)
        };
        number.filter(|number| *number <= max).ok_or_else(wrong)
    }

    /// Optional magic bytes.
    pub(super) fn magic(&self, name: &str) -> Result<Vec<u8>> {
        let Some(attribute) = self.get(name) else {
            return Ok(Vec::new());
        };
        let text = &*attribute.value;
        let bytes = match text.strip_prefix("0x") {
            Some(digits) => hex_bytes(digits),
            None => text
                .bytes()
                .all(|b| b.is_ascii_graphic())
                .then(|| text.as_bytes().to_vec()),
        };
        bytes.filter(|bytes| !bytes.is_empty()).ok_or_else(|| {
            let error = self.wrong(attribute, format!("`{text}` are not magic bytes"));
            error.help("printable ASCII, or `0x` and two digits for each byte")
        })
    }

    /// An expression that is the value of an attribute, or a part of it.
    pub(super) fn expr(&self, attribute: &Attribute, text: &str) -> Result<Expr> {
        if text.len() > MAX_EXPR {
            let message = format!("an expression of more than {MAX_EXPR} bytes");
            return Err(self.wrong(attribute, message));
        }
        Expr::parse(text).map_err(|error| {
            let message = format!("`{}`: {error}", attribute.name);
            self.wrong(attribute, message)
        })
    }
}

fn hex_bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| Some(hex_digit(pair.first())? << 4 | hex_digit(pair.get(1))?))
        .collect()
}

fn hex_digit(digit: Option<&u8>) -> Option<u8> {
    let value = char::from(*digit?).to_digit(16)?;
    u8::try_from(value).ok()
}
