//! [`Bits`]: the bits of a scan, up to the next marker.

use formwork_schema::{Error, Kind, Result};

/// An error of a file.
pub(super) fn malformed(at: usize, message: impl Into<String>) -> Error {
    Error::new(Kind::Malformed, message).at(at as u64)
}

/// The bits of a scan. A byte 0xff is followed by a 0, otherwise it begins a marker, where they end.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The next byte.
    at: usize,
    /// Bits that are read and not taken: the last ones of this number.
    held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self {
            bytes,
            at,
            held: 0,
            count: 0,
        }
    }

    /// Where the next byte is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Where the byte ends of which bits were taken last.
    pub(super) fn begun(&self) -> usize {
        (0..self.count / 8).fold(self.at, |at, _| {
            let before = self.bytes.get(..at).unwrap_or_default();
            at - if before.ends_with(&[0xff, 0]) { 2 } else { 1 }
        })
    }

    fn fill(&mut self) {
        while self.count <= 48 {
            let byte = match self.bytes.get(self.at..) {
                Some([0xff, 0, ..]) => {
                    self.at += 2;
                    0xff
                }
                Some([0xff, ..]) | Some([]) | None => return,
                Some([byte, ..]) => {
                    self.at += 1;
                    *byte
                }
            };
            self.held = self.held << 8 | u64::from(byte);
            self.count += 8;
        }
    }

    /// The next 16 bits without taking them, and how many of them there are.
    #[inline]
    pub(super) fn peek(&mut self) -> (u16, u32) {
        if self.count < 16 {
            self.fill();
        }
        let bits = match self.count.checked_sub(16) {
            Some(more) => self.held >> more,
            None => self.held << (16 - self.count),
        };
        (bits as u16, self.count)
    }

    /// Takes up to 16 bits; `None` when there are fewer.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> Option<u32> {
        if self.count < count {
            self.fill();
        }
        self.count = self.count.checked_sub(count)?;
        let bits = self.held >> self.count & ((1 << count) - 1);
        Some(bits as u32)
    }

    /// Asks that nothing is left but the bits that fill the last byte, and forgets these.
    pub(super) fn end(&mut self) -> Result<()> {
        self.fill();
        if self.count >= 8 {
            let message = "more data than the picture has units: some of it is damaged";
            return Err(malformed(self.at, message));
        }
        self.count = 0;
        Ok(())
    }

    /// Takes a restart marker of this number.
    pub(super) fn restart(&mut self, number: u8) -> Result<()> {
        self.end()?;
        let at = self.at;
        while let Some([0xff, 0xff, ..]) = self.bytes.get(self.at..) {
            self.at += 1;
        }
        match self.bytes.get(self.at..) {
            Some([0xff, marker, ..]) if *marker == 0xd0 + number => {
                self.at += 2;
                Ok(())
            }
            _ => Err(malformed(
                at,
                format!("expected the restart marker {number}"),
            )),
        }
    }
}
