//! [`Aside`]: bulk that a text leaves out, and that is printed piece by piece when it is read.
//!
//! Whoever asks whether a tree comes back through a text needs all of that text, but never at once: the items of a long list are read as
//! fast as they are printed, and the text is what is left.

use std::{
    cell::Cell,
    io::{self, Write},
};

use formwork_schema::{
    Layout, Result as Done, Value,
    place::FORM,
    read::Document,
    value::{Packer, Rows},
};

use crate::{
    afforded,
    fault::{Fault, Result},
    form,
    links::Links,
    plan::Plan,
};

/// Bytes of a list beyond which all but its first item is left out.
const LONG: usize = 1 << 9;

/// Bytes of text that hold a whole item: beyond, it is one that is not read so.
const ITEM: usize = 1 << 18;

/// Prints items that are left out.
type PrintRest<'p> = dyn Fn(&mut dyn Write) -> Result<()> + 'p;

/// The items of a list, but for the first.
pub(crate) struct Aside<'p> {
    /// Where in the text they belong.
    at: usize,
    rows: Rows,
    print: Box<PrintRest<'p>>,
    was_read: Cell<bool>,
}

/// What a text leaves out, in its order.
pub(crate) type Asides<'p> = Vec<Aside<'p>>;

/// Whether all but the first item of a list is left out.
pub(crate) fn is_long(rows: &Rows) -> bool {
    rows.bytes().len() > LONG && rows.len() > 1
}

/// What is left out there, or behind the white space that follows.
pub(crate) fn find<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<&'a Aside<'p>> {
    let next = all.get(all.partition_point(|aside| aside.at < at))?;
    let between = text.as_bytes().get(at..next.at)?;
    between.trim_ascii().is_empty().then_some(next)
}

impl<'p> Aside<'p> {
    pub(crate) fn new(
        at: usize,
        rows: &Rows,
        print: impl Fn(&mut dyn Write) -> Result<()> + 'p,
    ) -> Self {
        Self {
            at,
            rows: rows.clone(),
            print: Box::new(print),
            was_read: Cell::new(false),
        }
    }

    /// Reads the items. `read` takes as many as are whole, and says where in the text that ends; `end` is what follows the last one.
    pub(crate) fn read<'l>(
        &self,
        packer: &mut Packer<'l>,
        end: &[u8],
        read: impl FnMut(&[u8], &mut Packer<'l>) -> usize,
    ) -> Result<()> {
        packer.expect(&self.rows);
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

fn unusual() -> io::Error {
    io::Error::other("an item is not read as it is printed")
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

/// Prints what a text says of a tree, and notes what it leaves out.
pub(crate) type Print<'t> = &'t dyn for<'p> Fn(
    &'p Plan<'p>,
    &'p (Value, Links),
    &mut dyn Write,
    &mut Asides<'p>,
) -> Result<()>;

/// A tree as it comes back through a text that leaves its bulk out. `afford` is asked whether there is memory for a text of so many bytes.
/// None where the whole text has to be looked at: it is read otherwise than it was printed, or wrong.
pub(crate) fn back(
    layout: &Layout,
    tree: &Value,
    afford: &dyn Fn(u64) -> Done<()>,
    print: Print<'_>,
    read: impl FnOnce(&str, &[Aside<'_>]) -> Option<Document<Value>>,
) -> Done<Option<Document<Value>>> {
    let layout = crate::at_version(layout, tree);
    let implied = form::implied(&layout, FORM);
    let said = form::said(&implied, tree)?;
    let plan = Plan::new(&implied);
    let mut asides = Vec::new();
    let print = |out: &mut dyn Write| {
        asides.clear();
        print(&plan, &said, out, &mut asides).map_err(Fault::into_error)
    };
    let text = afforded(print, afford)?;
    let Ok(text) = String::from_utf8(text) else {
        return Ok(None);
    };
    if asides.is_empty() {
        // Nothing is printed any more.
        drop(asides);
        drop(said);
        return Ok(read(&text, &[]));
    }
    let again = read(&text, &asides);
    let was_read = asides.iter().all(|aside| aside.was_read.get());
    Ok(again.filter(|_| was_read))
}
