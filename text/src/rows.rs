//! [`Program`]: one item of [`Rows`] as text with gaps for its numbers.
//!
//! All items of such a list differ in their numbers alone. So a printer writes one item, marks where numbers belong, and the others
//! follow from that.

use std::{ops::Range, sync::Arc};

use formwork_schema::{
    layout::{Endian, PrimKind},
    meter,
    value::{Cell, Row, Rows},
    walk::Scalar,
};

use crate::{plain, plan::Kind, sink::Sink};

/// What the number of an item itself is.
pub(crate) static INDEX_KIND: Kind<'static> = Kind::Number(PrimKind::U32);

/// What an item of an array is that is one word.
pub(crate) static HEX_KIND: Kind<'static> = Kind::Hex;

/// Where the text of an item has a number.
pub(crate) struct Mark<'p> {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What it is in the layout.
    pub(crate) kind: &'p Kind<'p>,
    /// Where it stands in the bytes of an item; none for the number of the item itself.
    pub(crate) cell: Option<Cell>,
}

impl Mark<'_> {
    /// The float of an item, if that is what stands there, and as most files have them.
    #[inline]
    fn float(&self, item: &[u8]) -> Option<f32> {
        let Some(Cell {
            offset,
            kind: PrimKind::F32,
            endian: Endian::Little,
        }) = self.cell
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
pub(crate) trait Prints<'o> {
    fn sink(&mut self) -> &mut Sink<'o>;

    /// Writes a number of any kind.
    fn number(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>);
}

impl Program<'_> {
    /// Writes some of the items. The text of the first one begins at `start`.
    pub(crate) fn write<'o>(
        &self,
        start: usize,
        (rows, which): (&Rows, Range<usize>),
        printer: &mut impl Prints<'o>,
    ) {
        let text = self.text.as_bytes();
        let mut line = vec![0; text.len() + self.marks.len() * plain::MOST];
        let mut start = start;
        let items = (0..).zip(rows.raw()).take(which.end);
        for (index, item) in items.skip(which.start) {
            let mut done = std::mem::take(&mut start);
            let mut end = 0;
            for mark in &self.marks {
                end = put(&mut line, end, &text[done..mark.at]);
                match mark
                    .float(item)
                    .and_then(|value| put_float(&mut line, end, value))
                {
                    Some(behind) => end = behind,
                    None => {
                        printer.sink().bytes(&line[..end]);
                        end = 0;
                        let own = Scalar::Int(index);
                        let number = mark.cell.map_or(own, |cell| cell.scalar(item));
                        printer.number(mark.kind, number);
                    }
                }
                done = mark.at;
            }
            meter::print(item.len());
            end = put(&mut line, end, &text[done..]);
            printer.sink().bytes(&line[..end]);
        }
    }
}

/// Puts a float at a place of a line, and returns where it ends; none where forms differ, or it has an exponent.
#[inline]
fn put_float(line: &mut [u8], at: usize, value: f32) -> Option<usize> {
    let room = line.get_mut(at..)?.first_chunk_mut()?;
    if value.to_bits() == 0 {
        room[0] = b'0';
        return Some(at + 1);
    }
    Some(at + plain::put_f32(value, room)?)
}

/// Puts a short text at a place of a line, and returns where it ends. Most are shorter than a call of `memcpy` takes.
#[inline]
fn put(line: &mut [u8], at: usize, text: &[u8]) -> usize {
    let (count, end) = (text.len(), at + text.len());
    let line = &mut line[at..end];
    match count {
        0 => {}
        1 => line[0] = text[0],
        2..4 => {
            line[..2].copy_from_slice(&text[..2]);
            line[count - 1] = text[count - 1];
        }
        4..8 => overlapping::<4>(line, text),
        8..16 => overlapping::<8>(line, text),
        16..=32 => overlapping::<16>(line, text),
        _ => line.copy_from_slice(text),
    }
    end
}

/// Copies between `N` and twice as many bytes.
#[inline]
fn overlapping<const N: usize>(line: &mut [u8], text: &[u8]) {
    let last = text.len() - N;
    line[..N].copy_from_slice(&text[..N]);
    line[last..].copy_from_slice(&text[last..]);
}

/// Programs of one document: most lists of one kind look alike.
pub(crate) struct Programs<'p> {
    known: Vec<(Arc<Row>, usize, Arc<Program<'p>>)>,
    names: Arc<[String]>,
}

/// Programs that are kept.
const KEPT: usize = 8;

impl<'p> Programs<'p> {
    /// For items whose attributes have these names, where another list names them.
    pub(crate) fn new(names: Arc<[String]>) -> Self {
        Self {
            known: Vec::new(),
            names,
        }
    }

    pub(crate) fn names(&self) -> &Arc<[String]> {
        &self.names
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
