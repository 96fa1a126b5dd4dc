//! Long bytes that a text leaves out.

use std::io::{self, Write};

use formwork_schema::Value;

use super::left::{Aside, What, find, unusual};
use crate::{fault::Result, leaf, sink::Sink};

/// Reads bytes that are left out there.
pub(crate) fn bytes(all: &[Aside<'_>], text: &str, at: usize) -> Result<Option<Value>> {
    let Some(aside) = find(all, text, at) else {
        return Ok(None);
    };
    let What::Bytes(bytes) = &aside.what else {
        return Ok(None);
    };
    let mut pieces = Pieces {
        text: Vec::new(),
        rest: bytes,
    };
    let mut sink = Sink::new(&mut pieces);
    sink.base64(bytes);
    sink.finish()?;
    if !pieces.text.is_empty() || !pieces.rest.is_empty() {
        return Err(unusual().into());
    }
    aside.was_read.set(true);
    Ok(Some(Value::Bytes(Box::new(bytes.clone()))))
}

/// Reads base64 that comes in pieces, and compares the bytes with those that are expected.
struct Pieces<'b> {
    /// What is not read yet.
    text: Vec<u8>,
    rest: &'b [u8],
}

impl Write for Pieces<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(piece);
        let whole = self.text.len() / 4 * 4;
        let text = str::from_utf8(&self.text[..whole]).ok();
        let read = text.and_then(|text| leaf::base64(text).ok());
        let rest = read.and_then(|read| self.rest.strip_prefix(&*read));
        self.rest = rest.ok_or_else(unusual)?;
        self.text.drain(..whole);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
