//! [`Watched`]: a writer that knows whose fault it was.

use std::io::{self, BufWriter, Write};

use crate::failure::Failure;

/// A writer that counts, and remembers its error, so that it can be told from the content's.
pub(super) struct Watched<W: Write> {
    inner: BufWriter<W>,
    count: u64,
    error: Option<io::Error>,
}

impl<W: Write> Watched<W> {
    pub(super) fn new(inner: W) -> Self {
        Self {
            inner: BufWriter::with_capacity(1 << 16, inner),
            count: 0,
            error: None,
        }
    }

    /// Writes what is left. What went wrong in writing comes before what the content says of it.
    pub(super) fn end(
        mut self,
        content: Result<(), Failure>,
        unwritable: impl FnOnce(io::Error) -> Failure,
    ) -> Result<u64, Failure> {
        if self.error.is_none() {
            // A failure is kept by `flush` itself. What a failed content wrote so far is shown.
            let _ = self.flush();
        }
        match self.error.take() {
            Some(error) => Err(unwritable(error)),
            None => content.map(|()| self.count),
        }
    }

    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.error = Some(io::Error::new(error.kind(), error.to_string()));
        }
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.count += *result.as_ref().unwrap_or(&0) as u64;
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}
