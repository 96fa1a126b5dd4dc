//! What is long: numbers, base64, items in a row.

use std::sync::Arc;

use formwork_schema::Value;

use super::{print, reader::Reader, token::Start};
use crate::{
    aside::{self, Aside},
    fault::Result,
    items::Collected,
    leaf,
    plan::List,
    words::Words,
};

impl<'x, 'l> Reader<'x, 'l> {
    pub(super) fn numbers(&mut self, list: &'l List<'l>, start: Start<'x>) -> Result<Value> {
        let (text, at) = self.bare(&start)?;
        if self.spot.is_some() {
            for (index, start) in (0..).zip(Words::new(&text, at).starts()) {
                self.path.push_index(index);
                self.see(start);
                self.path.pop();
            }
        }
        let kind = &list.item.kind;
        let mut packer = list.packer(self.plan.layout);
        let mut words = Words::new(&text, at);
        let end = at.map(|at| at + text.trim_ascii_end().len());
        let aside = end.and_then(|end| aside::rows(self.asides, self.tokens.text(), end));
        if let (Some(aside), Some(packer)) = (aside, &mut packer) {
            words.fill(kind, packer)?;
            aside.read(packer, b" ", |text, packer| {
                let last = text.iter().rposition(u8::is_ascii_whitespace);
                let whole = str::from_utf8(&text[..last.unwrap_or(0)]);
                let filled = whole.map(|whole| Words::new(whole, None).fill(kind, packer));
                filled.map_or(0, |filled| filled.map_or(0, |()| last.unwrap_or(0)))
            })?;
        }
        let numbers = words.list(kind, packer);
        numbers.map_err(|fault| fault.at(at.unwrap_or(start.at)))
    }

    pub(super) fn bytes(&mut self, start: Start<'x>) -> Result<Value> {
        let begin = self.tokens.position();
        let (text, at) = self.bare(&start)?;
        if let Some(left_out) = aside::bytes(self.asides, self.tokens.text(), begin)? {
            return Ok(left_out);
        }
        let bytes = leaf::base64(&text).map_err(|fault| fault.at(at.unwrap_or(start.at)))?;
        Ok(Value::Bytes(Box::new(bytes.into())))
    }

    /// Reads the items that are written as we do; returns how many.
    pub(super) fn scan(
        &mut self,
        list: &'l List<'l>,
        name: &'l str,
        items: &mut Collected<'l>,
    ) -> Result<u64> {
        let Some(packer) = items.packer().filter(|_| self.spot.is_none()) else {
            return Ok(0);
        };
        let Some(row) = packer.row().cloned() else {
            return Ok(0);
        };
        let plan = self.plan;
        let names = Arc::clone(&self.names);
        let program = || print::program(plan, name, list, &row, 0, &names);
        let Some(scanner) = self.scanners.get(list, &row, program) else {
            return Ok(0);
        };
        let before = packer.len();
        let start = self.tokens.position();
        if let Some(aside) = aside::rows(self.asides, self.tokens.text(), start) {
            aside.read(packer, b"", |text, packer| scanner.read(text, 0, packer))?;
            return Ok((packer.len() - before) as u64);
        }
        let end = scanner.read(self.tokens.text().as_bytes(), start, packer);
        if end > start {
            self.tokens.resume(end);
        }
        Ok((packer.len() - before) as u64)
    }

    /// Reads a part of a list from a text of its own.
    pub(super) fn piece(
        &mut self,
        list: &'l List<'l>,
        name: &'l str,
        (text, asides): (&str, &[Aside<'_>]),
    ) -> Result<Value> {
        let mut piece = Reader::new(self.plan, text);
        piece.asides = asides;
        piece.names = Arc::clone(&self.names);
        std::mem::swap(&mut piece.scanners, &mut self.scanners);
        piece.tokens.root()?;
        let items = piece.items(list, name, None)?;
        self.scanners = piece.scanners;
        Ok(items)
    }
}
