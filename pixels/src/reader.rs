//! [`Reader`]: big-endian numbers of picture files, with the offset of what is wrong.

use formwork_schema::{Error, Kind, Result};

/// A reader that knows where it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The offset of what is read next.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Bytes that are not yet read.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let Some(taken) = taken else {
            let needed = count.saturating_sub(self.left());
            let message = format!("the file ends, {needed} more bytes needed");
            return Err(Error::new(Kind::Malformed, message).at(self.at as u64));
        };
        self.at += count;
        Ok(taken)
    }

    /// A reader of the next bytes alone, which knows where in the file they are.
    pub(crate) fn part(&mut self, count: usize) -> Result<Self> {
        let at = self.at;
        self.take(count)?;
        let bytes = self.bytes.get(..self.at).unwrap_or_default();
        Ok(Self { bytes, at })
    }

    /// Goes on elsewhere.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(crate) fn number(&mut self, bytes: usize) -> Result<u32> {
        let taken = self.take(bytes)?.iter();
        Ok(taken.fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    pub(crate) fn byte(&mut self) -> Result<u8> {
        self.number(1).map(|number| number as u8)
    }

    pub(crate) fn short(&mut self) -> Result<u16> {
        self.number(2).map(|number| number as u16)
    }
}
