//! Tree → bytes.

use std::io::{self, Seek, SeekFrom, Write};

use crate::{Error, Format, Kind, Result, read::Document};

/// The bytes of a tree.
///
/// # Errors
/// [`Kind::Invalid`] with the path of the first contradiction; nothing is written then.
pub fn to_bytes<T: Format>(tree: &T) -> Result<Vec<u8>> {
    tree.check_tree()?;
    let mut sink = Sink::Length(0);
    write_to(tree, &mut sink)?;
    let mut sink = Sink::Bytes(Vec::with_capacity(sink.len()));
    write_to(tree, &mut sink)?;
    match sink {
        Sink::Bytes(bytes) => Ok(bytes),
        Sink::Length(_) => Ok(Vec::new()),
    }
}

/// The bytes of a tree and what followed it in its file.
///
/// # Errors
/// See [`to_bytes`].
pub fn document<T: Format>(document: &Document<T>) -> Result<Vec<u8>> {
    let mut bytes = to_bytes(&document.tree)?;
    bytes.extend_from_slice(&document.trailing);
    Ok(bytes)
}

fn write_to<T: Format>(tree: &T, sink: &mut Sink) -> Result<()> {
    tree.write_to(sink).map_err(|error| {
        // What can be wrong with a tree, `check_tree` has said.
        Error::new(Kind::Invalid, format!("cannot be written: {error}"))
    })
}

/// A writer that only ever appends, so that asking for its position costs nothing; first it
/// measures, then it writes into memory of the right size.
enum Sink {
    Length(usize),
    Bytes(Vec<u8>),
}

impl Sink {
    fn len(&self) -> usize {
        match self {
            Self::Length(length) => *length,
            Self::Bytes(bytes) => bytes.len(),
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
