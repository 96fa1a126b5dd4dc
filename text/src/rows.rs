//! [`Program`]: one item of [`Rows`](formwork_schema::value::Rows) as text with gaps for its numbers.
//!
//! All items of such a list differ in their numbers alone. So a printer writes one item, marks where numbers belong, and the others
//! follow from that.

use std::sync::Arc;

use formwork_schema::value::{Cell, Row};

use crate::plan::Kind;

/// Where the text of an item has a number.
pub(crate) struct Mark<'p> {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What it is in the layout.
    pub(crate) kind: &'p Kind<'p>,
    /// Where it stands in the bytes of an item.
    pub(crate) cell: Cell,
}

/// The text of an item, and its numbers in the order of the text.
pub(crate) struct Program<'p> {
    pub(crate) text: String,
    pub(crate) marks: Vec<Mark<'p>>,
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
        self.known
            .push((Arc::clone(row), depth, Arc::clone(program)));
    }
}
