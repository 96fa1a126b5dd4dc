//! [`Words`]: values separated by white space.

use formwork_schema::{Layout, Value, value::Packer};

use crate::{
    fault::{Fault, Result},
    items::Collected,
    leaf,
    plan::{Components, Kind, List},
};

/// Digits of a byte that is a number; more are an array in one word.
const MOST_DIGITS: usize = 3;

/// Values separated by white space: the components of a vector, the items of a number list.
pub(crate) struct Words<'a> {
    text: &'a str,
    /// Where `text` begins in the document; none when it was put together from pieces.
    start: Option<usize>,
    done: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str, start: Option<usize>) -> Self {
        let done = 0;
        Self { text, start, done }
    }

    /// Where in the document each word begins; nothing of what was put together from pieces.
    pub(crate) fn starts(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let length = self.next()?.len();
            Some(self.start? + self.done - length)
        })
    }

    /// The numbers of a vector.
    pub(crate) fn vector(mut self, of: &Components<'_>) -> Result<Value> {
        let wanted = of.nodes.len();
        let mut fields = vec![None; of.all];
        for (count, (node, place)) in of.nodes.iter().zip(&of.fields).enumerate() {
            let word = self.next();
            let word = word.ok_or_else(|| wrong_length(wanted, count))?;
            fields[*place] = Some(self.read(&node.kind, word)?);
        }
        match self.count() {
            0 => Ok(Value::Struct(fields.into())),
            more => Err(wrong_length(wanted, wanted + more)),
        }
    }

    /// The numbers of a list.
    pub(crate) fn list(mut self, kind: &Kind<'_>, packer: Option<Packer<'_>>) -> Result<Value> {
        if let Some(mut packer) = packer {
            self.fill(kind, &mut packer)?;
            return Ok(packer.finish());
        }
        let mut items = Vec::new();
        while let Some(word) = self.next() {
            items.push(self.read(kind, word)?);
        }
        Ok(Value::List(items.into()))
    }

    /// Adds all numbers to others.
    pub(crate) fn fill(&mut self, kind: &Kind<'_>, packer: &mut Packer<'_>) -> Result<()> {
        while let Some(word) = self.next() {
            let value = self.read(kind, word)?;
            let added = packer.push(value);
            added.map_err(|_| Fault::invalid("numbers of several kinds"))?;
        }
        Ok(())
    }

    /// The words of an array, and of those in it.
    pub(crate) fn array(mut self, list: &List<'_>, layout: &Layout) -> Result<Value> {
        let array = self.items(list, layout)?;
        match self.count() {
            0 => Ok(array),
            more => {
                let wanted = words(list);
                Err(wrong_length(wanted, wanted.saturating_add(more)))
            }
        }
    }

    fn items(&mut self, list: &List<'_>, layout: &Layout) -> Result<Value> {
        let mut items = Collected::new(list.packer(layout));
        if list.hex {
            let before = self.done;
            match self.next() {
                Some(word) if word.len() > MOST_DIGITS => return self.hex(list, word, items),
                // Numbers, as texts had before.
                _ => self.done = before,
            }
        }
        for count in 0..list.length.unwrap_or(0) {
            let item = match &list.item.kind {
                Kind::List(inner) => self.items(inner, layout)?,
                kind => {
                    let word = self.next();
                    let word = word.ok_or_else(|| wrong_length(words(list), count as usize))?;
                    self.read(kind, word)?
                }
            };
            items.push(item);
        }
        Ok(items.finish())
    }

    /// The items of an array that is one word, which was just passed.
    fn hex(&self, list: &List<'_>, word: &str, mut items: Collected<'_>) -> Result<Value> {
        let length = list.length.unwrap_or(0) as usize;
        let start = self.start.map(|start| start + self.done - word.len());
        let at = |fault: Fault, index: usize| match start {
            Some(start) => fault.at(start + index),
            None => fault,
        };
        if word.len() != 2 * length {
            let found = word.len();
            let message = format!("expected {} hexadecimal digits, found {found}", 2 * length);
            return Err(at(Fault::malformed(message), 0));
        }
        for index in 0..length {
            let digits = word.get(2 * index..2 * index + 2).unwrap_or(word);
            let item = leaf::read(&Kind::Hex, digits);
            items.push(item.map_err(|fault| at(fault, 2 * index))?);
        }
        Ok(items.finish())
    }

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text.as_bytes()[self.done..];
        let skip = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = rest[skip..]
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len() - skip);
        let start = self.done + skip;
        self.done = start + length;
        Some(&self.text[start..start + length])
    }

    #[inline]
    fn read(&self, kind: &Kind<'_>, word: &str) -> Result<Value> {
        leaf::read(kind, word).map_err(|fault| match self.start {
            Some(start) => fault.at(start + self.done - word.len()),
            None => fault,
        })
    }

    /// How many words are left.
    fn count(&mut self) -> usize {
        std::iter::from_fn(|| self.next()).count()
    }
}

/// How many words an array is.
fn words(list: &List<'_>) -> usize {
    let length = list.length.unwrap_or(0) as usize;
    match &list.item.kind {
        Kind::List(inner) => length.saturating_mul(words(inner)),
        _ => length,
    }
}

fn wrong_length(wanted: usize, found: usize) -> Fault {
    let plural = if wanted == 1 { "" } else { "s" };
    Fault::malformed(format!("expected {wanted} number{plural}, found {found}"))
}
