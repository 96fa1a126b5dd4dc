//! [`Output`] and [`Sink`]: where trees are written to.

use std::io::{self, Seek, SeekFrom, Write};

use bytes::Bytes;

use crate::hash::{Hash, Hasher};

/// From how many bytes on a piece is long.
const LONG: usize = 1024;

/// A writer that keeps what is written. A type of its own, because a [`Sink`] branches on every write.
pub(crate) struct Output<'a> {
    bytes: Vec<u8>,
    count: &'a dyn Fn() -> usize,
}

impl<'a> Output<'a> {
    /// One for what `count` tells the length of, if it is asked.
    pub(crate) fn new(count: &'a dyn Fn() -> usize) -> Self {
        Self {
            bytes: Vec::new(),
            count,
        }
    }

    /// What was written.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Makes room for a piece, and writes it. Many small ones take as long to count as to write, so there the room doubles. Long ones are
    /// counted in no time, and would take long to move.
    #[cold]
    fn grow(&mut self, bytes: &[u8]) {
        let more = bytes.len();
        let whole = if more < LONG { 0 } else { (self.count)() };
        match whole.checked_sub(self.bytes.len()) {
            Some(rest) if rest >= more => self.bytes.reserve_exact(rest),
            _ => self.bytes.reserve(more),
        }
        self.bytes.extend_from_slice(bytes);
    }
}

impl Write for Output<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() <= self.bytes.capacity() - self.bytes.len() {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.grow(bytes);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Output<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        stay(self.bytes.len(), to)
    }

    #[inline]
    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }
}

/// A writer that keeps nothing, and only ever appends, so that asking for its position costs nothing.
pub struct Sink {
    length: usize,
    look: Look,
}

/// What a [`Sink`] does with bytes besides counting them.
enum Look {
    Nothing,
    /// They are summed.
    Hash(Hasher),
    /// They are compared with these, and were the same so far.
    Same(Bytes, bool),
}

impl Sink {
    /// One that counts, from here on.
    pub(crate) fn counting(from: usize) -> Self {
        Self {
            length: from,
            look: Look::Nothing,
        }
    }

    /// One that sums.
    pub(crate) fn summing(hash: Hash) -> Self {
        Self {
            length: 0,
            look: Look::Hash(Hasher::new(hash)),
        }
    }

    /// One that compares with these bytes.
    pub(crate) fn comparing(with: Bytes) -> Self {
        Self {
            length: 0,
            look: Look::Same(with, true),
        }
    }

    /// Bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The sum of what was written, where it was asked for.
    pub(crate) fn sum(self) -> Option<u32> {
        match self.look {
            Look::Hash(hasher) => Some(hasher.finish()),
            Look::Nothing | Look::Same(..) => None,
        }
    }

    /// Whether what was written was compared, and is the same.
    pub(crate) fn is_same(&self) -> bool {
        matches!(self.look, Look::Same(_, true))
    }

    /// What sums and comparisons do with bytes; apart, so that measuring stays small where it is inlined.
    #[inline(never)]
    fn look_at(&mut self, bytes: &[u8]) {
        match &mut self.look {
            Look::Nothing => {}
            Look::Hash(hasher) => hasher.add(bytes),
            Look::Same(wanted, is_same) => {
                let end = self.length + bytes.len();
                *is_same &= wanted.get(self.length..end) == Some(bytes);
            }
        }
    }
}

impl Write for Sink {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !matches!(self.look, Look::Nothing) {
            self.look_at(bytes);
        }
        self.length += bytes.len();
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        stay(self.len(), to)
    }

    #[inline]
    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }
}

/// The only place that such a writer can be moved to: where it is.
fn stay(here: usize, to: SeekFrom) -> io::Result<u64> {
    let here = here as u64;
    match to {
        SeekFrom::Current(0) | SeekFrom::End(0) => Ok(here),
        SeekFrom::Start(start) if start == here => Ok(here),
        _ => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "layouts are written front to back",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn long_pieces_get_room_for_the_whole_at_once() {
        let asked = Cell::new(0);
        let count = || {
            asked.set(asked.get() + 1);
            100_000
        };
        let mut output = Output::new(&count);
        for _ in 0..1_000 {
            output.write_all(&[1; 10]).expect("memory");
        }
        assert_eq!(asked.get(), 0);
        for _ in 0..9 {
            output.write_all(&[2; 10_000]).expect("memory");
        }
        assert_eq!((asked.get(), output.bytes.capacity()), (1, 100_000));
        // Who says too little is not asked for each piece.
        for _ in 0..100 {
            output.write_all(&[3; 10_000]).expect("memory");
        }
        assert!(asked.get() < 10);
        assert_eq!(output.into_bytes().len(), 1_100_000);
    }
}
