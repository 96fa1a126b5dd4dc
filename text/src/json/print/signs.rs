//! Brackets, names, strings: the signs of JSON.

use formwork_schema::{
    escape::{escape, is_directional},
    layout::{Bits, Names, Type},
    place::{INDEX, padding_name},
    value::Fixed,
};

use super::{Printer, lead::Lead};
use crate::{
    names, number,
    rows::{INDEX_KIND, Mark},
    sink::Sink,
};

impl Printer<'_, '_> {
    pub(super) fn open(&mut self, bracket: u8) {
        self.sink.byte(bracket);
        self.depth += 1;
        self.first = true;
    }

    pub(super) fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.sink.byte(bracket);
        self.first = false;
    }

    pub(super) fn line(&mut self) {
        if !self.compact && !self.flat {
            self.sink.byte(b'\n');
            self.sink.indent(self.depth);
        }
    }

    #[inline]
    pub(super) fn lead(&mut self, lead: Lead<'_>) {
        if let Lead::Written = lead {
            return;
        }
        if !std::mem::take(&mut self.first) {
            self.sink.byte(b',');
            if self.flat && !self.compact {
                self.sink.byte(b' ');
            }
        }
        self.line();
        let name = match lead {
            Lead::Root => "value",
            Lead::Member(name) => name,
            Lead::Item | Lead::Written => return,
        };
        self.sink.byte(b'"');
        self.sink.text(name);
        self.sink.text(if self.compact { "\":" } else { "\": " });
    }

    /// The number of an item that indices count.
    pub(super) fn own_number(&mut self) {
        let Some(number) = self.number.take() else {
            return;
        };
        self.lead(Lead::Member(INDEX));
        match number {
            Some(index) => self.sink.int(index as i128),
            None => {
                let at = self.sink.position();
                let (kind, cell) = (&INDEX_KIND, None);
                self.marks.push(Mark { at, kind, cell });
            }
        }
    }

    pub(super) fn padded(&mut self, lead: Lead<'_>, fixed: &Fixed) {
        self.lead(lead);
        if let Lead::Member(name) = lead {
            self.string(&escape(&fixed.text));
            self.lead(Lead::Member(&padding_name(name)));
            return self.base64(&fixed.padding);
        }
        let flat = std::mem::replace(&mut self.flat, true);
        self.open(b'[');
        self.lead(Lead::Item);
        self.string(&escape(&fixed.text));
        self.lead(Lead::Item);
        self.base64(&fixed.padding);
        self.close(b']');
        self.flat = flat;
    }

    pub(super) fn flags(&mut self, names: &Names, bits: u64) {
        let flat = std::mem::replace(&mut self.flat, true);
        self.open(b'[');
        let rest = names::flag_names(names, bits, |name| {
            self.lead(Lead::Item);
            self.string(name);
        });
        if rest != 0 {
            self.lead(Lead::Item);
            self.string(&format!("{rest:#x}"));
        }
        self.close(b']');
        self.flat = flat;
    }

    pub(super) fn bits(&mut self, bits: &Bits, whole: u64) {
        let flat = std::mem::replace(&mut self.flat, true);
        self.open(b'{');
        for (part, value) in bits.shown(whole) {
            self.lead(Lead::Member(&part.name));
            match &part.ty {
                Type::Bool => self.sink.text(if value == 0 { "false" } else { "true" }),
                Type::Enum(names) => match names::name_of(names, value) {
                    Some(name) => self.string(&name.name),
                    None => self.int(value),
                },
                _ => self.int(value),
            }
        }
        self.close(b'}');
        self.flat = flat;
    }

    /// A whole number; in a string where it is not [exact](number::is_exact).
    #[inline]
    pub(super) fn int(&mut self, value: i128) {
        match number::is_exact(value) {
            true => self.sink.int(value),
            false => self.quoted(|sink| sink.int(value)),
        }
    }

    /// The same of a number of 128 bits without a sign.
    pub(super) fn wide(&mut self, value: u128) {
        match i128::try_from(value) {
            Ok(value) => self.int(value),
            Err(_) => self.string(&value.to_string()),
        }
    }

    pub(super) fn string(&mut self, text: &str) {
        self.sink.byte(b'"');
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            if matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' | 0x80..=0xbf) {
                continue;
            }
            let Some(c) = text[at..].chars().next().filter(|c| is_escaped(*c)) else {
                continue;
            };
            self.sink.text(&text[done..at]);
            match c {
                '"' => self.sink.text("\\\""),
                '\\' => self.sink.text("\\\\"),
                other => self.sink.text(&format!("\\u{:04x}", u32::from(other))),
            }
            done = at + c.len_utf8();
        }
        self.sink.text(&text[done..]);
        self.sink.byte(b'"');
    }

    pub(super) fn base64(&mut self, bytes: &[u8]) {
        self.quoted(|sink| sink.base64(bytes));
    }

    pub(super) fn quoted(&mut self, write: impl FnOnce(&mut Sink<'_>)) {
        self.sink.byte(b'"');
        write(&mut self.sink);
        self.sink.byte(b'"');
    }
}

/// What JSON must escape, what a terminal takes for orders, and what would show text in another order.
fn is_escaped(c: char) -> bool {
    matches!(c, '"' | '\\') || c.is_control() || is_directional(c)
}
