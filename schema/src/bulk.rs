//! A reader that stops where a file is not nearly all bulk.

use std::cell::Cell;

use binrw::io::{self, Cursor, Read, Seek, SeekFrom};

/// Reads only so many bytes of a file beside those that it passes over.
///
/// A type of its own: counting costs readings of small files 4 % more instructions, and a second copy of the readers makes the command 1.7 % larger.
pub(crate) struct WithinBulk<'a> {
    file: Cursor<&'a [u8]>,
    left: u64,
    was_stopped: &'a Cell<bool>,
}

impl<'a> WithinBulk<'a> {
    /// From the start of a file; notes where it stopped.
    pub(crate) const fn new(bytes: &'a [u8], most: u64, was_stopped: &'a Cell<bool>) -> Self {
        Self {
            file: Cursor::new(bytes),
            left: most,
            was_stopped,
        }
    }

    #[inline]
    fn count(&mut self, bytes: u64) -> io::Result<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => return Err(self.stop()),
        }
        Ok(())
    }

    #[cold]
    fn stop(&mut self) -> io::Error {
        self.left = 0;
        self.was_stopped.set(true);
        io::ErrorKind::UnexpectedEof.into()
    }
}

impl Read for WithinBulk<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.count(read as u64)?;
        Ok(read)
    }

    #[inline]
    fn read_exact(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        self.count(buffer.len() as u64)?;
        self.file.read_exact(buffer)
    }
}

impl Seek for WithinBulk<'_> {
    /// What is passed over may be kept by a handle, for which one byte counts.
    #[inline]
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.count(1)?;
        self.file.seek(to)
    }

    #[inline]
    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.file.position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads one byte at each of these places, and says whether the last one was refused.
    fn stops(most: u64, places: &[u64]) -> bool {
        let was_stopped = Cell::new(false);
        let mut reader = WithinBulk::new(b"abcdef", most, &was_stopped);
        let mut read = |place| -> io::Result<()> {
            reader.seek(SeekFrom::Start(place))?;
            reader.read_exact(&mut [0])
        };
        let (last, others) = places.split_last().expect("places");
        for place in others {
            read(*place).expect("a byte");
        }
        let refused = read(*last).is_err();
        assert!(refused || !was_stopped.get());
        was_stopped.get()
    }

    #[test]
    fn bytes_and_steps_count() {
        assert!(!stops(4, &[1, 5]));
        assert!(stops(3, &[1, 5]) && stops(2, &[1, 1]));
    }

    #[test]
    fn the_end_of_the_file_is_no_stop() {
        assert!(!stops(4, &[1, 6]) && !stops(9, &[9]));
    }
}
