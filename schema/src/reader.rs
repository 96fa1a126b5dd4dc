//! [`Reader`]: the bytes of a file for binrw, and an account of how many of them became values.

use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};

/// How long a step is of which account is kept. Shorter ones count as if their bytes were read: to keep account of each would cost more
/// than it brings.
pub(crate) const NEAR: usize = 4096;

/// Reads a file in memory, up to so many bytes. What [`source`](crate::source) takes as slices of the file counts as one byte where
/// it is long: a packed array costs no more however many records it has.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// The part of them that may be read. The file seems to end there, so that the usual case is one comparison.
    open: &'a [u8],
    at: usize,
    /// Where that part ends; also behind the end of the file.
    stop: usize,
}

impl<'a> Reader<'a> {
    /// A reader of a file of which so many bytes may be read.
    pub(crate) fn new(bytes: &'a [u8], free: u64) -> Self {
        let stop = usize::try_from(free).unwrap_or(usize::MAX);
        Self {
            bytes,
            open: &bytes[..stop.min(bytes.len())],
            at: 0,
            stop,
        }
    }

    /// Where it is, in bytes from the start; also behind the end.
    #[inline]
    pub(crate) fn position(&self) -> u64 {
        self.at as u64
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let left = self.open.len().saturating_sub(self.at);
        let length = left.min(buffer.len());
        self.read_exact(&mut buffer[..length])?;
        Ok(length)
    }

    #[inline]
    fn read_exact(&mut self, buffer: &mut [u8]) -> Result<()> {
        if buffer.is_empty() {
            return Ok(());
        }
        let open = self.open.get(self.at..);
        let Some(read) = open.and_then(|open| open.get(..buffer.len())) else {
            return Err(ErrorKind::UnexpectedEof.into());
        };
        buffer.copy_from_slice(read);
        self.at += buffer.len();
        Ok(())
    }
}

impl Seek for Reader<'_> {
    #[inline]
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let to = match to {
            SeekFrom::Start(to) => usize::try_from(to).ok(),
            SeekFrom::End(by) => offset(self.bytes.len(), by),
            SeekFrom::Current(by) => {
                if by > NEAR as i64 {
                    self.stop = offset(self.stop, by - 1).unwrap_or(usize::MAX);
                    self.open = &self.bytes[..self.stop.min(self.bytes.len())];
                }
                offset(self.at, by)
            }
        };
        self.at = to.ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
        Ok(self.position())
    }

    #[inline]
    fn stream_position(&mut self) -> Result<u64> {
        Ok(self.position())
    }
}

#[inline]
fn offset(from: usize, by: i64) -> Option<usize> {
    from.checked_add_signed(isize::try_from(by).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_as_a_cursor_does() {
        let mut reader = Reader::new(b"0123456789", 100);
        let mut two = [0; 2];
        reader.read_exact(&mut two).expect("two bytes");
        assert_eq!((&two, reader.position()), (b"01", 2));
        assert_eq!(reader.seek(SeekFrom::End(-1)).expect("a place"), 9);
        let error = reader.read_exact(&mut two).expect_err("one byte");
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
        assert_eq!(reader.seek(SeekFrom::Current(-3)).expect("a place"), 6);
        let mut rest = Vec::new();
        assert_eq!(reader.read_to_end(&mut rest).expect("the rest"), 4);
        assert_eq!((&*rest, reader.position()), (&b"6789"[..], 10));
        reader.seek(SeekFrom::Current(-11)).expect_err("in front");
        assert_eq!(reader.seek(SeekFrom::Start(40)).expect("behind"), 40);
        assert_eq!(reader.read(&mut two).expect("nothing"), 0);
        reader.read_exact(&mut []).expect("nothing");
        assert_eq!(reader.position(), 40);
    }

    #[test]
    fn what_is_read_counts_and_what_is_stepped_over_hardly_does() {
        let mut reader = Reader::new(&[7; 20_000], 10);
        let mut byte = [0];
        reader.read_exact(&mut byte).expect("one of ten");
        reader.seek(SeekFrom::Current(9000)).expect("two of ten");
        for _ in 2..10 {
            reader.read_exact(&mut byte).expect("up to ten");
        }
        reader.read_exact(&mut byte).expect_err("eleven");
        assert_eq!(reader.position(), 9009);
        // Where the end of the file is does not change.
        assert_eq!(reader.seek(SeekFrom::End(0)).expect("a place"), 20_000);
    }
}
