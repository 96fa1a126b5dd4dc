//! [`Left`]: what a text leaves out, and where.

use std::{
    cell::Cell,
    io::{self, Write},
};

use bytes::Bytes;
use formwork_schema::{Value, value::Rows};

use super::held::Held;
use crate::{fault::Result, plan::Node};

/// Bytes of a list beyond which all but its first item is left out.
const LONG: usize = 1 << 9;

/// Prints items that are left out.
pub(super) type PrintRest<'p> = dyn Fn(&mut dyn Write) -> Result<()> + 'p;

/// Takes a list that is a piece of text: the text, what it leaves out, and how many items there are.
pub(crate) type Take<'t> = dyn FnMut(&[u8], &[Aside<'_>], usize) -> Result<()> + 't;

/// Prints a list that is a piece: as many items as are one, and hands them on.
pub(super) type PrintPiece<'p> = dyn Fn(&[Value], &mut Take<'_>) -> Result<()> + 'p;

/// What a text leaves out at a place: the items of a list but for the first, most of the time.
pub(crate) struct Aside<'p> {
    /// Where in the text they belong.
    at: usize,
    pub(super) what: What<'p>,
    pub(super) was_read: Cell<bool>,
}

pub(super) enum What<'p> {
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
    pub(super) fn new(held: &'p [Held<'p>]) -> Self {
        let asides = Vec::new();
        Self { asides, held }
    }

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

    /// Leaves out bytes that stand there as base64, if they are long.
    pub(crate) fn bytes(&mut self, at: usize, bytes: &Bytes) -> bool {
        let is_long = bytes.len() > LONG;
        if is_long {
            self.asides.push(Aside::new(at, What::Bytes(bytes.clone())));
        }
        is_long
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

/// Whether all but the first item of a list is left out.
pub(crate) fn is_long(rows: &Rows) -> bool {
    rows.bytes().len() > LONG && rows.len() > 1
}

/// What is left out there, or behind the white space that follows.
pub(super) fn find<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<&'a Aside<'p>> {
    let next = all.get(all.partition_point(|aside| aside.at < at))?;
    let between = text.as_bytes().get(at..next.at)?;
    between.trim_ascii().is_empty().then_some(next)
}

/// Whether all that was left out was read.
pub(super) fn all_were_read(asides: &[Aside<'_>]) -> bool {
    asides.iter().all(|aside| aside.was_read.get())
}

pub(super) fn unusual() -> io::Error {
    io::Error::other("an item is not read as it is printed")
}
