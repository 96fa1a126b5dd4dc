//! [`Bulk`]: items of one size that a text leaves out.

use std::{
    cell::Cell,
    io::{self, Write},
};

use formwork_schema::value::{Packer, Rows};

use super::left::{Aside, PrintRest, What, find, unusual};
use crate::fault::Result;

/// Bytes of text that hold a whole item: beyond, it is one that is not read so.
const ITEM: usize = 1 << 18;

/// Items of one size that are left out there.
pub(crate) fn rows<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<Bulk<'a, 'p>> {
    let Aside { what, was_read, .. } = find(all, text, at)?;
    match what {
        What::Rows(rows, print) => Some(Bulk {
            rows,
            print,
            was_read,
        }),
        What::Held(..) | What::Bytes(_) => None,
    }
}

/// Items of one size that a text leaves out.
pub(crate) struct Bulk<'a, 'p> {
    rows: &'a Rows,
    print: &'a PrintRest<'p>,
    was_read: &'a Cell<bool>,
}

impl Bulk<'_, '_> {
    /// Reads the items. `read` takes as many as are whole, and says where in the text that ends; `end` is what follows the last one.
    pub(crate) fn read<'l>(
        &self,
        packer: &mut Packer<'l>,
        end: &[u8],
        read: impl FnMut(&[u8], &mut Packer<'l>) -> usize,
    ) -> Result<()> {
        packer.expect(self.rows);
        let text = Vec::new();
        let mut pieces = Pieces { text, packer, read };
        (self.print)(&mut pieces)?;
        pieces.write_all(end)?;
        if pieces.text.trim_ascii() != end.trim_ascii() {
            return Err(unusual().into());
        }
        self.was_read.set(true);
        Ok(())
    }
}

/// Reads items from text that comes in pieces.
struct Pieces<'a, 'l, R> {
    /// What is not read yet.
    text: Vec<u8>,
    packer: &'a mut Packer<'l>,
    read: R,
}

impl<'l, R: FnMut(&[u8], &mut Packer<'l>) -> usize> Write for Pieces<'_, 'l, R> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(piece);
        let done = (self.read)(&self.text, self.packer);
        self.text.drain(..done);
        self.packer.settle();
        match self.text.len() {
            ..ITEM => Ok(piece.len()),
            _ => Err(unusual()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
