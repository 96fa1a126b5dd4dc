//! [`Watched`]: a writer that knows whose fault it was.

use std::io::{self, BufWriter, Write};

/// A writer that counts, and remembers its error, so that it can be told from the content's.
pub struct Watched<W: Write> {
    inner: BufWriter<W>,
    count: u64,
    error: Option<io::Error>,
}

impl<W: Write> Watched<W> {
    /// Watches a writer.
    pub fn new(inner: W) -> Self {
        Self {
            inner: BufWriter::with_capacity(1 << 16, inner),
            count: 0,
            error: None,
        }
    }

    /// Writes what is left. What went wrong in writing comes before what the content says of it.
    ///
    /// # Errors
    /// That of the writer, else that of the content.
    pub fn end<E>(
        mut self,
        content: Result<(), E>,
        unwritable: impl FnOnce(io::Error) -> E,
    ) -> Result<u64, E> {
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
