//! [`Sink`]: where trees are written to.

use std::io::{self, Seek, SeekFrom, Write};

use bytes::Bytes;

use crate::hash::Hasher;

/// A writer that only ever appends, so that asking for its position costs nothing; first it
/// measures, then it writes into memory of the right size.
pub enum Sink {
    Length(usize),
    Bytes(Vec<u8>),
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
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

impl Sink {
    /// What sums and comparisons do with bytes; apart, so that writing stays small where it is inlined.
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
            Self::Length(_) | Self::Bytes(_) => {}
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
            Self::Bytes(out) => out.extend_from_slice(bytes),
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
        let here = self.len() as u64;
        match to {
            SeekFrom::Current(0) | SeekFrom::End(0) => Ok(here),
            SeekFrom::Start(start) if start == here => Ok(here),
            _ => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "layouts are written front to back",
            )),
        }
    }

    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }
}
