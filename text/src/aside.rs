//! [`Aside`]: items that a text leaves out, and that are printed piece by piece when they are read.
//!
//! Whoever asks whether a tree comes back through a text needs all of that text, but never at once: the items of a long list are read as
//! fast as they are printed, and the text is what is left.

mod blob;
mod held;

use std::{
    cell::Cell,
    io::{self, Write},
};

use bytes::Bytes;
use formwork_schema::{
    Layout, Result as Done, Value,
    place::FORM,
    read::Document,
    value::{Packer, Rows},
};

use self::held::{Held, List, PrintPiece};
pub(crate) use self::{
    blob::bytes,
    held::{PIECE, Take},
};
use crate::{
    afforded,
    fault::{Fault, Result},
    form,
    links::Links,
    plan::{Node, Plan},
};

/// Bytes of a list beyond which all but its first item is left out.
const LONG: usize = 1 << 9;

/// Bytes of text that hold a whole item: beyond, it is one that is not read so.
const ITEM: usize = 1 << 18;

/// Prints items that are left out.
type PrintRest<'p> = dyn Fn(&mut dyn Write) -> Result<()> + 'p;

/// What a text leaves out at a place: the items of a list but for the first, most of the time.
pub(crate) struct Aside<'p> {
    /// Where in the text they belong.
    at: usize,
    what: What<'p>,
    was_read: Cell<bool>,
}

enum What<'p> {
    /// All of one size.
    Rows(Rows, Box<PrintRest<'p>>),
    /// Of any size, and not in the tree.
    Held(&'p Held<'p>, Box<PrintPiece<'p>>),
    /// No items, but bytes, and all of them.
    Bytes(Bytes),
}

/// What a text leaves out, in its order.
pub(crate) type Asides<'p> = Vec<Aside<'p>>;

/// What a printer leaves out.
#[derive(Default)]
pub(crate) struct Left<'p> {
    pub(crate) asides: Asides<'p>,
    /// The lists of which the tree has no more than the first item.
    held: &'p [Held<'p>],
}

impl<'p> Left<'p> {
    /// Leaves out what follows the first item of a list, where the tree has no more of it. `print` prints items of it, as many as are a
    /// piece, in brackets of their own.
    pub(crate) fn hold(
        &mut self,
        at: usize,
        node: &Node<'_>,
        print: impl Fn(&[Value], &mut Take<'_>) -> Result<()> + 'p,
    ) {
        let Some(held) = self.held.iter().find(|held| held.is_of(node)) else {
            return;
        };
        let what = What::Held(held, Box::new(print));
        self.asides.push(Aside::new(at, what));
    }
}

/// Whether all but the first item of a list is left out.
pub(crate) fn is_long(rows: &Rows) -> bool {
    rows.bytes().len() > LONG && rows.len() > 1
}

/// What is left out there, or behind the white space that follows.
fn find<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<&'a Aside<'p>> {
    let next = all.get(all.partition_point(|aside| aside.at < at))?;
    let between = text.as_bytes().get(at..next.at)?;
    between.trim_ascii().is_empty().then_some(next)
}

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

/// Items of any size that are left out there.
pub(crate) fn list<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<List<'a, 'p>> {
    let Aside { what, was_read, .. } = find(all, text, at)?;
    match what {
        What::Held(held, print) => Some(List::new(held, print, was_read)),
        What::Rows(..) | What::Bytes(_) => None,
    }
}

impl<'p> Aside<'p> {
    fn new(at: usize, what: What<'p>) -> Self {
        let was_read = Cell::new(false);
        Self { at, what, was_read }
    }

    /// The items of a list that all have one size, but for the first.
    pub(crate) fn of_rows(
        at: usize,
        rows: &Rows,
        print: impl Fn(&mut dyn Write) -> Result<()> + 'p,
    ) -> Self {
        Self::new(at, What::Rows(rows.clone(), Box::new(print)))
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
    (&Value, &'p Links),
    &mut dyn Write,
    &mut Left<'p>,
) -> Result<()>;

/// A tree as it comes back through a text that leaves out its bulk and its long lists. `afford` is asked whether there is memory for a text of so many bytes.
/// None where the whole text has to be looked at: it is read otherwise than it was printed, or wrong.
pub(crate) fn back(
    layout: &Layout,
    tree: Value,
    afford: &dyn Fn(u64) -> Done<()>,
    print: Print<'_>,
    read: impl FnOnce(&str, &[Aside<'_>]) -> Option<Document<Value>>,
) -> Done<Option<Document<Value>>> {
    let layout = crate::at_version(layout, &tree);
    let implied = form::implied(&layout, FORM);
    let (mut said, links) = form::said(&implied, tree)?;
    let plan = Plan::new(&implied);
    let held = held::take(&plan, &mut said);
    let (text, asides) = {
        let mut left = Left {
            held: &held,
            asides: Vec::new(),
        };
        let print = |out: &mut dyn Write| {
            left.asides.clear();
            print(&plan, (&said, &links), out, &mut left).map_err(Fault::into_error)
        };
        (afforded(print, afford)?, left.asides)
    };
    // What is still to be printed, the asides have.
    drop(said);
    let Ok(text) = String::from_utf8(text) else {
        return Ok(None);
    };
    let again = read(&text, &asides);
    Ok(again.filter(|_| all_were_read(&asides)))
}

fn all_were_read(asides: &[Aside<'_>]) -> bool {
    asides.iter().all(|aside| aside.was_read.get())
}
