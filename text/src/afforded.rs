//! Texts whose length is known before there is memory for them.

use std::io::{self, Write};

use formwork_schema::Result;

/// What `print` prints. It prints into nothing first, and `afford` is asked whether there is memory for so many bytes.
///
/// # Errors
/// Those of both.
pub fn afforded(
    mut print: impl FnMut(&mut dyn Write) -> Result<()>,
    afford: &dyn Fn(u64) -> Result<()>,
) -> Result<Vec<u8>> {
    let mut counted = Counted(0);
    print(&mut counted)?;
    afford(counted.0)?;
    let mut text = Vec::with_capacity(usize::try_from(counted.0).unwrap_or_default());
    print(&mut text)?;
    Ok(text)
}

/// Counts bytes.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0 += piece.len() as u64;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
