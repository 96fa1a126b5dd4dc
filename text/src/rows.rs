//! [`Program`]: one item of [`Rows`](formwork_schema::value::Rows) as text with gaps for its numbers.
//!
//! All items of such a list differ in their numbers alone. So a printer writes one item, marks where numbers belong, and the others
//! follow from that.

use std::{io, sync::Arc};

use formwork_schema::{
    layout::{Endian, PrimKind},
    value::{Cell, Row},
    walk::Scalar,
};

use crate::{number, plan::Kind, sink::Sink};

/// Where the text of an item has a number.
pub(crate) struct Mark<'p> {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What it is in the layout.
    pub(crate) kind: &'p Kind<'p>,
    /// Where it stands in the bytes of an item.
    pub(crate) cell: Cell,
}

impl Mark<'_> {
    /// The float of an item, if that is what stands there, and as most files have them.
    #[inline]
    fn float(&self, item: &[u8]) -> Option<f32> {
        let Cell {
            offset,
            kind: PrimKind::F32,
            endian: Endian::Little,
        } = self.cell
        else {
            return None;
        };
        let bytes = item.get(offset..)?.first_chunk()?;
        Some(f32::from_le_bytes(*bytes))
    }
}

/// The text of an item, and its numbers in the order of the text.
pub(crate) struct Program<'p> {
    pub(crate) text: String,
    pub(crate) marks: Vec<Mark<'p>>,
}

/// Whoever writes the numbers of an item.
pub(crate) trait Prints {
    /// Where the text goes.
    type Out: io::Write;

    fn sink(&mut self) -> &mut Sink<Self::Out>;

    /// Writes a number of any kind.
    fn number(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>);
}

impl Program<'_> {
    /// Writes an item. Its text begins at `start`.
    #[inline]
    pub(crate) fn write(&self, start: usize, item: &[u8], printer: &mut impl Prints) {
        let text = self.text.as_bytes();
        let mut done = start;
        for mark in &self.marks {
            let literal = &text[done..mark.at];
            match mark.float(item).filter(|value| number::is_plain(*value)) {
                Some(value) => printer.sink().with(|out| {
                    out.extend_from_slice(literal);
                    number::put_plain(out, value);
                }),
                None => {
                    printer.sink().with(|out| out.extend_from_slice(literal));
                    printer.number(mark.kind, mark.cell.scalar(item));
                }
            }
            done = mark.at;
        }
        printer
            .sink()
            .with(|out| out.extend_from_slice(&text[done..]));
    }
}

/// Programs of one document: most lists of one kind look alike.
pub(crate) struct Programs<'p> {
    known: Vec<(Arc<Row>, usize, Arc<Program<'p>>)>,
}

/// Programs that are kept.
const KEPT: usize = 8;

impl<'p> Programs<'p> {
    pub(crate) fn new() -> Self {
        Self { known: Vec::new() }
    }

    /// The program of a row at a depth, if it is known.
    pub(crate) fn find(&self, row: &Arc<Row>, depth: usize) -> Option<Arc<Program<'p>>> {
        let mut known = self.known.iter();
        let found = known.find(|(own, at, _)| Arc::ptr_eq(own, row) && *at == depth);
        found.map(|(_, _, program)| Arc::clone(program))
    }

    pub(crate) fn keep(&mut self, row: &Arc<Row>, depth: usize, program: &Arc<Program<'p>>) {
        if self.known.len() == KEPT {
            self.known.remove(0);
        }
        let program = Arc::clone(program);
        self.known.push((Arc::clone(row), depth, program));
    }
}
