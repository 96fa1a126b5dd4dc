//! [`Output`] and [`Sink`]: where trees are written to.

use std::io::{self, Seek, SeekFrom, Write};

use bytes::Bytes;

use crate::hash::Hasher;

/// A writer that keeps what is written. A type of its own, for a [`Sink`] asks at every number what becomes of it.
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
pub enum Sink {
    Length(usize),
    /// What has been written is summed, and so long.
    Hash(Hasher, usize),
    /// What has been written is so long, and what these bytes begin with as long as it is the same.
    Same(Bytes, usize, bool),
}

impl Sink {
    /// Bytes so far.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Length(length) | Self::Hash(_, length) | Self::Same(_, length, _) => *length,
        }
    }

    /// What sums and comparisons do with bytes; apart, so that measuring stays small where it is inlined.
    #[inline(never)]
    fn look_at(&mut self, bytes: &[u8]) {
        match self {
            Self::Hash(hasher, length) => {
                hasher.add(bytes);
                *length += bytes.len();
            }
            Self::Same(wanted, length, is_same) => {
                let end = *length + bytes.len();
                *is_same &= wanted.get(*length..end) == Some(bytes);
                *length = end;
            }
            Self::Length(_) => {}
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
        match self {
            Self::Length(length) => *length += bytes.len(),
            other => other.look_at(bytes),
        }
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
