//! [`Output`] and [`Sink`]: where trees are written to.

use std::io::{self, Seek, SeekFrom, Write};

use bytes::Bytes;

use crate::hash::{Hash, Hasher};

/// A writer that keeps what is written. A type of its own, because a [`Sink`] branches on every write.
pub(crate) struct Output(pub(crate) Vec<u8>);

impl Write for Output {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        stay(self.0.len(), to)
    }

    #[inline]
    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
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
